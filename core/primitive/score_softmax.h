#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Softmax over the keys of each query with what newer models add: a tanh before it (3 operations an element), learned
/// sinks that take part of each row's sum.
struct ScoreSoftmax {
    static constexpr std::string_view name = "score_softmax", title = "softmax of scores";
    std::int64_t elements = 0, extras = 0, sinks = 0;
    bool operator==(const ScoreSoftmax&) const = default;

    static constexpr Symbol n{"n"}, x{"x"}, a{"a_s"}, e = kElementBytes;
    static constexpr Part parts[]{
        {.forward = {(5 + x) * n, n* e, n* e}, .activation_gradient = {(8 + x) * n, n* e, n* e}}};
    static constexpr Expression weight_shape[]{a};
    static constexpr Record with(bool sinks)
    {
        Record out{
            .parts = parts, .held = n * e, .gradient = n * e, .output = n * e, .backward_reads = BackwardReads::output};
        if (sinks) {
            out.weight_shape = weight_shape;
            out.weights = a;
        }
        return out;
    }
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Record records[]{with(false), with(true)};
        return records[sinks > 0 ? 1 : 0];
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"extras", x, 0}, self.extras);
        visit(Extent{"sinks", a, 0}, self.sinks);
    }
    static std::string signature() { return "softmax of n scores"; }
};

} // namespace blueprinting::primitive
