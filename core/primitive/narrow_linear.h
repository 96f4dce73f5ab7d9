#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Groups of products [R/G,N]·[N,K] whose operands are float8, each with a scale for a tensor, a row, or 32 or 128
/// elements; what they give has the width of the datatype. Every operand is cast before: the input in the forward pass,
/// of which only the float8 copy is held, the gradient in the backward pass. (The weights' cast, once a step, counts
/// with the step.) `biases` weights beside the matrices; one group is a plain linear layer.
struct NarrowLinear {
    static constexpr std::string_view name = "narrow_linear", title = "float8 linear";
    std::int64_t groups = 1, rows = 0, n = 0, k = 0, biases = 0;
    bool block_scales = false; ///< a scale for few elements costs a byte for each 32 of them
    bool operator==(const NarrowLinear&) const = default;

    static constexpr Symbol G{"G"}, R{"R"}, N{"N"}, K{"K"}, o{"o"}, e = kElementBytes;
    /// Bytes of so many float8 elements with their scales.
    static constexpr Expression narrow(const Expression& elements, bool scaled)
    {
        return scaled ? ceil(over(33 * elements, 32)) : elements;
    }
    static constexpr Part product(bool s)
    {
        const Expression x = narrow(R * N, s), w = narrow(G * N * K, s), dy = narrow(R * K, s);
        return {.engine = EngineClass::matrix,
                .forward = {2 * R * N * K, x + w, R * K * e},
                .activation_gradient = {2 * R * N * K, w + dy, R * N * e},
                .weight_gradient = {2 * R * N * K, x + dy, G * N * K * e},
                .launches = G,
                .narrow = true};
    }
    static constexpr Part cast()
    {
        return {
            .suffix = ".cast", .forward = {R * N, 2 * R * N, R * N}, .activation_gradient = {R * K, 2 * R * K, R * K}};
    }
    static constexpr Expression input_shape[]{R, N}, output_shape[]{R, K}, weight_shape[]{G * N * K + o};
    static constexpr Record with(std::span<const Part> parts, bool s)
    {
        return {.parts = parts,
                .input_shape = input_shape,
                .output_shape = output_shape,
                .weight_shape = weight_shape,
                .weights = G * N * K + o,
                .held = narrow(R * N, s),
                .gradient = R * K * e,
                .output = R * K * e};
    }
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Part plain[]{product(false), cast()}, scaled[]{product(true), cast()};
        static constexpr Record records[]{with(plain, false), with(scaled, true)};
        return records[block_scales ? 1 : 0];
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"groups", G}, self.groups);
        visit(Extent{"rows", R}, self.rows);
        visit(Extent{"n", N}, self.n);
        visit(Extent{"k", K}, self.k);
        visit(Extent{"biases", o, 0}, self.biases);
        visit("block_scales", self.block_scales);
    }
    static std::string signature() { return "G float8 linears [R/G,N]·[N,K]"; }
    [[nodiscard]] std::string extents() const
    {
        const std::string one = std::to_string(rows) + " × " + std::to_string(n) + " × " + std::to_string(k);
        return groups == 1 ? one : std::to_string(groups) + " × (" + one + ")";
    }
};

} // namespace blueprinting::primitive
