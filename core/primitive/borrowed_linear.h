#pragma once
#include "core/primitive/matrix_product.h"

namespace blueprinting::primitive {

/// [M,N]·[N,K] with the weights of another operation: a head that is tied to the embedding of the same rank. It has a
/// weight gradient, and no weights, no state and no step of its own.
struct BorrowedLinear : MatrixProduct {
    static constexpr std::string_view name = "borrowed_linear", title = "linear with borrowed weights";
    bool operator==(const BorrowedLinear&) const = default;
    static constexpr Record record = with(matrix_shape, 0);
    static std::string signature() { return "linear [M,N]·[N,K], weights of another"; }
};

} // namespace blueprinting::primitive
