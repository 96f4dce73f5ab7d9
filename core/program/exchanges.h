#pragma once
#include "core/program/axis_cost.h"
#include "core/program/component.h"
#include "core/program/stage_memory.h"

#include <array>

namespace blueprinting::program {

/// What the ranks that hold a piece's weights exchange of it, and the optimizer's time.
struct PieceExchange {
    Seconds optimizer, exchanged;        ///< once a step
    std::array<Seconds, 2> replicated{}; ///< once a step, over each network of the tensor-parallel ranks
    Seconds scatter;                     ///< ZeRO-2 and full sharding, for each microbatch: its gradients
    Seconds gather;                      ///< full sharding, for each microbatch and direction: its parameters
};

/// What the ranks that hold the same weights exchange over the data axis and what a step adds beside.
class Exchanges {
public:
    /// The three must outlive it.
    Exchanges(const Program& program, const cost::Pricer& pricer, const AxisCost& axes);

    [[nodiscard]] PieceExchange of(const PieceNumbers& piece) const;
    /// The optimizer's time for the weights of one task, casts among it.
    [[nodiscard]] cost::TaskCost step_cost(const StepWork& work) const;
    /// Once a step: gradients of a table that two stages have.
    [[nodiscard]] Seconds table() const;

private:
    struct Groups {
        std::vector<NetworkTerm> dense, routed;
    };
    [[nodiscard]] Seconds over(const Groups& groups, ir::CollectiveKind kind, const Weights& weights,
                               double bytes) const;
    [[nodiscard]] Seconds optimizer(const PieceNumbers& piece) const;
    [[nodiscard]] cost::TaskCost update(const StepWork& work) const;
    [[nodiscard]] cost::TaskCost cast(const StepWork& work) const;
    [[nodiscard]] Seconds exchanged(const Weights& weights) const;

    const Program& m_program;
    const cost::Pricer& m_pricer;
    const AxisCost& m_axes;
    Groups m_all;      ///< that the gradients are summed over
    Groups m_shards;   ///< that share out what is shared out
    Groups m_replicas; ///< of a shard group, where that is a part of them
    std::int64_t m_dense_shards = 1, m_routed_shards = 1;
    double m_gradient_bytes = 4, m_element_bytes = 2;
};

} // namespace blueprinting::program
