#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {
namespace {
constexpr std::array kReverseAlone{Parameter{kReverse, 0, 1, 0, true}};
} // namespace

/// Breadth first, arXiv 2211.05953: all forwards of chunk 0, of chunk 1, …; then all backwards of the last chunk, of
/// the one before it, …. PyTorch's LoopedBFS runs a chunk's backwards from the last microbatch to the first: reverse.
extern const KindRow breadth_first;
constexpr KindRow breadth_first{
    .code = "bfs",
    .name = "Breadth first",
    .short_name = "BFS",
    .chunks = {1, kAnyChunks},
    .parameters = kReverseAlone,
    .order =
        [](const Request& r, std::int64_t, OrderWriter& write) {
            const bool reverse = *parameter(r, kReverse) != 0;
            for (std::int64_t chunk = 0; chunk < r.chunks; ++chunk)
                for (std::int64_t k = 0; k < r.microbatches; ++k)
                    write.put(CommandKind::forward, chunk, k);
            for (std::int64_t chunk = r.chunks; chunk-- > 0;)
                for (std::int64_t k = 0; k < r.microbatches; ++k)
                    write.backward_of(chunk, reverse ? r.microbatches - 1 - k : k);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            out.source = "arXiv 2211.05953";
            out.formula = "((v − 1)·max(m, p) + m + p − 1)·(f + b)";
            out.bubble_formula = "((v − 1)·max(0, p − m) + p − 1)·(f + b)";
            out.bubble_time = ((n.v - 1) * std::max(0.0, n.p - n.m) + n.p - 1) * (n.f + n.b);
            out.peak_formula = "m";
            out.peaks(n, [&](double) { return n.m; });
        },
};

} // namespace blueprinting::schedule::rows
