#include "core/certificate/metrics.h"

#include <algorithm>
#include <utility>

namespace blueprinting::certificate {

std::vector<Pair> separated_pairs(std::span<const Timing> timings)
{
    std::vector<Pair> pairs;
    pairs.reserve(timings.size() * (timings.size() - 1) / 2);
    for (std::size_t i = 0; i < timings.size(); ++i) {
        for (std::size_t j = i + 1; j < timings.size(); ++j) {
            const double a = timings[i].median_ms;
            const double b = timings[j].median_ms;
            const double separation = std::fabs(a - b) / std::fmin(a, b) * 100.0;
            if (separation > kSeparationPct)
                pairs.push_back({i, j, separation, a < b});
        }
    }
    return pairs;
}

MeasuredCell::MeasuredCell(std::vector<Timing> of) : timings(std::move(of)), pairs(separated_pairs(timings))
{
    best = static_cast<std::size_t>(std::ranges::min_element(timings, {}, &Timing::median_ms) - timings.begin());
    std::optional<double> runner_up;
    for (std::size_t i = 0; i < timings.size(); ++i)
        if (i != best && (!runner_up || timings[i].median_ms < *runner_up))
            runner_up = timings[i].median_ms;
    if (runner_up)
        lead_pct = (*runner_up - timings[best].median_ms) / timings[best].median_ms * 100.0;
}

Metrics summarise(std::span<const CellOutcome> outcomes, std::span<const std::string> names,
                  std::span<const std::size_t> members)
{
    Metrics out;
    out.cells = members.size();
    std::vector<double> regrets;
    regrets.reserve(members.size());
    std::size_t right = 0;
    for (const std::size_t member : members) {
        const CellOutcome& outcome = outcomes[member];
        regrets.push_back(outcome.regret_pct);
        out.ordered_pairs += outcome.pairs;
        right += outcome.right;
        if (outcome.clear_miss)
            out.clear_misses.push_back(names[member]);
    }
    if (out.ordered_pairs > 0)
        out.pairwise_accuracy = static_cast<double>(right) / static_cast<double>(out.ordered_pairs);
    if (regrets.empty())
        return out;
    std::sort(regrets.begin(), regrets.end());
    const std::size_t n = regrets.size();
    out.median_regret_pct = n % 2 == 1 ? regrets[n / 2] : (regrets[n / 2 - 1] + regrets[n / 2]) / 2.0;
    out.p95_regret_pct = regrets[std::min(n - 1, static_cast<std::size_t>(0.95 * static_cast<double>(n)))];
    out.max_regret_pct = regrets.back();
    return out;
}

} // namespace blueprinting::certificate
