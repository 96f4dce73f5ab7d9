#include "app/blueprinting/common.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/subcommands.h"
#include "app/number_option.h"
#include "core/schedule/export.h"
#include "core/schedule/from_estimate.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <array>

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

/// "gpipe, 1f1b, …", those that `has` is true of.
std::string kind_names(bool (*has)(Kind) = [](Kind) { return true; })
{
    std::string out;
    for (const Kind kind : kinds())
        if (has(kind))
            out += (out.empty() ? "" : ", ") + std::string(kind->code);
    return out;
}

/// "--input-gradient" for what the planner calls input_gradient.
std::string option_of(const std::string& field)
{
    std::string out = "--" + field;
    std::replace(out.begin(), out.end(), '_', '-');
    return out;
}

Diagnostic meaningless(const std::string& option, const std::string& goes_with)
{
    return {Severity::error, "usage", "", option + " goes with " + goes_with + ": leave it out"};
}

/// An option that only some kinds have a use for.
struct OfKinds {
    const char* option;
    bool (*has)(Kind);
};
constexpr std::array kOfKinds{OfKinds{"--chunks", takes_chunks}, OfKinds{"--backward", has_backward},
                              OfKinds{"--input-gradient", splits_backward}, OfKinds{"--recompute", has_backward},
                              OfKinds{"--separate-recompute", has_backward}};

/// Every option given that the kind has no use for, with the kinds that have.
Diagnostics meaningless_for(Kind kind, const CLI::App& parser)
{
    Diagnostics out;
    for (const OfKinds& each : kOfKinds) {
        if (each.has(kind) || parser.count(each.option) == 0)
            continue;
        out.push_back(
            meaningless(each.option, "--kind " + kind_names(each.has) + ", not with " + std::string(to_string(kind))));
    }
    return out;
}

Result<Request> request_of(const Arguments& arguments, const CLI::App& parser)
{
    Request out;
    if (arguments.kind.empty())
        return Diagnostic{Severity::error, "usage", "", "a schedule set by hand needs --kind: " + kind_names()};
    out.kind = *kind_from(arguments.kind);
    Diagnostics problems = meaningless_for(out.kind, parser);
    if (parser.count("--transfers") > 0 && !arguments.times.transfer)
        problems.push_back(meaningless("--transfers", "--transfer, the time of one"));
    if (arguments.separate_recompute && !arguments.times.recompute && has_backward(out.kind))
        problems.push_back({Severity::error, "usage", "",
                            "--separate-recompute needs --recompute, the part of the backward that it sets apart"});
    if (!problems.empty())
        return problems;
    out.stages = arguments.stages;
    out.microbatches = arguments.microbatches;
    out.chunks = arguments.chunks;
    out.transfers = *transfer_mode_from(arguments.transfers);
    out.separate_recompute = arguments.separate_recompute;
    return out;
}

Result<Schedule> by_hand(const Arguments& arguments, const CLI::App& parser)
{
    const auto request = request_of(arguments, parser);
    if (!request)
        return request.failure_as<Schedule>();
    const auto plan = plan_by_hand(*request, arguments.times);
    if (plan)
        return make_schedule(*plan);
    Diagnostics problems = plan.diagnostics();
    for (Diagnostic& each : problems)
        each.path = option_of(each.path);
    return problems;
}

/// The strategy's own schedule, or another order of the same stages.
Result<Schedule> of_strategy(const Arguments& arguments, const CLI::App& parser)
{
    const strategy::Rules rules =
        arguments.calculon_compatible ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    const auto kind = arguments.kind.empty() ? std::nullopt : kind_from(arguments.kind);
    if (kind)
        if (const Diagnostics problems = meaningless_for(*kind, parser); !problems.empty())
            return problems;
    const auto loaded = load_inputs({arguments.model, arguments.system, arguments.execution}, rules);
    if (!loaded)
        return loaded.failure_as<Schedule>();
    const strategy::Execution& execution = loaded->inputs.execution;
    if (arguments.separate_recompute && strategy::recompute(execution) == strategy::RecomputePolicy::none)
        return meaningless("--separate-recompute",
                           "a strategy that recomputes activations, not with " + arguments.execution);
    const auto evaluation = search::evaluate(loaded->inputs, loaded->origins, rules);
    if (!evaluation)
        return evaluation.failure_as<Schedule>();
    const EstimateOptions options{kind, *transfer_mode_from(arguments.transfers), arguments.separate_recompute};
    const bool peak = arguments.view == "peak_only";
    const cost::Estimate& estimate = peak ? evaluation->peak_only : evaluation->evidence;
    auto plan = plan_from_estimate(execution, estimate, options);
    if (!plan) {
        // A kind that the strategy's stages cannot run is told of the kind, all else of the strategy.
        const std::string& code = plan.diagnostics().front().code;
        const bool of_kind = kind && (code == "schedule.kind.inference" || code == "schedule.chunks.range");
        return of_kind ? of_option("--kind", plan.diagnostics()) : search::placed(plan.diagnostics(), loaded->origins);
    }
    auto made = make_schedule(plan->plan);
    if (!made)
        return made;
    made->findings.insert(made->findings.begin(), plan->findings.begin(), plan->findings.end());
    // Times of what cannot run say so.
    for (const Diagnostic& finding : estimate.findings)
        if (finding.code == "memory.exceeds_capacity")
            made->findings.push_back(finding);
    for (Diagnostic& each : made->findings)
        if (!each.path.empty())
            each = search::placed({each}, loaded->origins).front();
    return made;
}

/// What needs commands cannot be written of a schedule that has none.
int write_commands(const Arguments& arguments, const Schedule& made, Style style)
{
    if (made.analytical_only()) {
        Diagnostics problems = made.findings;
        for (Diagnostic& problem : problems) {
            if (problem.code.starts_with("schedule."))
                problem.severity = Severity::error;
            if (!problem.location)
                problem.path = option_of(problem.path);
        }
        return report(problems, style);
    }
    report(made.findings, style);
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

int run(const Arguments& arguments, const CLI::App& parser)
{
    const bool json = arguments.format == "json";
    const Style style = json ? Style::json : Style::text;
    const auto made = arguments.model.empty() ? by_hand(arguments, parser) : of_strategy(arguments, parser);
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
        "schedule",
        "A pipeline schedule simulated command by command and held against its closed form. Times set by hand are of "
        "a full stage, in units; stages count from 0, chunks and microbatches from 1");
    CLI::Option* model = parser->add_option("--model", arguments->model, "Model: a preset's name or a file");
    CLI::Option* system = parser->add_option("--system", arguments->system, "System: a preset's name or a file");
    CLI::Option* execution =
        parser->add_option("--execution", arguments->execution, "Execution: a preset's name or a file");
    model->needs(system)->needs(execution);
    system->needs(model);
    execution->needs(model);
    parser
        ->add_option("--view", arguments->view, "Whose times: peak_only or system_evidence; the latter where left out")
        ->check(CLI::IsMember({"peak_only", "system_evidence"}))
        ->needs(model);
    parser->add_flag("--calculon-compatible", arguments->calculon_compatible, "Relax the laws as the reference does")
        ->needs(model);
    const std::vector<std::string_view> codes = kind_codes();
    parser->add_option("--kind", arguments->kind, kind_names() + "; the strategy's own where one is given")
        ->check(CLI::IsMember(std::vector<std::string>(codes.begin(), codes.end())));
    const auto by_hand_only = [&](CLI::Option* option) { return option->excludes(model); };
    CLI::Option* stages = by_hand_only(add_whole(*parser, "--stages", arguments->stages, {}, "Pipeline stages p"));
    CLI::Option* microbatches =
        by_hand_only(add_whole(*parser, "--microbatches", arguments->microbatches, {}, "Microbatches m"));
    by_hand_only(add_whole(*parser, "--chunks", arguments->chunks, {},
                           "Chunks per stage v, for " + kind_names(takes_chunks) + "; 1 where left out"));
    by_hand_only(add_real(*parser, "--forward", arguments->times.forward, "Forward time F; 1 where left out"));
    by_hand_only(add_real(
        *parser, "--backward", arguments->times.backward,
        "Time of the whole backward B (of zero-bubble kinds: input gradient and weight gradient); 2 where left out"));
    by_hand_only(add_real(*parser, "--input-gradient", arguments->times.input_gradient,
                          "Zero-bubble kinds: the input gradient's part of B; half of it where left out"));
    by_hand_only(add_real(*parser, "--recompute", arguments->times.recompute,
                          "The part of B that recomputes activations; none where left out"));
    by_hand_only(add_real(*parser, "--transfer", arguments->times.transfer,
                          "Time of one transfer between stages; none where left out"));
    parser
        ->add_option("--transfers", arguments->transfers,
                     "charged: part of the sender's work; linked: on links, beside it. charged where left out")
        ->check(CLI::IsMember({"charged", "linked"}));
    parser->add_flag("--separate-recompute", arguments->separate_recompute, "Recompute is a command of its own");
    parser->add_option("--format", arguments->format, "summary, json, chrome-trace, svg or csv; summary where left out")
        ->check(CLI::IsMember({"summary", "json", "chrome-trace", "svg", "csv"}));
    parser->add_option("--output", arguments->output, "File to write; standard output where left out");
    parser->footer(kNumberHelp);
    return {parser, [arguments, parser, model, stages, microbatches] {
                if (model->count() == 0 && (stages->count() == 0 || microbatches->count() == 0))
                    return report({{Severity::error, "usage", "",
                                    "give --model, --system and --execution, or --stages, --microbatches and --kind"}});
                return run(*arguments, *parser);
            }};
}

} // namespace blueprinting::cli
