#include "core/schedule/orders.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

class Writer {
public:
    Writer(const Request& request, std::vector<Slot>& out)
        : m_out(out),
          m_stages(request.stages),
          m_chunks(request.chunks),
          m_backward(splits_backward(request.kind) ? CommandKind::input_gradient : CommandKind::backward),
          m_recompute(request.separate_recompute)
    {
    }

    void forward(std::int64_t k)
    {
        const std::int64_t q = k % (m_stages * m_chunks);
        put(CommandKind::forward, m_chunks == 1 ? 0 : q / m_stages, m_chunks == 1 ? k : microbatch(k, q));
    }
    void backward(std::int64_t k)
    {
        const std::int64_t q = k % (m_stages * m_chunks);
        const std::int64_t chunk = m_chunks == 1 ? 0 : m_chunks - 1 - q / m_stages;
        const std::int64_t mb = m_chunks == 1 ? k : microbatch(k, q);
        if (m_recompute)
            put(CommandKind::recompute, chunk, mb);
        put(m_backward, chunk, mb);
    }
    void weight(std::int64_t k) { put(CommandKind::weight_gradient, 0, k); }

private:
    [[nodiscard]] std::int64_t microbatch(std::int64_t k, std::int64_t q) const
    {
        return k / (m_stages * m_chunks) * m_stages + q % m_stages;
    }
    void put(CommandKind kind, std::int64_t chunk, std::int64_t mb)
    {
        m_out.push_back({kind, static_cast<std::uint32_t>(chunk), static_cast<std::uint32_t>(mb)});
    }

    std::vector<Slot>& m_out;
    std::int64_t m_stages;
    std::int64_t m_chunks;
    CommandKind m_backward;
    bool m_recompute;
};

void in_turn(Writer& write, std::int64_t warm_up, std::int64_t count)
{
    for (std::int64_t k = 0; k < warm_up; ++k)
        write.forward(k);
    for (std::int64_t k = warm_up; k < count; ++k) {
        write.forward(k);
        write.backward(k - warm_up);
    }
    for (std::int64_t k = count - warm_up; k < count; ++k)
        write.backward(k);
}

void zero_bubble(Writer& write, std::int64_t depth, std::int64_t behind, std::int64_t stage, std::int64_t m)
{
    const std::int64_t warm_up = std::min(m, depth * behind);
    const std::int64_t delay = depth * stage;
    for (std::int64_t k = 0; k < warm_up; ++k)
        write.forward(k);
    for (std::int64_t j = 0; j < m; ++j) {
        if (j + warm_up < m)
            write.forward(j + warm_up);
        write.backward(j);
        if (j >= delay)
            write.weight(j - delay);
    }
    for (std::int64_t j = std::max<std::int64_t>(0, m - delay); j < m; ++j)
        write.weight(j);
}

} // namespace

void append_order(const Request& request, std::int64_t stage, std::vector<Slot>& out)
{
    Writer write(request, out);
    const std::int64_t p = request.stages;
    const std::int64_t m = request.microbatches;
    const std::int64_t v = request.chunks;
    const std::int64_t behind = p - 1 - stage;
    switch (request.kind) {
    case Kind::gpipe: in_turn(write, m, m); break;
    case Kind::one_forward_one_backward: in_turn(write, std::min(m, behind), m); break;
    case Kind::interleaved: in_turn(write, m == p ? m * v : std::min(m * v, 2 * behind + (v - 1) * p), m * v); break;
    case Kind::zero_bubble_h1: zero_bubble(write, 1, behind, stage, m); break;
    case Kind::zero_bubble_h2: zero_bubble(write, 2, behind, stage, m); break;
    case Kind::forward_only:
        for (std::int64_t k = 0; k < m * v; ++k)
            write.forward(k);
        break;
    }
}

Orders orders(const Request& request)
{
    Orders out(static_cast<std::size_t>(request.stages));
    for (std::int64_t stage = 0; stage < request.stages; ++stage)
        append_order(request, stage, out[static_cast<std::size_t>(stage)]);
    return out;
}

} // namespace blueprinting::schedule
