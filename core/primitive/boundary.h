#pragma once
#include "core/primitive/layout.h"
#include "core/primitive/names.h"
#include "core/primitive/record.h"

namespace blueprinting::primitive {

enum class BoundarySide { column, row };
inline constexpr Names<BoundarySide, 2> kBoundarySides{{{BoundarySide::column, "column"}, {BoundarySide::row, "row"}}};

/// TP boundary over A elements: f (column side) or g (row side) of Megatron-LM. Local work rides on it: traffic in each
/// direction that is no identity, operations where it reduces. Under p2p_rs_ag that work is an all-reduce's everywhere.
struct Boundary {
    static constexpr std::string_view name = "boundary", title = "TP boundary";
    BoundarySide side = BoundarySide::column;
    std::int64_t elements = 0;
    bool operator==(const Boundary&) const = default;

    static constexpr Symbol A{"A"}, t = kParticipants, e = kElementBytes;
    static constexpr Work reduces{over(A * (t - 1), t), A* e, A* e};
    static constexpr Work moves{0, A* e, A* e};
    static constexpr Expression whole = A * e, shard = A / t * e;
    static constexpr auto collective = EngineClass::collective;
    static constexpr Part whole_column[]{{.engine = collective, .activation_gradient = reduces}};
    static constexpr Part whole_row[]{{.engine = collective, .forward = reduces}};
    static constexpr Part cut_column[]{{.engine = collective, .forward = moves, .activation_gradient = reduces}};
    static constexpr Part cut_row[]{{.engine = collective, .forward = reduces, .activation_gradient = moves}};
    static constexpr Record records[]{
        {.parts = whole_column, .gradient = whole, .output = whole, .message = whole},
        {.parts = whole_row, .held = whole, .output = whole, .message = whole},
        {.parts = cut_column, .held = shard, .gradient = shard, .output = whole, .message = whole},
        {.parts = cut_row, .held = shard, .gradient = shard, .output = shard, .message = whole}};
    [[nodiscard]] const Record& record_in(const WorkContext& context) const
    {
        const bool cut = context.communication == strategy::TensorCommunication::reduce_scatter_all_gather;
        return records[(cut ? 2 : 0) + (side == BoundarySide::row ? 1 : 0)];
    }

    /// Before it every rank had a part, or its own way from here (Megatron-LM's f).
    [[nodiscard]] bool gathers() const { return side == BoundarySide::column; }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("side", kBoundarySides, self.side);
        visit(Extent{"elements", A}, self.elements);
    }
    [[nodiscard]] std::string signature() const
    {
        return side == BoundarySide::column ? "TP boundary f, column side" : "TP boundary g, row side";
    }
};

/// Direction in which a boundary moves something, or nothing where it is the identity.
std::optional<CollectiveKind> boundary_collective(BoundarySide side, Phase phase, bool reduce_scatter_all_gather);

} // namespace blueprinting::primitive
