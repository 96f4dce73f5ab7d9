#include "core/schedule/plan.h"

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/units.h"
#include "core/base/written_number.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace blueprinting::schedule {
namespace {

/// A number as it was typed, so that the message shows what is wrong with it.
std::string shortest(double value)
{
    if (std::isnan(value))
        return "not a number";
    if (std::isinf(value))
        return value > 0 ? "infinite" : "minus infinite";
    return written(value);
}

void check_time(std::string_view field, std::optional<double> value, Diagnostics& out)
{
    if (!value || (std::isfinite(*value) && *value > 0 && *value <= kMostUnits))
        return;
    out.push_back({Severity::error, "schedule.time.range", std::string(field),
                   std::string(field) + " is " + shortest(*value) + "; a time must be above 0 and at most 1e9 units"});
}

void check_count(std::string_view field, std::int64_t value, Diagnostics& out)
{
    if (value < 1)
        out.push_back({Severity::error, "schedule." + std::string(field) + ".range", std::string(field),
                       std::string(field) + " is " + std::to_string(value) + "; it must be at least 1"});
}

std::optional<std::int64_t> checked_count(const Request& r, bool with_transfers)
{
    // Every chunk has the microbatches of its own path alone.
    const Checked slices(parameter_or_one(r, kSlices));
    const Checked cells = Checked(r.stages) * Checked(r.chunks) * Checked(r.microbatches / r.kind->paths) * slices;
    // Of a kind that takes either backward, a microbatch with the split one has most.
    const bool either = r.kind->has(CommandKind::backward) && splits_backward(r.kind);
    Checked commands = cells * Checked(std::ssize(commands_each(r)) - (either ? 1 : 0));
    if (with_transfers && r.transfers != TransferMode::charged && r.stages > 1) {
        const Checked hops =
            (Checked(r.stages) * Checked(r.chunks / r.kind->paths) - Checked(1)) * Checked(r.microbatches) * slices;
        commands = commands + hops * Checked(has_backward(r.kind) ? 2 : 1);
    }
    return commands.get();
}

void refuse_chunks(const Request& request, Diagnostics& out)
{
    const KindRow& kind = *request.kind.operator->();
    std::string message = "chunks is " + std::to_string(request.chunks) + "; ";
    if (request.chunks < kind.chunks.least) {
        std::string name(kind.name);
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
        message += name + " needs at least " + std::to_string(kind.chunks.least) + " chunks a stage";
        if (!kind.with_one_chunk.empty())
            message += " (with 1 it is " + std::string(kind.with_one_chunk) + ")";
    } else {
        message += std::string(kind.code) + " has " + std::to_string(kind.chunks.most) +
                   (kind.chunks.most == 1 ? " chunk a stage" : " chunks a stage");
        const auto more = std::find_if(kinds().begin(), kinds().end(), takes_chunks);
        message += " (" + std::string(to_string(*more)) + " takes more)";
    }
    out.push_back({Severity::error, "schedule.chunks.range", "chunks", std::move(message)});
}

void check_parameters(const Request& request, Diagnostics& out)
{
    const auto known = request.kind->parameters;
    if (request.parameters.size() > known.size())
        out.push_back({Severity::error, "schedule.parameter.range", "parameters",
                       std::to_string(request.parameters.size()) + " parameters are given; " +
                           std::string(to_string(request.kind)) + " has " + std::to_string(known.size())});
    for (std::size_t i = 0; i < std::min(known.size(), request.parameters.size()); ++i) {
        const Parameter& each = known[i];
        const double value = request.parameters[i];
        if (value == each.standard)
            continue;
        if (value >= each.least && value <= each.most && (!each.whole || value == std::floor(value)))
            continue;
        out.push_back({Severity::error, "schedule.parameter.range", std::string(each.name),
                       std::string(each.name) + " is " + shortest(value) + "; it must be " +
                           (each.whole ? "a whole number " : "") + "from " + shortest(each.least) + " to " +
                           shortest(each.most)});
    }
}

void check_request(const Request& request, bool with_transfers, Diagnostics& out)
{
    check_count("stages", request.stages, out);
    check_count("microbatches", request.microbatches, out);
    check_count("chunks", request.chunks, out);
    if (!out.empty())
        return;
    if (nearest_chunks(request.kind, request.chunks) != request.chunks)
        refuse_chunks(request, out);
    check_parameters(request, out);
    if (out.empty() && request.kind->refused)
        if (auto refused = request.kind->refused(request))
            out.push_back(std::move(*refused));
    if (!out.empty())
        return;
    const auto count = checked_count(request, with_transfers);
    if (!count || *count > kMostCommands)
        out.push_back({Severity::error, "schedule.too_large", "microbatches",
                       std::to_string(request.stages) + " stages × " + std::to_string(request.microbatches) +
                           " microbatches × " + std::to_string(request.chunks) + " chunks are " +
                           (count ? format::integer(*count) : std::string("more than 2⁶³")) + " commands; at most " +
                           format::integer(kMostCommands) + " are simulated"});
}

/// Seconds as an estimate gives them.
void check_seconds(const ChunkTimes& times, const std::string& of, Diagnostics& problems)
{
    const auto check = [&](std::string_view field, double value) {
        if (!std::isfinite(value) || value < 0)
            problems.push_back(
                {Severity::error, "schedule.time.range", std::string(field),
                 of + std::string(field) + " is " + shortest(value) + " s; a time must be finite and not negative"});
    };
    check("forward", times.forward);
    check("backward", times.backward);
    check("input_gradient", times.input_gradient);
    check("weight_gradient", times.weight_gradient);
    check("recompute", times.recompute);
    check("send_forward", times.send_forward);
    check("send_backward", times.send_backward);
}

/// The smallest power of ten that makes every time whole, 0 where none up to 1e9 does.
double decimal_scale(const std::vector<double>& times)
{
    for (double scale = 1; scale <= 1e9; scale *= 10)
        if (std::all_of(times.begin(), times.end(), [&](double t) { return std::round(t * scale) / scale == t; }))
            return scale;
    return 0;
}

} // namespace

std::optional<double> parameter(const Request& request, std::string_view name)
{
    const auto known = request.kind->parameters;
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i].name == name)
            return i < request.parameters.size() ? request.parameters[i] : known[i].standard;
    return std::nullopt;
}

std::int64_t parameter_or_one(const Request& request, std::string_view name)
{
    return static_cast<std::int64_t>(parameter(request, name).value_or(1));
}

std::int64_t items(const Request& request) { return request.microbatches * parameter_or_one(request, kSlices); }

std::int64_t virtual_stages(const Request& request)
{
    if (!request.written)
        return request.stages * request.chunks / request.kind->paths;
    std::size_t out = 0;
    for (const auto& device : request.written->virtual_stages)
        out += device.size();
    return static_cast<std::int64_t>(out);
}

double parts_of_a_stage(const Request& request)
{
    return static_cast<double>(request.chunks / request.kind->paths * parameter_or_one(request, kSlices));
}

bool recompute_apart(const Request& request)
{
    return request.separate_recompute && has_backward(request.kind) && !parameter(request, kHidden);
}

bool Request::operator==(const Request& other) const
{
    const bool same_written = written == other.written || (written && other.written && *written == *other.written);
    return same_written && kind == other.kind && stages == other.stages && microbatches == other.microbatches &&
           chunks == other.chunks && transfers == other.transfers && separate_recompute == other.separate_recompute &&
           parameters == other.parameters;
}

bool Plan::transfers_take_time() const
{
    const auto takes = [](const ChunkTimes& t) { return t.send_forward + t.send_backward > 0; };
    return request.stages > 1 && (each.empty() ? takes(times) : std::any_of(each.begin(), each.end(), takes));
}

std::vector<CommandKind> commands_each(const Request& request)
{
    std::vector<CommandKind> out;
    out.reserve(request.kind->commands.size() + 1);
    for (const CommandKind kind : request.kind->commands) {
        out.push_back(kind);
        if (out.size() == 1 && recompute_apart(request))
            out.push_back(CommandKind::recompute);
    }
    return out;
}

std::string_view to_string(TransferMode mode)
{
    switch (mode) {
    case TransferMode::charged: return "charged";
    case TransferMode::linked: return "linked";
    case TransferMode::ordered: return "ordered";
    }
    return "";
}

std::optional<TransferMode> transfer_mode_from(std::string_view text)
{
    for (const TransferMode mode : {TransferMode::charged, TransferMode::linked, TransferMode::ordered})
        if (text == to_string(mode))
            return mode;
    return std::nullopt;
}

Result<Plan> plan_by_hand(const Request& request, const StageTimes& times)
{
    Diagnostics problems;
    check_time("forward", times.forward, problems);
    check_time("backward", times.backward, problems);
    check_time("input_gradient", times.input_gradient, problems);
    check_time("recompute", times.recompute, problems);
    check_time("transfer", times.transfer, problems);
    if (problems.empty() && times.input_gradient && *times.input_gradient > times.backward)
        problems.push_back({Severity::error, "schedule.time.range", "input_gradient",
                            "input_gradient is " + shortest(*times.input_gradient) +
                                "; it is a part of backward, which is " + shortest(times.backward)});
    const double input = times.input_gradient.value_or(times.backward / 2);
    const double held_by = splits_backward(request.kind) ? input : times.backward;
    if (problems.empty() && times.recompute && *times.recompute >= held_by)
        problems.push_back({Severity::error, "schedule.time.range", "recompute",
                            "recompute is " + shortest(*times.recompute) + "; it is a part of the " +
                                (splits_backward(request.kind) ? "input gradient" : "backward") + ", which is " +
                                shortest(held_by)});
    check_request(request, times.transfer.has_value(), problems);
    if (!problems.empty())
        return problems;

    const double weight = times.backward - input;
    const double recompute = times.recompute.value_or(0);
    const double transfer = request.stages > 1 ? times.transfer.value_or(0) : 0;
    const double parts = parts_of_a_stage(request);
    // In a scale where each decimal time is a whole number, sums carry no rounding as long as they stay below 2^53.
    double scale = decimal_scale({times.forward, times.backward, input, recompute, transfer});
    const double longest = (times.forward + times.backward + 2 * transfer * parts) * scale;
    const double steps =
        static_cast<double>(request.microbatches + 2 * request.stages) * static_cast<double>(request.chunks);
    const bool whole = scale > 0 && longest * steps < static_cast<double>(kMaxInteger);
    if (!whole)
        scale = 1;
    const auto ticks = [&](double t) { return whole ? std::round(t * scale) : t; };

    Plan plan{request, {}, TimeUnit::units};
    plan.times.forward = ticks(times.forward);
    plan.times.backward = ticks(times.backward);
    plan.times.input_gradient = ticks(input);
    plan.times.weight_gradient = whole ? plan.times.backward - plan.times.input_gradient : weight;
    plan.times.recompute = ticks(recompute);
    plan.times.send_forward = ticks(transfer) * parts;
    plan.times.send_backward = plan.times.send_forward;
    plan.times.ticks_per_unit = scale * parts;
    return plan;
}

namespace {

/// The lists as they may be given, with their names.
struct NamedList {
    std::string_view name;
    const std::vector<double>* list;
};
std::array<NamedList, 6> named_lists(const StageTimeLists& times)
{
    return {{{"forward", &times.forward},
             {"backward", &times.backward},
             {"input_gradient", &times.input_gradient},
             {"weight_gradient", &times.weight_gradient},
             {"transfer_forward", &times.transfer_forward},
             {"transfer_backward", &times.transfer_backward}}};
}

void check_list(const NamedList& each, std::size_t stages, Diagnostics& out)
{
    const std::string field(each.name);
    if (each.list->size() > 1 && each.list->size() != stages)
        out.push_back({Severity::error, "schedule.times.count", field,
                       field + " has " + std::to_string(each.list->size()) + " times; give one, or one for each of " +
                           std::to_string(stages) + " virtual stages"});
    for (const double value : *each.list)
        if (!std::isfinite(value) || value < 0 || value > kMostUnits) {
            out.push_back({Severity::error, "schedule.time.range", field,
                           field + " has " + shortest(value) + "; a time is from 0 to 1e9 units"});
            return;
        }
}

double time_of(const std::vector<double>& list, std::size_t g, double otherwise)
{
    return list.empty() ? otherwise : list.size() == 1 ? list.front() : list[g];
}

/// Times of a virtual stage in units, the rest filled in.
ChunkTimes filled(const StageTimeLists& times, std::size_t g, bool transfers)
{
    ChunkTimes out;
    out.forward = time_of(times.forward, g, 1);
    const bool both = !times.input_gradient.empty() && !times.weight_gradient.empty();
    out.backward = time_of(times.backward, g,
                           both ? time_of(times.input_gradient, g, 0) + time_of(times.weight_gradient, g, 0) : 2);
    const double input =
        times.weight_gradient.empty() ? out.backward / 2 : out.backward - time_of(times.weight_gradient, g, 0);
    out.input_gradient = time_of(times.input_gradient, g, input);
    out.weight_gradient = time_of(times.weight_gradient, g, out.backward - out.input_gradient);
    out.send_forward = transfers ? time_of(times.transfer_forward, g, 0) : 0;
    out.send_backward = transfers ? time_of(times.transfer_backward, g, 0) : 0;
    return out;
}

} // namespace

Result<Plan> plan_by_lists(const Request& request, const StageTimeLists& times)
{
    Diagnostics problems;
    check_request(request, !times.transfer_forward.empty() || !times.transfer_backward.empty(), problems);
    if (!problems.empty())
        return problems;
    const auto stages = static_cast<std::size_t>(virtual_stages(request));
    for (const NamedList& list : named_lists(times))
        check_list(list, stages, problems);
    if (!problems.empty())
        return problems;

    Plan plan{request, {}, TimeUnit::units};
    std::vector<double> all;
    double longest = 0;
    for (std::size_t g = 0; g < stages; ++g) {
        const ChunkTimes each = filled(times, g, request.stages > 1);
        if (each.input_gradient < 0 || each.weight_gradient < 0)
            return Diagnostic{Severity::error, "schedule.time.range",
                              each.input_gradient < 0 ? "weight_gradient" : "input_gradient",
                              "of virtual stage " + std::to_string(g) +
                                  (each.input_gradient < 0 ? " the weight gradient" : " the input gradient") +
                                  " takes longer than the backward, which is " + shortest(each.backward)};
        const std::array list{each.forward,         each.backward,     each.input_gradient,
                              each.weight_gradient, each.send_forward, each.send_backward};
        for (const double time : list)
            if (std::find(all.begin(), all.end(), time) == all.end())
                all.push_back(time);
        longest += each.forward + each.backward + each.input_gradient + each.weight_gradient + each.send_forward +
                   each.send_backward;
        plan.each.push_back(each);
    }
    const double scale = decimal_scale(all);
    const bool whole =
        scale > 0 && longest * scale * static_cast<double>(items(request) + 2) < static_cast<double>(kMaxInteger);
    for (ChunkTimes& each : plan.each) {
        for (double* time : {&each.forward, &each.backward, &each.input_gradient, &each.weight_gradient,
                             &each.send_forward, &each.send_backward})
            *time = whole ? std::round(*time * scale) : *time;
        each.ticks_per_unit = whole ? scale : 1;
    }
    plan.times = plan.each.front();
    if (std::all_of(plan.each.begin(), plan.each.end(), [&](const ChunkTimes& each) { return each == plan.times; }))
        plan.each.clear();
    return plan;
}

StageTimeLists lists_of(const Request& request, const StageTimes& times)
{
    const double parts = parts_of_a_stage(request);
    const double input = times.input_gradient.value_or(times.backward / 2);
    StageTimeLists out{
        {times.forward / parts}, {times.backward / parts}, {input / parts}, {(times.backward - input) / parts}, {}, {}};
    if (times.transfer)
        out.transfer_forward = out.transfer_backward = {*times.transfer};
    return out;
}

Result<Plan> plan_in_seconds(const Request& request, const ChunkTimes& times)
{
    Diagnostics problems;
    check_seconds(times, "", problems);
    check_request(request, times.send_forward + times.send_backward > 0, problems);
    if (!problems.empty())
        return problems;
    return Plan{request, times, TimeUnit::seconds};
}

Result<Plan> plan_in_seconds(const Request& request, std::vector<ChunkTimes> each)
{
    Diagnostics problems;
    bool sends = false;
    for (std::size_t g = 0; g < each.size() && problems.empty(); ++g) {
        check_seconds(each[g], "of virtual stage " + std::to_string(g) + " ", problems);
        sends |= each[g].send_forward + each[g].send_backward > 0;
    }
    check_request(request, sends, problems);
    if (problems.empty() && each.size() != static_cast<std::size_t>(virtual_stages(request)))
        problems.push_back({Severity::error, "schedule.times.count", "times",
                            "there are times of " + std::to_string(each.size()) +
                                " virtual stages; this schedule has " + std::to_string(virtual_stages(request))});
    if (!problems.empty())
        return problems;
    Plan plan{request, each.front(), TimeUnit::seconds};
    if (std::any_of(each.begin(), each.end(), [&](const ChunkTimes& times) { return times != plan.times; }))
        plan.each = std::move(each);
    return plan;
}

std::int64_t command_count(const Request& request, bool with_transfers)
{
    return checked_count(request, with_transfers).value_or(INT64_MAX);
}

ChunkTimes queue_times(const Plan& plan)
{
    ChunkTimes out = plan.times;
    if (plan.request.transfers == TransferMode::charged && plan.request.stages > 1) {
        out.forward += out.send_forward;
        out.backward += out.send_backward;
        out.input_gradient += out.send_backward;
    }
    return out;
}

bool has_executable_order(const Request& request)
{
    return !request.kind->has_order || request.kind->has_order(request);
}

NearestMicrobatches nearest_executable(const Request& request)
{
    // Where a kind has counts with an order at all, the same number of microbatches a stage is one.
    Request below = request;
    while (below.microbatches > 0 && !has_executable_order(below))
        --below.microbatches;
    Request above = request;
    while (!has_executable_order(above))
        ++above.microbatches;
    return {below.microbatches > 0 ? std::optional(below.microbatches) : std::nullopt, above.microbatches};
}

std::string title(const Request& request)
{
    std::string out = std::string(display_name(request.kind)) + ", p " + std::to_string(request.stages) + ", m " +
                      std::to_string(request.microbatches);
    if (request.chunks > 1)
        out += ", v " + std::to_string(request.chunks);
    return out + own_parameters(request);
}

std::string own_parameters(const Request& request)
{
    std::string out;
    for (const Parameter& own : request.kind->parameters) {
        const auto value = parameter(request, own.name);
        if (!value || *value == own.standard)
            continue;
        const std::string number = shortest(*value);
        if (own.name == kGroup)
            out += ", groups of " + number;
        else if (own.name == kWarmUp)
            out += ", warm-up × " + number;
        else if (own.name == kSlices)
            out += *value == 1 ? ", 1 slice" : ", " + number + " slices";
        else if (own.name == kReverse)
            out += ", reverse";
        else
            out += ", " + std::string(own.name) + " " + number;
    }
    return out;
}

} // namespace blueprinting::schedule
