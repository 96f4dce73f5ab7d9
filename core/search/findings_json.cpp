#include "core/search/findings_json.h"

#include "core/base/diagnostic_json.h"
#include "core/model/rates.h"
#include "core/program/report.h"
#include "core/search/batch.h"
#include "core/search/part_json.h"
#include "core/strategy/mapping.h"

#include <chrono>
#include <cmath>

namespace blueprinting::search {
namespace {

using strategy::Field;
using strategy::Kind;

constexpr double kTokens = 1e12; ///< what costs are told of

Result<Json> each(const Question& question, const Layout& layout, std::span<const Found> chosen)
{
    Json out = Json::array();
    for (const Found& one : chosen) {
        auto json = found_json(question, layout, one);
        if (!json)
            return json;
        out.push_back(*std::move(json));
    }
    return out;
}

Json counts_json(const Counts& counts)
{
    Json out = Json::object();
    for (const auto& [law, times] : counts)
        out[law] = times;
    return out;
}

Json or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Result<Json> band_json(const Question& question, const Layout& layout, const Band& band)
{
    Json common = Json::object();
    for (const Band::Value& value : band.common(layout))
        common[knob_name(value.field)] = knob_json(value.field, value.value);
    Json differ = Json::object();
    for (const Band::Value& value : band.values)
        if (const auto name = knob_name(value.field); !common.contains(name))
            differ[name].push_back({{"value", knob_json(value.field, value.value)}, {"count", value.count}});
    for (auto at = differ.begin(); at != differ.end();)
        at = at->size() < 2 ? differ.erase(at) : std::next(at);
    Json out{{"percent", band.percent},
             {"count", band.count},
             {"common", std::move(common)},
             {"differ", std::move(differ)},
             {"leanest", Json()}};
    if (band.leanest) {
        auto leanest = found_json(question, layout, *band.leanest);
        if (!leanest)
            return leanest;
        out["leanest"] = *std::move(leanest);
    }
    return out;
}

Json marginals_json(const std::vector<Marginal>& marginals)
{
    Json out = Json::object();
    for (const Marginal& each : marginals)
        out[knob_name(each.field)].push_back({{"value", knob_json(each.field, each.value)},
                                              {"best_seconds", or_null(each.tally.best_seconds)},
                                              {"best_memory_bytes", or_null(each.tally.best_memory_bytes)},
                                              {"legal", each.tally.legal},
                                              {"fitting", each.tally.fitting}});
    return out;
}

/// What belongs to one number of devices.
Result<Json> count_json(const Answers& answers, std::size_t index)
{
    const Question& question = answers.question;
    const Layout& layout = answers.layouts[index];
    const Exploration& found = answers.found[index];
    auto front = each(question, layout, found.front);
    if (!front)
        return front;
    const std::span<const Found> top(found.top.data(), std::min(found.top.size(), answers.top));
    auto best = each(question, layout, top);
    if (!best)
        return best;
    auto band = band_json(question, layout, found.band);
    if (!band)
        return band;
    return Json{{"devices", question.devices[index]},
                {"global_batch", question.global_batch(question.devices[index])},
                {"strategies", found.strategies},
                {"legal", found.legal},
                {"refused", counts_json(found.refused)},
                {"refused_alone", counts_json(found.refused_alone)},
                {"fitting", found.fitting},
                {"front", *std::move(front)},
                {"top", *std::move(best)},
                {"band", *std::move(band)},
                {"marginals", marginals_json(found.marginals)}};
}

/// What 10¹² tokens take at a speed.
void add_cost(Json& to, const Question& question, std::int64_t devices, double tokens_per_second)
{
    const double hours = model::gpu_hours(kTokens, tokens_per_second);
    to["tokens_per_second_per_gpu"] = tokens_per_second;
    to["gpu_hours_per_1e12_tokens"] = hours;
    to["days_per_1e12_tokens"] = model::days(hours, static_cast<double>(devices));
    if (question.price)
        to["cost_per_1e12_tokens"] = model::cost(hours, *question.price);
}

Result<Json> scaling_json(const Answers& answers)
{
    const Question& question = answers.question;
    Json out = Json::array();
    const Scaling scaling = scaling_of(question, answers.layouts, answers.found);
    for (std::size_t i = 0; i < scaling.points.size(); ++i) {
        const ScalingPoint& point = scaling.points[i];
        Json one{{"devices", point.devices}, {"best", Json()}, {"grown", Json()}};
        if (point.best) {
            auto best = found_json(question, answers.layouts[i], *point.best);
            if (!best)
                return best;
            one["best"] = *std::move(best);
            add_cost(one, question, point.devices, point.tokens_per_second_per_gpu);
            one["efficiency"] = point.efficiency;
            Json changes = Json::object();
            for (const Field field : point.changes)
                changes[knob_name(field)] = knob_json(field, knob_value(field, point.execution));
            one["changes"] = std::move(changes);
        }
        if (point.grown) {
            Json grown{{"execution", execution_json(question, point.grown->execution)},
                       {"total_seconds", point.grown->found.total.value()},
                       {"memory_bytes", point.grown->found.memory.value()},
                       {"fits", point.grown->found.fits},
                       {"efficiency", point.grown->efficiency}};
            add_cost(grown, question, point.devices, point.grown->tokens_per_second_per_gpu);
            one["grown"] = std::move(grown);
        }
        out.push_back(std::move(one));
    }
    return out;
}

Json figures(const Question& question, const Single& one)
{
    Json out{{"execution", execution_json(question, one.execution)},
             {"total_seconds", one.found.total.value()},
             {"memory_bytes", one.found.memory.value()},
             {"fits", one.found.fits}};
    if (const auto status = calibration(question.system, one.execution))
        out["calibration"] = to_string(*status);
    return out;
}

Json neighbour_json(const Question& question, const Neighbour& each)
{
    Json with = Json::object();
    for (const Field partner : each.partners)
        with[knob_name(partner)] = knob_json(partner, knob_value(partner, each.to.execution));
    Json out = figures(question, each.to);
    out["knob"] = knob_name(each.field);
    out["direction"] = each.direction < 0 ? "down" : "up";
    out["to"] = knob_json(each.field, knob_value(each.field, each.to.execution));
    out["with"] = std::move(with);
    out["seconds_change"] = each.seconds.value();
    out["memory_bytes_change"] = each.bytes.value();
    out["moved_most"] = each.moved_part ? Json(to_string(*each.moved_part)) : Json();
    return out;
}

} // namespace

std::string knob_name(Field field)
{
    const strategy::FieldRow& row = strategy::row(field);
    return std::string(row.key.empty() ? row.path : row.key);
}

Json knob_json(Field field, std::int64_t value)
{
    const strategy::FieldRow& row = strategy::row(field);
    if (row.kind == Kind::flag)
        return value != 0;
    if (field == Field::recompute_modules)
        return modules_word(value);
    if (row.kind != Kind::choice)
        return value;
    const strategy::Word& word = row.words[static_cast<std::size_t>(value)];
    return word.flat.empty() ? word.key : word.flat;
}

Result<Answers> answer(const Question& question, const Shard& shard, std::size_t top,
                       const std::function<void(std::uint64_t)>& progress, const CancelToken& cancel)
{
    const auto begin = std::chrono::steady_clock::now();
    Answers out{question, shard, top, {}, {}, 0};
    auto layouts = layouts_of(question);
    if (!layouts)
        return layouts.failure_as<Answers>();
    out.layouts = *std::move(layouts);
    const Wanted wanted{.top = std::max<std::size_t>(top, 1), .band_percent = question.band_percent};
    std::uint64_t before = 0;
    for (const Layout& layout : out.layouts) {
        std::function<void(std::uint64_t)> told;
        if (progress)
            told = [&](std::uint64_t done) { progress(before + done); };
        auto found = explore({.model = out.question.model,
                              .system = out.question.system,
                              .layout = layout,
                              .shard = shard,
                              .view = question.view,
                              .judgement = question.judgement()},
                             wanted, told, cancel);
        if (!found)
            return found.failure_as<Answers>();
        before += found->strategies;
        out.found.push_back(*std::move(found));
    }
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return out;
}

namespace {

/// Of a strategy that one block does not stand for.
Result<Json> program_json(const Question& question, const strategy::Execution& execution, const Found& found)
{
    const auto program = program::compile_program(question.described(), execution);
    if (!program)
        return program.failure_as<Json>();
    auto shown = program::estimate(*program, question.system, question.view);
    const auto peak_only = program::estimate(*program, question.system, cost::View::peak_only);
    if (!shown || !peak_only)
        return shown ? peak_only.failure_as<Json>() : shown.failure_as<Json>();
    const Diagnostics of_system = system_findings(question.system, execution);
    shown->findings.insert(shown->findings.end(), of_system.begin(), of_system.end());
    Json out = program::estimate_json(found.number, *program, question.system, *shown, *peak_only);
    for (const char* work : {"blocks", "parts", "stages"})
        out.erase(work);
    if (const auto status = calibration(question.system, execution))
        out["calibration"] = to_string(*status);
    out["execution"] = execution_json(question, execution);
    out["fits"] = found.fits;
    return out;
}

} // namespace

Result<Json> found_json(const Question& question, const Layout& layout, const Found& found)
{
    if (const strategy::Execution execution = layout.at(found.number); is_whole_program(question, execution))
        return program_json(question, execution, found);
    const Inputs inputs{question.model, question.system, layout.at(found.number)};
    const auto evaluation = evaluate(inputs.model, inputs.system, inputs.execution, strategy::Rules::strict);
    if (!evaluation)
        return evaluation.failure_as<Json>();
    Json out = estimate_json(found.number, inputs, *evaluation, question.view);
    out.erase("workload");
    out["execution"] = execution_json(question, inputs.execution);
    out["fits"] = found.fits;
    return out;
}

Result<Json> answers_json(const Answers& answers)
{
    const Question& question = answers.question;
    std::uint64_t strategies = 0;
    Json counts = Json::array();
    for (std::size_t i = 0; i < answers.found.size(); ++i) {
        strategies += answers.found[i].strategies;
        auto one = count_json(answers, i);
        if (!one)
            return one;
        counts.push_back(*std::move(one));
    }
    const bool several = counts.size() > 1;
    Json out = several ? Json{{"counts", std::move(counts)}, {"devices", question.devices}} : std::move(counts.front());
    if (several) {
        auto scaling = scaling_json(answers);
        if (!scaling)
            return scaling;
        out["scaling"] = *std::move(scaling);
    }
    out["model"] = question.model.name;
    out["system"] = question.system.name;
    out["view"] = to_string(question.view);
    out["shard"] = std::to_string(answers.shard.index) + "/" + std::to_string(answers.shard.count);
    out["seconds"] = answers.seconds;
    out["rate_per_second"] = answers.seconds > 0 ? Json(static_cast<double>(strategies) / answers.seconds) : Json();
    if (const auto status = system::calibration(question.system))
        out["calibration"] = to_string(*status);
    if (answers.shard.count > 1)
        out["part"] = part_json(answers);
    return out;
}

Json neighbours_json(const Question& question, std::span<const Neighbour> neighbours)
{
    Json out = Json::array();
    for (const Neighbour& each : neighbours)
        out.push_back(neighbour_json(question, each));
    return out;
}

Json explanation_json(const Question& question, const Explanation& explanation)
{
    if (!explanation.mine.legal())
        return {{"legal", false}, {"diagnostics", to_json(strategy::as_diagnostics(explanation.mine.broken))}};
    Json held = Json::array();
    for (const Explanation::Held& each : explanation.held)
        held.push_back({{"knob", knob_name(each.field)},
                        {"value", knob_json(each.field, each.value)},
                        {"best_seconds", each.best_seconds ? Json(*each.best_seconds) : Json()},
                        {"cost_percent", each.best_seconds ? Json(each.cost_percent) : Json()}});
    Json out = figures(question, explanation.mine);
    out["legal"] = true;
    out["number"] = explanation.number ? Json(*explanation.number) : Json();
    out["rank"] = explanation.rank ? Json(*explanation.rank) : Json();
    out["of"] = explanation.counting;
    out["held"] = std::move(held);
    out["best"] = Json();
    out["behind_percent"] = Json();
    out["change"] = Json();
    if (explanation.best) {
        out["behind_percent"] = explanation.behind_percent;
        out["best"] = {{"number", explanation.best->number},
                       {"execution", execution_json(question, explanation.best_execution)},
                       {"total_seconds", explanation.best->total.value()},
                       {"memory_bytes", explanation.best->memory.value()},
                       {"fits", explanation.best->fits}};
    }
    if (explanation.change) {
        out["change"] = neighbour_json(question, *explanation.change);
        out["change"]["behind_percent"] = explanation.change_behind_percent;
    }
    return out;
}

} // namespace blueprinting::search
