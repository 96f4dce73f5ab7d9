#pragma once
#include "core/primitive/layout.h"
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Gathers the keys and values of a whole sequence, n elements, from the ranks that have parts of it, and scatters
/// their gradients back. Each rank keeps its part alone, so the backward pass gathers again.
struct ContextGather {
    static constexpr std::string_view name = "context_gather", title = "context gather";
    std::int64_t elements = 0;
    bool operator==(const ContextGather&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.engine = EngineClass::collective}};
    static constexpr Record record{.parts = parts, .output = n * e, .message = n * e};
    static std::optional<CollectiveKind> collective_in(Phase phase)
    {
        return phase == Phase::activation_gradient ? CollectiveKind::reduce_scatter : CollectiveKind::all_gather;
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "context gather of n"; }
};

} // namespace blueprinting::primitive
