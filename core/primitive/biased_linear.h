#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// [M,N]·[N,K] with weights [N,K] and a bias of K. The bias is added in the product's epilogue: it is weights, and no
/// work of its own.
struct BiasedLinear {
    static constexpr std::string_view name = "biased_linear", title = "linear with bias";
    std::int64_t m = 0, n = 0, k = 0;
    bool operator==(const BiasedLinear&) const = default;

    static constexpr Symbol M{"M"}, N{"N"}, K{"K"}, e = kElementBytes, e_in = kOperandBytes;
    static constexpr Part parts[]{{.engine = EngineClass::matrix,
                                   .forward = {2 * M * N * K, (M * N + N * K) * e_in, M* K* e},
                                   .activation_gradient = {2 * M * N * K, (N * K + M * K) * e_in, M* N* e},
                                   .weight_gradient = {2 * M * N * K, (M * N + M * K) * e_in, N* K* e}}};
    static constexpr Expression input_shape[]{M, N}, output_shape[]{M, K}, weight_shape[]{N + 1, K};
    static constexpr Record record{.parts = parts,
                                   .input_shape = input_shape,
                                   .output_shape = output_shape,
                                   .weight_shape = weight_shape,
                                   .weights = N * K + K,
                                   .held = M * N * e_in,
                                   .gradient = M * K * e,
                                   .output = M * K * e};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"m", M}, self.m);
        visit(Extent{"n", N}, self.n);
        visit(Extent{"k", K}, self.k);
    }
    static std::string signature() { return "linear [M,N]·[N,K] + bias [K]"; }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(m) + " × " + std::to_string(n) + " × " + std::to_string(k);
    }
};

} // namespace blueprinting::primitive
