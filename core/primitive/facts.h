#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace blueprinting::primitive {

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
    std::int64_t launches = 1;      ///< equal ones that share the operations
    bool operator==(const WorkloadFacts&) const = default;
};

/// Class of unit that a task needs; which unit that is belongs to the target.
enum class EngineClass { matrix, vector, collective };

/// Part of an iteration that a task belongs to. Recommunication repeats a collective whose result was not kept.
enum class Phase { forward, recompute, activation_gradient, weight_gradient, optimizer, recommunication };
inline constexpr std::size_t kPhaseCount = 6;

enum class CollectiveKind { all_reduce, reduce_scatter, all_gather, all_to_all, ring };
/// Whether it adds up what the ranks have.
constexpr bool reduces(CollectiveKind kind)
{
    return kind == CollectiveKind::all_reduce || kind == CollectiveKind::reduce_scatter;
}

std::string_view to_string(Phase phase);
std::string_view to_string(EngineClass engine);
std::string_view to_string(CollectiveKind kind);
std::optional<Phase> phase_from(std::string_view name);
std::optional<EngineClass> engine_from(std::string_view name);
std::optional<CollectiveKind> collective_from(std::string_view name);

} // namespace blueprinting::primitive
