#include "app/blueprinting/common.h"
#include "app/blueprinting/estimate_text.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/subcommands.h"
#include "core/base/canonical_json.h"
#include "core/base/file.h"
#include "core/search/batch.h"
#include "core/strategy/mapped_laws.h"

#include <array>
#include <cstdio>
#include <memory>

namespace blueprinting::cli {
namespace {

struct Options {
    std::string model, system, execution;
    std::string batch;
    std::string view = "system_evidence";
    bool compatible = false;
    bool json = false;

    [[nodiscard]] strategy::Rules rules() const
    {
        return compatible ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    }
    [[nodiscard]] cost::View shown() const
    {
        return view == to_string(cost::View::peak_only) ? cost::View::peak_only : cost::View::system_evidence;
    }
};

/// A preset execution says which model and system it is of; one that is given wins.
Result<search::Inputs> load(Options options)
{
    if (const strategy::Preset* preset = strategy::find_preset(options.execution)) {
        if (options.model.empty())
            options.model = preset->model;
        if (options.system.empty())
            options.system = preset->system;
    }
    Diagnostics diagnostics;
    const auto keep = [&](const auto& result) {
        diagnostics.insert(diagnostics.end(), result.diagnostics().begin(), result.diagnostics().end());
    };
    const auto require = [&](const std::string& value, const std::string& option) {
        if (value.empty())
            diagnostics.push_back({Severity::error, "usage", "", option + " is missing: the name of a preset or a file"});
        return !value.empty();
    };
    std::optional<model::TransformerModel> model;
    std::optional<system::SystemProfile> system;
    std::optional<strategy::Execution> execution;
    const auto take = [&](auto result, auto& into) {
        keep(result);
        if (result)
            into = *std::move(result);
    };
    if (require(options.model, "--model"))
        take(load_model(options.model), model);
    if (require(options.system, "--system"))
        take(load_system(options.system), system);
    if (require(options.execution, "--execution"))
        take(load_execution(options.execution, system ? system->networks.size() : kTiersWithoutSystem, options.rules()), execution);
    if (model && system && !execution && !diagnostics.empty())
        if (const auto document = JsonDocument::read(options.execution)) {
            const Diagnostics laws =
                strategy::laws_beside(diagnostics, *document, document->root(), "", *model, *system, options.rules());
            diagnostics.insert(diagnostics.end(), laws.begin(), laws.end());
        }
    if (!diagnostics.empty())
        return diagnostics;
    return search::Inputs{*std::move(model), *std::move(system), *std::move(execution)};
}

/// One answer of the batch's kind on one line.
int write_line(const Json& answer)
{
    // A file's name need not be UTF-8: replaced here, as in diagnostics.
    const auto line = canonical_json(Json::parse(answer.dump(-1, ' ', false, Json::error_handler_t::replace)));
    return line ? write_output(Output::estimate, "", *line + "\n", Style::json) : report(line.diagnostics(), Style::json);
}

int refuse(const Options& options, const Diagnostics& diagnostics)
{
    if (options.json)
        write_line(search::refusal_json(options.execution, diagnostics));
    return report(diagnostics, options.json ? Style::json : Style::text);
}

/// Where no place inside a file is known, the file whose figures it is about.
Diagnostics with_files(const Options& options, Diagnostics diagnostics)
{
    for (Diagnostic& each : diagnostics) {
        if (each.location)
            continue;
        if (each.code.starts_with("cost.") && !options.system.empty() && !system::find_preset(options.system))
            each.location = SourceLocation{options.system, 0, 0};
        if (each.code.starts_with("workload.") && !options.model.empty() && !model::find_preset(options.model))
            each.location = SourceLocation{options.model, 0, 0};
    }
    return diagnostics;
}

int single(const Options& options)
{
    const auto inputs = load(options);
    if (!inputs)
        return refuse(options, inputs.diagnostics());
    const auto evaluation = search::evaluate(inputs->model, inputs->system, inputs->execution, options.rules());
    if (!evaluation)
        return refuse(options, with_files(options, placed(evaluation.diagnostics(), options.execution)));
    report(evaluation->in(options.shown()).findings, options.json ? Style::json : Style::text);
    if (options.json)
        return write_line(search::estimate_json(options.execution, *inputs, *evaluation, options.shown()));
    return write_output(Output::estimate_tables, "", estimate_text(*inputs, *evaluation, options.shown()));
}

Result<std::string> batch_text(const std::string& path)
{
    return path == "-" ? read_standard_input() : read_file(path);
}

int batch(const Options& options)
{
    const auto text = batch_text(options.batch);
    if (!text)
        return report(text.diagnostics(), Style::json);
    const auto counts = search::evaluate_batch(*text, options.batch == "-" ? "stdin" : options.batch, options.rules(), options.shown(),
                                               [](const std::string& line) { write_output(Output::estimate, "", line + "\n"); }, CancelToken());
    if (!counts)
        return report(counts.diagnostics(), Style::json);
    if (counts->refused > 0)
        report({{Severity::finding, "batch.refused_lines", "",
                 std::to_string(counts->refused) + " of " + std::to_string(counts->lines) + " lines were refused; each answer says why"}},
               Style::json);
    return kOk;
}

int run(const Options& options)
{
    if (options.batch.empty())
        return single(options);
    if (!options.model.empty() || !options.system.empty() || !options.execution.empty())
        return report({{Severity::error, "usage", "",
                        "--batch reads model, system and execution from its lines; leave out --model, --system and --execution"}});
    return batch(options);
}

} // namespace

Subcommand add_estimate(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand("estimate", "Iteration time and memory of a strategy, or of every line of a batch");
    parser->add_option("--model", options->model, "Preset, Calculon model file or Hugging Face config.json");
    parser->add_option("--system", options->system, "Preset or Calculon system file");
    parser->add_option("--execution", options->execution,
                       "Preset, Calculon execution file or typed form; a preset also names its model and system");
    parser->add_option("--batch", options->batch, "JSONL file of {id, model, system, execution}, \"-\" for standard input");
    parser->add_option("--view", options->view, "What total_seconds and timing_seconds are of")
        ->check(CLI::IsMember({"peak_only", "system_evidence"}))
        ->capture_default_str();
    parser->add_flag("--calculon-compatible", options->compatible,
                     "Admit what Calculon admits: uneven stages, p2p_rs_ag, its sequence check and inference bubble");
    parser->add_flag("--json", options->json, "Answer as one line of a batch would");
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
