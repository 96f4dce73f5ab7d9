#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Adds learned positions, w of them in rows of a table, to n elements. They need no activation again.
struct Positions {
    static constexpr std::string_view name = "positions", title = "learned positions";
    std::int64_t elements = 0, gains = 0;
    bool operator==(const Positions&) const = default;

    static constexpr Symbol n{"n"}, g{"w_n"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {n, 2 * n* e, n* e}, .weight_gradient = {n, n* e + 4 * n, 4 * n}}};
    static constexpr Expression weight_shape[]{g};
    static constexpr Record record{.parts = parts, .weight_shape = weight_shape, .weights = g, .output = n * e};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"gains", g}, self.gains);
    }
    static std::string signature() { return "learned positions added to n"; }
    [[nodiscard]] std::string extents() const { return std::to_string(elements); }
};

} // namespace blueprinting::primitive
