#pragma once
#include "core/base/json_document.h"
#include "core/schedule/command_graph.h"

#include <filesystem>

namespace blueprinting::schedule {

/// By device what its queue does, a pair as one text: ["F0.0", "B1.3", "(F0.4&B1.2)"], chunk and microbatch (of slices:
/// item) from 0.
Json order_json(const CommandGraph& graph);

struct ReadOrder {
    WrittenOrder order;
    Diagnostics findings; ///< schedule.csv.pytorch: what PyTorch itself would say
};

/// An order from a file: PyTorch's table (_dump_csv, _load_csv), a row a rank, a cell an action `<stage><kind>
/// <microbatch>` with kind F, B, I, W, `(0F4;7B0)OVERLAP_F_B` a joined pair, an empty cell idle; SEND_F, RECV_F,
/// SEND_B, RECV_B in all places where a result leaves its rank, or in none; UNSHARD, RESHARD, REDUCE_GRAD are passed
/// over. Or the same actions typed with blanks between them, a line a device; then commands may be missing, and those
/// behind a bar are put aside: "0F0 0F1 0B0 | 0B1".
///
/// Problems name row, column and cell: schedule.csv.action, .stage_on_two_ranks, .missing, .double, .microbatches,
/// .communication; also read_file's.
Result<ReadOrder> read_order(const std::filesystem::path& path);
Result<ReadOrder> parse_order(std::string_view text, const std::string& file);

/// What PyTorch itself would refuse of such a schedule, or run otherwise: schedule.csv.pytorch, findings.
Diagnostics pytorch_findings(const Request& request);

/// PyTorch's table of the plan's commands; with `lowered` the transfers too (transfer_lanes.h). Microbatches are
/// items. schedule.csv.two_paths where a stage would be on two ranks, schedule.csv.no_backward of a kind that only
/// serves; schedule.cycle where the order stands still.
Result<std::string> pytorch_csv(const CommandGraph& graph, bool lowered);

} // namespace blueprinting::schedule
