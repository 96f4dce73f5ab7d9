#pragma once
#include "core/cost/estimate.h"
#include "ui/style/color_token.h"

#include <QString>

#include <array>

namespace blueprinting::ui {

inline constexpr std::array kAllComponents{
    cost::Component::forward,         cost::Component::backward,          cost::Component::recompute,
    cost::Component::optimizer,       cost::Component::tensor_parallel,   cost::Component::pipeline_parallel,
    cost::Component::data_parallel,   cost::Component::recommunication,   cost::Component::pipeline_bubble};

/// "Tensor parallel"
QString component_title(cost::Component component);
/// As a session's selection names it ("tensor_parallel").
QString component_key(cost::Component component);
ColorToken component_color(cost::Component component);
/// Only the bubble is hatched.
bool component_hatched(cost::Component component);

/// Memory by kind in the order in which it is stacked.
enum class MemoryPart { weights, weight_gradients, optimizer, activations, checkpoints, activation_gradients };
inline constexpr std::array kMemoryParts{MemoryPart::weights,     MemoryPart::weight_gradients, MemoryPart::optimizer,
                                         MemoryPart::activations, MemoryPart::checkpoints,      MemoryPart::activation_gradients};
QString memory_title(MemoryPart part);
/// As a session's selection names it ("memory.weights").
QString memory_key(MemoryPart part);
ColorToken memory_color(MemoryPart part);
Bytes bytes_of(const cost::Memory& memory, MemoryPart part);
/// Index of the part in the order of cost::Memory's fields, which the oracle's memory parts follow.
std::size_t memory_index(MemoryPart part);

} // namespace blueprinting::ui
