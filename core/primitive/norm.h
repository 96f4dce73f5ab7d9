#pragma once
#include "core/primitive/names.h"
#include "core/primitive/record.h"

namespace blueprinting::primitive {

enum class NormRule { layer, rms, l2 };
inline constexpr Names<NormRule, 3> kNormRules{
    {{NormRule::layer, "layer"}, {NormRule::rms, "rms"}, {NormRule::l2, "l2"}}};

/// Norm of n elements with w weights, whatever these are of: a gain for each element of a row, with a bias twice as
/// many. An l2 norm has none (w 0).
struct Norm {
    static constexpr std::string_view name = "norm", title = "norm";
    NormRule rule = NormRule::rms;
    std::int64_t elements = 0, gains = 0;
    bool operator==(const Norm&) const = default;

    static constexpr Symbol n{"n"}, g{"w_n"}, e = kElementBytes;
    static constexpr Expression weight_shape[]{g};
    static constexpr Part layer_parts[]{{.forward = {9 * n, (n + g) * e, n* e},
                                         .activation_gradient = {14 * n, (n + g) * e, n* e},
                                         .weight_gradient = {7 * n, 2 * n* e, g* e}}};
    static constexpr Part rms_parts[]{{.forward = {4 * n, (n + g) * e, n* e},
                                       .activation_gradient = {6 * n, (n + g) * e, n* e},
                                       .weight_gradient = {3 * n, 2 * n* e, g* e}}};
    static constexpr Part l2_parts[]{{.forward = {4 * n, n* e, n* e}, .activation_gradient = {6 * n, n* e, n* e}}};
    static constexpr Record with(std::span<const Part> parts, bool weights)
    {
        Record out{
            .parts = parts, .held = n * e, .gradient = n * e, .output = n * e, .backward_reads = BackwardReads::input};
        if (weights) {
            out.weight_shape = weight_shape;
            out.weights = g;
        }
        return out;
    }
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Record records[]{with(layer_parts, true), with(rms_parts, true), with(l2_parts, false)};
        return records[static_cast<std::size_t>(rule)];
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"gains", g, 0}, self.gains);
        visit("rule", kNormRules, self.rule);
    }
    [[nodiscard]] std::string signature() const { return std::string(name_in(kNormRules, rule)) + " norm of n"; }
    [[nodiscard]] std::string extents() const { return std::to_string(elements); }
};

} // namespace blueprinting::primitive
