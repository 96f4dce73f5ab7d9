#include "core/measured/like.h"

#include "core/model/counts.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <cmath>
#include <set>
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

/// Of a model.
struct Sizes {
    double parameters; ///< weights of the blocks
    std::int64_t hidden, sequence;
};

Traits traits_of(const Sizes& model, const std::string& system, const strategy::Execution& execution)
{
    const auto number = [](std::int64_t value) { return static_cast<double>(value); };
    Traits out;
    out.sizes = {model.parameters,
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
    out.flash = execution.fused_attention;
    out.sharding = strategy::sharding(execution) != strategy::StateSharding::none;
    out.generation = generation_of(system);
    return out;
}

} // namespace

Traits traits(const model::TransformerModel& model, const std::string& system, const strategy::Execution& execution)
{
    return traits_of({model::parameter_count(model).value, model.hidden, model.sequence}, system, execution);
}

Traits traits(const model::Description& model, const std::string& system, const strategy::Execution& execution)
{
    double parameters = 0;
    for (std::int64_t block = 0; block < model.blocks; ++block)
        parameters += static_cast<double>(model::block_parameters(model, block).value_or(0));
    return traits_of({parameters, model.hidden, model.sequence}, system, execution);
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

Likeness like(const Traits& subject, const Runs& runs, std::span<const Judged> of, cost::View view)
{
    std::vector<Nearest> all;
    for (const auto& same : by_strategy(runs, of)) {
        const Row& row = runs.row(of[same.front()].row);
        const Traits theirs = row.plain ? traits(row.plain->model, *row.system, row.plain->execution)
                                        : traits(row.modern->model, *row.system, row.modern->execution);
        const bool other = !row.machine.empty();
        Nearest each{{}, distance(subject, theirs, other), 0, differences(subject, theirs, other)};
        for (const std::size_t at : same)
            each.rows.push_back(of[at].row);
        all.push_back(std::move(each));
    }
    std::erase_if(all, [](const Nearest& each) { return each.distance >= kFarthest; });
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
        sources.insert(runs.row(each.rows.front()).source);
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
