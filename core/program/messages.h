#pragma once
#include "core/ir/portable_ir.h"

#include <optional>

namespace blueprinting::program {

/// Of E experts on N nodes, the nodes that K experts of a token are expected to lie on.
double expected_nodes(std::int64_t experts, std::int64_t top_k, std::int64_t nodes);

/// What a block sends to its experts and back, for one microbatch and rank, in bytes before any volume model.
struct ExpertMessages {
    std::int64_t rows = 0; ///< R
    double dispatch_forward = 0, dispatch_backward = 0, combine_forward = 0, combine_backward = 0;
    double expected_distinct_nodes = 0;
    double outer_dispatch = 0; ///< beyond a node; with deduplication each row once a node
    double inner_dispatch = 0; ///< within
};
/// Nothing for a block without experts, or with all of them on each rank. `nodes` is how many of the inner tier the
/// expert group spans.
std::optional<ExpertMessages> expert_messages(const ir::PortablePlanIR& plan, std::int64_t nodes);

/// What context parallelism sends for one block, microbatch and rank, in bytes before any volume model; 0 where it does
/// not.
struct ContextMessages {
    double gather = 0;           ///< forward, and again in the backward pass with a scatter of the same size
    double into = 0, out_of = 0; ///< exchange of heads, the same both ways
    std::int64_t steps = 0;      ///< of a ring: forward; backward these, and one more of gradients
    double bytes_each = 0;       ///< of a step
};
std::optional<ContextMessages> context_messages(const ir::PortablePlanIR& plan);

/// Of an exchange with experts on so many nodes, the share that leaves a node: all of it, or under deduplication one
/// row a node in place of one an expert.
double outer_share(const ir::PortablePlanIR& plan, std::int64_t nodes);
/// The same as if the dispatch deduplicated, whether it does or not: of rows to experts, one a node.
double deduplicated_share(const ir::PortablePlanIR& plan, std::int64_t nodes);

} // namespace blueprinting::program
