#pragma once
#include "core/primitive/matrix_product.h"

namespace blueprinting::primitive {

/// [M,N]·[N,K] with weights [N,K] and a bias of K. The bias is added in the product's epilogue: it is weights, and no
/// work of its own.
struct BiasedLinear : MatrixProduct {
    static constexpr std::string_view name = "biased_linear", title = "linear with bias";
    bool operator==(const BiasedLinear&) const = default;
    static constexpr Expression weight_shape[]{N + 1, K};
    static constexpr Record record = with(weight_shape, N* K + K);
    static std::string signature() { return "linear [M,N]·[N,K] + bias [K]"; }
};

} // namespace blueprinting::primitive
