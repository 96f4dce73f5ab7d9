#pragma once
#include "core/primitive/boundary.h"

namespace blueprinting::primitive {

/// Boundary of the ranks that cut one expert's matrices, u of them, over n elements: they gather their rows before it
/// and reduce-scatter the sums behind it, as a tensor-parallel boundary with reduce-scatter and all-gather does.
struct ExpertBoundary {
    static constexpr std::string_view name = "expert_boundary", title = "expert boundary";
    BoundarySide side = BoundarySide::column;
    std::int64_t elements = 0, ranks = 1;
    bool operator==(const ExpertBoundary&) const = default;

    static constexpr Symbol n{"n"}, u{"u"}, e = kElementBytes;
    static constexpr Work reduces{over(n * (u - 1), u), n* e, n* e};
    static constexpr Work moves{0, n* e, n* e};
    static constexpr Expression whole = n * e, shard = n / u * e;
    static constexpr auto collective = EngineClass::collective;
    static constexpr Part column[]{{.engine = collective, .forward = moves, .activation_gradient = reduces}};
    static constexpr Part row[]{{.engine = collective, .forward = reduces, .activation_gradient = moves}};
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Record records[]{
            {.parts = column, .held = shard, .gradient = shard, .output = whole, .message = whole},
            {.parts = row, .held = shard, .gradient = shard, .output = shard, .message = whole}};
        return records[side == BoundarySide::row ? 1 : 0];
    }
    [[nodiscard]] std::optional<CollectiveKind> collective_in(Phase phase) const
    {
        return boundary_collective(side, phase, true);
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("side", kBoundarySides, self.side);
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"ranks", u}, self.ranks);
    }
    [[nodiscard]] std::string signature() const
    {
        return side == BoundarySide::column ? "expert boundary, column side" : "expert boundary, row side";
    }
};

} // namespace blueprinting::primitive
