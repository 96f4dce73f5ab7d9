#pragma once
#include "core/schedule/plan.h"

#include <algorithm>

namespace blueprinting::schedule {

/// What the row of a kind writes a stage's order with: the k-th command of a sort, appended to `out`.
///
/// With several chunks the k-th forward has q = k mod pv, chunk ⌊q/p⌋, microbatch ⌊k/pv⌋·p + q mod p, the k-th backward
/// the same with chunk v−1−⌊q/p⌋ (Megatron-LM, arXiv 2104.04473). `backward` is the input gradient where the kind
/// splits the backward, with its recompute before it where that is a command.
class OrderWriter {
public:
    OrderWriter(const Request& request, std::vector<Slot>& out)
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

private:
    [[nodiscard]] std::int64_t microbatch(std::int64_t k, std::int64_t q) const
    {
        return k / (m_stages * m_chunks) * m_stages + q % m_stages;
    }

    std::vector<Slot>& m_out;
    std::int64_t m_stages;
    std::int64_t m_chunks;
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
    Orders out(static_cast<std::size_t>(request.stages));
    for (std::int64_t stage = 0; stage < request.stages; ++stage) {
        OrderWriter write(request, out[static_cast<std::size_t>(stage)]);
        request.kind->order(request, stage, write);
    }
    return out;
}

} // namespace blueprinting::schedule
