#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// c products [M,N]·[N,K] of two activations. Both get a gradient; its bytes count the second one as a weight.
struct BatchMatmul {
    static constexpr std::string_view name = "batch_matmul", title = "batch matmul";
    std::int64_t batch = 0, m = 0, n = 0, k = 0;
    bool operator==(const BatchMatmul&) const = default;

    static constexpr Symbol c{"c"}, M{"M"}, N{"N"}, K{"K"}, e = kElementBytes;
    static constexpr Part parts[]{{.engine = EngineClass::matrix,
                                   .forward = {2 * c * M * N * K, c*(M* N + N * K) * e, c* M* K* e},
                                   .activation_gradient = {4 * c * M * N * K, c*(N* K + M * K) * e, c* M* N* e}}};
    static constexpr Expression input_shape[]{c, M, N}, output_shape[]{c, M, K};
    static constexpr Record record{.parts = parts,
                                   .input_shape = input_shape,
                                   .output_shape = output_shape,
                                   .held = c * (M * N + N * K) * e,
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
    }
    static std::string signature() { return "batch matmul c × [M,N]·[N,K]"; }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(batch) + " × (" + std::to_string(m) + " × " + std::to_string(n) + " × " +
               std::to_string(k) + ")";
    }
};

} // namespace blueprinting::primitive
