#include "app/blueprinting/common.h"
#include "app/blueprinting/schedule_arguments.h"
#include "app/blueprinting/schedule_extras.h"
#include "app/blueprinting/schedule_source.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/view_option.h"
#include "app/number_option.h"
#include "core/schedule/export.h"
#include "core/schedule/order_text.h"
#include "core/schedule/table_of_kinds.h"

#include <algorithm>

namespace blueprinting::cli {
namespace {

using namespace schedule;
using Arguments = ScheduleArguments;

/// What needs commands cannot be written of a schedule that has none, or that stands still.
int write_commands(const Arguments& arguments, const CLI::App& parser, const Schedule& made, const Extras& extras,
                   Style style)
{
    if (made.analytical_only()) {
        Diagnostics problems = made.findings;
        for (Diagnostic& problem : problems) {
            if (problem.code.starts_with("schedule."))
                problem.severity = Severity::error;
            if (!problem.location && !problem.path.empty())
                problem.path = option_of(problem.path);
        }
        const int code = report(problems, style);
        return made.still ? kFailed : code;
    }
    report(made.findings, style);
    if (arguments.format == "pytorch-csv") {
        report(pytorch_findings(made.plan.request), style);
        const auto table = pytorch_csv(made.simulation->graph, arguments.lowered);
        return table ? write_output(Output::schedule_table, arguments.output, *table, style)
                     : report(table.diagnostics(), style);
    }
    const Output what = arguments.format == "chrome-trace" ? Output::schedule_trace
                        : arguments.format == "csv"        ? Output::schedule_commands
                                                           : Output::schedule_drawing;
    TraceOptions trace;
    if (parser.count("--arrows") > 0)
        trace.arrows = arguments.arrows;
    if (extras.end)
        trace.end = &*extras.end;
    return write_output(
        what, arguments.output,
        [&](const TextSink& sink) {
            if (arguments.format == "chrome-trace")
                chrome_trace(*made.simulation, sink, trace);
            else if (arguments.format == "csv")
                csv(*made.simulation, sink);
            else
                svg({&made, 1}, sink);
        },
        style);
}

std::optional<BoundCap> cap_of(const Arguments& arguments, const CLI::App& parser)
{
    if (parser.count("--cap") == 0)
        return std::nullopt;
    return BoundCap{arguments.cap, arguments.held_until == "weight" ? HeldUntil::weight_gradient : HeldUntil::gradient};
}

int write_json_answer(const Arguments& arguments, const CLI::App& parser, const AskedSchedule& asked,
                      const Extras& extras)
{
    const Schedule& made = asked.schedule;
    Json out = to_json(made, {arguments.print_order, cap_of(arguments, parser)});
    if (extras.end)
        out["iteration"] = iteration_json(extras);
    if (extras.bytes)
        out["bytes"] = bytes_json(extras, *made.simulation, arguments.cap_bytes);
    if (asked.calibration)
        out["calibration"] = to_string(*asked.calibration);
    return write_json(Output::schedule, arguments.output, out, Style::json);
}

std::string bound_line(const Arguments& arguments, const CLI::App& parser, const Schedule& made)
{
    const LowerBound bound = lower_bound(made.plan, cap_of(arguments, parser));
    return "lower bound  " + (bound.time ? time_text(made.plan, *bound.time) + ": " : std::string()) + bound.reason +
           '\n';
}

int run(const Arguments& arguments, const CLI::App& parser)
{
    const bool json = arguments.format == "json";
    const Style style = json ? Style::json : Style::text;
    if (const Diagnostics useless = without_effect(arguments, parser); !useless.empty())
        return report(useless, style);
    const auto asked = schedule_of(arguments, parser);
    if (!asked)
        return report(asked.diagnostics(), style);
    const Schedule& made = asked->schedule;
    const auto extras = extras_of(arguments, parser, made);
    if (!extras)
        return report(extras.diagnostics(), style);
    if (!json && arguments.format != "summary")
        return write_commands(arguments, parser, made, *extras, style);
    int code = report(made.findings, style);
    if (json)
        code = std::max(code, write_json_answer(arguments, parser, *asked, *extras));
    else
        code = std::max(code, write_output(Output::schedule_summary, arguments.output,
                                           summary(made) +
                                               (arguments.bound && !made.still ? bound_line(arguments, parser, made)
                                                                               : std::string()) +
                                               extras_text(*extras, made),
                                           style));
    return made.still ? std::max(code, kFailed) : code;
}

void add_end_options(CLI::App& parser, Arguments& arguments)
{
    add_reals(parser, "--reduce", arguments.tail.reduce,
              "Time of reducing a chunk's gradients: one for all, one a device, or one for each device's each chunk");
    add_real(parser, "--tied", arguments.tail.tied, "Time of the exchange of tied embeddings; 0 where left out");
    add_reals(parser, "--step", arguments.tail.step, "Time of the optimizer's step: one for all, or one a device");
    add_reals(parser, "--gather", arguments.tail.gather,
              "Time of gathering sharded weights after it: one for all, or one a device");
    parser.add_flag("--no-overlap", arguments.no_overlap, "Reductions wait for the device's last command");
    parser
        .add_option("--norm", arguments.norm,
                    "global: no step before every device has reduced; local: each for itself. global where left out")
        ->check(CLI::IsMember({"global", "local"}));
    parser.add_flag("--two-iterations", arguments.two_iterations, "A second iteration behind the first");
    add_reals(parser, "--constant", arguments.bytes.constant,
              "Bytes that a device holds always: one for all, or one a device");
    add_reals(parser, "--activation", arguments.bytes.activation,
              "Bytes of a microbatch until its backward or input gradient: one for all, or one a virtual stage");
    add_reals(parser, "--keep", arguments.bytes.keep,
              "Bytes kept from the input gradient to the weight gradient: one for all, or one a virtual stage");
    add_reals(parser, "--temporary", arguments.bytes.temporary,
              "Bytes while a backward or input gradient runs: one for all, or one a virtual stage");
    add_real(parser, "--cap-bytes", arguments.cap_bytes,
             "Bytes that a device has: json says which is first over it, when and with how many",
             RealRange{1e-9, 1e18});
}

void add_answer_options(CLI::App& parser, Arguments& arguments)
{
    CLI::Option* cap = add_real(parser, "--cap", arguments.cap, "Chunks that a device may hold, in the lower bound",
                                RealRange{1, 1e9});
    parser
        .add_option("--held-until", arguments.held_until,
                    "gradient or weight: when a chunk is given back, in the lower bound. gradient where left out")
        ->check(CLI::IsMember({"gradient", "weight"}))
        ->needs(cap);
    parser.add_flag("--bound", arguments.bound, "With the lower bound in the summary; json always has it");
    parser.add_flag("--print-order", arguments.print_order, "With what each device does, in json");
    parser.add_flag("--arrows,!--no-arrows", arguments.arrows,
                    "Arrows of dependencies in chrome-trace; where left out up to 20000 commands have them");
    parser.add_flag("--lowered", arguments.lowered, "With the transfers, in pytorch-csv");
    parser
        .add_option("--format", arguments.format,
                    "summary, json, chrome-trace, svg, csv or pytorch-csv; summary where left out")
        ->check(CLI::IsMember({"summary", "json", "chrome-trace", "svg", "csv", "pytorch-csv"}));
    parser.add_option("--output", arguments.output, "File to write; standard output where left out");
    parser.footer(kNumberHelp);
}

struct CompareArguments {
    bool table = false;
    std::string model, system, execution;
    std::optional<std::int64_t> sequence;
    std::optional<cost::View> view;
    TableQuestion question;
    Tail tail;
    HeldByHand held{0, 0, 0, 100, 0, {}};
    std::string transfers = "charged";
    std::string format = "text";
    std::string output;
};

/// The table of a strategy's own stages, with their bytes and the end of its iteration where none are given.
Result<std::vector<TableRow>> table_of_strategy(const CompareArguments& arguments, TableQuestion question)
{
    const auto source = strategy_source({arguments.model, arguments.system, arguments.execution, arguments.sequence},
                                        strategy::Rules::strict, arguments.view);
    if (!source)
        return source.failure_as<std::vector<TableRow>>();
    const StageSource::Facts& facts = source->stages->facts();
    if (!facts.training)
        return Diagnostic{Severity::error, "usage", "",
                          "--execution: inference has no backward; all kinds are compared for training"};
    question.stages = facts.own.stages;
    question.microbatches = facts.own.microbatches;
    question.chunks = facts.own.chunks;
    const StageSource& stages = *source->stages;
    RowMakers makers{[&](const Request& request) { return stages.plan(request); }};
    if (!question.held) {
        question.held = HeldByHand{};
        question.held->cap = facts.capacity;
        makers.bytes = [&](const Request& request) { return stages.bytes(request); };
    }
    if (!question.end)
        makers.tail = [&](const Request& request) { return stages.tail(request); };
    return table_of_kinds(question, {}, makers);
}

int run_compare(const CompareArguments& arguments, const CLI::App& parser)
{
    const bool json = arguments.format == "json";
    const Style style = json ? Style::json : Style::text;
    TableQuestion question = arguments.question;
    question.transfers = *transfer_mode_from(arguments.transfers);
    if (any_given(parser, {"--reduce", "--tied", "--step", "--gather"}))
        question.end = arguments.tail;
    if (any_given(parser, {"--constant", "--weights", "--activation", "--keep-percent", "--temporary", "--cap-bytes"}))
        question.held = arguments.held;
    if (arguments.model.empty() && parser.count("--stages") + parser.count("--microbatches") < 2)
        return report(
            {{Severity::error, "usage", "", "give --model, --system and --execution, or --stages and --microbatches"}},
            style);
    const auto rows = arguments.model.empty() ? table_of_kinds(question) : table_of_strategy(arguments, question);
    if (!rows) {
        Diagnostics problems = rows.diagnostics();
        for (Diagnostic& each : problems)
            if (!each.path.empty() && !each.location && !each.path.starts_with("--"))
                each.path = option_of(each.path);
        return report(problems, style);
    }
    return json ? write_json(Output::schedule_kinds, arguments.output, to_json(*rows), style)
                : write_output(Output::schedule_kinds_table, arguments.output, table_text(*rows), style);
}

/// `schedule compare --table`: the same work in the order of every kind.
std::pair<CLI::App*, std::shared_ptr<CompareArguments>> add_compare(CLI::App& schedule)
{
    const auto arguments = std::make_shared<CompareArguments>();
    TableQuestion& question = arguments->question;
    CLI::App* parser = schedule.add_subcommand("compare", "The same work in the order of every kind");
    parser->add_flag("--table", arguments->table, "As a table of all kinds")->required();
    CLI::Option* model = parser->add_option("--model", arguments->model, "Model: a preset's name or a file");
    CLI::Option* system = parser->add_option("--system", arguments->system, "System: a preset's name or a file");
    CLI::Option* execution =
        parser->add_option("--execution", arguments->execution,
                           "Execution: a preset's name or a file; its stages, microbatches and times");
    model->needs(system)->needs(execution);
    system->needs(model);
    execution->needs(model);
    add_sequence(*parser, arguments->sequence)->needs(model);
    add_view(*parser, arguments->view, "Prices of the strategy's times")->needs(model);
    const auto by_hand = [&](CLI::Option* option) {
        option->excludes(model);
        return option;
    };
    by_hand(add_whole(*parser, "--stages", question.stages, {}, "Pipeline stages p"));
    by_hand(add_whole(*parser, "--microbatches", question.microbatches, {}, "Microbatches m"));
    by_hand(add_whole(*parser, "--chunks", question.chunks, {}, "Chunks per stage v, tried beside 1 and 2"));
    by_hand(add_real(*parser, "--forward", question.times.forward, "Forward time F of a full stage; 1 where left out"));
    by_hand(add_real(*parser, "--backward", question.times.backward, "Time of the whole backward B; 2 where left out"));
    by_hand(add_real(*parser, "--input-gradient", question.times.input_gradient,
                     "The input gradient's part of B; half of it where left out"));
    by_hand(add_real(*parser, "--transfer", question.times.transfer,
                     "Time of one transfer between stages; none where left out"));
    parser->add_option("--transfers", arguments->transfers, "charged or linked; charged where left out")
        ->check(CLI::IsMember({"charged", "linked"}));
    add_reals(*parser, "--reduce", arguments->tail.reduce, "Time of reducing a chunk's gradients, for the iteration");
    add_real(*parser, "--tied", arguments->tail.tied, "Time of the exchange of tied embeddings");
    add_reals(*parser, "--step", arguments->tail.step, "Time of the optimizer's step");
    add_reals(*parser, "--gather", arguments->tail.gather, "Time of gathering sharded weights after it");
    const RealRange bytes{0, 1e18};
    add_real(*parser, "--constant", arguments->held.constant, "Bytes that a device holds always, but weights", bytes);
    add_real(*parser, "--weights", arguments->held.weights,
             "Bytes of weights and gradients, held twice where there are two directions", bytes);
    add_real(*parser, "--activation", arguments->held.microbatch, "Bytes of a microbatch on a full stage", bytes);
    add_real(*parser, "--keep-percent", arguments->held.keep_percent, "Part of them kept until the weight gradient",
             RealRange{0, 100});
    add_real(*parser, "--temporary", arguments->held.temporary, "Bytes while a backward or input gradient runs", bytes);
    add_real(*parser, "--cap-bytes", arguments->held.cap, "Bytes that a device has", RealRange{1e-9, 1e18});
    add_real(*parser, "--cap", question.cap, "Full stages that a device may hold", RealRange{0.001, 1e9});
    parser->add_option("--format", arguments->format, "text or json; text where left out")
        ->check(CLI::IsMember({"text", "json"}));
    parser->add_option("--output", arguments->output, "File to write; standard output where left out");
    parser->footer(kNumberHelp);
    return {parser, arguments};
}

} // namespace

Subcommand add_schedule(CLI::App& program)
{
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* parser = program.add_subcommand(
        "schedule",
        "A pipeline schedule simulated command by command and held against its closed form. Times set by hand are of "
        "a full stage, in units; stages count from 0, chunks and microbatches from 1");
    add_schedule_options(*parser, *arguments);
    add_end_options(*parser, *arguments);
    add_answer_options(*parser, *arguments);
    const auto compare = add_compare(*parser);
    return {parser, [arguments, parser, compare] {
                if (compare.first->parsed())
                    return run_compare(*compare.second, *compare.first);
                const bool counts = parser->count("--stages") > 0 && parser->count("--microbatches") > 0;
                if (parser->count("--model") == 0 && parser->count("--order") == 0 && !counts)
                    return report({{Severity::error, "usage", "",
                                    "give --model, --system and --execution, or --stages, --microbatches and --kind, "
                                    "or --order"}});
                return run(*arguments, *parser);
            }};
}

} // namespace blueprinting::cli
