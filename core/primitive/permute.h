#pragma once
#include "core/primitive/names.h"
#include "core/primitive/record.h"

namespace blueprinting::primitive {

enum class PermuteWay { apart, together, weighted };
inline constexpr Names<PermuteWay, 3> kPermuteWays{
    {{PermuteWay::apart, "apart"}, {PermuteWay::together, "together"}, {PermuteWay::weighted, "weighted"}}};

/// T rows of h sorted into R rows by expert, or these summed back into T: what is a copy one way is a sum the other. A
/// weighted one multiplies each row with its probability, which then needs the rows again.
struct Permute {
    static constexpr std::string_view name = "permute", title = "permute";
    PermuteWay way = PermuteWay::apart;
    std::int64_t tokens = 0, rows = 0, hidden = 0;
    bool operator==(const Permute&) const = default;

    static constexpr Symbol T{"T"}, R{"R"}, h{"h"}, e = kElementBytes;
    static constexpr Part apart[]{{.forward = {0, T* h* e, R* h* e}, .activation_gradient = {R * h, R* h* e, T* h* e}}};
    static constexpr Part together[]{
        {.forward = {R * h, R* h* e, T* h* e}, .activation_gradient = {0, T* h* e, R* h* e}}};
    static constexpr Part weighted[]{
        {.forward = {2 * R * h, R* h* e, T* h* e}, .activation_gradient = {2 * R * h, T* h* e, R* h* e}}};
    [[nodiscard]] const Record& record_in(const WorkContext&) const
    {
        static constexpr Record records[]{{.parts = apart, .held = 4 * R, .output = R * h * e},
                                          {.parts = together, .output = T * h * e},
                                          {.parts = weighted,
                                           .held = R * h * e + 4 * R,
                                           .output = T * h * e,
                                           .backward_reads = BackwardReads::input}};
        return records[static_cast<std::size_t>(way)];
    }

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit(Extent{"tokens", T}, self.tokens);
        visit(Extent{"rows", R}, self.rows);
        visit(Extent{"hidden", h}, self.hidden);
        visit("way", kPermuteWays, self.way);
    }
    [[nodiscard]] std::string signature() const
    {
        return way == PermuteWay::apart ? "permute of T rows to R" : "sum of R rows into T";
    }
    [[nodiscard]] std::string extents() const
    {
        return std::to_string(tokens) + " and " + std::to_string(rows) + " × " + std::to_string(hidden);
    }
};

} // namespace blueprinting::primitive
