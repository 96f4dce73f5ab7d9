#pragma once
#include "core/program/metrics.h"

namespace blueprinting::program {

/// What the optimizer does once a step for the weights of a task.
struct StepWork {
    ir::WorkloadFacts facts; ///< of a rank that keeps all of them
    bool routed = false;     ///< of routed experts, which fewer ranks share out
    bool narrow = false;     ///< they are cast to float8 as well
};

/// A piece's plan as the plain numbers that a stage's memory and its step are put together from: the same for every
/// strategy with the piece's block key.
struct PieceNumbers {
    Weights weights;
    ir::BlockMemoryFacts memory;
    double returned_rows = 0; ///< bytes that come back from the experts, before they are summed
    double logits = 0;        ///< elements, of a head
    std::vector<StepWork> step;
};
PieceNumbers numbers_of(const ir::PortablePlanIR& plan);

} // namespace blueprinting::program
