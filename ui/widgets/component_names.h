#pragma once
#include "core/cost/estimate.h"
#include "ui/style/color_token.h"

#include <QString>

#include <array>

namespace blueprinting::ui {

/// In the order of their table.
inline constexpr auto kAllComponents = [] {
    std::array<cost::Component, cost::kComponents> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = cost::kComponentRows[i].component;
    return out;
}();

/// "Tensor parallel"
QString component_title(cost::Component component);
/// One word that no other begins with: "Tensor".
QString component_short_title(cost::Component component);
/// As a session's selection names it ("tensor_parallel").
QString component_key(cost::Component component);
ColorToken component_color(cost::Component component);
/// Only the bubble is hatched.
bool component_hatched(cost::Component component);

/// Memory by kind in the order in which it is stacked.
inline constexpr auto kMemoryStack = [] {
    std::array<cost::MemoryPart, cost::kMemoryParts> out{};
    for (const cost::MemoryRow& row : cost::kMemoryRows)
        out[row.stacked] = row.part;
    return out;
}();
QString memory_title(cost::MemoryPart part);
/// As a session's selection names it ("memory.weights").
QString memory_key(cost::MemoryPart part);
ColorToken memory_color(cost::MemoryPart part);

} // namespace blueprinting::ui
