#pragma once
#include "core/primitive/facts.h"

namespace blueprinting::primitive {

/// How a value lies over the ranks of one axis; `partial` is a sum that no one has reduced yet.
enum class Sharding { replicated, sequence, heads, columns, rows, partial };
std::string_view to_string(Sharding sharding);
std::optional<Sharding> sharding_from(std::string_view name);

/// What makes one of the other; nothing where no rank needs what another has.
constexpr std::optional<CollectiveKind> collective_between(Sharding from, Sharding to)
{
    if (from == to || from == Sharding::replicated)
        return std::nullopt;
    if (from == Sharding::partial)
        return to == Sharding::replicated ? CollectiveKind::all_reduce : CollectiveKind::reduce_scatter;
    return to == Sharding::replicated ? CollectiveKind::all_gather : CollectiveKind::all_to_all;
}

/// A value and its gradient over one axis. Where every rank reads the whole value for a part of the work, its gradient
/// is a partial sum; where every rank gives a part of the sum, each gets the whole gradient.
struct Layout {
    Sharding value = Sharding::replicated;
    Sharding gradient = Sharding::replicated;
    bool operator==(const Layout&) const = default;
};
inline constexpr Layout kWhole{};
inline constexpr Layout kShared{Sharding::replicated, Sharding::partial};
inline constexpr Layout kPartial{Sharding::partial, Sharding::replicated};
constexpr Layout cut(Sharding along) { return {along, along}; }

} // namespace blueprinting::primitive
