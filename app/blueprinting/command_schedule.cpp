#include "app/blueprinting/common.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/subcommands.h"
#include "core/schedule/export.h"
#include "core/schedule/from_estimate.h"
#include "core/search/evaluate.h"

namespace blueprinting::cli {
namespace {

using namespace schedule;

struct Arguments {
    std::string kind;
    std::string model, system, execution;
    std::string view = "system_evidence";
    bool calculon_compatible = false;
    std::int64_t stages = 0;
    std::int64_t microbatches = 0;
    std::int64_t chunks = 1;
    StageTimes times;
    std::string transfers = "charged";
    bool separate_recompute = false;
    std::string format = "summary";
    std::string output;
};

Result<Request> request_of(const Arguments& arguments)
{
    Request out;
    if (arguments.kind.empty())
        return Diagnostic{Severity::error, "usage", "kind",
                          "a schedule set by hand needs --kind: gpipe, 1f1b, interleaved, zb-h1, zb-h2 or forward-only"};
    if (arguments.separate_recompute && !arguments.times.recompute)
        return Diagnostic{Severity::error, "usage", "separate-recompute",
                          "--separate-recompute needs --recompute, the part of the backward that it sets apart"};
    out.kind = *kind_from(arguments.kind);
    out.stages = arguments.stages;
    out.microbatches = arguments.microbatches;
    out.chunks = arguments.chunks;
    out.transfers = *transfer_mode_from(arguments.transfers);
    out.separate_recompute = arguments.separate_recompute;
    return out;
}

Result<Schedule> by_hand(const Arguments& arguments)
{
    const auto request = request_of(arguments);
    if (!request)
        return request.failure_as<Schedule>();
    const auto plan = plan_by_hand(*request, arguments.times);
    if (!plan)
        return plan.failure_as<Schedule>();
    return make_schedule(*plan);
}

/// The strategy's own schedule, or another order of the same stages.
Result<Schedule> of_strategy(const Arguments& arguments)
{
    const strategy::Rules rules = arguments.calculon_compatible ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    Diagnostics problems;
    const auto keep = [&](const Diagnostics& more) { problems.insert(problems.end(), more.begin(), more.end()); };
    const auto model = load_model(arguments.model);
    const auto system = load_system(arguments.system);
    const auto execution = load_execution(arguments.execution, system ? system->networks.size() : kTiersWithoutSystem, rules);
    keep(model.diagnostics());
    keep(system.diagnostics());
    keep(execution.diagnostics());
    if (!problems.empty())
        return problems;
    const auto evaluation = search::evaluate(*model, *system, *execution, rules);
    if (!evaluation)
        return placed(evaluation.diagnostics(), arguments.execution);
    EstimateOptions options{std::nullopt, *transfer_mode_from(arguments.transfers), arguments.separate_recompute};
    if (!arguments.kind.empty())
        options.kind = kind_from(arguments.kind);
    const bool peak = arguments.view == "peak_only";
    auto plan = plan_from_estimate(*execution, peak ? evaluation->peak_only : evaluation->evidence, options);
    if (!plan)
        return plan.failure_as<Schedule>();
    auto made = make_schedule(plan->plan);
    if (made)
        made->findings.insert(made->findings.begin(), plan->findings.begin(), plan->findings.end());
    return made;
}

/// What needs commands cannot be written of a schedule that has none.
int write_commands(const Arguments& arguments, const Schedule& made, Style style)
{
    if (made.analytical_only()) {
        Diagnostics problems = made.findings;
        for (Diagnostic& problem : problems)
            problem.severity = Severity::error;
        return report(problems, style);
    }
    const Output what = arguments.format == "chrome-trace" ? Output::schedule_trace
                        : arguments.format == "csv"        ? Output::schedule_commands
                                                           : Output::schedule_drawing;
    return write_output(
        what, arguments.output,
        [&](const TextSink& sink) {
            if (arguments.format == "chrome-trace")
                chrome_trace(*made.simulation, sink);
            else if (arguments.format == "csv")
                csv(*made.simulation, sink);
            else
                svg({&made, 1}, sink);
        },
        style);
}

int run(const Arguments& arguments)
{
    const bool json = arguments.format == "json";
    const Style style = json ? Style::json : Style::text;
    const auto made = arguments.model.empty() ? by_hand(arguments) : of_strategy(arguments);
    if (!made)
        return report(made.diagnostics(), style);
    if (!json && arguments.format != "summary")
        return write_commands(arguments, *made, style);
    const int code = report(made->findings, style);
    return std::max(code, json ? write_json(Output::schedule, arguments.output, to_json(*made), style)
                               : write_output(Output::schedule_summary, arguments.output, summary(*made), style));
}

} // namespace

Subcommand add_schedule(CLI::App& program)
{
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* parser = program.add_subcommand(
        "schedule", "A pipeline schedule simulated command by command and held against its closed form. Times set by hand are of "
                    "a full stage, in units; stages count from 0, chunks and microbatches from 1");
    CLI::Option* model = parser->add_option("--model", arguments->model, "Model: a preset's name or a file");
    CLI::Option* system = parser->add_option("--system", arguments->system, "System: a preset's name or a file");
    CLI::Option* execution = parser->add_option("--execution", arguments->execution, "Execution: a preset's name or a file");
    model->needs(system)->needs(execution);
    system->needs(model);
    execution->needs(model);
    parser->add_option("--view", arguments->view, "Whose times: peak_only or system_evidence; the latter where left out")
        ->check(CLI::IsMember({"peak_only", "system_evidence"}))
        ->needs(model);
    parser->add_flag("--calculon-compatible", arguments->calculon_compatible, "Relax the laws as the reference does")->needs(model);
    parser->add_option("--kind", arguments->kind,
                       "gpipe, 1f1b, interleaved, zb-h1, zb-h2 or forward-only; the strategy's own where one is given")
        ->check(CLI::IsMember({"gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "forward-only"}));
    const auto by_hand_only = [&](CLI::Option* option) { return option->excludes(model); };
    CLI::Option* stages = by_hand_only(parser->add_option("--stages", arguments->stages, "Pipeline stages p"));
    CLI::Option* microbatches = by_hand_only(parser->add_option("--microbatches", arguments->microbatches, "Microbatches m"));
    by_hand_only(parser->add_option("--chunks", arguments->chunks,
                                    "Chunks per stage v, for interleaved and forward-only; 1 where left out"));
    by_hand_only(parser->add_option("--forward", arguments->times.forward, "Forward time F; 1 where left out"));
    by_hand_only(parser->add_option("--backward", arguments->times.backward,
                                    "Time of the whole backward B (of zero-bubble kinds: input gradient and weight gradient); 2 "
                                    "where left out"));
    by_hand_only(parser->add_option("--input-gradient", arguments->times.input_gradient,
                                    "Zero-bubble kinds: the input gradient's part of B; half of it where left out"));
    by_hand_only(parser->add_option("--recompute", arguments->times.recompute,
                                    "The part of B that recomputes activations; none where left out"));
    by_hand_only(parser->add_option("--transfer", arguments->times.transfer,
                                    "Time of one transfer between stages; none where left out"));
    parser->add_option("--transfers", arguments->transfers,
                       "charged: part of the sender's work; linked: on links, beside it. charged where left out")
        ->check(CLI::IsMember({"charged", "linked"}));
    parser->add_flag("--separate-recompute", arguments->separate_recompute, "Recompute is a command of its own");
    parser->add_option("--format", arguments->format, "summary, json, chrome-trace, svg or csv; summary where left out")
        ->check(CLI::IsMember({"summary", "json", "chrome-trace", "svg", "csv"}));
    parser->add_option("--output", arguments->output, "File to write; standard output where left out");
    return {parser, [arguments, model, stages, microbatches] {
                if (model->count() == 0 && (stages->count() == 0 || microbatches->count() == 0))
                    return report({{Severity::error, "usage", "",
                                    "give --model, --system and --execution, or --stages, --microbatches and --kind"}});
                return run(*arguments);
            }};
}

} // namespace blueprinting::cli
