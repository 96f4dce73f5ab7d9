#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// n elements times the gate of their row, whose gradient needs them again.
struct GateScale {
    static constexpr std::string_view name = "gate_scale", title = "gate";
    std::int64_t elements = 0;
    bool operator==(const GateScale&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {n, n* e, n* e}, .activation_gradient = {2 * n, 2 * n* e, n* e}}};
    static constexpr Record record{
        .parts = parts, .held = n * e, .gradient = n * e, .output = n * e, .backward_reads = BackwardReads::input};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "gate on n"; }
};

} // namespace blueprinting::primitive
