#pragma once
#include "core/program/metrics.h"
#include "core/strategy/parallelism.h"

namespace blueprinting::program {

/// How many elements of a stage's weights one rank keeps: of the weights themselves, of their gradients, and of what
/// the optimizer has of them. Dense and routed weights are shared by groups of their own (arXiv 1910.02054,
/// 2304.11277).
struct StateElements {
    double weights = 0; ///< there all the time: without what full sharding gathers for a while
    double gradients = 0;
    double optimizer = 0;
};
/// `weights` are of the stage on one rank before any sharding, as StageContent has them.
StateElements state_elements(const strategy::Execution& execution, const Weights& weights);

/// Bytes of a weight that is there all the time: the datatype's, or 4 where full sharding keeps float32.
double resident_weight_bytes(const strategy::Execution& execution);

} // namespace blueprinting::program
