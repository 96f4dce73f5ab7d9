#include "app/blueprinting/common.h"
#include "app/blueprinting/subcommands.h"
#include "app/number_option.h"
#include "core/schedule/measured_run.h"

#include <algorithm>

namespace blueprinting::cli {
namespace {

using namespace schedule;

struct TraceArguments {
    std::vector<std::string> inputs;
    std::vector<std::string> ranks; ///< "FILE=r"
    std::string patterns;
    std::string iteration;
    std::int64_t replica = 1;
    double transfer = 0;
    std::string format = "summary";
    std::string output;
};

Result<MeasuredOptions> options_of(const TraceArguments& arguments)
{
    MeasuredOptions out;
    out.transfer = arguments.transfer;
    out.replica = static_cast<std::size_t>(arguments.replica - 1);
    if (!arguments.iteration.empty())
        out.iteration = arguments.iteration;
    for (const std::string& each : arguments.ranks) {
        const auto at = each.rfind('=');
        const auto rank = at == std::string::npos ? Result<std::int64_t>(Diagnostic{})
                                                  : read_whole(each.substr(at + 1), WholeRange{0, 1000000000});
        if (at == std::string::npos || !rank)
            return Diagnostic{Severity::error, "usage", "", "--rank: \"" + each + "\" is not FILE=r, like run.json=2"};
        out.ranks[each.substr(0, at)] = *rank;
    }
    return out;
}

Result<MeasuredRun> run_of(const TraceArguments& arguments)
{
    const auto options = options_of(arguments);
    if (!options)
        return options.failure_as<MeasuredRun>();
    std::vector<SpanPattern> patterns;
    if (!arguments.patterns.empty()) {
        auto read = read_patterns(arguments.patterns);
        if (!read)
            return read.failure_as<MeasuredRun>();
        patterns = std::move(read).value();
    }
    return read_measured_run(arguments.inputs, *options, patterns);
}

int run(const TraceArguments& arguments)
{
    const bool json = arguments.format == "json";
    const Style style = json ? Style::json : Style::text;
    const auto measured = run_of(arguments);
    if (!measured) {
        Diagnostics problems = measured.diagnostics();
        for (Diagnostic& each : problems) {
            if (each.code == "trace.rank")
                each.message += ": give --rank FILE=r";
            else if (each.code == "trace.no_spans" && !each.location)
                each.message += "; give --patterns";
            else if (each.code == "trace.replica.range")
                each.path = "--replica";
        }
        return report(problems, style);
    }
    const int code = report(measured->findings, style);
    return std::max(
        code, json ? write_json(Output::measured_run, arguments.output, to_json(*measured, arguments.transfer), style)
                   : write_output(Output::measured_run_summary, arguments.output, summary(*measured), style));
}

} // namespace

Subcommand add_trace(CLI::App& program)
{
    const auto arguments = std::make_shared<TraceArguments>();
    CLI::App* parser = program.add_subcommand(
        "trace", "A measured run, read from the traces of PyTorch's profiler, one file a rank, and laid beside the "
                 "simulation of its own order");
    parser->add_option("traces", arguments->inputs, "Trace files (JSON as Kineto writes it), or folders of them")
        ->required()
        ->type_name("FILE|FOLDER");
    parser->add_option("--rank", arguments->ranks, "FILE=r: the rank of a file that does not say its own")
        ->allow_extra_args(false);
    parser->add_option("--patterns", arguments->patterns,
                       "JSON file with names of spans: [{\"name\": expression, \"kind\": \"F\", \"stage\": 1, "
                       "\"microbatch\": 2}], the numbers being groups of the expression");
    parser->add_option("--iteration", arguments->iteration,
                       "Number of the profiler's step; the first complete one where left out");
    add_whole(*parser, "--replica", arguments->replica, {.least = 1},
              "Which of several ranks with the same stages is shown, from 1; the first where left out");
    add_real(*parser, "--transfer", arguments->transfer,
             "Time of a transfer in ms, for the simulation; traces do not show it. 0 where left out",
             RealRange{0, 1e9});
    parser->add_option("--format", arguments->format, "summary or json; summary where left out")
        ->check(CLI::IsMember({"summary", "json"}));
    parser->add_option("--output", arguments->output, "File to write; standard output where left out");
    parser->footer(kNumberHelp);
    return {parser, [arguments] { return run(*arguments); }};
}

} // namespace blueprinting::cli
