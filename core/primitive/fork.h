#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// One activation of n elements for several users, whose gradients it sums. It holds the activation for all of them.
struct Fork {
    static constexpr std::string_view name = "fork", title = "fork";
    std::int64_t elements = 0, users = 0;
    bool operator==(const Fork&) const = default;

    static constexpr Symbol n{"n"}, u{"u"}, e = kElementBytes;
    static constexpr Part parts[]{{.activation_gradient = {u * n, u* n* e, n* e}}};
    static constexpr Record record{.parts = parts, .held = n * e, .output = n * e, .holds_for_readers = true};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"users", u, 2}, self.users);
    }
    [[nodiscard]] std::string signature() const { return "fork of n to " + std::to_string(users) + " users"; }
    [[nodiscard]] std::string extents() const { return std::to_string(elements); }
};

} // namespace blueprinting::primitive
