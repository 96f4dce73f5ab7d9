#pragma once
#include "core/primitive/matrix_product.h"

namespace blueprinting::primitive {

/// [M,N]·[N,K] with weights [N,K].
struct Linear : MatrixProduct {
    static constexpr std::string_view name = "linear", title = "linear";
    bool operator==(const Linear&) const = default;
    static constexpr Record record = with(matrix_shape, N* K);
    static std::string signature() { return "linear [M,N]·[N,K]"; }
};

} // namespace blueprinting::primitive
