#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// c products [M,N]·[N,K] of two activations, of which r at a time share the second one: heads of queries with one
/// head of keys or values.
struct GroupedBatchMatmul {
    static constexpr std::string_view name = "grouped_batch_matmul", title = "grouped batch matmul";
    std::int64_t batch = 0, m = 0, n = 0, k = 0, sharers = 0;
    bool operator==(const GroupedBatchMatmul&) const = default;

    static constexpr Symbol c{"c"}, M{"M"}, N{"N"}, K{"K"}, r{"r"}, e = kElementBytes;
    static constexpr Part parts[]{
        {.engine = EngineClass::matrix,
         .forward = {2 * c * M * N * K, (c * M * N + c * N * K / r) * e, c* M* K* e},
         .activation_gradient = {4 * c * M * N * K, (c * N * K / r + c * M * K) * e, c* M* N* e}}};
    static constexpr Expression input_shape[]{c, M, N}, output_shape[]{c, M, K};
    static constexpr Record record{.parts = parts,
                                   .input_shape = input_shape,
                                   .output_shape = output_shape,
                                   .held = (c * M * N + c * N * K / r) * e,
                                   .gradient = c * M * K * e,
                                   .output = c * M * K * e,
                                   .backward_reads = BackwardReads::input};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"batch", c}, self.batch);
        visit(Extent{"m", M}, self.m);
        visit(Extent{"n", N}, self.n);
        visit(Extent{"k", K}, self.k);
        visit(Extent{"sharers", r}, self.sharers);
    }
    static std::string signature() { return "batch matmul c × [M,N]·[N,K], r share the second"; }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(batch) + " × (" + std::to_string(m) + " × " + std::to_string(n) + " × " +
               std::to_string(k) + ")";
    }
};

} // namespace blueprinting::primitive
