#include "app/blueprinting/common.h"
#include "app/blueprinting/subcommands.h"
#include "core/schedule/export.h"

namespace blueprinting::cli {
namespace {

using namespace schedule;

enum class Format { summary, json, chrome_trace, svg, csv };

struct Arguments {
    std::string kind;
    std::int64_t stages = 0;
    std::int64_t microbatches = 0;
    std::int64_t chunks = 1;
    StageTimes times;
    std::string transfers = "charged";
    bool separate_recompute = false;
    Format format = Format::summary;
    std::string output;
};

Result<Request> request_of(const Arguments& arguments)
{
    Request out;
    if (arguments.kind.empty())
        return Diagnostic{Severity::error, "usage", "kind",
                          "a schedule set by hand needs --kind: gpipe, 1f1b, interleaved, zb-h1, zb-h2 or forward-only"};
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

/// What needs commands cannot be written of a schedule that has none.
int write_commands(const Arguments& arguments, const Schedule& made, Style style)
{
    if (made.analytical_only()) {
        Diagnostics problems = made.findings;
        for (Diagnostic& problem : problems)
            problem.severity = Severity::error;
        return report(problems, style);
    }
    switch (arguments.format) {
    case Format::chrome_trace: return write_output(arguments.output, chrome_trace(*made.simulation), style);
    case Format::csv: return write_output(arguments.output, csv(*made.simulation), style);
    default: return write_output(arguments.output, svg({&made, 1}), style);
    }
}

int run(const Arguments& arguments)
{
    const Style style = arguments.format == Format::json ? Style::json : Style::text;
    const auto made = by_hand(arguments);
    if (!made)
        return report(made.diagnostics(), style);
    if (arguments.format != Format::summary && arguments.format != Format::json)
        return write_commands(arguments, *made, style);
    const int code = report(made->findings, style);
    return std::max(code, arguments.format == Format::json ? write_json(arguments.output, to_json(*made), style)
                                                           : write_output(arguments.output, summary(*made), style));
}

} // namespace

Subcommand add_schedule(CLI::App& program)
{
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* parser = program.add_subcommand(
        "schedule", "A pipeline schedule simulated command by command and held against its closed form. Times set by hand are of "
                    "a full stage, in units; stages count from 0, chunks and microbatches from 1");
    parser->add_option("--kind", arguments->kind, "gpipe, 1f1b, interleaved, zb-h1, zb-h2 or forward-only")
        ->check(CLI::IsMember({"gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "forward-only"}));
    parser->add_option("--stages", arguments->stages, "Pipeline stages p")->required();
    parser->add_option("--microbatches", arguments->microbatches, "Microbatches m")->required();
    parser->add_option("--chunks", arguments->chunks, "Chunks per stage v, for interleaved and forward-only; 1 where left out");
    parser->add_option("--forward", arguments->times.forward, "Forward time F; 1 where left out");
    parser->add_option("--backward", arguments->times.backward,
                       "Time of the whole backward B (of zero-bubble kinds: input gradient and weight gradient); 2 where left out");
    parser->add_option("--input-gradient", arguments->times.input_gradient,
                       "Zero-bubble kinds: the input gradient's part of B; half of it where left out");
    parser->add_option("--recompute", arguments->times.recompute, "The part of B that recomputes activations; none where left out");
    parser->add_option("--transfer", arguments->times.transfer, "Time of one transfer between stages; none where left out");
    parser->add_option("--transfers", arguments->transfers,
                       "charged: part of the sender's work; linked: on links, beside it. charged where left out")
        ->check(CLI::IsMember({"charged", "linked"}));
    parser->add_flag("--separate-recompute", arguments->separate_recompute, "Recompute is a command of its own");
    parser->add_option("--format", arguments->format, "summary, json, chrome-trace, svg or csv; summary where left out")
        ->transform(CLI::CheckedTransformer(std::map<std::string, Format>{{"summary", Format::summary},
                                                                         {"json", Format::json},
                                                                         {"chrome-trace", Format::chrome_trace},
                                                                         {"svg", Format::svg},
                                                                         {"csv", Format::csv}}));
    parser->add_option("--output", arguments->output, "File to write; standard output where left out");
    return {parser, [arguments] { return run(*arguments); }};
}

} // namespace blueprinting::cli
