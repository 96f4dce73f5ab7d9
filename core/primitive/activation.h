#pragma once
#include "core/primitive/names.h"
#include "core/primitive/record.h"

namespace blueprinting::primitive {

enum class ActivationRule { gelu, silu, relu2 };
inline constexpr Names<ActivationRule, 3> kActivationRules{
    {{ActivationRule::gelu, "gelu"}, {ActivationRule::silu, "silu"}, {ActivationRule::relu2, "relu2"}}};

/// Operations an element of an activation function, forward and backward.
struct ActivationWork {
    std::int64_t forward, backward;
};

/// Activation function of n elements. (Plain GeLU has a primitive of its own, which may be fused.)
struct Activation {
    static constexpr std::string_view name = "activation", title = "activation";
    ActivationRule rule = ActivationRule::silu;
    std::int64_t elements = 0;
    bool operator==(const Activation&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part part(ActivationWork work)
    {
        return {.forward = {work.forward * n, n * e, n * e}, .activation_gradient = {work.backward * n, n * e, n * e}};
    }
    static constexpr Record with(std::span<const Part> parts)
    {
        return {
            .parts = parts, .held = n * e, .gradient = n * e, .output = n * e, .backward_reads = BackwardReads::input};
    }
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Part gelu[]{part({8, 13})}, silu[]{part({5, 10})}, relu2[]{part({2, 3})};
        static constexpr Record records[]{with(gelu), with(silu), with(relu2)};
        return records[static_cast<std::size_t>(rule)];
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit("rule", kActivationRules, self.rule);
    }
    [[nodiscard]] std::string signature() const { return std::string(name_in(kActivationRules, rule)) + " of n"; }
};

} // namespace blueprinting::primitive
