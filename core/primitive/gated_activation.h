#pragma once
#include "core/primitive/activation.h"

namespace blueprinting::primitive {

/// Activation of one half of the inputs times the other half, n outputs. Experts also multiply each of their `rows`
/// with its probability, a float32 that they hold.
struct GatedActivation {
    static constexpr std::string_view name = "gated_activation", title = "gated activation";
    ActivationRule rule = ActivationRule::silu;
    std::int64_t elements = 0, rows = 0;
    bool operator==(const GatedActivation&) const = default;

    static constexpr Symbol n{"n"}, r{"r"}, e = kElementBytes;
    static constexpr Part part(ActivationWork work, bool weighted)
    {
        const Expression scales = weighted ? 4 * r : Expression(0);
        return {.forward = {(work.forward + (weighted ? 1 : 0)) * n, weighted ? 2 * n * e + scales : 2 * n * e, n * e},
                .activation_gradient = {(work.backward + (weighted ? 2 : 0)) * n, weighted ? n * e + scales : n * e,
                                        2 * n * e}};
    }
    static constexpr Record with(std::span<const Part> parts, bool weighted)
    {
        return {.parts = parts,
                .held = weighted ? 2 * n * e + 4 * r : 2 * n * e,
                .gradient = 2 * n * e,
                .output = n * e,
                .backward_reads = BackwardReads::input};
    }
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr ActivationWork gelu{9, 23}, silu{6, 12}, relu2{3, 4};
        static constexpr Part alone[][1]{{part(gelu, false)}, {part(silu, false)}, {part(relu2, false)}};
        static constexpr Part scaled[][1]{{part(gelu, true)}, {part(silu, true)}, {part(relu2, true)}};
        static constexpr Record records[]{with(alone[0], false), with(alone[1], false), with(alone[2], false),
                                          with(scaled[0], true), with(scaled[1], true), with(scaled[2], true)};
        return records[static_cast<std::size_t>(rule) + (rows > 0 ? 3 : 0)];
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
        visit(Extent{"rows", r, 0}, self.rows);
        visit("rule", kActivationRules, self.rule);
    }
    [[nodiscard]] std::string signature() const
    {
        return "gated " + std::string(name_in(kActivationRules, rule)) + " of n";
    }
    [[nodiscard]] std::string extents() const { return std::to_string(elements); }
};

} // namespace blueprinting::primitive
