#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {
namespace {

/// Writes commands by kind and chunk, each counting its own microbatches; those past the last one are struck out.
class Counting {
public:
    Counting(OrderWriter& write, std::int64_t microbatches) : m_write(write), m_m(microbatches) {}

    void forward(int chunk) { put(CommandKind::forward, chunk, m_forwards[chunk]); }
    void input(int chunk) { put(CommandKind::input_gradient, chunk, m_inputs[chunk]); }
    void weight(int chunk) { put(CommandKind::weight_gradient, chunk, m_weights[chunk]); }
    void backward(int chunk)
    {
        input(chunk);
        weight(chunk);
    }
    [[nodiscard]] std::int64_t forwards(int chunk) const { return m_forwards[chunk]; }
    [[nodiscard]] std::int64_t weights(int chunk) const { return m_weights[chunk]; }

private:
    void put(CommandKind kind, int chunk, std::int64_t& count)
    {
        if (count < m_m) {
            if (kind == CommandKind::input_gradient)
                m_write.backward_of(chunk, count);
            else
                m_write.put(kind, chunk, count);
        }
        ++count;
    }

    OrderWriter& m_write;
    std::int64_t m_m;
    std::int64_t m_forwards[2] = {0, 0};
    std::int64_t m_inputs[2] = {0, 0};
    std::int64_t m_weights[2] = {0, 0};
};

template <class Step>
void times(std::int64_t count, Step step)
{
    for (std::int64_t k = 0; k < count; ++k)
        step();
}

void v_order(const Request& r, std::int64_t i, OrderWriter& out)
{
    const std::int64_t p = r.stages;
    const std::int64_t all = std::max(r.microbatches, 2 * p - 1);
    Counting write(out, r.microbatches);
    times(2 * (p - i) - 1, [&] { write.forward(0); });
    times(i, [&] {
        write.forward(1);
        write.forward(0);
    });
    times(p - i, [&] {
        write.forward(1);
        write.backward(1);
    });
    while (write.forwards(1) < all) {
        if (write.forwards(0) < all)
            write.forward(0);
        write.backward(0);
        write.forward(1);
        write.backward(1);
    }
    times(i, [&] {
        write.input(0);
        write.input(1);
    });
    times(p - i, [&] { write.backward(0); });
    for (const int chunk : {1, 0})
        while (write.weights(chunk) < all)
            write.weight(chunk);
}

} // namespace

/// ZB-V of arXiv 2401.10241, section 6, as PyTorch's ZBVZeroBubble writes it.
extern const KindRow zero_bubble_v;
constexpr KindRow zero_bubble_v{
    .code = "zb-v",
    .name = "ZB-V",
    .short_name = "ZB-V",
    .commands = kSplitBackward,
    .chunks = {2, 2},
    .placement = fold,
    .order = v_order,
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            out.source = "arXiv 2401.10241; the form by simulation";
            out.bubble_formula = "(p − 1)·max(i, 2(i − w))";
            out.formula = "2m·(f + b) + " + out.bubble_formula;
            out.bubble_time = (n.p - 1) * std::max(n.i, 2 * (n.i - n.w));
            out.peak_formula = "p";
            out.peaks(n, [&](double) { return n.p; });
            out.stands_only_for(n.i >= n.f && n.w <= n.i, "the form is for I ≥ F and W ≤ I");
            out.stands_only_for(n.m >= 2 * n.p - 1, "the form is for m ≥ 2p − 1");
        },
};

} // namespace blueprinting::schedule::rows
