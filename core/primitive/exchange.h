#pragma once
#include "core/primitive/layout.h"
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// All-to-all of n elements, back the same way. Either direction may carry float8 with a float32 scale for each 128
/// elements (DeepSeek-V3, arXiv 2412.19437) in place of the datatype.
struct Exchange {
    static constexpr std::string_view name = "exchange", title = "all-to-all";
    std::int64_t elements = 0;
    bool narrow_forward = false, narrow_backward = false;
    bool operator==(const Exchange&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.engine = EngineClass::collective}};
    static constexpr Expression wide = n * e, narrow = ceil(over(33 * n, 32));
    static constexpr Record with(bool forward, bool backward)
    {
        return {.parts = parts,
                .output = wide,
                .message = forward ? narrow : wide,
                .backward_message = backward ? narrow : wide};
    }
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Record records[]{with(false, false), with(false, true), with(true, false), with(true, true)};
        return records[(narrow_forward ? 2 : 0) + (narrow_backward ? 1 : 0)];
    }
    static std::optional<CollectiveKind> collective_in(Phase) { return CollectiveKind::all_to_all; }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit("narrow_backward", self.narrow_backward);
        visit("narrow_forward", self.narrow_forward);
    }
    static std::string signature() { return "all-to-all of n"; }
};

} // namespace blueprinting::primitive
