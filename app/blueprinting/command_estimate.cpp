#include "app/blueprinting/common.h"
#include "app/blueprinting/estimate_program.h"
#include "app/blueprinting/estimate_text.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/training_run.h"
#include "app/blueprinting/view_option.h"
#include "app/number_option.h"
#include "core/base/canonical_json.h"
#include "core/base/file.h"
#include "core/search/batch.h"
#include "core/strategy/derived.h"

#include <array>
#include <cstdio>
#include <memory>

namespace blueprinting::cli {
namespace {

constexpr RealRange kTokens{1, 1e19};

struct Options {
    std::string model, system, execution;
    std::string batch;
    std::optional<std::int64_t> sequence;
    std::optional<cost::View> view;
    std::optional<double> tokens; ///< of the whole run
    bool compatible = false;
    bool json = false;
    bool memory_report = false;

    [[nodiscard]] strategy::Rules rules() const
    {
        return compatible ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    }
};

/// One answer of the batch's kind on one line.
int write_line(const Json& answer)
{
    // A file's name need not be UTF-8: replaced here, as in diagnostics.
    const auto line = canonical_json(Json::parse(answer.dump(-1, ' ', false, Json::error_handler_t::replace)));
    return line ? write_output(Output::estimate, "", *line + "\n", Style::json)
                : report(line.diagnostics(), Style::json);
}

int refuse(const Options& options, const Diagnostics& diagnostics)
{
    if (options.json)
        write_line(search::refusal_json(options.execution, diagnostics));
    return report(diagnostics, options.json ? Style::json : Style::text);
}

int single(const Options& options)
{
    if (!options.compatible)
        if (const auto answered = estimate_program({options.model, options.system, options.execution, options.sequence,
                                                    options.view, options.json, options.memory_report, options.tokens}))
            return *answered;
    const auto loaded =
        load_inputs({options.model, options.system, options.execution, options.sequence}, options.rules());
    if (!loaded)
        return refuse(options, loaded.diagnostics());
    const search::Inputs& inputs = loaded->inputs;
    const auto view = search::shown_view(search::calibration(inputs.system, inputs.execution), options.view);
    if (!view)
        return refuse(options, of_option("--view", view.diagnostics()));
    const auto evaluation = search::evaluate(loaded->inputs, loaded->origins, options.rules());
    if (!evaluation)
        return refuse(options, evaluation.diagnostics());
    if (options.tokens && !strategy::is_training(inputs.execution))
        return refuse(options, no_training());
    const auto run = training_run(options.tokens, inputs.execution, inputs.model.sequence, evaluation->in(*view).total);
    report(evaluation->in(*view).findings, options.json ? Style::json : Style::text);
    if (options.json) {
        Json answer = search::estimate_json(options.execution, inputs, *evaluation, *view);
        if (run)
            answer["run"] = to_json(*run);
        return write_line(answer);
    }
    const bool bound = search::calibration(inputs.system, inputs.execution) == system::CalibrationStatus::datasheet;
    return write_output(Output::estimate_tables, "",
                        estimate_text(inputs, *evaluation, *view) + (run ? run_words(*run, bound) : ""));
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
    const std::string place = options.batch == "-" ? "stdin" : options.batch;
    const auto counts = search::evaluate_batch(
        *text, place, options.rules(), options.view,
        [](const std::string& line) { write_output(Output::estimate, "", line + "\n"); }, CancelToken());
    if (!counts)
        return report(counts.diagnostics(), Style::json);
    const auto refuse_all = [&](const char* code, std::string message) {
        return report({{Severity::error, code, "", std::move(message), SourceLocation{place, 0, 0}}}, Style::json);
    };
    if (counts->lines == 0)
        return refuse_all("batch.empty",
                          "no line holds a question: {id, model, system, execution} is expected on each");
    if (counts->ended_behind > 0)
        report({{Severity::error, "batch.ended", "",
                 std::to_string(search::kMostRefusedInARow) +
                     " lines in a row were refused: this is no batch, and the lines after them were not read",
                 SourceLocation{place, counts->ended_behind, 0}}},
               Style::json);
    if (counts->refused > 0)
        return refuse_all("batch.refused_lines",
                          std::to_string(counts->refused) + " of " + std::to_string(counts->lines) +
                              (counts->lines == 1 ? " line was" : " lines were") + " refused; each answer says why");
    return kOk;
}

int run(const Options& options)
{
    if (options.batch.empty())
        return single(options);
    Diagnostics meaningless;
    for (const auto& [option, value] : {std::pair("--model", &options.model), std::pair("--system", &options.system),
                                        std::pair("--execution", &options.execution)})
        if (!value->empty())
            meaningless.push_back(
                {Severity::error, "usage", "",
                 std::string(option) + " goes with one estimate; --batch reads it from its lines: leave it out"});
    if (options.sequence)
        meaningless.push_back(
            {Severity::error, "usage", "",
             "--sequence goes with one estimate; a line of a batch states its model's: leave it out"});
    if (options.tokens)
        meaningless.push_back({Severity::error, "usage", "",
                               "--tokens goes with one estimate; an answer of a batch has no run: leave it out"});
    if (options.memory_report)
        meaningless.push_back({Severity::error, "usage", "",
                               "--memory-report goes with one estimate; an answer of a batch has none: leave it out"});
    if (!meaningless.empty())
        return report(meaningless);
    return batch(options);
}

} // namespace

Subcommand add_estimate(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser =
        program.add_subcommand("estimate", "Iteration time and memory of a strategy, or of every line of a batch");
    parser->add_option("--model", options->model, "Preset, Calculon model file or Hugging Face config.json");
    add_sequence(*parser, options->sequence);
    parser->add_option("--system", options->system, "Preset or Calculon system file");
    parser->add_option(
        "--execution", options->execution,
        "Preset, or a file in Calculon's form or in the program's own; a preset also gives model and system");
    parser->add_option("--batch", options->batch,
                       "JSON lines, each {id, model, system, execution}: a file, or \"-\" for standard input; exit 2 "
                       "if a line was refused");
    add_view(*parser, options->view, "Prices in total_seconds and timing_seconds");
    add_real(*parser, "--tokens", options->tokens,
             "Tokens to train on: adds the days and GPU-hours of the whole run at the predicted speed", kTokens);
    parser->add_flag("--calculon-compatible", options->compatible,
                     "Use Calculon's rules: uneven stages and p2p_rs_ag are legal; sequence check and inference bubble "
                     "as in Calculon");
    parser->add_flag("--memory-report", options->memory_report,
                     "Add to JSON, for models with a vocabulary, the memory that Megatron-LM's own script reports");
    parser->add_flag("--json", options->json, "Write JSON, in the form of one answer of a batch");
    parser->footer(kNumberHelp);
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
