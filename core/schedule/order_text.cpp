#include "core/schedule/order_text.h"

#include "core/schedule/deadlock.h"
#include "core/schedule/placement.h"
#include "core/schedule/transfer_lanes.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

std::string cell(const CommandGraph& graph, CommandId id)
{
    return letter(graph.kind[id]) + std::to_string(graph.chunk[id]) + '.' + std::to_string(graph.microbatch[id]);
}

/// "7B0", with `before` between stage and letter: "7SEND_B0".
std::string action(const CommandGraph& graph, const Placement& placement, const Placement::Site& at, CommandId id,
                   const char* before = "")
{
    const char kind = *before != 0 && graph.is_backward(id) ? 'B' : letter(graph.kind[id]);
    return std::to_string(placement.place(at.stage, at.chunk).virtual_stage) + before + kind +
           std::to_string(graph.microbatch[id]);
}

std::string pair_text(const std::string& forward, const std::string& backward)
{
    return '(' + forward + ';' + backward + ")OVERLAP_F_B";
}

/// The cells of one device; a pair is one cell.
std::vector<std::string> cells_of(const CommandGraph& graph, const Placement& placement,
                                  const std::vector<LoweredAction>& row)
{
    std::vector<std::string> out;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const CommandId id = row[i].command;
        if (graph.kind[id] == CommandKind::recompute)
            continue;
        const Placement::Site own{graph.stage[id], graph.chunk[id]};
        switch (row[i].what) {
        case LoweredAction::What::compute:
            if (graph.unit(id).second != graph.unit(id).first) {
                const CommandId second = row[++i].command;
                out.push_back(pair_text(action(graph, placement, own, id),
                                        action(graph, placement, {graph.stage[second], graph.chunk[second]}, second)));
            } else {
                out.push_back(action(graph, placement, own, id));
            }
            break;
        case LoweredAction::What::send: out.push_back(action(graph, placement, own, id, "SEND_")); break;
        case LoweredAction::What::receive: {
            const auto to = graph.kind[id] == CommandKind::forward ? placement.next(own.stage, own.chunk)
                                                                   : placement.previous(own.stage, own.chunk);
            out.push_back(action(graph, placement, *to, id, "RECV_"));
            break;
        }
        }
    }
    return out;
}

LoweredRows compute_rows(const CommandGraph& graph)
{
    LoweredRows out(graph.stages());
    for (CommandId id = 0; id < graph.queue_begin[graph.stages()]; ++id)
        out[graph.stage[id]].push_back({LoweredAction::What::compute, id});
    return out;
}

} // namespace

Json order_json(const CommandGraph& graph)
{
    Json out = Json::array();
    for (std::uint32_t device = 0; device < graph.stages(); ++device) {
        Json row = Json::array();
        for (CommandId id = graph.queue_begin[device]; id < graph.queue_begin[device + 1]; ++id) {
            if (graph.unit(id).second != id) {
                row.push_back('(' + cell(graph, id) + '&' + cell(graph, id + 1) + ')');
                ++id;
            } else {
                row.push_back(cell(graph, id));
            }
        }
        out.push_back(std::move(row));
    }
    return out;
}

Diagnostics pytorch_findings(const Request& request)
{
    Diagnostics out;
    const auto say = [&](const std::string& what) {
        out.push_back({Severity::finding, "schedule.csv.pytorch", "microbatches", what});
    };
    const std::string m = std::to_string(request.microbatches);
    const std::string p = std::to_string(request.stages);
    const bool one_chunk = request.chunks == 1 && has_backward(request.kind);
    if (one_chunk && request.kind == Kind::one_forward_one_backward && request.microbatches < request.stages)
        say("PyTorch's Schedule1F1B refuses fewer microbatches than stages: " + m + " are fewer than " + p);
    const std::int64_t rounds = std::max<std::int64_t>(1, request.microbatches / request.stages);
    if (takes_chunks(request.kind) && request.kind->chunks.most > 2 && request.microbatches % rounds != 0)
        say("PyTorch's interleaved schedules want a multiple of their " + std::to_string(rounds) +
            " rounds of microbatches, which " + m + " is not; as a table it is run as it stands");
    return out;
}

Result<std::string> pytorch_csv(const CommandGraph& graph, bool lowered)
{
    const Placement placement(graph.plan.request);
    if (placement.paths() > 1)
        return Diagnostic{Severity::error, "schedule.csv.two_paths", "",
                          "a stage would be on two ranks: PyTorch's table has no place for two paths"};
    if (!has_backward(graph.plan.request.kind))
        return Diagnostic{Severity::error, "schedule.csv.no_backward", "",
                          "PyTorch's table is of training: without backwards it would not be read again"};
    if (const auto cycle = find_cycle(graph))
        return *cycle;
    std::string out;
    for (const auto& row : lowered ? lower(graph, placement) : compute_rows(graph)) {
        bool first = true;
        for (const std::string& each : cells_of(graph, placement, row)) {
            out += (first ? "" : ",") + each;
            first = false;
        }
        out += '\n';
    }
    return out;
}

} // namespace blueprinting::schedule
