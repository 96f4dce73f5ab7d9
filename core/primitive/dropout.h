#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Writes its output and a mask of one byte an element, which is all that it holds.
struct Dropout {
    static constexpr std::string_view name = "dropout", title = "dropout";
    std::int64_t elements = 0;
    bool operator==(const Dropout&) const = default;

    static constexpr Symbol n{"n"}, e = kElementBytes;
    static constexpr Part parts[]{{.forward = {n, n* e, n* e + n}, .activation_gradient = {n, n* e + n, n* e}}};
    static constexpr Record record{
        .parts = parts, .held = n, .gradient = n, .output = n * e, .backward_reads = BackwardReads::mask};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"elements", n}, self.elements);
    }
    static std::string signature() { return "dropout of n"; }
};

} // namespace blueprinting::primitive
