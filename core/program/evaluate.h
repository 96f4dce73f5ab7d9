#pragma once
#include "core/program/estimate.h"

namespace blueprinting::program {

/// A strategy of any model taken all the way: compiled, and priced in both views. What both front ends show of a model
/// beyond six numbers is read from this.
struct Evaluation {
    Program program;
    ProgramEstimate peak_only, evidence;
    [[nodiscard]] const ProgramEstimate& in(cost::View view) const
    {
        return view == cost::View::peak_only ? peak_only : evidence;
    }
};

/// The execution must have passed the laws. Errors as compile_program() and estimate(). Pure; any thread.
Result<Evaluation> evaluate(const model::Description& model, const system::SystemProfile& system,
                            const strategy::Execution& execution);

} // namespace blueprinting::program
