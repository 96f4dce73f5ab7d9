#include "core/schedule/schedule.h"

#include "core/base/diagnostic_json.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/schedule/order_text.h"

#include <cmath>

namespace blueprinting::schedule {
namespace {

Json closed_json(const Schedule& schedule)
{
    const ClosedForm& closed = schedule.closed;
    if (!closed.holds)
        return nullptr;
    Json out{{"formula", closed.formula},
             {"source", closed.source},
             {"makespan", closed.makespan},
             {"bubble_formula", closed.bubble_formula},
             {"bubble_time", closed.bubble_time},
             {"bubble_over_ideal", closed.bubble_over_ideal},
             {"bubble_over_total", closed.bubble_over_total},
             {"peak_formula", closed.peak_formula},
             {"peak_activations_full_stages", closed.peak_activations.empty() ? Json() : Json(closed.peak_activations)},
             {"note", closed.note}};
    if (closed.largest_internal_idle)
        out["largest_internal_idle"] = *closed.largest_internal_idle;
    if (closed.peak_until_weight_gradient)
        out["peak_until_weight_gradient_full_stages"] = *closed.peak_until_weight_gradient;
    const auto difference = schedule.makespan_difference();
    out["makespan_difference"] = difference ? Json(*difference) : Json();
    const auto peak = schedule.peak_difference();
    out["peak_difference_stage_0"] = peak ? Json(*peak) : Json();
    return out;
}

template <class Value>
Json by_stage(const Simulation* simulation, Value value)
{
    if (!simulation)
        return nullptr;
    Json out = Json::array();
    for (const StageSummary& stage : simulation->stages)
        out.push_back(value(stage));
    return out;
}

void put_parameters(const Request& request, Json& out)
{
    for (const Parameter& each : request.kind->parameters) {
        const double value = *parameter(request, each.name);
        Json& place = out[std::string(each.name)];
        if (value < each.least)
            place = nullptr;
        else
            place = value;
    }
}

Json still_json(const Schedule& schedule, const JsonOptions& options)
{
    const Request& request = schedule.plan.request;
    Json out{{"kind", to_string(request.kind)},
             {"stages", request.stages},
             {"microbatches", request.microbatches},
             {"chunks", request.chunks},
             {"transfers", to_string(request.transfers)},
             {"unit", schedule.plan.unit == TimeUnit::units ? "units" : "seconds"},
             {"stands_still_at", schedule.still->time},
             {"ran", schedule.still->ran},
             {"commands", schedule.still->of},
             {"ring", ring_json(*schedule.still)},
             {"diagnostics", blueprinting::to_json(schedule.findings)}};
    put_parameters(request, out);
    if (options.order)
        if (const auto graph = build_graph(schedule.plan))
            out["order"] = order_json(*graph);
    return out;
}

std::string padded(std::string text, std::size_t width)
{
    std::size_t columns = 0; // code points: everything here is one column each
    for (const char c : text)
        columns += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    return columns < width ? std::string(width - columns, ' ') + text : text;
}

} // namespace

std::string time_text(const Plan& plan, double time)
{
    if (plan.unit == TimeUnit::seconds)
        return format::seconds(Seconds(time));
    const std::string one = format::fixed(time, 1);
    // Halves and thirds of a unit are common with chunks; show what one decimal would hide.
    return std::abs(time * 10 - std::round(time * 10)) < 1e-6 ? one : format::significant(time, 4);
}

Json to_json(const Schedule& schedule, const JsonOptions& options)
{
    if (schedule.still)
        return still_json(schedule, options);
    const Request& request = schedule.plan.request;
    const Simulation* simulation = schedule.simulation.get();
    const LowerBound bound = lower_bound(schedule.plan, options.cap);
    Json out{{"kind", to_string(request.kind)},
             {"stages", request.stages},
             {"microbatches", request.microbatches},
             {"chunks", request.chunks},
             {"transfers", to_string(request.transfers)},
             {"unit", schedule.plan.unit == TimeUnit::units ? "units" : "seconds"},
             {"makespan", schedule.makespan()},
             {"bubble_time", schedule.bubble_time()},
             {"bubble_over_ideal", schedule.bubble_over_ideal()},
             {"bubble_over_total", schedule.bubble_over_total()},
             {"analytical_only", schedule.analytical_only()},
             {"closed_form", closed_json(schedule)},
             {"diagnostics", blueprinting::to_json(schedule.findings)}};
    put_parameters(request, out);
    out["lower_bound"] = {{"time", bound.time ? Json(*bound.time) : Json()}, {"reason", bound.reason}};
    if (options.order && simulation)
        out["order"] = order_json(simulation->graph);
    out["work"] = by_stage(simulation, [](const StageSummary& s) { return s.work; });
    out["bubble"] = by_stage(simulation, [&](const StageSummary& s) { return simulation->timeline.makespan - s.work; });
    out["internal_idle"] = by_stage(simulation, [](const StageSummary& s) { return s.internal_idle; });
    out["internal_idle_over_span"] =
        by_stage(simulation, [](const StageSummary& s) { return s.span() > 0 ? s.internal_idle / s.span() : 0.0; });
    out["peak_activations"] = by_stage(simulation, [](const StageSummary& s) { return s.peak_activations; });
    out["peak_activations_until_weight_gradient"] =
        by_stage(simulation, [](const StageSummary& s) { return s.peak_until_weight_gradient; });
    if (simulation) {
        out["commands"] = simulation->graph.size();
        out["critical_commands"] = simulation->critical_count();
    } else {
        const NearestMicrobatches nearest = nearest_executable(request);
        Json counts = Json::array();
        if (nearest.below)
            counts.push_back(*nearest.below);
        counts.push_back(nearest.above);
        out["nearest_microbatches"] = std::move(counts);
    }
    return out;
}

std::string summary(const Schedule& schedule)
{
    const Plan& plan = schedule.plan;
    const Request& request = plan.request;
    const auto time = [&](double t) { return time_text(plan, t); };
    if (schedule.still)
        return title(request) + "\nstands still at " + time(schedule.still->time) + "; " +
               format::integer(static_cast<std::int64_t>(schedule.still->ran)) + " of " +
               format::integer(static_cast<std::int64_t>(schedule.still->of)) + " commands ran\n" +
               visible_line(schedule.still->words) + '\n';
    std::string out = title(request) + ", " + std::string(to_string(request.transfers)) + " transfers" +
                      (plan.unit == TimeUnit::units ? ", times in units" : "") + '\n';
    out += "makespan     " + time(schedule.makespan()) + '\n';
    const auto busiest = schedule.busiest();
    out += "bubble       " + time(schedule.bubble_time()) +
           (busiest ? " on stage " + std::to_string(*busiest) + ", the busiest: " : std::string(" a stage: ")) +
           format::percent(100 * schedule.bubble_over_ideal(), 2, false) + " of ideal, " +
           format::percent(100 * schedule.bubble_over_total(), 2, false) + " of total\n";
    out += "closed form  " + schedule.closed.formula +
           (schedule.closed.exists ? " = " + time(schedule.closed.makespan) : std::string()) + "  [" +
           schedule.closed.source + "]\n";
    if (const auto difference = schedule.makespan_difference())
        out += *difference == 0 ? std::string("             the simulation agrees\n")
                                : "             the simulation differs by " + time(*difference) + '\n';
    if (!schedule.closed.note.empty())
        out += "             " + schedule.closed.note + '\n';
    for (const Diagnostic& finding : schedule.findings)
        out += "finding      " + visible_line(finding.message) + '\n';
    if (!schedule.simulation)
        return out;

    const Simulation& simulation = *schedule.simulation;
    out += "critical     " + format::integer(static_cast<std::int64_t>(simulation.critical_count())) + " of " +
           format::integer(static_cast<std::int64_t>(simulation.graph.size())) + " commands\n";
    const bool split = splits_backward(request.kind);
    out += "\nstage  starts     ends       work       internal idle        peak activations (full stages)\n";
    for (std::size_t i = 0; i < simulation.stages.size(); ++i) {
        const StageSummary& stage = simulation.stages[i];
        const double ratio = stage.span() > 0 ? stage.internal_idle / stage.span() : 0;
        const double chunks = parts_of_a_stage(request);
        out += padded(std::to_string(i), 5) + "  " + padded(time(stage.first_start), 9) + "  " +
               padded(time(stage.last_end), 9) + "  " + padded(time(stage.work), 9) + "  " +
               padded(time(stage.internal_idle), 9) + " (" + padded(format::percent(100 * ratio, 1, false), 6) + ")  " +
               padded(format::significant(stage.peak_activations / chunks, 3), 6);
        if (split)
            out +=
                ", " + format::significant(stage.peak_until_weight_gradient / chunks, 3) + " until the weight gradient";
        out += '\n';
    }
    return out;
}

} // namespace blueprinting::schedule
