#include "core/schedule/plan.h"

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace blueprinting::schedule {
namespace {

struct Names {
    Kind kind;
    std::string_view code;
    std::string_view display;
};
constexpr std::array<Names, kKinds> kNames{{
    {Kind::gpipe, "gpipe", "GPipe"},
    {Kind::one_forward_one_backward, "1f1b", "1F1B"},
    {Kind::interleaved, "interleaved", "Interleaved 1F1B"},
    {Kind::zero_bubble_h1, "zb-h1", "ZB-H1"},
    {Kind::zero_bubble_h2, "zb-h2", "ZB-H2"},
    {Kind::forward_only, "forward-only", "Forward only"},
}};

const Names& names(Kind kind)
{
    return *std::find_if(kNames.begin(), kNames.end(), [&](const Names& n) { return n.kind == kind; });
}

/// A number as it was typed, so that the message shows what is wrong with it.
std::string shortest(double value)
{
    if (std::isnan(value))
        return "not a number";
    if (std::isinf(value))
        return value > 0 ? "infinite" : "minus infinite";
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

void check_time(std::string_view field, double value, Diagnostics& out)
{
    if (std::isfinite(value) && value > 0 && value <= kMostUnits)
        return;
    out.push_back({Severity::error, "schedule.time.range", std::string(field),
                   std::string(field) + " is " + shortest(value) + "; a time must be above 0 and at most 1e9 units"});
}

void check_count(std::string_view field, std::int64_t value, Diagnostics& out)
{
    if (value < 1)
        out.push_back({Severity::error, "schedule." + std::string(field) + ".range", std::string(field),
                       std::string(field) + " is " + std::to_string(value) + "; it must be at least 1"});
}

/// Kinds of compute commands that each (stage, chunk, microbatch) has.
std::int64_t commands_each(const Request& request)
{
    const std::int64_t base = request.kind == Kind::forward_only ? 1 : splits_backward(request.kind) ? 3 : 2;
    return base + (request.separate_recompute && request.kind != Kind::forward_only ? 1 : 0);
}

std::optional<std::int64_t> checked_count(const Request& r, bool with_transfers)
{
    const Checked cells = Checked(r.stages) * Checked(r.chunks) * Checked(r.microbatches);
    Checked commands = cells * Checked(commands_each(r));
    if (with_transfers && r.transfers == TransferMode::linked && r.stages > 1) {
        const Checked hops = (Checked(r.stages) * Checked(r.chunks) - Checked(1)) * Checked(r.microbatches);
        commands = commands + hops * Checked(r.kind == Kind::forward_only ? 1 : 2);
    }
    return commands.get();
}

void check_request(const Request& request, bool with_transfers, Diagnostics& out)
{
    check_count("stages", request.stages, out);
    check_count("microbatches", request.microbatches, out);
    check_count("chunks", request.chunks, out);
    if (!out.empty())
        return;
    if (request.kind == Kind::interleaved && request.chunks == 1)
        out.push_back({Severity::error, "schedule.chunks.range", "chunks",
                       "chunks is 1; interleaved 1F1B needs at least 2 chunks a stage (with 1 it is 1f1b)"});
    if (!takes_chunks(request.kind) && request.chunks != 1)
        out.push_back({Severity::error, "schedule.chunks.range", "chunks",
                       "chunks is " + std::to_string(request.chunks) + "; " + std::string(to_string(request.kind)) +
                           " has 1 chunk a stage (interleaved takes more)"});
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

std::string_view to_string(Kind kind) { return names(kind).code; }
std::string_view display_name(Kind kind) { return names(kind).display; }

std::optional<Kind> kind_from(std::string_view text)
{
    for (const Names& n : kNames)
        if (n.code == text)
            return n.kind;
    return std::nullopt;
}

bool splits_backward(Kind kind) { return kind == Kind::zero_bubble_h1 || kind == Kind::zero_bubble_h2; }
bool has_backward(Kind kind) { return kind != Kind::forward_only; }
bool takes_chunks(Kind kind) { return kind == Kind::interleaved || kind == Kind::forward_only; }

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
    if (times.input_gradient)
        check_time("input_gradient", *times.input_gradient, problems);
    if (times.recompute)
        check_time("recompute", *times.recompute, problems);
    if (times.transfer)
        check_time("transfer", *times.transfer, problems);
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
    return request.chunks == 1 || request.microbatches % request.stages == 0;
}

NearestMicrobatches nearest_executable(const Request& request)
{
    const std::int64_t below = request.microbatches / request.stages * request.stages;
    return {below > 0 ? std::optional(below) : std::nullopt,
            below == request.microbatches ? below : below + request.stages};
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
