#pragma once
#include "core/primitive/record.h"

namespace blueprinting::primitive {

/// Looks up n elements, in rows of h, in a table of V rows. The gradient is added into the table's rows by their
/// numbers: what is held are these, 8 bytes a token. A borrowed table is another operation's.
struct Embedding {
    static constexpr std::string_view name = "embedding", title = "embedding";
    std::int64_t tokens = 0, hidden = 0, rows = 0;
    bool borrowed = false;
    bool operator==(const Embedding&) const = default;

    static constexpr Symbol B{"B"}, h{"h"}, V{"V"}, e = kElementBytes;
    static constexpr Part parts[]{
        {.forward = {0, B* h* e, B* h* e}, .weight_gradient = {B * h, B* h* e + 4 * B* h, 4 * B* h}}};
    static constexpr Expression weight_shape[]{V, h};
    static constexpr Record with(bool own)
    {
        return {.parts = parts,
                .weight_shape = weight_shape,
                .weights = own ? V * h : Expression(0),
                .held = 8 * B,
                .output = B * h * e};
    }
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Record records[]{with(true), with(false)};
        return records[borrowed ? 1 : 0];
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"tokens", B}, self.tokens);
        visit(Extent{"hidden", h}, self.hidden);
        visit(Extent{"rows", V}, self.rows);
        visit("borrowed", self.borrowed);
    }
    static std::string signature() { return "embedding of B tokens in V rows of h"; }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(tokens) + " × " + std::to_string(hidden) + " of " + std::to_string(rows);
    }
};

} // namespace blueprinting::primitive
