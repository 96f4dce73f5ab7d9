#include "core/program/makespan.h"

#include "core/schedule/orders.h"

#include <algorithm>

namespace blueprinting::program {
namespace {

constexpr double kNotYet = -1;

bool all_alike(const std::vector<double>& times)
{
    return std::all_of(times.begin(), times.end(), [&](double each) { return each == times.front(); });
}

} // namespace

void Pipeline::set(schedule::Kind kind, std::int64_t stages, std::int64_t chunks, std::int64_t microbatches)
{
    m_request.kind = kind;
    m_request.stages = stages;
    m_request.microbatches = microbatches;
    m_request.chunks = chunks;
    m_p = static_cast<std::size_t>(stages);
    m_v = static_cast<std::size_t>(chunks);
    m_m = static_cast<std::size_t>(microbatches);
    m_backs = schedule::has_backward(kind);
    m_forward.assign(m_p * m_v, 0);
    m_backward.assign(m_p * m_v, 0);
}

std::optional<double> Pipeline::closed() const
{
    const auto m = static_cast<double>(m_request.microbatches);
    if (m_p == 1) {
        double all = 0;
        for (std::size_t c = 0; c < m_v; ++c)
            all += m_forward[c] + (m_backs ? m_backward[c] : 0);
        return m * all;
    }
    // All chunks alike: the arithmetic of equal stages needs no simulation.
    const bool ordered = schedule::goes_round(m_request);
    if (ordered && !(all_alike(m_forward) && (!m_backs || all_alike(m_backward))))
        return std::nullopt;
    double slowest = 0;
    for (std::size_t i = 0; i < m_forward.size(); ++i)
        slowest = std::max(slowest, m_forward[i] + (m_backs ? m_backward[i] : 0));
    const std::int64_t p = m_request.stages, v = m_request.chunks, over = m_request.microbatches % p;
    const auto extra = static_cast<double>(over == 0 ? 0 : (v - 1) * (p - over));
    return slowest * (m * static_cast<double>(v) + static_cast<double>(p - 1) + extra);
}

const Diagnostics& Pipeline::refused()
{
    const auto [at, is_new] = m_refused.try_emplace({to_string(m_request.kind), m_p, m_v, m_m});
    if (is_new)
        at->second = schedule::plan_in_seconds(m_request, schedule::ChunkTimes{1, 1}).diagnostics();
    return at->second;
}

double Pipeline::least() const
{
    double out = 0;
    if (m_v == 1 && m_backs) {
        const Bounds bounds = makespan_bounds(m_forward, m_backward, m_request.microbatches);
        out = std::max(bounds.queue, bounds.way_back);
    } else {
        // Of each stage its own work, behind what must come first and before what must follow it.
        const auto m = static_cast<double>(m_request.microbatches);
        double there = 0, back = 0;
        for (std::size_t i = 0; i < m_p; ++i) {
            double own = 0;
            for (std::size_t c = 0; c < m_v; ++c)
                own += m_forward[i * m_v + c] + (m_backs ? m_backward[i * m_v + c] : 0);
            out = std::max(out, there + m * own + back);
            there += m_forward[i * m_v];
            back += m_backs ? m_backward[i * m_v] : 0;
        }
    }
    // Sums of another order than the simulation's may come out above it by their rounding.
    return out * (1 - 1e-9);
}

void Pipeline::find_orders()
{
    if (m_ordered == m_request)
        return;
    m_orders = schedule::orders(m_request);
    m_ordered = m_request;
}

/// Runs a stage on until it waits for another; whether it ran anything.
bool Pipeline::run(std::size_t stage)
{
    const std::vector<schedule::Slot>& order = m_orders[stage];
    std::size_t& next = m_next[stage];
    const std::size_t from = next, last = m_p * m_v - 1;
    double now = m_now[stage];
    for (; next < order.size(); ++next) {
        const schedule::Slot& slot = order[next];
        const std::size_t at = slot.chunk * m_p + stage; // the virtual stage
        const bool forward = slot.kind == schedule::CommandKind::forward;
        double* ended = m_ended.data() + 2 * at * m_m + slot.microbatch;
        double start = now;
        if (forward && at > 0) {
            const double before = *(ended - 2 * m_m);
            if (before == kNotYet)
                break;
            start = std::max(start, before);
        } else if (!forward && at < last) {
            const double after = *(ended + 3 * m_m);
            if (after == kNotYet)
                break;
            start = std::max(start, after);
        }
        const std::size_t own = stage * m_v + slot.chunk;
        now = start + (forward ? m_forward[own] : m_backward[own]);
        *(forward ? ended : ended + m_m) = now;
    }
    m_now[stage] = now;
    return next != from;
}

double Pipeline::simulated()
{
    find_orders();
    m_ended.assign(2 * m_p * m_v * m_m, kNotYet);
    m_next.assign(m_p, 0);
    m_now.assign(m_p, 0);
    // Every stage serves in a fixed order, so that it does not matter which one is run next.
    for (bool ran = true; ran;) {
        ran = false;
        for (std::size_t stage = 0; stage < m_p; ++stage)
            ran = run(stage) || ran;
        for (std::size_t stage = m_p; stage-- > 0;)
            ran = run(stage) || ran;
    }
    return *std::max_element(m_now.begin(), m_now.end());
}

Result<double> makespan(schedule::Kind kind, const CommandTimes& times, std::int64_t microbatches)
{
    Pipeline pipeline;
    pipeline.set(kind, std::ssize(times.forward), std::ssize(times.forward.front()), microbatches);
    for (std::size_t i = 0; i < times.forward.size(); ++i)
        for (std::size_t c = 0; c < times.forward[i].size(); ++c)
            pipeline.time(i, c, times.forward[i][c], i < times.backward.size() ? times.backward[i][c] : 0);
    if (const auto closed = pipeline.closed())
        return *closed;
    if (const Diagnostics& refused = pipeline.refused(); !refused.empty())
        return refused;
    return pipeline.simulated();
}

Bounds makespan_bounds(const std::vector<double>& forward, const std::vector<double>& backward,
                       std::int64_t microbatches)
{
    const std::size_t p = forward.size();
    const auto m = static_cast<double>(microbatches);
    Bounds out;
    double before = 0, all_forward = 0, all_backward = 0;
    for (std::size_t i = 0; i < p; ++i) {
        all_forward += forward[i];
        all_backward += backward[i];
    }
    out.queue = all_forward + all_backward;
    for (std::size_t i = 0; i < p; ++i) {
        out.queue = std::max(out.queue, before + m * (forward[i] + backward[i]));
        before += forward[i] + backward[i];
        const auto in_flight = static_cast<double>(
            std::min<std::int64_t>(microbatches, static_cast<std::int64_t>(p) - static_cast<std::int64_t>(i)));
        out.way_back = std::max(out.way_back, all_forward + (all_backward - backward[i]) + m * backward[i] +
                                                  (m - in_flight) * forward[i]);
    }
    return out;
}

} // namespace blueprinting::program
