#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// R rows of N over G experts with weights [N,K] each, one product an expert. Small ones are slow: an efficiency is
/// that of one group. `biases` weights beside the matrices.
struct GroupedLinear {
    static constexpr std::string_view name = "grouped_linear", title = "grouped linear";
    std::int64_t groups = 0, rows = 0, n = 0, k = 0, biases = 0;
    bool operator==(const GroupedLinear&) const = default;

    static constexpr Symbol G{"G"}, R{"R"}, N{"N"}, K{"K"}, o{"o"}, e = kElementBytes, e_in = kOperandBytes;
    static constexpr Part parts[]{{.engine = EngineClass::matrix,
                                   .forward = {2 * R * N * K, (R * N + G * N * K) * e_in, R* K* e},
                                   .activation_gradient = {2 * R * N * K, (G * N * K + R * K) * e_in, R* N* e},
                                   .weight_gradient = {2 * R * N * K, (R * N + R * K) * e_in, G* N* K* e},
                                   .launches = G}};
    static constexpr Expression input_shape[]{R, N}, output_shape[]{R, K}, weight_shape[]{G * N * K + o};
    static constexpr Record record{.parts = parts,
                                   .input_shape = input_shape,
                                   .output_shape = output_shape,
                                   .weight_shape = weight_shape,
                                   .weights = G * N * K + o,
                                   .held = R * N * e_in,
                                   .gradient = R * K * e,
                                   .output = R * K * e};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"groups", G}, self.groups);
        visit(Extent{"rows", R}, self.rows);
        visit(Extent{"n", N}, self.n);
        visit(Extent{"k", K}, self.k);
        visit(Extent{"biases", o, 0}, self.biases);
    }
    static std::string signature() { return "G linears [R/G,N]·[N,K]"; }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(groups) + " × (" + std::to_string(rows) + " × " + std::to_string(n) + " × " +
               std::to_string(k) + ")";
    }
};

} // namespace blueprinting::primitive
