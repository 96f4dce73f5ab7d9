#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Scores of T tokens for E experts, [T,h]·[h,E] in float32; with a bias of E.
struct Router {
    static constexpr std::string_view name = "router", title = "router";
    std::int64_t tokens = 0, hidden = 0, experts = 0, biases = 0;
    bool operator==(const Router&) const = default;

    static constexpr Symbol T{"T"}, h{"h"}, E{"E"}, o{"o"}, e = kElementBytes;
    static constexpr Part parts[]{{.engine = EngineClass::matrix,
                                   .forward = {2 * T * h * E, (T * h + h * E) * e, 4 * T* E},
                                   .activation_gradient = {2 * T * h * E, h* E* e + 4 * T* E, T* h* e},
                                   .weight_gradient = {2 * T * h * E, T* h* e + 4 * T* E, h* E* e}}};
    static constexpr Expression input_shape[]{T, h}, output_shape[]{T, E}, weight_shape[]{h * E + o};
    static constexpr Record record{.parts = parts,
                                   .input_shape = input_shape,
                                   .output_shape = output_shape,
                                   .weight_shape = weight_shape,
                                   .weights = h * E + o,
                                   .gradient = 4 * T * E,
                                   .output = 4 * T * E};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"tokens", T}, self.tokens);
        visit(Extent{"hidden", h}, self.hidden);
        visit(Extent{"experts", E}, self.experts);
        visit(Extent{"biases", o, 0}, self.biases);
    }
    static std::string signature() { return "router [T,h]·[h,E]"; }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(tokens) + " × " + std::to_string(hidden) + " × " + std::to_string(experts);
    }
};

} // namespace blueprinting::primitive
