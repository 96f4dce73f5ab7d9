#include "core/certificate/gates.h"

#include <algorithm>

namespace blueprinting::certificate {

namespace {

struct Row {
    std::string_view name;
    double limit;
};
/// In the order of the enumeration.
constexpr std::array<Row, kGates.size()> kRows{{
    {"pairs_in_order", 90.0},
    {"median_regret", 2.0},
    {"p95_regret", 5.0},
    {"max_regret", 10.0},
    {"clear_misses", 0.0},
}};

} // namespace

std::string_view to_string(Gate gate) { return kRows[static_cast<std::size_t>(gate)].name; }

double limit_of(Gate gate) { return kRows[static_cast<std::size_t>(gate)].limit; }

std::array<GateResult, 5> judge_gates(const Metrics& held_out)
{
    std::array<GateResult, 5> out;
    for (std::size_t i = 0; i < kGates.size(); ++i) {
        GateResult& result = out[i];
        result.gate = kGates[i];
        result.limit = limit_of(result.gate);
        switch (result.gate) {
        case Gate::pairs_in_order:
            if (held_out.pairwise_accuracy) {
                result.value = *held_out.pairwise_accuracy * 100.0;
                // The comparison is of the fraction, so that 0.9 itself passes whatever its hundredfold rounds to.
                result.passed = *held_out.pairwise_accuracy >= 0.9;
                result.allowance_used = (100.0 - *result.value) / (100.0 - result.limit);
            }
            continue;
        case Gate::median_regret: result.value = held_out.median_regret_pct; break;
        case Gate::p95_regret: result.value = held_out.p95_regret_pct; break;
        case Gate::max_regret: result.value = held_out.max_regret_pct; break;
        case Gate::clear_misses:
            if (held_out.cells > 0)
                result.value = static_cast<double>(held_out.clear_misses.size());
            break;
        }
        if (result.value) {
            result.passed = *result.value <= result.limit;
            result.allowance_used = result.limit > 0 ? *result.value / result.limit : (*result.value > 0 ? 2.0 : 0.0);
        }
    }
    return out;
}

bool all_pass(std::span<const GateResult> gates)
{
    return std::all_of(gates.begin(), gates.end(), [](const GateResult& gate) { return gate.passed; });
}

} // namespace blueprinting::certificate
