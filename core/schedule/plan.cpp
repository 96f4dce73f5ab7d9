#include "core/schedule/plan.h"

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/units.h"
#include "core/base/written_number.h"

#include <algorithm>
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
    const Checked cells = Checked(r.stages) * Checked(r.chunks) * Checked(r.microbatches / r.kind->paths);
    // Of a kind that takes either backward, a microbatch with the split one has most.
    const bool either = r.kind->has(CommandKind::backward) && splits_backward(r.kind);
    Checked commands = cells * Checked(std::ssize(commands_each(r)) - (either ? 1 : 0));
    if (with_transfers && r.transfers == TransferMode::linked && r.stages > 1) {
        const Checked hops =
            (Checked(r.stages) * Checked(r.chunks / r.kind->paths) - Checked(1)) * Checked(r.microbatches);
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

std::vector<CommandKind> commands_each(const Request& request)
{
    std::vector<CommandKind> out(request.kind->commands.begin(), request.kind->commands.end());
    if (request.separate_recompute && has_backward(request.kind))
        out.insert(out.begin() + 1, CommandKind::recompute);
    return out;
}

std::string_view to_string(TransferMode mode) { return mode == TransferMode::charged ? "charged" : "linked"; }

std::optional<TransferMode> transfer_mode_from(std::string_view text)
{
    if (text == "charged")
        return TransferMode::charged;
    if (text == "linked")
        return TransferMode::linked;
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
    const auto chunks = static_cast<double>(request.chunks);
    // In a scale where each decimal time is a whole number, sums carry no rounding as long as they stay below 2^53.
    double scale = decimal_scale({times.forward, times.backward, input, recompute, transfer});
    const double longest = (times.forward + times.backward + 2 * transfer * chunks) * scale;
    const double steps = static_cast<double>(request.microbatches + 2 * request.stages) * chunks;
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
    plan.times.send_forward = ticks(transfer) * chunks;
    plan.times.send_backward = plan.times.send_forward;
    plan.times.ticks_per_unit = scale * chunks;
    return plan;
}

Result<Plan> plan_in_seconds(const Request& request, const ChunkTimes& times)
{
    Diagnostics problems;
    const auto check = [&](std::string_view field, double value) {
        if (!std::isfinite(value) || value < 0)
            problems.push_back(
                {Severity::error, "schedule.time.range", std::string(field),
                 std::string(field) + " is " + shortest(value) + " s; a time must be finite and not negative"});
    };
    check("forward", times.forward);
    check("backward", times.backward);
    check("input_gradient", times.input_gradient);
    check("weight_gradient", times.weight_gradient);
    check("recompute", times.recompute);
    check("send_forward", times.send_forward);
    check("send_backward", times.send_backward);
    check_request(request, times.send_forward + times.send_backward > 0, problems);
    if (!problems.empty())
        return problems;
    return Plan{request, times, TimeUnit::seconds};
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
    return out;
}

} // namespace blueprinting::schedule
