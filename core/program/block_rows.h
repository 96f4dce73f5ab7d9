#pragma once
#include "core/cost/pricing.h"
#include "core/program/axis_cost.h"
#include "core/program/program.h"

#include <string>

namespace blueprinting::program {

/// What a row of a block sends in the forward pass.
struct RowMessage {
    ir::CollectiveKind kind = ir::CollectiveKind::all_reduce;
    strategy::Axis axis = strategy::Axis::tensor;
    std::int64_t participants = 1;
    double bytes = 0;                ///< for one microbatch and rank, before any volume model
    std::vector<std::int64_t> tiers; ///< of the system's networks that it goes over
};

/// One row of a block as a data path has them, from its input to its output: the forward tasks of its plan.
struct BlockRow {
    std::string task;  ///< "attn.q"
    std::string shape; ///< what one rank works on, cut as it is: weights "4096 × 512", else tokens "2048 × 4096"
    std::vector<strategy::Axis> cut; ///< axes with more than one rank that cut it
    double weights = 0;              ///< elements of its own on one rank
    double operations_per_token = 0; ///< forward, all ranks that share a token together
    double held_bytes = 0;           ///< kept for the backward pass, for one microbatch on one rank; the row before's
                                     ///< output among it, where rows share it
    bool reruns = false;             ///< computed again in the backward pass
    std::optional<RowMessage> message;
};

/// The rows of a kind of block. What is shared by several tasks (a fork) is no row: the first that reads it holds it.
/// Tasks that neither work nor hold nor send are left out. `axes` says where its messages go. Pure; any thread.
std::vector<BlockRow> block_rows(const Program& program, const ir::PortablePlanIR& plan, const AxisCost& axes);

/// What of one message goes over a network: to so many ranks, and how long the estimate charges for it.
struct TierLoad {
    std::int64_t tier = 0, ranks = 1;
    double bytes = 0;
    Seconds seconds;
};

/// Who talks to whom: the groups of one axis.
struct AxisGroups {
    std::string axis;               ///< "tensor", "context", "expert", "expert_data", "data", "pipeline"
    std::int64_t degree = 1;        ///< ranks of a group
    std::int64_t groups = 1;        ///< in the whole mesh
    std::int64_t stride = 1;        ///< between neighbours of a group
    std::vector<NetworkTerm> terms; ///< the networks that its messages go over, innermost first
    double message_bytes = 0;       ///< the largest that a rank sends, before any volume model
    std::string when;               ///< "2 in a block and way", "once a step", "between stages, each microbatch"
    /// Of this message: what an exchange keeps on the rank, and what goes over each of `terms`.
    double stays = 0;
    std::vector<TierLoad> loads = {};
    /// Of an exchange with experts that does not deduplicate: what would leave the node if it did.
    std::optional<double> deduplicated_bytes = {};
};

/// Of every axis with more than one rank in a group, in the order in which ranks are counted. Messages are those of
/// the stage and the kind of block that send most. Pure; any thread.
std::vector<AxisGroups> axis_groups(const Program& program, const AxisCost& axes, const cost::Pricer& pricer);

} // namespace blueprinting::program
