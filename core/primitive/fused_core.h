#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Attention core in one kernel (FlashAttention, Dao et al., arXiv 2205.14135): scores, softmax and their product with
/// the values, of which only the row sums (a float32 a row) are kept. Two tasks: its matrix products, and behind them
/// the softmax on the vector engine. Backward forms the scores again: five products against two.
struct FusedCore {
    static constexpr std::string_view name = "fused_core", title = "fused attention core";
    std::int64_t pairs = 0;      ///< query-key pairs over all heads, before the sequence is cut
    std::int64_t shards = 1;     ///< cp, ranks that share them
    std::int64_t rows = 0;       ///< query rows: tokens times heads
    std::int64_t keys = 0;       ///< key rows that are read, of the whole sequence
    std::int64_t own_keys = 0;   ///< of them those that this rank made
    std::int64_t key_size = 0;   ///< d_k
    std::int64_t value_size = 0; ///< d_v
    std::int64_t extras = 0;     ///< operations a pair beyond a softmax: 1 for dropout, 3 for a soft cap
    std::int64_t sinks = 0;      ///< learned logits, one a head
    bool keeps_inputs = true, keeps_sums = true; ///< false: somebody gives them back
    bool operator==(const FusedCore&) const = default;

    static constexpr Symbol P{"P"}, c{"c"}, R{"R"}, S{"S_k"}, L{"L_k"}, dk{"d_k"}, dv{"d_v"}, x{"x"}, a{"a_s"},
        e = kElementBytes;
    static constexpr Expression n = over(P, c);
    static constexpr Part parts[]{
        {.engine = EngineClass::matrix,
         .forward = {2 * n * (dk + dv), (R * dk + S * (dk + dv)) * e, R* dv* e + 4 * R},
         .activation_gradient = {2 * n * (3 * dk + 2 * dv), (R * dk + S * (dk + dv) + 2 * R * dv) * e + 4 * R,
                                 (R * dk + S * (dk + dv)) * e}},
        {.suffix = ".softmax",
         .forward = {(5 + x) * n, 0, 0},
         .activation_gradient = {(10 + x) * n + 2 * R * dv, 0, 0}}};
    static constexpr Expression weight_shape[]{a};
    static constexpr Record with(bool sinks, bool inputs, bool sums)
    {
        const Expression held = (R * dk + L * (dk + dv)) * e;
        Record out{.parts = parts,
                   .held = inputs ? (sums ? held + 4 * R : held) : (sums ? 4 * R : Expression(0)),
                   .gradient = held,
                   .output = R * dv * e,
                   .backward_reads = BackwardReads::input};
        if (sinks) {
            out.weight_shape = weight_shape;
            out.weights = a;
        }
        return out;
    }
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Record records[]{with(false, false, false), with(false, false, true), with(false, true, false),
                                          with(false, true, true),   with(true, false, false), with(true, false, true),
                                          with(true, true, false),   with(true, true, true)};
        return records[(sinks > 0 ? 4 : 0) + (keeps_inputs ? 2 : 0) + (keeps_sums ? 1 : 0)];
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"pairs", P}, self.pairs);
        visit(Extent{"shards", c}, self.shards);
        visit(Extent{"rows", R}, self.rows);
        visit(Extent{"keys", S}, self.keys);
        visit(Extent{"own_keys", L}, self.own_keys);
        visit(Extent{"key_size", dk}, self.key_size);
        visit(Extent{"value_size", dv}, self.value_size);
        visit(Extent{"extras", x, 0}, self.extras);
        visit(Extent{"sinks", a, 0}, self.sinks);
        visit("keeps_inputs", self.keeps_inputs);
        visit("keeps_sums", self.keeps_sums);
    }
    static std::string signature() { return "attention core of P pairs, fused"; }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(rows) + " × " + std::to_string(keys) + " × (" + std::to_string(key_size) + " + " +
               std::to_string(value_size) + ")";
    }
};

} // namespace blueprinting::primitive
