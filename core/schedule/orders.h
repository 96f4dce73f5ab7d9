#pragma once
#include "core/schedule/plan.h"

#include <algorithm>

namespace blueprinting::schedule {

/// What the row of a kind writes a stage's order with: the k-th command of a sort, appended to `out`.
///
/// With several chunks microbatches go in groups of n, the last of which may be smaller: the k-th forward has
/// q = k mod nv, chunk ⌊q/n⌋, microbatch ⌊k/nv⌋·n + q mod n, the k-th backward the same with chunk v−1−⌊q/n⌋
/// (Megatron-LM, arXiv 2104.04473, where n = p). `backward` is the input gradient where the kind splits the backward,
/// with its recompute before it where that is a command.
class OrderWriter {
public:
    OrderWriter(const Request& request, std::vector<Slot>& out)
        : m_out(out),
          m_group(request.stages),
          m_chunks(request.chunks),
          m_items(items(request)),
          m_backward(splits_backward(request.kind) ? CommandKind::input_gradient : CommandKind::backward),
          m_recompute(recompute_apart(request))
    {
    }
    /// Of another group than p.
    void group(std::int64_t size) { m_group = size; }

    void forward(std::int64_t k)
    {
        const auto [chunk, mb] = at(k);
        put(CommandKind::forward, chunk, mb);
    }
    void backward(std::int64_t k)
    {
        const auto [chunk, mb] = at(k);
        backward_of(m_chunks - 1 - chunk, mb);
    }
    void backward_of(std::int64_t chunk, std::int64_t mb)
    {
        if (m_recompute)
            put(CommandKind::recompute, chunk, mb);
        put(m_backward, chunk, mb);
        if (m_backward == CommandKind::input_gradient)
            m_open.emplace_back(chunk, mb);
    }
    void weight(std::int64_t k) { put(CommandKind::weight_gradient, 0, k); }
    /// The weight gradient whose input gradient has waited for it longest.
    void oldest_weight()
    {
        const auto [chunk, mb] = m_open[m_weights++];
        put(CommandKind::weight_gradient, chunk, mb);
    }
    [[nodiscard]] bool weights_open() const { return m_weights < m_open.size(); }

    /// `warm_up` of `count` forwards, forward and backward in turn, the remaining backwards.
    void in_turn(std::int64_t warm_up, std::int64_t count)
    {
        for (std::int64_t k = 0; k < warm_up; ++k)
            forward(k);
        for (std::int64_t k = warm_up; k < count; ++k) {
            forward(k);
            backward(k - warm_up);
        }
        for (std::int64_t k = count - warm_up; k < count; ++k)
            backward(k);
    }

    void put(CommandKind kind, std::int64_t chunk, std::int64_t mb)
    {
        m_out.push_back({kind, static_cast<std::uint32_t>(chunk), static_cast<std::uint32_t>(mb)});
    }
    /// With the command that comes next.
    void put_joined(CommandKind kind, std::int64_t chunk, std::int64_t mb)
    {
        put(kind, chunk, mb);
        m_out.back().joined = true;
    }

private:
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> at(std::int64_t k) const
    {
        if (m_chunks == 1)
            return {0, k};
        const std::int64_t before = k / (m_group * m_chunks) * m_group;
        const std::int64_t q = k - before * m_chunks;
        const std::int64_t size = std::min(m_group, m_items - before);
        return {q / size, before + q % size};
    }

    std::vector<Slot>& m_out;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_open; ///< chunks and microbatches of input gradients
    std::size_t m_weights = 0;                                 ///< of m_open that are written
    std::int64_t m_group;
    std::int64_t m_chunks;
    std::int64_t m_items;
    CommandKind m_backward;
    bool m_recompute;
};

/// Of kinds whose chunks go round in rounds of p microbatches.
inline bool goes_round(const Request& request)
{
    return request.chunks == 1 || request.microbatches % request.stages == 0;
}
inline std::string no_round(const Request& request)
{
    return "not a multiple of stages = " + std::to_string(request.stages) + ": there is no interleaved order";
}

/// Of all stages. Only where has_executable_order().
inline Orders orders(const Request& request)
{
    if (request.kind->all_orders)
        return request.kind->all_orders(request);
    Orders out(static_cast<std::size_t>(request.stages));
    for (std::int64_t stage = 0; stage < request.stages; ++stage) {
        OrderWriter write(request, out[static_cast<std::size_t>(stage)]);
        request.kind->order(request, stage, write);
    }
    return out;
}

} // namespace blueprinting::schedule
