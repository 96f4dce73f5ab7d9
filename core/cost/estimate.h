#pragma once
#include "core/base/diagnostic.h"
#include "core/base/units.h"
#include "core/cost/component.h"
#include "core/system/system_profile.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace blueprinting::cost {

/// Two prices of the same plan. `peak_only` takes every efficiency as 1 and keeps latencies: a falsifiable naive
/// baseline. `system_evidence` reads the efficiency curves of the profile.
enum class View { peak_only, system_evidence };
std::string_view to_string(View view);

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

/// Sums over one block, one microbatch. A collective counts whole, with the local work that rides on it, in the sums of
/// its axis; all other sums are of the tasks that work for themselves. The last block of a chunk, the edge block, has
/// other collectives than the inner ones under p2p_rs_ag alone.
class BlockTimes {
public:
    [[nodiscard]] Seconds inner(Component component, ir::Phase phase) const
    {
        return m_inner[sum_of(component, phase)];
    }
    [[nodiscard]] Seconds edge(Component component, ir::Phase phase) const { return m_edge[sum_of(component, phase)]; }
    [[nodiscard]] Seconds inner(std::size_t sum) const { return m_inner[sum]; }
    [[nodiscard]] Seconds edge(std::size_t sum) const { return m_edge[sum]; }
    /// For both kinds of block.
    void set(Component component, ir::Phase phase, Seconds seconds)
    {
        m_inner[sum_of(component, phase)] = m_edge[sum_of(component, phase)] = seconds;
    }
    void add(std::size_t sum, ir::BlockScope scope, Seconds seconds)
    {
        if (scope != ir::BlockScope::edge)
            m_inner[sum] += seconds;
        if (scope != ir::BlockScope::inner)
            m_edge[sum] += seconds;
    }
    bool operator==(const BlockTimes&) const = default;

private:
    std::array<Seconds, kBlockSums.size()> m_inner{}, m_edge{};
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

/// Bytes on one processor at its fullest.
struct Memory {
    std::array<Bytes, kMemoryParts> bytes{};
    [[nodiscard]] Bytes operator[](MemoryPart part) const { return bytes[static_cast<std::size_t>(part)]; }
    Bytes& operator[](MemoryPart part) { return bytes[static_cast<std::size_t>(part)]; }
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
    bool training = true; ///< decides which components exist
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
