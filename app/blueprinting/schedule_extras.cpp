#include "app/blueprinting/schedule_extras.h"

#include "core/base/format.h"

#include <algorithm>

namespace blueprinting::cli {
namespace {

using namespace schedule;

constexpr std::initializer_list<const char*> kEnd{"--reduce", "--tied", "--step", "--gather", "--two-iterations"};
constexpr std::initializer_list<const char*> kBytes{"--constant", "--activation", "--keep", "--temporary"};

Tail tail_of(const ScheduleArguments& arguments)
{
    Tail out = arguments.tail;
    out.overlap = !arguments.no_overlap;
    out.global_norm = arguments.norm == "global";
    return out;
}

Diagnostics by_options(Diagnostics problems)
{
    for (Diagnostic& each : problems)
        if (!each.path.empty())
            each.path = option_of(each.path);
    return problems;
}

/// "first_over_cap": {"device", "time", "bytes"}, null where no device passes the cap.
Json first_over(const Simulation& simulation, const std::vector<DeviceBytes>& devices, double cap)
{
    Json out;
    double first = simulation.timeline.makespan + 1;
    for (std::size_t device = 0; device < devices.size(); ++device)
        for (const DeviceBytes::Level& level : devices[device].levels)
            if (level.bytes > cap * (1 + 1e-12)) {
                if (level.time < first) {
                    first = level.time;
                    out = {{"device", device}, {"time", level.time}, {"bytes", level.bytes}};
                }
                break;
            }
    return out;
}

Json command_of(const DeviceBytes& device, const Simulation& simulation)
{
    return device.peak_command == kNoCommand ? Json() : Json(command_code(simulation.graph, device.peak_command));
}

} // namespace

bool any_given(const CLI::App& parser, std::initializer_list<const char*> options)
{
    return std::any_of(options.begin(), options.end(), [&](const char* each) { return parser.count(each) > 0; });
}

Diagnostics without_effect(const ScheduleArguments& arguments, const CLI::App& parser)
{
    Diagnostics out;
    const std::string& format = arguments.format;
    const bool read = format == "summary" || format == "json";
    const bool trace = format == "chrome-trace";
    const auto refuse = [&](std::initializer_list<const char*> options, bool goes, const char* with) {
        for (const char* each : options)
            if (!goes && parser.count(each) > 0)
                out.push_back(
                    {Severity::error, "usage", "", std::string(each) + " goes with " + with + ": leave it out"});
    };
    refuse({"--lowered"}, format == "pytorch-csv", "--format pytorch-csv");
    refuse({"--arrows"}, trace, "--format chrome-trace");
    refuse({"--print-order"}, format == "json", "--format json");
    refuse({"--bound"}, read, "--format summary or json");
    refuse({"--cap"}, format == "json" || (arguments.bound && read), "--bound or --format json");
    refuse({"--reduce", "--tied", "--step", "--gather"}, read || trace, "--format summary, json or chrome-trace");
    refuse({"--two-iterations"}, read, "--format summary or json");
    refuse({"--no-overlap", "--norm"}, any_given(parser, kEnd),
           "--reduce, --tied, --step, --gather or --two-iterations");
    refuse(kBytes, read, "--format summary or json");
    refuse({"--cap-bytes"}, format == "json" && any_given(parser, kBytes),
           "--format json and --constant, --activation, --keep or --temporary");
    return out;
}

Result<Extras> extras_of(const ScheduleArguments& arguments, const CLI::App& parser, const Schedule& made)
{
    Extras out;
    if (!made.simulation)
        return out;
    const Simulation& simulation = *made.simulation;
    const Tail tail = tail_of(arguments);
    if (any_given(parser, kEnd)) {
        auto end = end_of_iteration(simulation.graph, simulation.timeline, tail);
        if (!end)
            return by_options(end.diagnostics());
        out.end = std::move(end).value();
    }
    if (arguments.two_iterations) {
        auto two = two_iterations(simulation.graph, *out.end, tail);
        if (!two)
            return by_options(two.diagnostics());
        out.two = std::move(two).value();
    }
    if (any_given(parser, kBytes)) {
        auto devices = bytes_over_time(simulation, arguments.bytes);
        if (!devices)
            return by_options(devices.diagnostics());
        out.bytes = std::move(devices).value();
    }
    return out;
}

Json iteration_json(const Extras& extras)
{
    Json lanes = Json::array();
    for (const TailStep& each : extras.end->lanes)
        lanes.push_back({to_string(each.what), each.device, each.other, each.begin, each.end});
    Json out{{"end", extras.end->end}, {"lanes", std::move(lanes)}};
    if (extras.two) {
        out["second_begins"] = extras.two->second_begins;
        out["both"] = extras.two->end;
    }
    return out;
}

Json bytes_json(const Extras& extras, const Simulation& simulation, double cap)
{
    Json peaks = Json::array();
    Json least = Json::array();
    for (const DeviceBytes& each : *extras.bytes) {
        peaks.push_back({{"bytes", each.peak}, {"time", each.peak_time}, {"command", command_of(each, simulation)}});
        least.push_back(each.least_possible);
    }
    Json out{{"peak", std::move(peaks)}, {"least_possible", std::move(least)}};
    if (cap > 0)
        out["first_over_cap"] = first_over(simulation, *extras.bytes, cap);
    return out;
}

std::string extras_text(const Extras& extras, const Schedule& made)
{
    std::string out;
    const auto time = [&](double t) { return time_text(made.plan, t); };
    if (extras.end)
        out += "iteration    " + time(extras.end->end) + '\n';
    if (extras.two)
        out += "two of them  " + time(extras.two->end) + '\n';
    for (std::size_t device = 0; extras.bytes && device < extras.bytes->size(); ++device) {
        const DeviceBytes& each = (*extras.bytes)[device];
        const Json command = command_of(each, *made.simulation);
        out += "device " + std::to_string(device) + "     holds at most " + format::significant(each.peak, 6) +
               " bytes, at " + time(each.peak_time) +
               (command.is_string() ? ", by " + command.get<std::string>() : std::string()) + '\n';
    }
    return out;
}

} // namespace blueprinting::cli
