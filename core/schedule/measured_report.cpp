#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/schedule/bytes.h"
#include "core/schedule/measured_run.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

Json causes_json(const MeasuredRun& run)
{
    Json out = Json::array();
    for (std::size_t device = 0; device < run.waits.size(); ++device) {
        Json waits = Json::array();
        for (const Wait& each : run.waits[device]) {
            if (each.waits_for == kNoCommand)
                waits.push_back({{"for", nullptr}, {"own_queue_ms", each.after_it}});
            else
                waits.push_back({{"for", command_code(run.graph, each.waits_for)},
                                 {"until_its_end_ms", each.until_its_end},
                                 {"after_it_ms", each.after_it}});
        }
        out.push_back(
            {{"device", device}, {"waits", std::move(waits)}, {"after_the_last_ms", run.after_the_last[device]}});
    }
    return out;
}

/// " (of 3, 4)" where there are several to choose from.
std::string others(const MeasuredRun& run)
{
    std::string out;
    for (const std::string& each : run.iterations)
        out += (out.empty() ? " (of " : ", ") + visible_line(each);
    return run.iterations.size() > 1 ? out + ')' : std::string();
}

std::string ms(double time) { return format::significant(time, 6) + " ms"; }

} // namespace

Json to_json(const MeasuredRun& run, double transfer)
{
    Json findings = Json::array();
    for (const Diagnostic& d : run.findings)
        findings.push_back(
            {{"severity", to_string(d.severity)}, {"code", d.code}, {"path", d.path}, {"message", d.message}});
    Json out{{"order", run.recognised.request ? Json(run.recognised.text) : Json()},
             {"ranks", run.ranks},
             {"replicas", run.replicas},
             {"iteration", run.iteration},
             {"iterations", run.iterations},
             {"diagnostics", std::move(findings)}};
    if (run.host_time) {
        out["host_time"] = true;
        out["bubble_ms"] = nullptr;
        return out;
    }
    out["transfer_ms"] = transfer;
    out["length_ms"] = run.measured.makespan;
    out["simulated_ms"] = run.simulated.makespan;
    out["bubble_ms"] = run.bubble;
    out["simulated_bubble_ms"] = run.simulated_bubble;
    if (run.broken > 0) {
        out["broken"] = run.broken;
        out["shifts_ms"] = run.shifts;
    }
    Json stragglers = Json::array();
    for (const Straggler& each : run.stragglers)
        stragglers.push_back({{"command", command_code(run.graph, each.command)},
                              {"ms", each.time},
                              {"median_ms", each.median},
                              {"costs_ms", each.costs}});
    out["stragglers"] = std::move(stragglers);
    out["causes"] = causes_json(run);
    return out;
}

std::string summary(const MeasuredRun& run)
{
    std::string out = (run.recognised.request ? "order        " + run.recognised.text
                                              : "order        " + visible_line(run.recognised.text)) +
                      "\niteration    " + visible_line(run.iteration) + others(run) + '\n';
    if (run.host_time)
        return out;
    out += "measured     " + ms(run.measured.makespan) + '\n';
    out += "simulated    " + ms(run.simulated.makespan) + ", each command with the median of its stage and kind\n";
    for (const Straggler& each : run.stragglers)
        out += "straggler    " + command_code(run.graph, each.command) + ": " + ms(each.time) + ", the median is " +
               ms(each.median) + "; it costs " + ms(each.costs) + '\n';
    for (std::size_t device = 0; device < run.bubble.size(); ++device)
        out += "device " + std::to_string(device) + "     bubble " + ms(run.bubble[device]) + ", simulated " +
               ms(run.simulated_bubble[device]) + '\n';
    return out;
}

Result<MeasuredRun> read_measured_run(const std::vector<std::string>& inputs, const MeasuredOptions& options,
                                      const std::vector<SpanPattern>& patterns)
{
    std::vector<std::filesystem::path> files;
    for (const std::string& input : inputs) {
        std::error_code error;
        if (!std::filesystem::is_directory(input, error)) {
            files.emplace_back(input);
            continue;
        }
        std::vector<std::filesystem::path> inside;
        for (const auto& entry : std::filesystem::directory_iterator(input, error))
            if (entry.path().extension() == ".json")
                inside.push_back(entry.path());
        if (inside.empty())
            return Diagnostic{Severity::error, "trace.empty", "", "there is no .json file in this folder",
                              SourceLocation{input, 0, 0}};
        std::sort(inside.begin(), inside.end());
        files.insert(files.end(), inside.begin(), inside.end());
    }
    std::vector<TraceFile> traces;
    for (const auto& file : files) {
        auto trace = read_trace(file, patterns);
        if (!trace)
            return trace.failure_as<MeasuredRun>();
        traces.push_back(std::move(trace).value());
    }
    return measured_run(std::move(traces), options);
}

} // namespace blueprinting::schedule
