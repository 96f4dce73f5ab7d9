#pragma once
#include <QtGlobal>

#include <algorithm>
#include <optional>

namespace blueprinting::ui {

/// When to write what keeps changing: once it rests, and at the latest a while after the first change that is not
/// written, so that work without a pause is written, too. Times are milliseconds of one clock. Pure.
class WritingPace {
public:
    static constexpr qint64 kRest = 1500;
    static constexpr qint64 kLatest = 2500; ///< half a second before it must stand on the disk

    void changed(qint64 now)
    {
        m_first = m_first.value_or(now);
        m_last = now;
    }
    /// As if it had rested already.
    void hurry(qint64 now)
    {
        m_first = now - kLatest;
        m_last = now;
    }
    /// What has changed until now is being written.
    void writing() { m_first.reset(); }
    /// Nothing where all is written.
    [[nodiscard]] std::optional<qint64> due() const
    {
        return m_first ? std::optional(std::min(m_last + kRest, *m_first + kLatest)) : std::nullopt;
    }

private:
    std::optional<qint64> m_first; ///< change that is not written
    qint64 m_last = 0;
};

} // namespace blueprinting::ui
