#include "core/schedule/lesson_measures.h"

#include "core/base/format.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

namespace blueprinting::schedule {
namespace {

constexpr std::array<std::string_view, 15> kMeasures{"makespan",
                                                     "bubble_time",
                                                     "bubble_over_total_percent",
                                                     "bubble_over_ideal_percent",
                                                     "work",
                                                     "peak_activations",
                                                     "peak_until_weight_gradient",
                                                     "internal_idle",
                                                     "hand_overs",
                                                     "iteration",
                                                     "bound_distance_percent",
                                                     "peak_bytes",
                                                     "weights_factor",
                                                     "device_bubble",
                                                     "held_alone"};

double of_one(Measure measure, const Schedule& schedule, std::size_t stage, const Scene& scene)
{
    const Request& request = schedule.plan.request;
    const double chunks = parts_of_a_stage(request);
    switch (measure) {
    case Measure::makespan: return schedule.makespan();
    case Measure::bubble_time: return schedule.bubble_time();
    case Measure::bubble_over_total_percent: return 100 * schedule.bubble_over_total();
    case Measure::bubble_over_ideal_percent: return 100 * schedule.bubble_over_ideal();
    case Measure::work: return schedule.makespan() - schedule.bubble_time();
    case Measure::peak_activations: return schedule.peak(stage);
    case Measure::peak_until_weight_gradient:
        return schedule.simulation->stages[stage].peak_until_weight_gradient / chunks;
    case Measure::internal_idle: return schedule.simulation->stages[stage].internal_idle;
    case Measure::hand_overs: return static_cast<double>(virtual_stages(request) - 1);
    case Measure::iteration: {
        const auto end =
            end_of_iteration(schedule.simulation->graph, schedule.simulation->timeline, scene.end.value_or(Tail{}));
        return end ? end->end : schedule.makespan();
    }
    case Measure::bound_distance_percent: {
        const LowerBound bound = lower_bound(schedule.plan);
        return bound.time ? 100 * (schedule.makespan() / *bound.time - 1) : 0;
    }
    case Measure::peak_bytes: {
        const auto bytes = bytes_over_time(*schedule.simulation, byte_terms(scene.held, request));
        return bytes ? (*bytes)[stage].peak : 0;
    }
    case Measure::weights_factor: return static_cast<double>(request.kind->paths);
    case Measure::device_bubble: return schedule.makespan() - schedule.simulation->stages[stage].work;
    case Measure::held_alone: {
        const auto limits = device_limits(schedule.plan, true); // held here: the loop would not keep it
        double out = 0;
        for (const double life : limits[stage].life)
            out += life;
        return out;
    }
    }
    return 0;
}

} // namespace

namespace detail {

double of_stages(const Quantity& quantity, const Schedule& schedule, const Scene& scene)
{
    if (!quantity.largest)
        return of_one(quantity.measure, schedule, quantity.stage, scene);
    double out = of_one(quantity.measure, schedule, 0, scene);
    for (std::size_t stage = 1; stage < static_cast<std::size_t>(schedule.plan.request.stages); ++stage)
        out = std::max(out, of_one(quantity.measure, schedule, stage, scene));
    return out;
}

std::size_t extreme(const ChoiceQuestion& question, std::span<const Schedule> schedules)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < question.choices.size(); ++i) {
        const double here = of_stages(question.quantity, schedules[i], {});
        const double there = of_stages(question.quantity, schedules[best], {});
        if (question.by == ChoiceQuestion::By::least ? here < there : here > there)
            best = i;
    }
    return best;
}

std::span<const std::string_view> measure_names() { return kMeasures; }

} // namespace detail

namespace {

using detail::extreme;
using detail::of_stages;

std::string shown_number(double value, const std::string& unit)
{
    const bool whole = std::fabs(value - std::round(value)) < 1e-9;
    std::string out =
        whole ? format::integer(static_cast<std::int64_t>(std::llround(value))) : format::significant(value, 3);
    if (!unit.empty())
        out += ' ' + unit;
    return out;
}

std::string filled(std::string text, const std::string& answer)
{
    constexpr std::string_view mark = "{answer}";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + answer.size()))
        text.replace(at, mark.size(), answer);
    return text;
}

/// Forwards and gradients of a device, in order.
std::vector<std::tuple<CommandKind, std::uint32_t, std::uint32_t>> forwards_and_gradients(const CommandGraph& graph,
                                                                                          std::uint32_t device)
{
    std::vector<std::tuple<CommandKind, std::uint32_t, std::uint32_t>> out;
    for (CommandId id = graph.queue_begin[device]; id < graph.queue_begin[device + 1]; ++id)
        if (graph.kind[id] != CommandKind::weight_gradient)
            out.emplace_back(graph.kind[id], graph.chunk[id], graph.microbatch[id]);
    return out;
}

/// What must stay and did not; empty where all of it did.
std::string not_kept(const std::string& what, const Scene& start, const std::vector<Schedule>& first,
                     const Scene& scene, const std::vector<Schedule>& now)
{
    const auto sum = [](const Scene& of) {
        return std::accumulate(of.uneven.layers.begin(), of.uneven.layers.end(), 0.0);
    };
    if (what == "layer_sum")
        return std::fabs(sum(start) - sum(scene)) < 1e-9
                   ? std::string()
                   : "there are " + shown_number(sum(scene), "layers") + ", not " + shown_number(sum(start), "");
    for (std::size_t i = 0; i < now.size() && i < first.size(); ++i) {
        const Request& a = first[i].plan.request;
        const Request& b = now[i].plan.request;
        if (what == "microbatches" && a.microbatches != b.microbatches)
            return "m is " + std::to_string(b.microbatches) + "; it stays " + std::to_string(a.microbatches);
        if (what == "fi_order" && !first[i].simulation)
            return "the start of this task stands still, and has no order to keep";
        for (std::uint32_t device = 0; what == "fi_order" && device < static_cast<std::uint32_t>(a.stages); ++device)
            if (a.stages != b.stages || forwards_and_gradients(first[i].simulation->graph, device) !=
                                            forwards_and_gradients(now[i].simulation->graph, device))
                return "device " + std::to_string(device) + " has its forwards and input gradients in another order";
    }
    return {};
}

std::string shown_measure(Measure measure)
{
    std::string out(to_string(measure));
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

} // namespace

std::string_view to_string(Measure measure) { return kMeasures[static_cast<std::size_t>(measure)]; }

Result<std::vector<Schedule>> schedules_of(const Scene& scene)
{
    std::vector<Schedule> out;
    for (const SceneGroup& group : scene.groups) {
        const auto plan = plan_of(scene, group);
        if (!plan)
            return plan.failure_as<std::vector<Schedule>>();
        auto made = make_schedule(*plan);
        if (!made)
            return made.failure_as<std::vector<Schedule>>();
        out.push_back(std::move(made).value());
    }
    return out;
}

double measured(const Quantity& quantity, std::span<const Schedule> schedules, const Scene& scene)
{
    const double here = of_stages(quantity, schedules[quantity.group], scene);
    if (quantity.minus_group)
        return here - of_stages(quantity, schedules[*quantity.minus_group], scene);
    if (quantity.over_group)
        return 100 * (here / of_stages(quantity, schedules[*quantity.over_group], scene) - 1);
    return here;
}

Verdict check_task(const LessonStep& step, const Scene& scene)
{
    const Task& task = *step.task;
    const auto first = schedules_of(step.scene);
    const auto now = schedules_of(scene);
    if (!now || !first)
        return {false, (now ? first : now).diagnostics().front().message};
    for (const Schedule& each : *now)
        if (!each.simulation)
            return {false, each.findings.front().message};
    for (const std::string& what : task.keep)
        if (const std::string broken = not_kept(what, step.scene, *first, scene, *now); !broken.empty())
            return {false, broken};
    for (const Goal& goal : task.goals) {
        if (std::max(goal.quantity.group, goal.quantity.over_group.value_or(0)) >= now->size())
            return {false, "there are fewer groups than at the start"};
        const double value = measured(goal.quantity, *now, scene);
        const double grain = 1e-9 * std::max(1.0, std::fabs(goal.value));
        const bool holds = goal.way == Goal::Way::at_most    ? value <= goal.value + grain
                           : goal.way == Goal::Way::at_least ? value >= goal.value - grain
                                                             : std::fabs(value - goal.value) <= grain;
        if (!holds)
            return {false, task.wrong + (task.wrong.empty() ? "" : " ") + "Now the " +
                               shown_measure(goal.quantity.measure) + " is " + shown_number(value, "") + "; " +
                               (goal.way == Goal::Way::at_most    ? "at most "
                                : goal.way == Goal::Way::at_least ? "at least "
                                                                  : "") +
                               shown_number(goal.value, "") + " is asked."};
    }
    return {true, task.right};
}

double right_answer(const Question& question, std::span<const Schedule> schedules)
{
    return std::visit(Overloaded{[&](const NumberQuestion& number) { return measured(number.quantity, schedules); },
                                 [&](const ChoiceQuestion& choice) {
                                     return static_cast<double>(choice.by == ChoiceQuestion::By::given
                                                                    ? choice.given
                                                                    : extreme(choice, schedules));
                                 }},
                      question.kind);
}

Verdict check_answer(const Question& question, std::span<const Schedule> schedules, double given)
{
    const double right = right_answer(question, schedules);
    const auto* number = std::get_if<NumberQuestion>(&question.kind);
    const bool is_right = std::fabs(given - right) <= (number ? number->within : 0.25);
    std::string answer;
    if (number)
        answer = shown_number(right, number->unit);
    else
        answer = std::get<ChoiceQuestion>(question.kind).choices[static_cast<std::size_t>(right)];
    return {is_right, is_right ? filled(question.right, answer) : question.wrong};
}

} // namespace blueprinting::schedule
