#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Norm of n elements in rows of h, with a gain and a bias of h each.
struct LayerNorm {
    static constexpr std::string_view name = "layer_norm", title = "layer norm";
    std::int64_t elements = 0, hidden = 0;
    bool operator==(const LayerNorm&) const = default;

    static constexpr Symbol n{"n"}, h{"h"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {9 * n, (n + 2 * h) * e, n* e},
                                   .activation_gradient = {14 * n, (n + 2 * h) * e, n* e},
                                   .weight_gradient = {7 * n, 2 * n* e, 2 * h* e}}};
    static constexpr Expression weight_shape[]{2, h};
    static constexpr Record record{.parts = parts,
                                   .weight_shape = weight_shape,
                                   .weights = 2 * h,
                                   .held = n * e,
                                   .gradient = n * e,
                                   .output = n * e,
                                   .backward_reads = BackwardReads::input};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"hidden", h}, self.hidden);
    }
    static std::string signature() { return "layer norm of n over h"; }
    [[nodiscard]] std::string extents() const { return std::to_string(elements); }
};

} // namespace blueprinting::primitive
