#include "core/schedule/table_of_kinds.h"

#include "core/base/format.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace blueprinting::schedule {
namespace {

std::optional<std::string> why_not(const Request& request)
{
    if (request.kind->refused)
        if (const auto refused = request.kind->refused(request))
            return refused->message;
    if (has_executable_order(request))
        return std::nullopt;
    return "microbatches is " + std::to_string(request.microbatches) + ", " + request.kind->why_none(request);
}

/// With the counts of microbatches around it that can be.
std::string with_nearest(const Request& request, const std::string& reason)
{
    std::string nearest;
    for (const std::int64_t step : {-1, 1}) {
        Request other = request;
        for (std::int64_t tries = 0; tries < 4 * request.stages && other.microbatches + step > 0; ++tries) {
            other.microbatches += step;
            if (!why_not(other)) {
                nearest += (nearest.empty() ? "; nearest m " : " and ") + std::to_string(other.microbatches);
                break;
            }
        }
    }
    return reason + nearest;
}

std::int64_t gathers_of(const CommandGraph& graph)
{
    std::int64_t out = 0;
    std::uint32_t last = UINT32_MAX;
    for (CommandId id = graph.queue_begin[0]; id < graph.queue_begin[1]; ++id) {
        out += graph.chunk[id] != last;
        last = graph.chunk[id];
    }
    return out;
}

/// Bytes of the device that holds most, and what there is of them.
Result<Done> put_bytes(const HeldByHand& held, const RowMakers& makers, const Simulation& simulation, TableRow& out)
{
    const auto devices =
        bytes_over_time(simulation, makers.bytes ? makers.bytes(out.request) : byte_terms(held, out.request));
    if (!devices)
        return devices.failure_as<Done>();
    out.bytes = 0;
    for (const DeviceBytes& each : *devices)
        out.bytes = std::max(*out.bytes, each.peak);
    if (held.cap)
        out.of_cap = *out.bytes / *held.cap;
    return Done{};
}

Result<TableRow> row_of(const Request& request, const TableQuestion& question, const CancelToken& cancel,
                        const RowMakers& makers)
{
    TableRow out;
    out.request = request;
    if (const auto reason = why_not(request)) {
        out.impossible = with_nearest(request, *reason);
        return out;
    }
    if (!makers.plan)
        if (const auto even = plan_by_hand(request, question.times); !even)
            return even.failure_as<TableRow>();
    const auto plan = makers.plan ? makers.plan(request) : plan_uneven(request, question.times, question.uneven);
    if (!plan) { // of unequal stages a kind with other stages has none
        out.impossible = plan.diagnostics().front().message;
        return out;
    }
    const auto made = make_schedule(*plan, cancel);
    if (!made)
        return made.failure_as<TableRow>();
    if (!made->simulation) {
        out.impossible = made->findings.front().message;
        return out;
    }
    const Simulation& s = *made->simulation;
    const LowerBound bound = lower_bound(*plan);
    out.makespan = out.iteration = s.timeline.makespan;
    if (question.end || makers.tail) {
        const auto end = end_of_iteration(s.graph, s.timeline, makers.tail ? makers.tail(request) : *question.end);
        if (!end)
            return end.failure_as<TableRow>();
        out.iteration = end->end;
    }
    out.bubble_over_total = s.bubble_over_total;
    out.over_its_bound = out.makespan / *bound.time - 1;
    out.bound_reason = bound.reason;
    for (const StageSummary& stage : s.stages)
        out.peak = std::max(out.peak, stage.peak_until_weight_gradient / parts_of_a_stage(request));
    if (question.held) {
        if (const auto done = put_bytes(*question.held, makers, s, out); !done)
            return done.failure_as<TableRow>();
    } else if (question.cap) {
        out.of_cap = out.peak / *question.cap;
    }
    out.weights = request.kind->paths;
    out.transfers = request.chunks / request.kind->paths;
    out.gathers = gathers_of(s.graph);
    out.splits_backward = splits_backward(request.kind);
    return out;
}

} // namespace

Result<std::vector<TableRow>> table_of_kinds(const TableQuestion& question, const CancelToken& cancel,
                                             const RowMakers& makers)
{
    std::vector<TableRow> out;
    for (const Kind kind : kinds()) {
        if (!has_backward(kind))
            continue;
        for (const std::int64_t chunks : std::set<std::int64_t>{1, 2, question.chunks}) {
            if (nearest_chunks(kind, chunks) != chunks)
                continue;
            Request request;
            request.kind = kind;
            request.stages = question.stages;
            request.microbatches = question.microbatches;
            request.chunks = chunks;
            request.transfers = question.transfers;
            auto row = row_of(request, question, cancel, makers);
            if (!row)
                return row.failure_as<std::vector<TableRow>>();
            out.push_back(std::move(row).value());
        }
    }
    double best = 0;
    for (const TableRow& each : out)
        if (each.impossible.empty() && (best == 0 || each.iteration < best))
            best = each.iteration;
    for (TableRow& each : out)
        each.to_the_best = each.impossible.empty() && best > 0 ? each.iteration / best - 1 : 0;
    const auto place = [](const TableRow& row) {
        const bool fits = !row.of_cap || *row.of_cap <= 1 + 1e-9;
        return std::tuple(!row.impossible.empty(), !fits, row.iteration, row.bytes.value_or(row.peak), row.transfers);
    };
    std::stable_sort(out.begin(), out.end(), [&](const TableRow& a, const TableRow& b) { return place(a) < place(b); });
    return out;
}

Json to_json(const std::vector<TableRow>& rows)
{
    Json out = Json::array();
    for (const TableRow& row : rows) {
        Json each{{"kind", to_string(row.request.kind)}, {"chunks", row.request.chunks}};
        if (!row.impossible.empty()) {
            each["impossible"] = row.impossible;
        } else {
            each["makespan"] = row.makespan;
            each["iteration"] = row.iteration;
            each["to_the_best"] = row.to_the_best;
            each["bubble_over_total"] = row.bubble_over_total;
            each["over_its_bound"] = row.over_its_bound;
            each["lower_bound_reason"] = row.bound_reason;
            each["peak_full_stages"] = row.peak;
            each["peak_bytes"] = row.bytes ? Json(*row.bytes) : Json();
            each["of_cap"] = row.of_cap ? Json(*row.of_cap) : Json();
            each["weights"] = row.weights;
            each["transfers"] = row.transfers;
            each["gathers"] = row.gathers;
            each["splits_backward"] = row.splits_backward;
        }
        out.push_back(std::move(each));
    }
    return out;
}

std::string table_text(const std::vector<TableRow>& rows)
{
    // Columns that nobody asked for are left out.
    const bool bytes = std::any_of(rows.begin(), rows.end(), [](const TableRow& row) { return row.bytes.has_value(); });
    const bool end = std::any_of(rows.begin(), rows.end(), [](const TableRow& row) {
        return row.impossible.empty() && row.iteration != row.makespan;
    });
    std::vector<std::vector<std::string>> cells{{"kind", "v", "makespan"}};
    const auto add = [&](std::vector<std::string>& line, bool wanted, std::string text) {
        if (wanted)
            line.push_back(std::move(text));
    };
    add(cells[0], end, "iteration");
    for (const char* each : {"to best", "bubble", "over bound", "peak"})
        cells[0].emplace_back(each);
    add(cells[0], bytes, "bytes");
    for (const char* each : {"weights", "hops", "gathers", "split"})
        cells[0].emplace_back(each);
    std::string impossible;
    for (const TableRow& row : rows) {
        const std::string chunks = std::to_string(row.request.chunks);
        const std::string name{to_string(row.request.kind)};
        if (!row.impossible.empty()) {
            impossible += name + ", v " + chunks + ": " + row.impossible + '\n';
            continue;
        }
        const auto percent = [](double share) { return format::percent(100 * share, 1, false); };
        const bool too_much = row.of_cap && *row.of_cap > 1 + 1e-9;
        const std::string mark = too_much ? " too much" : "";
        std::vector<std::string> line{name, chunks, format::significant(row.makespan, 6)};
        add(line, end, format::significant(row.iteration, 6));
        for (const double share : {row.to_the_best, row.bubble_over_total, row.over_its_bound})
            line.push_back(percent(share));
        line.push_back(format::significant(row.peak, 3) + (bytes ? "" : mark));
        add(line, bytes, format::significant(row.bytes.value_or(0), 4) + mark);
        for (const std::int64_t count : {row.weights, row.transfers, row.gathers})
            line.push_back(std::to_string(count));
        line.emplace_back(row.splits_backward ? "yes" : "no");
        cells.push_back(std::move(line));
    }
    std::vector<std::size_t> width(cells.front().size());
    const auto columns = [](const std::string& text) {
        return static_cast<std::size_t>(std::count_if(
            text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
    };
    for (const auto& row : cells)
        for (std::size_t i = 0; i < row.size(); ++i)
            width[i] = std::max(width[i], columns(row[i]));
    std::string out;
    for (const auto& row : cells) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string blank(width[i] - columns(row[i]), ' ');
            line += i == 0 ? row[i] + blank : "  " + blank + row[i];
        }
        out += line + '\n';
    }
    if (!impossible.empty())
        out += "\ncannot be:\n" + impossible;
    return out + "\nPeaks are full stages until the weight gradient. Splitting the backward is taken as free; with "
                 "recomputation PyTorch's does not do that.\n";
}

} // namespace blueprinting::schedule
