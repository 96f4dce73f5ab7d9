#pragma once
#include "core/cost/estimate.h"
#include "ui/style/color_token.h"

#include <QString>

#include <array>

namespace blueprinting::ui {

inline constexpr std::array kAllComponents{
    cost::Component::forward,       cost::Component::backward,        cost::Component::recompute,
    cost::Component::optimizer,     cost::Component::tensor_parallel, cost::Component::pipeline_parallel,
    cost::Component::data_parallel, cost::Component::recommunication, cost::Component::pipeline_bubble};

/// "Tensor parallel"
QString component_title(cost::Component component);
/// As a session's selection names it ("tensor_parallel").
QString component_key(cost::Component component);
ColorToken component_color(cost::Component component);
/// Only the bubble is hatched.
bool component_hatched(cost::Component component);

/// Memory by kind in the order in which it is stacked.
inline constexpr std::array kMemoryStack{
    cost::MemoryPart::weights,     cost::MemoryPart::weight_gradients,       cost::MemoryPart::optimizer,
    cost::MemoryPart::activations, cost::MemoryPart::activation_checkpoints, cost::MemoryPart::activation_gradients};
QString memory_title(cost::MemoryPart part);
/// As a session's selection names it ("memory.weights").
QString memory_key(cost::MemoryPart part);
ColorToken memory_color(cost::MemoryPart part);

} // namespace blueprinting::ui
