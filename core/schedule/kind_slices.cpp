#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

/// Kinds in which slices of the sequence go through the stages one behind another. A forward needs that of the slice
/// before it on its stage, a backward that of the slice after it: the order of the queue keeps both.
namespace blueprinting::schedule::rows {
namespace {

constexpr std::array kSlicesAlone{Parameter{kSlices, 1, 64, 1, true}};

/// All slices are equal. Work and F, B are of a whole microbatch.
void sliced_form(const FormTerms& n, ClosedForm& out)
{
    out.formula = "(m·s + p − 1)·(f + b)";
    out.bubble_formula = "(p − 1)·(f + b)";
    out.bubble_time = (n.p - 1) * (n.f + n.b);
    out.stands_only_for(n.m * n.slices >= n.p, "the form is for m·s ≥ p");
}

} // namespace

/// Seq1F1B, arXiv 2406.03488.
extern const KindRow seq_1f1b;
constexpr KindRow seq_1f1b{
    .code = "seq1f1b",
    .name = "Seq1F1B",
    .short_name = "Seq1F1B",
    .parameters = kSlicesAlone,
    .order =
        [](const Request& r, std::int64_t i, OrderWriter& write) {
            const std::int64_t s = parameter_or_one(r, kSlices);
            const std::int64_t all = items(r);
            const std::int64_t warm_up = std::min(all, r.stages - 2 - i + s);
            const auto backward = [&](std::int64_t k) { write.backward_of(0, s * (k / s) + s - 1 - k % s); };
            for (std::int64_t k = 0; k < warm_up; ++k)
                write.forward(k);
            for (std::int64_t k = warm_up; k < all; ++k) {
                write.forward(k);
                backward(k - warm_up);
            }
            for (std::int64_t k = all - warm_up; k < all; ++k)
                backward(k);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            out.source = "arXiv 2406.03488";
            out.peak_formula = "min(m·s, p − 1 − i + s) slices";
            out.peaks(n, [&](double i) { return std::min(n.m * n.slices, n.p - 1 - i + n.slices) / n.slices; });
            sliced_form(n, out);
        },
};

/// TeraPipe, arXiv 2102.07988.
extern const KindRow tera_pipe;
constexpr KindRow tera_pipe{
    .code = "terapipe",
    .name = "TeraPipe",
    .short_name = "TeraPipe",
    .parameters = kSlicesAlone,
    .order =
        [](const Request& r, std::int64_t, OrderWriter& write) {
            const std::int64_t all = items(r);
            for (std::int64_t k = 0; k < all; ++k)
                write.forward(k);
            for (std::int64_t k = all; k-- > 0;)
                write.backward_of(0, k);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            out.source = "arXiv 2102.07988";
            out.peak_formula = "m";
            out.peaks(n, [&](double) { return n.m; });
            sliced_form(n, out);
        },
};

} // namespace blueprinting::schedule::rows
