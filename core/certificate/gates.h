#pragma once
#include "core/certificate/metrics.h"

#include <array>
#include <string_view>

namespace blueprinting::certificate {

enum class Gate { pairs_in_order, median_regret, p95_regret, max_regret, clear_misses };

inline constexpr std::array<Gate, 5> kGates{Gate::pairs_in_order, Gate::median_regret, Gate::p95_regret,
                                            Gate::max_regret, Gate::clear_misses};

/// "pairs_in_order", as files and tests name it.
std::string_view to_string(Gate gate);

/// Percent, except clear misses (a count). Pairs must reach it, the others must not pass it.
double limit_of(Gate gate);

/// One gate of the held-out split. `value` in the limit's unit; absent where the split has no such figure, and then the
/// gate is not judged.
struct GateResult {
    Gate gate = Gate::pairs_in_order;
    std::optional<double> value;
    double limit = 0;
    bool passed = true;
    /// Share of the allowance used: misordered of the 10 % allowed, or value/limit; above 1 fails. 0 where not judged.
    double allowance_used = 0;
    bool operator==(const GateResult&) const = default;
};

std::array<GateResult, 5> judge_gates(const Metrics& held_out);
bool all_pass(std::span<const GateResult> gates);

} // namespace blueprinting::certificate
