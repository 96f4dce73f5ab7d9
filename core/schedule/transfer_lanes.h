#pragma once
#include "core/schedule/command_graph.h"
#include "core/schedule/placement.h"

namespace blueprinting::schedule {

/// One end of a transfer in the row of a device.
struct LaneTransfer {
    CommandId producer = kNoCommand; ///< whose result it moves
    bool send = true;                ///< else received
};
/// By device, in the order in which it makes them.
using TransferLanes = std::vector<std::vector<LaneTransfer>>;

/// One action of a device's row: a compute command, or the send or receive of a command's result.
struct LoweredAction {
    enum class What { compute, send, receive };
    What what = What::compute;
    CommandId command = kNoCommand;
};
using LoweredRows = std::vector<std::vector<LoweredAction>>;

/// The rows of all devices with their transfers, as PyTorch's runtime writes them: sweep over the devices again and
/// again; in a sweep each writes at most its next command, where its input is there, right after it the send of its
/// result, and at that moment the receive at the end of the receiver's row. A pair is ready when both its inputs are,
/// and sends the forward's result first. An order that stands still is lowered as far as it goes.
LoweredRows lower(const CommandGraph& graph, const Placement& placement);

/// Of a table with transfers their written order, else that of lower().
TransferLanes transfer_lanes(const CommandGraph& graph, const Placement& placement);

} // namespace blueprinting::schedule
