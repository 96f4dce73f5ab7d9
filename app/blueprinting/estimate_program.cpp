#include "app/blueprinting/estimate_program.h"

#include "app/blueprinting/common.h"
#include "app/blueprinting/estimate_text.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/table.h"
#include "core/base/canonical_json.h"
#include "core/base/format.h"
#include "core/model/description_json.h"
#include "core/model/hugging_face.h"
#include "core/model/read_model.h"
#include "core/program/report.h"
#include "core/strategy/derived.h"

#include <filesystem>

namespace blueprinting::cli {
namespace {

/// The model as a description, where the argument can be read as one.
std::optional<model::HuggingFaceModel> description(const search::Origin& origin)
{
    if (!origin.document) {
        const model::TransformerModel* preset = model::find_preset(origin.name);
        return preset ? std::optional(model::HuggingFaceModel{model::describe(*preset), {}}) : std::nullopt;
    }
    const JsonDocument& document = *origin.document;
    const std::string name = model::model_name_of(origin.name);
    if (model::looks_like_description(document.root())) {
        auto read = model::description_from_json(document, document.root(), "", name);
        if (read)
            return model::HuggingFaceModel{*std::move(read), {}};
        return std::nullopt;
    }
    if (model::is_hugging_face_config(document.root())) {
        auto read = model::read_hugging_face(document, name);
        return read ? std::optional(*std::move(read)) : std::nullopt;
    }
    const auto plain = model::read_calculon_model(document, document.root(), "", name);
    return plain ? std::optional(model::HuggingFaceModel{model::describe(*plain), {}}) : std::nullopt;
}

int write_line(const Json& answer)
{
    const auto line = canonical_json(Json::parse(answer.dump(-1, ' ', false, Json::error_handler_t::replace)));
    return line ? write_output(Output::estimate, "", *line + "\n", Style::json)
                : report(line.diagnostics(), Style::json);
}

int refuse(const ProgramQuestion& question, const Diagnostics& diagnostics)
{
    if (question.json)
        write_line(search::refusal_json(question.execution, diagnostics));
    return report(diagnostics, question.json ? Style::json : Style::text);
}

std::string answer_words(const program::ProgramEstimate& estimate)
{
    const std::string of = format::gibibytes(estimate.needed(), 2) + " of " + format::gibibytes(estimate.capacity, 2);
    const std::string stage =
        estimate.stages.size() > 1 ? ", stage " + std::to_string(estimate.fullest) + " is the fullest" : std::string();
    const char* view = estimate.view == cost::View::peak_only ? "peak-only" : "evidence";
    return format::seconds(estimate.total) + " per iteration (" + view + "), " +
           (estimate.fits() ? "fits: " : "does not fit: needs ") + of + stage + "\n";
}

std::string tables(const program::ProgramEstimate& estimate)
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
    return answer_words(estimate) + "\n" + times.text() + "\n" + stages.text();
}

} // namespace

std::optional<int> estimate_program(const ProgramQuestion& question)
{
    const auto model_origin = open_model(question.model);
    const auto execution_origin = open_execution(question.execution);
    if (!model_origin || !execution_origin)
        return std::nullopt;
    const auto read = description(*model_origin);
    const auto execution = load_execution(*execution_origin, strategy::Rules::strict);
    if (!read)
        return std::nullopt;
    const model::Description& model = read->description;
    const bool plain = model::plain_model(model).has_value();
    if (!execution)
        return plain ? std::nullopt : std::optional(refuse(question, execution.diagnostics()));
    if (plain && !strategy::has_new_switch(*execution))
        return std::nullopt;
    // A preset brings its system along.
    const strategy::Preset* preset = strategy::find_preset(question.execution);
    const auto system_origin = open_system(preset && question.system.empty() ? preset->system : question.system);
    if (!system_origin)
        return refuse(question, system_origin.diagnostics());
    const auto system = load_system(*system_origin);
    if (!system)
        return refuse(question, system.diagnostics());
    report(read->findings, question.json ? Style::json : Style::text);
    const auto violations = strategy::violations(model, *system, *execution, strategy::Rules::strict);
    if (!violations.empty()) {
        const Diagnostics placed = search::placed(violations, {*model_origin, *system_origin, *execution_origin});
        if (question.json)
            write_line(program::refusal_json(question.execution, violations, placed));
        return report(placed, question.json ? Style::json : Style::text);
    }
    const auto program = program::compile_program(model, *execution);
    if (!program)
        return refuse(question, program.diagnostics());
    const auto shown = program::estimate(*program, *system, question.view);
    const auto peak_only = program::estimate(*program, *system, cost::View::peak_only);
    if (!shown || !peak_only)
        return refuse(question, shown ? peak_only.diagnostics() : shown.diagnostics());
    report(shown->findings, question.json ? Style::json : Style::text);
    if (question.json) {
        Json answer = program::estimate_json(question.execution, *program, *system, *shown, *peak_only);
        if (question.memory_report)
            answer["megatron_report"] = program::megatron_json(*program);
        return write_line(answer);
    }
    return write_output(Output::estimate_tables, "", tables(*shown));
}

} // namespace blueprinting::cli
