#include "core/program/plan_weights.h"

#include <algorithm>

namespace blueprinting::program {

PlanWeights::PlanWeights(const Program& program)
{
    const auto add = [this](const ir::PortablePlanIR& plan) { m_known.emplace_back(&plan, weights_of(plan)); };
    for (const BlockKind& kind : program.kinds) {
        add(kind.plan);
        if (kind.kept)
            add(*kind.kept);
    }
    for (const Part& part : program.parts)
        add(part.plan);
}

const Weights& PlanWeights::of(const ir::PortablePlanIR& plan) const
{
    return std::ranges::find(m_known, &plan, &std::pair<const ir::PortablePlanIR*, Weights>::first)->second;
}

} // namespace blueprinting::program
