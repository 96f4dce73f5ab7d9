#pragma once
#include "core/program/axis_cost.h"
#include "core/program/component.h"
#include "core/program/plan_weights.h"
#include "core/program/stage_memory.h"
#include "core/program/unit_gathers.h"

namespace blueprinting::program {

/// What the ranks that hold the same weights exchange over the data axis and what a step adds beside.
class Exchanges {
public:
    /// The three must outlive it.
    Exchanges(const Program& program, const cost::Pricer& pricer, const AxisCost& axes);

    /// Once a step: the optimizer, gradients and parameters of the stage's weights, gradients of what tensor-parallel
    /// ranks hold alike, and of tables that two stages have.
    [[nodiscard]] Breakdown step(const StageContent& stage) const;
    /// For each microbatch under ZeRO-2: the gradients of a piece.
    [[nodiscard]] Seconds scatter(const ir::PortablePlanIR& plan) const;
    /// Under full sharding: gathering a piece's parameters, scattering its gradients.
    [[nodiscard]] Seconds gather(const ir::PortablePlanIR& plan) const;

private:
    struct Groups {
        std::vector<NetworkTerm> dense, routed;
    };
    [[nodiscard]] Seconds over(const Groups& groups, ir::CollectiveKind kind, const Weights& weights,
                               double bytes) const;
    [[nodiscard]] Seconds optimizer(const ir::PortablePlanIR& plan) const;
    [[nodiscard]] Seconds exchanged(const Weights& weights) const;

    const Program& m_program;
    const cost::Pricer& m_pricer;
    const AxisCost& m_axes;
    PlanWeights m_weights;
    Groups m_all;      ///< that the gradients are summed over
    Groups m_shards;   ///< that share out what is shared out
    Groups m_replicas; ///< of a shard group, where that is a part of them
    std::int64_t m_dense_shards = 1, m_routed_shards = 1;
    double m_gradient_bytes = 4, m_element_bytes = 2;
};

} // namespace blueprinting::program
