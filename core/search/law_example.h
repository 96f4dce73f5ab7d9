#pragma once
#include "core/search/question.h"
#include "core/strategy/laws.h"

namespace blueprinting::search {

/// A strategy of a space that breaks one law and no other: what a person can act on.
struct LawExample {
    std::uint64_t number = 0; ///< in the layout
    strategy::Execution execution;
    strategy::Violation broken;
};

/// An example of the law with this code; of those that are come across the one that differs in fewest knobs from
/// `near`, where that is given. Nothing where no strategy breaks that law alone: the whole space was looked through
/// then. The same in every run. Cancelled as explore(). Any thread.
Result<std::optional<LawExample>> law_example(const Question& question, const Layout& layout, std::string_view code,
                                              const strategy::Execution* near, const CancelToken& cancel);

} // namespace blueprinting::search
