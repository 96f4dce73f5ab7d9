#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Fused into the product before it, it holds nothing of its own.
struct Gelu {
    static constexpr std::string_view name = "gelu", title = "GeLU";
    std::int64_t elements = 0;
    bool fused = false;
    bool operator==(const Gelu&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {8 * n, n* e, n* e}, .activation_gradient = {13 * n, n* e, n* e}}};
    static constexpr Record apart{
        .parts = parts, .held = n * e, .gradient = n * e, .output = n * e, .backward_reads = BackwardReads::input};
    static constexpr Record in_one{.parts = parts, .output = n * e, .backward_reads = BackwardReads::input};
    [[nodiscard]] const Record& record_in(const WorkContext&) const { return fused ? in_one : apart; }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit("fused", self.fused);
    }
    [[nodiscard]] std::string signature() const { return fused ? "GeLU of n, fused" : "GeLU of n"; }
};

} // namespace blueprinting::primitive
