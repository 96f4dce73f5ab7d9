#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Sum of two activations of n elements that nobody needs again; the gradient goes to both as it is.
struct Add {
    static constexpr std::string_view name = "add", title = "add";
    std::int64_t elements = 0;
    bool operator==(const Add&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {n, 2 * n* e, n* e}}};
    static constexpr Record record{.parts = parts, .output = n * e};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "add of n"; }
};

} // namespace blueprinting::primitive
