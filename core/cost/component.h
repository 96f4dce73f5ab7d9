#pragma once
#include "core/ir/portable_ir.h"

#include <array>
#include <cstddef>
#include <string_view>

/// What an iteration's time and a processor's memory consist of. A row here is all that a new component or kind of
/// memory needs to be summed, written, read back and shown.
namespace blueprinting::cost {

/// The timing components, in the order in which they are stacked everywhere.
enum class Component {
    forward,
    backward,
    recompute,
    optimizer,
    tensor_parallel,
    pipeline_parallel,
    data_parallel,
    recommunication,
    pipeline_bubble
};

/// How often a component's block sums are spent in an iteration.
enum class Repeats {
    blocks,    ///< in every block, for every microbatch
    chunks,    ///< the same, but the last block of a chunk may have other collectives
    transfers, ///< once a chunk and microbatch
    step,      ///< in every block, once
    rest       ///< no sum: what is left of the pipeline
};

struct ComponentRow {
    Component component;
    std::string_view key;         ///< in files and reports: "tensor_parallel"
    std::string_view label;       ///< for people: "Tensor parallel"
    std::string_view short_label; ///< one word that no other begins with
    Repeats repeats;
    bool inference; ///< whether it exists there; where not, it is absent where people look, not zero
};
/// In order; the place of a row is that of its colour in a theme.
inline constexpr std::array kComponentRows{
    ComponentRow{Component::forward, "forward", "Forward", "Forward", Repeats::blocks, true},
    ComponentRow{Component::backward, "backward", "Backward", "Backward", Repeats::blocks, false},
    ComponentRow{Component::recompute, "recompute", "Recompute", "Recompute", Repeats::blocks, false},
    ComponentRow{Component::optimizer, "optimizer", "Optimizer", "Optimizer", Repeats::step, false},
    ComponentRow{Component::tensor_parallel, "tensor_parallel", "Tensor parallel", "Tensor", Repeats::chunks, true},
    ComponentRow{Component::pipeline_parallel, "pipeline_parallel", "Pipeline parallel", "Pipeline", Repeats::transfers,
                 true},
    ComponentRow{Component::data_parallel, "data_parallel", "Data parallel", "Data", Repeats::step, false},
    ComponentRow{Component::recommunication, "recommunication", "Recommunication", "Recomm.", Repeats::chunks, false},
    ComponentRow{Component::pipeline_bubble, "pipeline_bubble", "Pipeline bubble", "Bubble", Repeats::rest, true},
};
inline constexpr std::size_t kComponents = kComponentRows.size();
constexpr const ComponentRow& row_of(Component component)
{
    return kComponentRows[static_cast<std::size_t>(component)];
}
constexpr std::string_view to_string(Component component) { return row_of(component).key; }
constexpr bool exists(Component component, bool training) { return training || row_of(component).inference; }

/// A sum of one block: over its tasks of a phase that work for themselves, or that communicate over an axis. What is
/// sent between stages, and once a step for the block's weights, has its sums beside them. Where sums are added up,
/// then in this order.
struct BlockSum {
    Component component;
    ir::Phase phase;
    std::optional<strategy::Axis> axis{};
};
inline constexpr std::array kBlockSums{
    BlockSum{Component::forward, ir::Phase::forward},                                                 // F
    BlockSum{Component::recompute, ir::Phase::recompute},                                             // R
    BlockSum{Component::backward, ir::Phase::activation_gradient},                                    // G
    BlockSum{Component::backward, ir::Phase::weight_gradient},                                        // W
    BlockSum{Component::optimizer, ir::Phase::optimizer},                                             // O
    BlockSum{Component::tensor_parallel, ir::Phase::forward, strategy::Axis::tensor},                 // T_f
    BlockSum{Component::recommunication, ir::Phase::recommunication, strategy::Axis::tensor},         // T_r
    BlockSum{Component::tensor_parallel, ir::Phase::activation_gradient, strategy::Axis::tensor},     // T_g
    BlockSum{Component::pipeline_parallel, ir::Phase::forward, strategy::Axis::pipeline},             // H_f
    BlockSum{Component::pipeline_parallel, ir::Phase::activation_gradient, strategy::Axis::pipeline}, // H_b
    BlockSum{Component::data_parallel, ir::Phase::optimizer, strategy::Axis::data},
};
/// The row of kBlockSums; its size where there is none.
constexpr std::size_t sum_of(Component component, ir::Phase phase)
{
    std::size_t i = 0;
    while (i < kBlockSums.size() && (kBlockSums[i].component != component || kBlockSums[i].phase != phase))
        ++i;
    return i;
}
enum class MemoryPart {
    weights,
    activations,
    activation_checkpoints,
    weight_gradients,
    activation_gradients,
    optimizer
};

struct MemoryRow {
    MemoryPart part;
    std::string_view key;   ///< "activation_checkpoints"
    std::string_view label; ///< "Checkpoints"
    std::size_t stacked;    ///< place in a stack, and of its colour in a theme
    bool inference;
};
inline constexpr std::array kMemoryRows{
    MemoryRow{MemoryPart::weights, "weights", "Weights", 0, true},
    MemoryRow{MemoryPart::activations, "activations", "Activations", 3, true},
    MemoryRow{MemoryPart::activation_checkpoints, "activation_checkpoints", "Checkpoints", 4, false},
    MemoryRow{MemoryPart::weight_gradients, "weight_gradients", "Weight gradients", 1, false},
    MemoryRow{MemoryPart::activation_gradients, "activation_gradients", "Activation gradients", 5, false},
    MemoryRow{MemoryPart::optimizer, "optimizer", "Optimizer", 2, false},
};
inline constexpr std::size_t kMemoryParts = kMemoryRows.size();
constexpr const MemoryRow& row_of(MemoryPart part) { return kMemoryRows[static_cast<std::size_t>(part)]; }
constexpr std::string_view to_string(MemoryPart part) { return row_of(part).key; }
constexpr bool exists(MemoryPart part, bool training) { return training || row_of(part).inference; }

} // namespace blueprinting::cost
