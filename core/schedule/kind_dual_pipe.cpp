#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

#include <array>
#include <deque>

/// DualPipe and DualPipeV of DeepSeek-V3 (arXiv 2412.19437 and their repository; DualPipeV also in PyTorch).
namespace blueprinting::schedule::rows {
namespace {

constexpr std::array kHiddenShare{Parameter{kHidden, 0, 1, 0, false}};

/// Commands of the two directions: 0 is the one whose path begins at or before the middle, seen from the device.
class TwoWays {
public:
    /// `chunk` and the first microbatch of it that each direction has.
    TwoWays(OrderWriter& write, std::array<std::int64_t, 2> chunk, std::array<std::int64_t, 2> first)
        : m_write(write), m_chunk(chunk), m_forward(first), m_backward(first)
    {
    }

    void forward(std::size_t d) { m_write.put(CommandKind::forward, m_chunk[d], m_forward[d]++); }
    void backward(std::size_t d) { m_write.put(CommandKind::backward, m_chunk[d], m_backward[d]++); }
    void input(std::size_t d)
    {
        m_open.emplace_back(m_chunk[d], m_backward[d]);
        m_write.put(CommandKind::input_gradient, m_chunk[d], m_backward[d]++);
    }
    void weight()
    {
        m_write.put(CommandKind::weight_gradient, m_open.front().first, m_open.front().second);
        m_open.pop_front();
    }
    void pair(std::size_t d)
    {
        m_write.put_joined(CommandKind::forward, m_chunk[d], m_forward[d]++);
        backward(1 - d);
    }

private:
    OrderWriter& m_write;
    std::array<std::int64_t, 2> m_chunk, m_forward, m_backward;
    std::deque<std::pair<std::int64_t, std::int64_t>> m_open;
};

/// Of the h-th device before the middle of H, with N microbatches a direction.
void dual_order(TwoWays& write, std::int64_t H, std::int64_t h, std::int64_t N)
{
    const auto times = [](std::int64_t count, auto step) {
        for (std::int64_t k = 0; k < count; ++k)
            step(k);
    };
    times(2 * (H - h - 1), [&](auto) { write.forward(0); });
    times(h + 1, [&](auto) {
        write.forward(0);
        write.forward(1);
    });
    times(H - h - 1, [&](auto) {
        write.input(1);
        write.weight();
        write.forward(1);
    });
    times(N - 2 * H + h + 1, [&](std::int64_t k) {
        if (k == 0 && h == H - 1) {
            write.forward(0);
            write.backward(1);
        } else {
            write.pair(0);
        }
        write.pair(1);
    });
    times(H - h - 1, [&](auto) {
        write.backward(1);
        write.pair(1);
    });
    // The later half of these backwards is split, so that the gradients come early to who waits for them.
    times(h + 1, [&](std::int64_t k) {
        const std::int64_t split = (h + 1) / 2;
        const bool both = h % 2 == 1 ? k >= split : k > split;
        if (both)
            write.input(1);
        else
            write.backward(1);
        if (k >= split)
            write.input(0);
        else
            write.backward(0);
    });
    times(H - h - 1, [&](auto) {
        write.weight();
        write.input(0);
    });
    times(h + 1, [&](auto) { write.weight(); });
}

void dual_form(const FormTerms& n, double K, double H, ClosedForm& out)
{
    const double whole = n.f + n.b;
    const double pair = whole - n.hidden * std::min(n.f, n.b);
    // The busiest device has the fewest pairs.
    const double pairs = H == 1 ? K - 3 : K - 3 * H + 1;
    const double makespan = K * whole - (K - 2 * H - 1) * (whole - pair) + (H - 1) * (pair + n.b - 3 * n.w);
    out.source = "arXiv 2412.19437, DeepSeek's DualPipe";
    out.hidden = pairs * (whole - pair);
    out.bubble_time = makespan - (K * whole - out.hidden);
    out.stands_only_for(std::fabs(n.f - n.i) <= 1e-9 * n.f && n.w <= n.f * (1 + 1e-9),
                        "the form is for F = I and W ≤ F; here the simulation differs from the published one");
}

Diagnostic refused_count(const char* field, std::int64_t value, const std::string& rule)
{
    return {Severity::error, "schedule." + std::string(field) + ".range", field,
            std::string(field) + " is " + std::to_string(value) + "; " + rule};
}

} // namespace

extern const KindRow dual_pipe;
constexpr KindRow dual_pipe{
    .code = "dualpipe",
    .name = "DualPipe",
    .short_name = "DualPipe",
    .commands = kEitherBackward,
    .chunks = {2, 2},
    .parameters = kHiddenShare,
    .placement = two_ways,
    .paths = 2,
    .refused = [](const Request& r) -> std::optional<Diagnostic> {
        if (r.stages % 2 != 0)
            return refused_count("stages", r.stages, "DualPipe needs an even count: its directions meet in the middle");
        if (r.microbatches % 2 != 0 || r.microbatches < 2 * r.stages)
            return refused_count("microbatches", r.microbatches,
                                 "DualPipe needs an even count of at least 2·p = " + std::to_string(2 * r.stages));
        return std::nullopt;
    },
    .order =
        [](const Request& r, std::int64_t i, OrderWriter& write) {
            const std::int64_t H = r.stages / 2;
            const std::int64_t N = r.microbatches / 2;
            TwoWays ways = i < H ? TwoWays(write, {0, 1}, {0, N}) : TwoWays(write, {1, 0}, {N, 0});
            dual_order(ways, H, std::min(i, r.stages - 1 - i), N);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            dual_form(n, n.m, n.p / 2, out);
            out.formula = "m·(F + B) − (m − p − 1)·(F + B − F&B) + (p/2 − 1)·(F&B + B − 3W)";
            out.bubble_formula = "(p/2 − 1)·(F&B + B − 3W) where nothing is hidden";
            out.peak_formula = "p + 1";
            out.peaks(n, [&](double) { return n.p + 1; });
        },
};

extern const KindRow dual_pipe_v;
constexpr KindRow dual_pipe_v{
    .code = "dualpipev",
    .name = "DualPipeV",
    .short_name = "DualPipeV",
    .commands = kEitherBackward,
    .chunks = {2, 2},
    .parameters = kHiddenShare,
    .placement = fold,
    .refused = [](const Request& r) -> std::optional<Diagnostic> {
        if (r.microbatches < 2 * r.stages)
            return refused_count("microbatches", r.microbatches,
                                 "DualPipeV needs at least 2·p = " + std::to_string(2 * r.stages));
        return std::nullopt;
    },
    .order =
        [](const Request& r, std::int64_t i, OrderWriter& write) {
            TwoWays ways(write, {0, 1}, {0, 0});
            dual_order(ways, r.stages, i, r.microbatches);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            dual_form(n, 2 * n.m, n.p, out);
            out.formula = "2m·(f + b) − (2m − 2p − 1)·(f + b − f&b) + (p − 1)·(f&b + b − 3w)";
            out.bubble_formula = "(p − 1)·(f&b + b − 3w) where nothing is hidden";
            out.peak_formula = "(2p + 1)/2";
            out.peaks(n, [&](double) { return (2 * n.p + 1) / 2; });
        },
};

} // namespace blueprinting::schedule::rows
