#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Rotary positions of n elements, in place: its backward turns the other way and needs no activation. `kept` elements
/// it holds where nobody before it does.
struct Rotary {
    static constexpr std::string_view name = "rotary", title = "rotary positions";
    std::int64_t elements = 0, kept = 0;
    bool operator==(const Rotary&) const = default;

    static constexpr Symbol n{"n"}, q{"q"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {3 * n, n* e, n* e}, .activation_gradient = {3 * n, n* e, n* e}}};
    static constexpr Record record{.parts = parts, .held = q * e, .output = n * e};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"kept", q, 0}, self.kept);
    }
    static std::string signature() { return "rotary positions of n"; }
    [[nodiscard]] std::string extents() const { return std::to_string(elements); }
};

} // namespace blueprinting::primitive
