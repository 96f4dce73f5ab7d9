#pragma once
#include "core/program/component.h"
#include "core/search/question.h"
#include "core/strategy/laws.h"

namespace blueprinting::search {

/// One strategy beside a question: the laws that refuse it, or its figures, which are those of its own estimate.
struct Single {
    strategy::Execution execution;
    std::vector<strategy::Violation> broken; ///< empty: it is legal
    cost::Breakdown breakdown;               ///< of a whole program, those of its components that every iteration has
    program::Breakdown parts;                ///< all components; of one block's strategies those of breakdown
    Found found;                             ///< its number is 0
    [[nodiscard]] bool legal() const { return broken.empty(); }
};

/// Whether one block does not stand for a strategy of the question, so that its whole program is estimated.
bool is_whole_program(const Question& question, const strategy::Execution& execution);
/// A strategy in the form that can say it: Calculon's keys where they can, in a question of strategies that they all
/// say; else the typed form.
Json execution_json(const Question& question, const strategy::Execution& execution);

/// Errors as evaluate(), but for laws. Pure; any thread.
Result<Single> single(const Question& question, const strategy::Execution& execution);

/// b·s over time and devices.
double tokens_per_second_per_gpu(const Question& question, const strategy::Execution& execution, Seconds iteration);

/// The value of a knob in the words of the command line: "8", "attention_only", "on".
std::string value_word(strategy::Field field, std::int64_t value);
/// "TP 4", "v 6", "recompute attention": for a sentence.
std::string value_label(strategy::Field field, std::int64_t value);

} // namespace blueprinting::search
