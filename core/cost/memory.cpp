#include "core/base/format.h"
#include "core/cost/iteration.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::cost {

Memory memory_of(const ir::ProgramSemantics& program, const ir::BlockMemoryFacts& block)
{
    const strategy::Execution& execution = program.execution;
    const std::int64_t p = strategy::pipeline_degree(execution);
    const std::int64_t v = strategy::virtual_stages(execution);
    const auto n = static_cast<double>(strategy::blocks_per_stage(execution, program.blocks));

    Memory memory;
    memory[MemoryPart::weights] = Bytes(n * static_cast<double>(block.weight));
    const auto working = static_cast<double>(block.activation_working);
    if (!strategy::is_training(execution)) {
        memory[MemoryPart::activations] = Bytes(working);
        return memory;
    }

    // Microbatches whose activations the first stage holds at its fullest; interleaving holds more of them.
    const auto in_flight = static_cast<double>(std::min(strategy::microbatch_count(execution), p));
    const double factor =
        v == 1 ? in_flight : in_flight * (1 + static_cast<double>(p - 1) / static_cast<double>(v * p));
    memory[MemoryPart::activations] =
        strategy::recompute(execution) == strategy::RecomputePolicy::full
            ? Bytes(working)
            : Bytes(working + static_cast<double>(block.activation_storage) * (n * factor - 1));
    memory[MemoryPart::activation_checkpoints] = Bytes(n * static_cast<double>(block.activation_checkpoint) * factor);
    memory[MemoryPart::activation_gradients] = Bytes(static_cast<double>(block.activation_gradient));
    // The shards are this strategy's: the block may have been compiled for another.
    const std::int64_t shards = strategy::optimizer_shards(execution);
    memory[MemoryPart::weight_gradients] =
        Bytes(static_cast<double>(block.weight_gradient_unsharded) +
              ir::Quotient{block.weight_gradient.numerator, shards}.value() * (n - 1));
    memory[MemoryPart::optimizer] = Bytes(n * ir::Quotient{block.optimizer.numerator, shards}.value());
    return memory;
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
