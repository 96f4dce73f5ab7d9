#pragma once
#include "core/ir/portable_ir.h"

#include <array>
#include <string_view>

namespace blueprinting::program {

/// Work and memory of one piece on one rank for one microbatch. Operations and bytes with the local work of
/// collectives; messages count each collective once, those of the tensor axis and those of the experts' axes.
enum class PieceMetric {
    forward_operations,
    forward_memory_bytes,
    activation_gradient_operations,
    activation_gradient_memory_bytes,
    weight_gradient_operations,
    weight_gradient_memory_bytes,
    forward_tp_message_bytes,
    backward_tp_message_bytes,
    recommunication_message_bytes,
    forward_expert_message_bytes,
    backward_expert_message_bytes,
    recompute_expert_message_bytes,
    recompute_operations,
    weight_elements,
    activation_working_bytes,
    activation_storage_bytes,
    activation_checkpoint_bytes,
    activation_gradient_bytes
};
inline constexpr std::size_t kPieceMetrics = 18;
std::string_view name_of(PieceMetric metric);

struct PieceMetrics {
    std::array<double, kPieceMetrics> values{};
    [[nodiscard]] double operator[](PieceMetric metric) const { return values[static_cast<std::size_t>(metric)]; }
    double& operator[](PieceMetric metric) { return values[static_cast<std::size_t>(metric)]; }
    PieceMetrics& operator+=(const PieceMetrics& other);
};
PieceMetrics metrics_of(const ir::PortablePlanIR& plan);

/// Elements of weights that a piece has of its own on one rank: those of routed experts, which lie on other groups, and
/// all of them; of them those of float8 layers; and those that the tensor-parallel ranks hold alike but feed with
/// different tokens or heads, so that their gradient is summed over these ranks once a step.
struct Weights {
    double all = 0;
    double routed = 0;
    double narrow = 0; ///< of linear layers in float8
    double replicated = 0;
    Weights& operator+=(const Weights& other);
};
Weights weights_of(const ir::PortablePlanIR& plan);
/// Whether a task works with weights of routed experts.
bool is_routed(const ir::PortableTask& task);

} // namespace blueprinting::program
