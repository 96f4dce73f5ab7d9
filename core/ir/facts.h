#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace blueprinting::ir {

/// An exact integer, or an exact share of one over `divisor` ranks (11·w/12 need not be whole and is not floored).
/// Divided once, in double, when priced or reported.
struct Quotient {
    std::int64_t numerator = 0;
    std::int64_t divisor = 1;
    [[nodiscard]] double value() const { return static_cast<double>(numerator) / static_cast<double>(divisor); }
    [[nodiscard]] bool zero() const { return numerator == 0; }
    bool operator==(const Quotient&) const = default;
};

/// What one task does, per TP rank, per block, per microbatch. No duration and no device.
struct WorkloadFacts {
    Quotient operations;
    Quotient read_bytes;
    Quotient write_bytes;
    std::int64_t message_bytes = 0; ///< logical bytes of the collective, before any volume model
    bool operator==(const WorkloadFacts&) const = default;
};

/// Class of unit that a task needs; which unit that is belongs to the target.
enum class EngineClass { matrix, vector, collective };

/// What a value or buffer of the block is for.
enum class BufferRole { weight, activation, activation_gradient, weight_gradient, optimizer_state, workspace };

/// Part of an iteration that a task belongs to. Recommunication repeats a collective whose result was not kept.
enum class Phase { forward, recompute, activation_gradient, weight_gradient, optimizer, recommunication };

/// Which blocks of a chunk run a task. Everything is `every` but under Calculon's p2p_rs_ag, where the last block of a
/// chunk (the edge block) has other collectives than those before it (the inner ones).
enum class BlockScope { every, inner, edge };

std::string_view to_string(Phase phase);
std::string_view to_string(EngineClass engine);
std::string_view to_string(BlockScope scope);
std::string_view to_string(BufferRole role);
std::optional<Phase> phase_from(std::string_view name);
std::optional<EngineClass> engine_from(std::string_view name);
std::optional<BlockScope> scope_from(std::string_view name);
std::optional<BufferRole> buffer_role_from(std::string_view name);

} // namespace blueprinting::ir
