#pragma once
#include "core/primitive/layout.h"
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Passes n elements of keys and values round a ring of u ranks (Ring Attention, Liu et al., arXiv 2310.01889): u − 1
/// steps of n elements each forward; in the backward pass these again, and u steps of as many gradients. Its message is
/// that of one step.
struct RingPass {
    static constexpr std::string_view name = "ring_pass", title = "ring pass";
    std::int64_t elements = 0, ranks = 1;
    bool operator==(const RingPass&) const = default;

    static constexpr Symbol n{"n"}, u{"u"}, e = kElementBytes;
    static constexpr Part parts[]{{.engine = EngineClass::collective}};
    static constexpr Record record{.parts = parts, .output = n * e, .message = n * e};
    static std::optional<CollectiveKind> collective_in(Phase) { return CollectiveKind::ring; }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"ranks", u}, self.ranks);
    }
    static std::string signature() { return "ring pass of n, u ranks"; }
    [[nodiscard]] std::string extents() const { return std::to_string(elements) + " round " + std::to_string(ranks); }
};

} // namespace blueprinting::primitive
