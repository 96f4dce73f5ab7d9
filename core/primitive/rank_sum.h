#pragma once
#include "core/primitive/layout.h"
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// One float32 a row, reduced over the ranks that share the rows' columns: what a loss over a cut vocabulary needs
/// (arXiv 1909.08053). In the forward pass alone, without local work.
struct RankSum {
    static constexpr std::string_view name = "rank_sum", title = "sum over ranks";
    std::int64_t rows = 0;
    bool operator==(const RankSum&) const = default;

    static constexpr Symbol B{"B"};
    static constexpr Part parts[]{{.engine = EngineClass::collective}};
    static constexpr Record record{.parts = parts, .message = 4 * B};
    static std::optional<CollectiveKind> collective_in(Phase phase)
    {
        return phase == Phase::activation_gradient ? std::nullopt : std::optional(CollectiveKind::all_reduce);
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"rows", B}, self.rows);
    }
    static std::string signature() { return "sum of B rows over ranks"; }
    [[nodiscard]] std::string extents() const { return std::to_string(rows); }
};

} // namespace blueprinting::primitive
