#pragma once
#include "core/program/estimate.h"
#include "core/search/origin.h"

#include <variant>

/// The answer to one question about a strategy that is priced as a program: that of one estimate, and of a line of a
/// batch. Pure; any thread.
namespace blueprinting::search {

struct ProgramAnswer {
    program::Program program;
    program::ProgramEstimate shown; ///< with the findings of reading the model, of itself and of the system
    program::ProgramEstimate peak_only;
    std::optional<system::CalibrationStatus> calibration; ///< as calibration() says it
};

struct ProgramRefusal {
    Diagnostics diagnostics;
    std::vector<strategy::Violation> violations{}; ///< where laws are broken: what each of `diagnostics` is about
    bool of_view = false;                          ///< nothing but the view that is asked for is wrong
};

/// Laws first, then the view (as shown_view() takes it), then the work. `findings` are of reading the model.
std::variant<ProgramAnswer, ProgramRefusal> answer_program(const ProgramInputs& inputs, const Diagnostics& findings,
                                                           const Origins& origins, std::optional<cost::View> view);

/// program::estimate_json(), with "calibration" where the system states one of what was used.
Json answer_json(const Json& id, const ProgramInputs& inputs, const ProgramAnswer& answer);
/// program::refusal_json() of laws, refusal_json() (batch.h) of the rest.
Json answer_json(const Json& id, const ProgramRefusal& refusal);

} // namespace blueprinting::search
