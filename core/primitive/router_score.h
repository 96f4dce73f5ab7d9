#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Softmax or sigmoid of n scores in float32.
struct RouterScore {
    static constexpr std::string_view name = "router_score", title = "router score";
    std::int64_t elements = 0;
    bool operator==(const RouterScore&) const = default;

    static constexpr Symbol n{"n"};
    static constexpr Part parts[]{{.forward = {5 * n, 4 * n, 4 * n}, .activation_gradient = {8 * n, 4 * n, 4 * n}}};
    static constexpr Record record{
        .parts = parts, .held = 4 * n, .gradient = 4 * n, .output = 4 * n, .backward_reads = BackwardReads::output};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "router score of n"; }
};

} // namespace blueprinting::primitive
