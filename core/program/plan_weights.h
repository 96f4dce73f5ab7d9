#pragma once
#include "core/program/metrics.h"
#include "core/program/program.h"

#include <utility>
#include <vector>

namespace blueprinting::program {

/// Weights of each plan of a program, counted once: its chunks are many and its plans few. The program must outlive it.
class PlanWeights {
public:
    explicit PlanWeights(const Program& program);
    /// Of one of the program's own plans.
    [[nodiscard]] const Weights& of(const ir::PortablePlanIR& plan) const;

private:
    std::vector<std::pair<const ir::PortablePlanIR*, Weights>> m_known;
};

} // namespace blueprinting::program
