#include "app/blueprinting/estimate_program.h"

#include "app/blueprinting/common.h"
#include "app/blueprinting/estimate_text.h"
#include "app/blueprinting/load_program.h"
#include "app/blueprinting/table.h"
#include "app/blueprinting/training_run.h"
#include "core/base/canonical_json.h"
#include "core/base/format.h"
#include "core/program/report.h"
#include "core/search/program_answer.h"
#include "core/strategy/derived.h"

namespace blueprinting::cli {
namespace {

int write_line(const Json& answer)
{
    const auto line = canonical_json(Json::parse(answer.dump(-1, ' ', false, Json::error_handler_t::replace)));
    return line ? write_output(Output::estimate, "", *line + "\n", Style::json)
                : report(line.diagnostics(), Style::json);
}

int refuse(const ProgramQuestion& question, search::ProgramRefusal refusal)
{
    if (refusal.of_view)
        refusal.diagnostics = of_option("--view", std::move(refusal.diagnostics));
    if (question.json)
        write_line(search::answer_json(question.execution, refusal));
    return report(refusal.diagnostics, question.json ? Style::json : Style::text);
}

std::string answer_words(const program::ProgramEstimate& estimate, bool bound)
{
    const std::string of = format::gibibytes(estimate.needed(), 2) + " of " + format::gibibytes(estimate.capacity, 2);
    const std::string stage =
        estimate.stages.size() > 1 ? ", stage " + std::to_string(estimate.fullest) + " is the fullest" : std::string();
    const std::string view =
        std::string(estimate.view == cost::View::peak_only ? "peak-only" : "evidence") +
        (bound ? ": " + std::string(in_words(system::CalibrationStatus::datasheet)) : std::string());
    return (bound ? "at least " : "") + format::seconds(estimate.total) + " per iteration (" + view + "), " +
           (estimate.fits() ? "fits: " : "does not fit: needs ") + of + stage + "\n";
}

std::string tables(const program::ProgramEstimate& estimate, bool bound)
{
    Table times({{"component"}, {"seconds", Table::Align::right}, {"share", Table::Align::right}});
    for (std::size_t i = 0; i < program::kComponents; ++i) {
        const Seconds each = estimate.breakdown.seconds[i];
        if (each.value() != 0)
            times.add({in_words(to_string(static_cast<program::Component>(i))), format::seconds(each),
                       format::percent(100 * (each / estimate.total), 1, false)});
    }
    std::vector<Table::Column> columns{{"stage"}, {"blocks", Table::Align::right}};
    for (std::size_t i = 0; i < program::kStageMemoryParts; ++i)
        columns.push_back({std::string(to_string(static_cast<program::StageMemoryPart>(i))), Table::Align::right});
    columns.push_back({"total", Table::Align::right});
    columns.push_back({"a microbatch", Table::Align::right});
    Table stages(std::move(columns));
    for (const program::StageEstimate& stage : estimate.stages) {
        std::vector<std::string> cells{std::to_string(stage.content.index), std::to_string(stage.content.blocks)};
        for (const double bytes : stage.memory.bytes)
            cells.push_back(format::gibibytes(Bytes(bytes), 2));
        cells.push_back(format::gibibytes(Bytes(stage.memory.total()), 2));
        cells.push_back(format::seconds(stage.time.microbatch().total()));
        stages.add(std::move(cells));
    }
    return answer_words(estimate, bound) + "\n" + times.text() + "\n" + stages.text();
}

} // namespace

std::optional<int> estimate_program(const ProgramQuestion& question)
{
    const auto loaded = load_program({question.model, question.system, question.execution, question.sequence});
    if (!loaded)
        return std::nullopt;
    if (!*loaded)
        return refuse(question, {loaded->diagnostics()});
    const auto& [inputs, findings, origins] = **loaded;
    const auto answer = search::answer_program(inputs, findings, origins, question.view);
    if (const auto* refused = std::get_if<search::ProgramRefusal>(&answer)) {
        report(findings, question.json ? Style::json : Style::text);
        return refuse(question, *refused);
    }
    const auto& answered = std::get<search::ProgramAnswer>(answer);
    if (question.tokens && !strategy::is_training(inputs.execution))
        return refuse(question, {.diagnostics = no_training()});
    const auto run = training_run(question.tokens, inputs.execution, inputs.model.sequence, answered.shown.total);
    report(answered.shown.findings, question.json ? Style::json : Style::text);
    if (question.json) {
        Json line = search::answer_json(question.execution, inputs, answered);
        if (question.memory_report)
            line["megatron_report"] = program::megatron_json(answered.program);
        if (run)
            line["run"] = to_json(*run);
        return write_line(line);
    }
    const bool bound = answered.calibration == system::CalibrationStatus::datasheet;
    return write_output(Output::estimate_tables, "",
                        tables(answered.shown, bound) + (run ? "\n" + run_words(*run, bound) : ""));
}

} // namespace blueprinting::cli
