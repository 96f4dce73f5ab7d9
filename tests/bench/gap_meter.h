#pragma once
#include <QTimer>

#include <algorithm>
#include <ctime>

/// Milliseconds that the event loop did nothing else: by the clock, and of processor time of this thread.
struct Gap {
    double clock = 0, processor = 0;
    friend Gap operator-(const Gap& a, const Gap& b) { return {a.clock - b.clock, a.processor - b.processor}; }
};
inline Gap most_of(const Gap& a, const Gap& b)
{
    return {std::max(a.clock, b.clock), std::max(a.processor, b.processor)};
}
inline Gap least_of(const Gap& a, const Gap& b)
{
    return {std::min(a.clock, b.clock), std::min(a.processor, b.processor)};
}

/// The longest time between two beats of a 1 ms timer.
class GapMeter : public QObject {
public:
    GapMeter()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &GapMeter::beat);
    }
    void start()
    {
        m_most = {};
        m_last = now();
        m_timer.start(1);
    }
    Gap stop()
    {
        beat();
        m_timer.stop();
        return m_most;
    }
    [[nodiscard]] static Gap now()
    {
        const auto of = [](clockid_t id) {
            timespec time{};
            ::clock_gettime(id, &time);
            return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
        };
        return {of(CLOCK_MONOTONIC), of(CLOCK_THREAD_CPUTIME_ID)};
    }

private:
    void beat()
    {
        const Gap at = now();
        m_most = most_of(m_most, at - m_last);
        m_last = at;
    }

    QTimer m_timer;
    Gap m_last, m_most;
};
