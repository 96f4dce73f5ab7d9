#pragma once
#include "core/ir/portable_ir.h"

#include <array>
#include <string_view>

namespace blueprinting::ir {

/// The nineteen block metrics in the order of the specification; each name is prefixed block_ on the outside.
enum class BlockMetric {
    forward_operations,
    forward_memory_bytes,
    activation_gradient_operations,
    activation_gradient_memory_bytes,
    weight_gradient_operations,
    weight_gradient_memory_bytes,
    optimizer_operations,
    optimizer_memory_bytes,
    forward_tp_message_bytes,
    backward_tp_message_bytes,
    recommunication_message_bytes,
    weight_bytes,
    activation_working_bytes,
    activation_storage_bytes,
    activation_checkpoint_bytes,
    weight_gradient_bytes,
    weight_gradient_unsharded_bytes,
    activation_gradient_bytes,
    optimizer_bytes
};
inline constexpr std::size_t kBlockMetrics = 19;

/// "block_forward_operations", …
std::string_view name_of(BlockMetric metric);

struct BlockMetrics {
    std::array<double, kBlockMetrics> values{};
    [[nodiscard]] double operator[](BlockMetric metric) const { return values[static_cast<std::size_t>(metric)]; }
    double& operator[](BlockMetric metric) { return values[static_cast<std::size_t>(metric)]; }
    bool operator==(const BlockMetrics&) const = default;
};

/// Sums over the plan's tasks of scope every and inner (the base block).
BlockMetrics block_metrics(const PortablePlanIR& plan);

/// Operations of the explicit recompute tasks, and what the reference's counter prints for the same block: it adds the
/// running forward prefix at every recomputed layer (megatron-22B full: 981366472704 against 7626047881216). An audit;
/// the reference's way is computed here to be shown, and nothing is priced from it.
struct RecomputeAudit {
    double derived_explicit_operations = 0;
    double reference_prefix_counter = 0;
};
RecomputeAudit recompute_audit(const PortablePlanIR& plan);

} // namespace blueprinting::ir
