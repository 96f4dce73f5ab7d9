#include "core/base/format.h"
#include "core/cost/composition.h"
#include "core/cost/iteration.h"
#include "core/strategy/derived.h"

namespace blueprinting::cost {

Memory memory_of(const ir::ProgramSemantics& program, const ir::BlockMemoryFacts& block)
{
    const strategy::Execution& execution = program.execution;
    const std::int64_t n = strategy::blocks_per_stage(execution, program.blocks);
    if (!strategy::is_training(execution)) {
        Memory memory;
        memory[MemoryPart::weights] = Bytes(static_cast<double>(n) * static_cast<double>(block.weight));
        memory[MemoryPart::activations] = Bytes(static_cast<double>(block.activation_working));
        return memory;
    }
    return training_memory(block_bytes(block, strategy::optimizer_shards(execution),
                                       strategy::recompute(execution) == strategy::RecomputePolicy::full),
                           repetitions(strategy::pipeline_degree(execution), strategy::virtual_stages(execution), n,
                                       strategy::microbatch_count(execution)));
}

Diagnostics findings_of(const strategy::Execution& execution, const Memory& memory, Bytes capacity)
{
    Diagnostics findings;
    if (const Bytes need = memory.total(); need > capacity) {
        const Bytes excess = need - capacity;
        const std::string share =
            capacity.value() > 0 ? " (" + format::percent(100 * (excess / capacity), 1, false) + " of mem1)" : "";
        findings.push_back({Severity::finding, "memory.exceeds_capacity", "memory",
                            "does not fit by " + format::gibibytes(excess, 2) + share + ": needs " +
                                format::gibibytes(need, 2) + " per GPU, and mem1 holds " +
                                format::gibibytes(capacity, 2)});
    }

    const auto& schedule = strategy::pipeline(execution).schedule;
    const std::int64_t p = strategy::pipeline_degree(execution);
    const std::int64_t m = strategy::microbatch_count(execution);
    if (std::holds_alternative<strategy::InterleavedOneForwardOneBackward>(schedule) && m % p != 0) {
        const std::int64_t below = m / p * p;
        findings.push_back({Severity::finding, "schedule.no_executable_order", "microbatch_count",
                            std::to_string(m) + " microbatches are not a multiple of " + std::to_string(p) +
                                " stages, so interleaving has no executable order; nearest " +
                                (below > 0 ? std::to_string(below) + " and " : std::string()) +
                                std::to_string(below + p) + "; the analytical estimate does not need one"});
    }
    return findings;
}

} // namespace blueprinting::cost
