#include "core/search/batch.h"

#include "core/base/canonical_json.h"
#include "core/base/diagnostic_json.h"
#include "core/base/json_lines.h"
#include "core/search/origin.h"
#include "core/search/program_answer.h"
#include "core/system/system_profile.h"

#include <atomic>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

namespace blueprinting::search {
namespace {

// A line has every key whatever its mode, so that one reader serves both; what inference does not have is named by
// not_applicable_json, so that its 0 is not taken for a figure.
Json breakdown_json(const cost::Estimate& estimate)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < cost::kComponents; ++i) {
        const auto component = static_cast<cost::Component>(i);
        out[std::string(to_string(component))] = estimate.breakdown[component].value();
    }
    return out;
}

Json memory_json(const cost::Estimate& estimate)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < cost::kMemoryParts; ++i) {
        const auto part = static_cast<cost::MemoryPart>(i);
        out[std::string(to_string(part))] = estimate.memory[part].value();
    }
    out["total"] = estimate.memory.total().value();
    return out;
}

Json not_applicable_json(bool training)
{
    Json timing = Json::array();
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        if (const auto component = static_cast<cost::Component>(i); !cost::exists(component, training))
            timing.push_back(to_string(component));
    Json memory = Json::array();
    for (std::size_t i = 0; i < cost::kMemoryParts; ++i)
        if (const auto part = static_cast<cost::MemoryPart>(i); !cost::exists(part, training))
            memory.push_back(to_string(part));
    return {{"timing_seconds", std::move(timing)}, {"memory_bytes", std::move(memory)}};
}

Json rates_json(const Rates& rates, bool training)
{
    Json out = {{"samples_per_second", rates.samples_per_second},
                {"tokens_per_second_per_gpu", rates.tokens_per_second_per_gpu},
                {"mfu", rates.mfu}};
    if (training) // what it adds to the MFU is recomputed operations
        out["hfu"] = rates.hfu;
    return out;
}

Json plain_answer(const Json& id, const Inputs& inputs, const Diagnostics& findings, const Origins& origins,
                  strategy::Rules rules, std::optional<cost::View> view)
{
    auto evaluation = evaluate(inputs, origins, rules);
    if (!evaluation)
        return refusal_json(id, evaluation.diagnostics());
    const auto shown = shown_view(calibration(inputs.system, inputs.execution), view);
    if (!shown)
        return refusal_json(id, shown.diagnostics());
    for (cost::Estimate* each : {&evaluation->peak_only, &evaluation->evidence})
        each->findings.insert(each->findings.begin(), findings.begin(), findings.end());
    return estimate_json(id, inputs, *evaluation, *shown);
}

} // namespace

Json estimate_json(const Json& id, const Inputs& inputs, const Evaluation& evaluation, cost::View view)
{
    const cost::Estimate& shown = evaluation.in(view);
    Json workload = Json::object();
    for (std::size_t i = 0; i < ir::kBlockMetrics; ++i)
        workload[std::string(name_of(static_cast<ir::BlockMetric>(i)))] = evaluation.metrics.values[i];
    const Rates quoted = rates(evaluation, inputs.system);
    const Digest revision = system::evidence_revision(inputs.system);
    Json out{{"id", id},
             {"ok", true},
             {"view", to_string(view)},
             {"training", shown.training},
             {"total_seconds", shown.total.value()},
             {"timing_seconds", breakdown_json(shown)},
             {"peak_only_total_seconds", evaluation.peak_only.total.value()},
             {"memory_bytes", memory_json(shown)},
             {"capacity_bytes", shown.capacity.value()},
             {"fits", shown.fits},
             {"not_applicable", not_applicable_json(shown.training)},
             {"workload", std::move(workload)},
             {"rates", rates_json(quoted, shown.training)},
             {"digests",
              {{"model", evaluation.compilation.model.output.hex()},
               {"distributed", evaluation.compilation.distributed.output.hex()},
               {"portable", evaluation.compilation.portable.output.hex()}}},
             {"evidence_revision", revision.empty() ? Json() : Json(revision.hex())},
             {"findings", to_json(shown.findings)}};
    if (const auto status = calibration(inputs.system, inputs.execution))
        out["calibration"] = to_string(*status);
    if (inputs.system.reserved_bytes)
        out["reserved_bytes"] = *inputs.system.reserved_bytes;
    return out;
}

Json refusal_json(const Json& id, const Diagnostics& diagnostics)
{
    return {{"id", id}, {"ok", false}, {"diagnostics", to_json(diagnostics)}};
}

Json evaluate_line(std::string_view line, const std::string& place, std::size_t number, strategy::Rules rules,
                   std::optional<cost::View> view)
{
    const auto document = JsonDocument::parse(std::string(line), place, number);
    if (!document)
        return refusal_json(nullptr, document.diagnostics());
    const Json& root = document->root();
    Json id;
    if (root.is_object() && root.contains("id"))
        id = root.at("id");
    if (root.is_object() && !id.is_string() && !id.is_number_integer())
        return refusal_json(
            id, {root.contains("id")
                     ? document->error("reader.type", "/id", "must be a string or an integer, not " + shown(id))
                     : document->error("reader.missing", "/id", "is missing: the answer is told apart by it")});
    const auto read = read_inputs(*document, rules);
    if (!read)
        return refusal_json(id, read.diagnostics());
    const Origins origins = origins_of(*document);
    if (const auto* inputs = std::get_if<Inputs>(&read->asked))
        return plain_answer(id, *inputs, read->findings, origins, rules, view);
    const auto& inputs = std::get<ProgramInputs>(read->asked);
    const auto answer = answer_program(inputs, read->findings, origins, view);
    if (const auto* refused = std::get_if<ProgramRefusal>(&answer))
        return answer_json(id, *refused);
    return answer_json(id, inputs, std::get<ProgramAnswer>(answer));
}

Result<BatchCounts> evaluate_batch(std::string_view text, const std::string& place, strategy::Rules rules,
                                   std::optional<cost::View> view, const std::function<void(const std::string&)>& sink,
                                   const CancelToken& cancel)
{
    struct Answered {
        std::string text;
        std::size_t number = 0;
        bool ok = false;
    };
    BatchCounts counts;
    std::size_t in_a_row = 0;
    std::atomic<bool> ended = false;
    JsonLines lines(text);
    const auto tokens = static_cast<std::size_t>(4 * oneapi::tbb::this_task_arena::max_concurrency());
    namespace flow = oneapi::tbb;
    flow::parallel_pipeline(
        tokens,
        flow::make_filter<void, JsonLines::Line>(flow::filter_mode::serial_in_order,
                                                 [&](flow::flow_control& control) {
                                                     const auto line =
                                                         cancel.cancelled() || ended ? std::nullopt : lines.next();
                                                     if (!line)
                                                         control.stop();
                                                     return line.value_or(JsonLines::Line{});
                                                 }) &
            flow::make_filter<JsonLines::Line, Answered>(
                flow::filter_mode::parallel,
                [&](const JsonLines::Line& line) {
                    const Json answer = evaluate_line(line.text, place, line.number, rules, view);
                    auto written = canonical_json(answer);
                    // A file's name need not be UTF-8.
                    return Answered{written ? *std::move(written)
                                            : answer.dump(-1, ' ', false, Json::error_handler_t::replace),
                                    line.number, answer["ok"]};
                }) &
            flow::make_filter<Answered, void>(flow::filter_mode::serial_in_order, [&](const Answered& answered) {
                if (ended)
                    return; // lines that were on their way
                ++counts.lines;
                counts.refused += answered.ok ? 0 : 1;
                in_a_row = answered.ok ? 0 : in_a_row + 1;
                sink(answered.text);
                if (in_a_row == kMostRefusedInARow) {
                    counts.ended_behind = answered.number;
                    ended = true;
                }
            }));
    if (cancel.cancelled())
        return Cancelled{};
    return counts;
}

} // namespace blueprinting::search
