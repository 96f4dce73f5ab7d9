#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// [M,N]·[N,K], whoever owns the [N,K]: what every linear layer of one product has in common.
struct MatrixProduct {
    std::int64_t m = 0, n = 0, k = 0;
    bool operator==(const MatrixProduct&) const = default;

    static constexpr Symbol M{"M"}, N{"N"}, K{"K"}, e = kElementBytes, e_in = kOperandBytes;
    static constexpr Part parts[]{{.engine = EngineClass::matrix,
                                   .forward = {2 * M * N * K, (M * N + N * K) * e_in, M* K* e},
                                   .activation_gradient = {2 * M * N * K, (N * K + M * K) * e_in, M* N* e},
                                   .weight_gradient = {2 * M * N * K, (M * N + M * K) * e_in, N* K* e}}};
    static constexpr Expression input_shape[]{M, N}, output_shape[]{M, K}, matrix_shape[]{N, K};
    static constexpr Record with(std::span<const Expression> weight_shape, Expression weights)
    {
        return {.parts = parts,
                .input_shape = input_shape,
                .output_shape = output_shape,
                .weight_shape = weight_shape,
                .weights = weights,
                .held = M * N * e_in,
                .gradient = M * K * e,
                .output = M * K * e};
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"m", M}, self.m);
        visit(Extent{"n", N}, self.n);
        visit(Extent{"k", K}, self.k);
    }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(m) + " × " + std::to_string(n) + " × " + std::to_string(k);
    }
};

} // namespace blueprinting::primitive
