#pragma once
#include "core/program/estimate.h"

namespace blueprinting::program {

/// What recomputing a module is worth beside all else that a strategy recomputes: with it against without it.
struct ModuleCost {
    double freed = 0; ///< bytes, of the fullest stage
    double added = 0; ///< part of the iteration without it: 0.04
};
/// strategy.recompute.* where one of the two breaks a law, and the errors of estimate(). Pure; any thread.
Result<ModuleCost> module_cost(const model::Description& model, const system::SystemProfile& system,
                               const strategy::Execution& execution, strategy::Module module);

} // namespace blueprinting::program
