#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Cross entropy over n logits, in float32: it holds them so. A soft cap is a tanh before it (3 operations a logit).
struct Loss {
    static constexpr std::string_view name = "loss", title = "loss";
    std::int64_t elements = 0, extras = 0;
    bool operator==(const Loss&) const = default;

    static constexpr Symbol n{"n"}, x{"x"}, e = kElementBytes;
    static constexpr Part parts[]{
        {.forward = {(5 + x) * n, n* e, 4 * n}, .activation_gradient = {(2 + x) * n, 4 * n, n* e}}};
    static constexpr Record record{
        .parts = parts, .held = 4 * n, .gradient = n * e, .output = 4 * n, .backward_reads = BackwardReads::output};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"extras", x, 0}, self.extras);
    }
    static std::string signature() { return "loss of n logits"; }
};

} // namespace blueprinting::primitive
