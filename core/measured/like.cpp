#include "core/measured/like.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace blueprinting::measured {
namespace {

constexpr double kSwitch = 0.5;
constexpr double kGeneration = 1;

/// What two runs can differ in, beside their sizes, and what each adds to the distance.
struct Difference {
    const char* name;
    double weight;
};
constexpr std::array kDifferences{Difference{"recompute", kSwitch},       Difference{"sequence parallelism", kSwitch},
                                  Difference{"flash attention", kSwitch}, Difference{"sharding", kSwitch},
                                  Difference{"machine", kSwitch},         Difference{"GPU", kGeneration}};

std::array<bool, kDifferences.size()> differences(const Traits& left, const Traits& right, bool other_machine)
{
    return {left.recompute != right.recompute,
            left.sequence_parallel != right.sequence_parallel,
            left.flash != right.flash,
            left.sharding != right.sharding,
            other_machine,
            left.generation != right.generation};
}

} // namespace

double distance(const Traits& left, const Traits& right, bool other_machine)
{
    double sum = 0;
    for (std::size_t i = 0; i < left.sizes.size(); ++i)
        sum += std::fabs(std::log(left.sizes[i] / right.sizes[i]));
    double out = sum / static_cast<double>(left.sizes.size());
    const auto differs = differences(left, right, other_machine);
    for (std::size_t i = 0; i < differs.size(); ++i)
        out += differs[i] ? kDifferences[i].weight : 0;
    return out;
}

Likeness like(const Traits& subject, const Runs& runs, std::span<const Judged> of, cost::View view)
{
    std::vector<Nearest> all;
    for (const auto& same : by_strategy(runs, of)) {
        const Row& row = runs.row(of[same.front()].row);
        const Traits& theirs = *runs.traits(of[same.front()].row);
        Nearest each{{}, distance(subject, theirs, !row.machine.empty()), 0, {}, {}};
        if (each.distance >= kFarthest)
            continue;
        for (const std::size_t at : same)
            each.rows.push_back(of[at].row);
        all.push_back(std::move(each));
    }
    std::sort(all.begin(), all.end(), [&](const Nearest& left, const Nearest& right) {
        const Row& a = runs.row(left.rows.front());
        const Row& b = runs.row(right.rows.front());
        return std::tie(left.distance, a.grade, a.id) < std::tie(right.distance, b.grade, b.id);
    });
    if (all.size() > kNearest)
        all.resize(kNearest);
    Likeness out;
    std::vector<double> errors;
    std::set<std::string_view> sources;
    for (Nearest& each : all) {
        const Row& first = runs.row(each.rows.front());
        sources.insert(first.source);
        const auto differs = differences(subject, *runs.traits(each.rows.front()), !first.machine.empty());
        for (std::size_t i = 0; i < differs.size(); ++i)
            if (differs[i])
                each.differs.emplace_back(kDifferences[i].name);
        std::vector<double> times;
        for (const std::size_t row : each.rows)
            times.push_back(*runs.row(row).seconds());
        each.error_percent =
            100 * (runs.prediction(each.rows.front()).in(view)->value() / median(std::move(times)) - 1);
        errors.push_back(each.error_percent);
    }
    if (!errors.empty()) {
        const auto [low, high] = std::minmax_element(errors.begin(), errors.end());
        out.low_percent = *low;
        out.high_percent = *high;
        out.median_percent = median(errors);
    }
    out.sources = sources.size();
    out.nearest = std::move(all);
    return out;
}

} // namespace blueprinting::measured
