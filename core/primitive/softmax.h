#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Over the keys of each query. Its backward reads what it gave, not what it took.
struct Softmax {
    static constexpr std::string_view name = "softmax", title = "softmax";
    std::int64_t elements = 0;
    bool operator==(const Softmax&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {5 * n, n* e, n* e}, .activation_gradient = {8 * n, n* e, n* e}}};
    static constexpr Record record{
        .parts = parts, .held = n * e, .gradient = n * e, .output = n * e, .backward_reads = BackwardReads::output};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "softmax of n"; }
};

} // namespace blueprinting::primitive
