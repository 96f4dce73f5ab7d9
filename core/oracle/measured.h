#pragma once
#include "core/model/description.h"
#include "core/oracle/oracle.h"

#include <span>
#include <vector>

namespace blueprinting::oracle {

/// A run that somebody measured, and of what.
struct Measurement {
    std::string form;   ///< form_key() of its inputs
    double seconds = 0; ///< an iteration
    std::string run;    ///< "bloom-prequel-L609"
    std::string source; ///< who published it
    bool operator==(const Measurement&) const = default;
};

/// What inputs say, whatever they are called: equal for equal inputs.
std::string form_key(const Question& question);
/// The same of a model beyond six numbers, or of a strategy that plain ones have not.
std::string form_key(const model::Description& model, const system::SystemProfile& system,
                     const strategy::Execution& execution);

/// What these runs say of a form: the first of it, a total alone; not covered where none is of it.
Answer answer_of(std::span<const Measurement> measurements, const std::string& form);

/// Answers with these runs' times.
std::unique_ptr<Oracle> make_measured(std::vector<Measurement> measurements);

} // namespace blueprinting::oracle
