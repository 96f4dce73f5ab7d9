#pragma once
#include "core/base/units.h"
#include "core/cost/component.h"

namespace blueprinting::program {

/// What an iteration of any model consists of: the nine components of models of six numbers, in their order, and four
/// that those have not.
inline constexpr std::array<std::string_view, 4> kFurtherComponents{"context_parallel", "expert_parallel",
                                                                    "parameter_gather", "embedding_head"};
inline constexpr std::size_t kComponents = cost::kComponents + kFurtherComponents.size();
enum class Component {
    forward,
    backward,
    recompute,
    optimizer,
    tensor_parallel,
    pipeline_parallel,
    data_parallel,
    recommunication,
    pipeline_bubble,
    context_parallel,
    expert_parallel,
    parameter_gather,
    embedding_head
};
std::string_view to_string(Component component);

/// Seconds by component.
struct Breakdown {
    std::array<Seconds, kComponents> seconds{};
    [[nodiscard]] Seconds operator[](Component component) const { return seconds[static_cast<std::size_t>(component)]; }
    Seconds& operator[](Component component) { return seconds[static_cast<std::size_t>(component)]; }
    [[nodiscard]] Seconds total() const;
    Breakdown& operator+=(const Breakdown& other);
    [[nodiscard]] Breakdown times(double factor) const;
};

} // namespace blueprinting::program
