#pragma once
#include "core/base/diagnostic.h"
#include "core/base/units.h"
#include "core/ir/portable_ir.h"
#include "core/system/system_profile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace blueprinting::cost {

/// Two prices of the same plan. `peak_only` takes every efficiency as 1 and keeps latencies: a falsifiable naive
/// baseline. `system_evidence` reads the efficiency curves of the profile.
enum class View { peak_only, system_evidence };
std::string_view to_string(View view);

/// The nine timing components, in the order in which they are stacked everywhere.
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
inline constexpr std::size_t kComponents = 9;
std::string_view to_string(Component component); ///< "tensor_parallel"
/// Whether this component exists at all: inference has the forward pass, its tensor and pipeline communication and the
/// bubble. What does not exist is absent where people look, not zero.
bool exists(Component component, bool training);

struct Breakdown {
    std::array<Seconds, kComponents> seconds{}; ///< one iteration on one processor
    [[nodiscard]] Seconds operator[](Component component) const { return seconds[static_cast<std::size_t>(component)]; }
    Seconds& operator[](Component component) { return seconds[static_cast<std::size_t>(component)]; }
    [[nodiscard]] Seconds total() const;
    bool operator==(const Breakdown&) const = default;
};

/// The step of a curve that some work hit.
struct HitStep {
    double threshold = 0; ///< in the curve's unit
    double efficiency = 1;
    bool operator==(const HitStep&) const = default;
};

/// One task priced: local = compute + memory, or their maximum under roofline; total = local + network. The steps are
/// of the curves that were read, so the peak-only view has none.
struct TaskCost {
    std::size_t task = 0; ///< index into the plan's tasks
    Seconds compute, memory, local, network, total;
    std::optional<HitStep> engine_step, memory_step; ///< none where there was no such work
    std::optional<double> network_efficiency;        ///< none where nothing was sent
    bool operator==(const TaskCost&) const = default;
};

/// Sums over one block, one microbatch. A collective counts whole, with the local work that rides on it, in T_f, T_g
/// and T_r; F, R, G and W are of all other tasks.
struct BlockTimes {
    Seconds forward, recompute, activation_gradient, weight_gradient, optimizer; ///< F R G W O
    Seconds tensor_forward, tensor_backward, recommunication;                    ///< T_f T_g T_r of inner blocks
    Seconds edge_tensor_forward, edge_tensor_backward,
        edge_recommunication;                    ///< of the edge block; equal but under p2p_rs_ag
    Seconds pipeline_forward, pipeline_backward; ///< H_f H_b, one transfer each
    bool operator==(const BlockTimes&) const = default;
};

/// How the iteration was put together.
struct IterationShape {
    std::int64_t blocks_per_stage = 0; ///< n
    std::int64_t virtual_stages = 1;   ///< v
    std::int64_t blocks_per_chunk = 0; ///< c
    std::int64_t microbatches = 0;     ///< m
    double bubbles = 0; ///< (p−1) + extra, in chunks; extra = (v−1)·(p − m mod p) where p does not divide m
    Seconds chunk;      ///< one chunk forward and backward with its transfers
    Seconds imbalance;  ///< taken off the bubble; 0 when p divides the blocks
    bool operator==(const IterationShape&) const = default;
};

enum class MemoryPart {
    weights,
    activations,
    activation_checkpoints,
    weight_gradients,
    activation_gradients,
    optimizer
};
inline constexpr std::size_t kMemoryParts = 6;
std::string_view to_string(MemoryPart part); ///< "activation_checkpoints"
bool exists(MemoryPart part, bool training); ///< inference holds weights and activations

/// Bytes on one processor at its fullest.
struct Memory {
    Bytes weights, activations, activation_checkpoints, weight_gradients, activation_gradients, optimizer;
    [[nodiscard]] Bytes operator[](MemoryPart part) const;
    [[nodiscard]] Bytes total() const;
    bool operator==(const Memory&) const = default;
};

struct Estimate {
    View view = View::system_evidence;
    std::vector<TaskCost> tasks; ///< one per task of the plan, in its order
    BlockTimes block;
    IterationShape shape;
    Breakdown breakdown;
    Seconds total;
    Memory memory;
    Bytes capacity; ///< of mem1
    bool fits = true;
    bool training =
        true; ///< where false, backward, recompute, optimizer, data_parallel and recommunication do not exist
    Diagnostics findings; ///< memory.exceeds_capacity with by how much, schedule.no_executable_order
    [[nodiscard]] Bytes excess() const
    {
        return memory.total() - capacity;
    } ///< by how much it does not fit; negative where it does
};

/// Price a plan on a system. No parameter through which a reference could enter. `rules` selects only the reference's
/// inference bubble and uneven-stage corrections; it changes nothing for an even training strategy. system.missing_rate
/// where the system lacks the plan's datatype or tier; cost.not_finite where a profile's figures drive a time past the
/// range of double. Formulas: Isaev et al., Calculon (SC'23); the bubble after Narayanan et al., arXiv 2104.04473.
/// Pure; any thread.
Result<Estimate> estimate(const ir::PortablePlanIR& plan, const system::SystemProfile& system, View view,
                          strategy::Rules rules);

} // namespace blueprinting::cost
