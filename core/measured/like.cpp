#include "core/measured/like.h"

#include "core/strategy/derived.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace blueprinting::measured {
namespace {

constexpr double kSwitch = 0.5;
constexpr double kGeneration = 1;

/// GPUs of one generation, by the head of the preset's name; an unknown one is a generation of its own.
std::string generation_of(const std::string& system)
{
    const std::string head = system.substr(0, system.find('_'));
    if (head == "a100")
        return "Ampere";
    if (head == "h100" || head == "h200")
        return "Hopper";
    if (head == "b200" || head == "gb200")
        return "Blackwell";
    return system;
}

std::vector<std::string> differences(const Traits& left, const Traits& right, bool other_machine)
{
    std::vector<std::string> out;
    const auto add = [&](bool differs, const char* what) {
        if (differs)
            out.emplace_back(what);
    };
    add(left.recompute != right.recompute, "recompute");
    add(left.sequence_parallel != right.sequence_parallel, "sequence parallelism");
    add(left.flash != right.flash, "flash attention");
    add(left.sharding != right.sharding, "sharding");
    add(other_machine, "machine");
    add(left.generation != right.generation, "GPU");
    return out;
}

} // namespace

Traits traits(const model::TransformerModel& model, const std::string& system, const strategy::Execution& execution)
{
    const auto number = [](std::int64_t value) { return static_cast<double>(value); };
    Traits out;
    out.sizes = {model::parameter_count(model).value,
                 number(model.hidden),
                 number(model.sequence),
                 number(strategy::world_size(execution)),
                 number(strategy::tensor_degree(execution)),
                 number(strategy::pipeline_degree(execution)),
                 number(strategy::data_degree(execution)),
                 number(execution.microbatch_size),
                 number(execution.global_batch) * number(model.sequence)};
    out.recompute = strategy::recompute(execution);
    out.sequence_parallel = strategy::sequence_parallel(execution);
    out.sharding = strategy::optimizer_sharding(execution);
    out.generation = generation_of(system);
    return out;
}

double distance(const Traits& left, const Traits& right, bool other_machine)
{
    double sum = 0;
    for (std::size_t i = 0; i < left.sizes.size(); ++i)
        sum += std::fabs(std::log(left.sizes[i] / right.sizes[i]));
    double out = sum / static_cast<double>(left.sizes.size());
    for (const std::string& each : differences(left, right, other_machine))
        out += each == "GPU" ? kGeneration : kSwitch;
    return out;
}

Likeness like(const Traits& subject, std::span<const Row> rows, std::span<const Prediction> predictions,
              std::span<const Judged> of, cost::View view)
{
    std::vector<Nearest> all;
    std::map<std::pair<std::string, std::string>, std::size_t> places;
    for (const Judged& each : of) {
        const Row& row = rows[each.row];
        const auto [at, is_new] = places.try_emplace({row.cell_key(), row.strategy_key()}, all.size());
        if (!is_new) {
            all[at->second].rows.push_back(each.row);
            continue;
        }
        const Traits theirs = traits(row.plain->model, *row.system, row.plain->execution);
        const bool other = !row.machine.empty();
        all.push_back({{each.row}, distance(subject, theirs, other), 0, differences(subject, theirs, other)});
    }
    std::erase_if(all, [](const Nearest& each) { return each.distance >= kFarthest; });
    std::sort(all.begin(), all.end(), [&](const Nearest& left, const Nearest& right) {
        const Row& a = rows[left.rows.front()];
        const Row& b = rows[right.rows.front()];
        return std::tie(left.distance, a.grade, a.id) < std::tie(right.distance, b.grade, b.id);
    });
    if (all.size() > kNearest)
        all.resize(kNearest);
    Likeness out;
    std::vector<double> errors;
    for (Nearest& each : all) {
        std::vector<double> times;
        for (const std::size_t row : each.rows)
            times.push_back(*rows[row].seconds());
        each.error_percent = 100 * (predictions[each.rows.front()].in(view)->value() / median(std::move(times)) - 1);
        errors.push_back(each.error_percent);
    }
    if (!errors.empty()) {
        const auto [low, high] = std::minmax_element(errors.begin(), errors.end());
        out.low_percent = *low;
        out.high_percent = *high;
        out.median_percent = median(errors);
    }
    out.nearest = std::move(all);
    return out;
}

} // namespace blueprinting::measured
