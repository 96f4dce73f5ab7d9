#pragma once
#include "core/strategy/layout.h"

#include <optional>

namespace blueprinting::strategy {

/// A layout whose fullest chunk holds less than that of `layout`, or that can be laid where `layout` cannot: every
/// chunk holds as many as the next, or one more, where the embedding, each block, each prediction module and the head
/// count as one each. "edges" where that says it, else in letters (layout.h). Nothing where `layout` is as even, or
/// where a chunk would be empty. It may still break laws that weigh more than the counts. Pure; any thread.
std::optional<std::string> evener_layout(std::string_view layout, const LayoutShape& shape);

} // namespace blueprinting::strategy
