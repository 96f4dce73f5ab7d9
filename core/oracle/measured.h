#pragma once
#include "core/oracle/oracle.h"

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

/// Answers with these runs' times, the first of a form; a run has a total alone.
std::unique_ptr<Oracle> make_measured(std::vector<Measurement> measurements);

} // namespace blueprinting::oracle
