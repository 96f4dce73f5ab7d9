#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Auxiliary loss that evens the load of the experts, over n scores. It holds nothing: the scores are there.
struct BalanceLoss {
    static constexpr std::string_view name = "balance_loss", title = "balance loss";
    std::int64_t elements = 0;
    bool operator==(const BalanceLoss&) const = default;

    static constexpr Symbol n{"n"};
    static constexpr Part parts[]{{.forward = {4 * n, 4 * n, 0}, .activation_gradient = {2 * n, 4 * n, 4 * n}}};
    static constexpr Record record{.parts = parts};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "balance loss of n scores"; }
};

} // namespace blueprinting::primitive
