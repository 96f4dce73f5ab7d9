#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Takes K of the n = T·E scores, K a token: their numbers and probabilities, 8 bytes each.
struct TopK {
    static constexpr std::string_view name = "top_k", title = "top-k";
    std::int64_t elements = 0, taken = 0, tokens = 0;
    bool operator==(const TopK&) const = default;

    static constexpr Symbol n{"n"}, K{"K"}, T{"T"};
    static constexpr Part parts[]{{.forward = {K * n, 4 * n, 8 * T* K}, .activation_gradient = {0, 8 * T* K, 4 * n}}};
    static constexpr Record record{
        .parts = parts, .held = 8 * T * K, .output = 8 * T * K, .backward_reads = BackwardReads::output};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"taken", K}, self.taken);
        visit(Extent{"tokens", T}, self.tokens);
    }
    static std::string signature() { return "top K of n scores"; }
    [[nodiscard]] std::string extents() const { return std::to_string(taken) + " of " + std::to_string(elements); }
};

} // namespace blueprinting::primitive
