#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Sum of two activations of n elements; dY goes to both, and neither is needed again.
struct ResidualAdd {
    static constexpr std::string_view name = "residual_add", title = "residual add";
    std::int64_t elements = 0;
    bool operator==(const ResidualAdd&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {n, 2 * n* e, n* e}, .activation_gradient = {2 * n, n* e, 2 * n* e}}};
    static constexpr Record record{.parts = parts, .held = 2 * n * e, .gradient = n * e, .output = n * e};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "residual add of n"; }
};

} // namespace blueprinting::primitive
