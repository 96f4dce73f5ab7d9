#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// n elements times one number, which is none that is learned.
struct Scale {
    static constexpr std::string_view name = "scale", title = "scale";
    std::int64_t elements = 0;
    bool operator==(const Scale&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {n, n* e, n* e}, .activation_gradient = {n, n* e, n* e}}};
    static constexpr Record record{.parts = parts, .output = n * e};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "scale of n"; }
};

} // namespace blueprinting::primitive
