#include "ui/workspace/alarm.h"

#include <algorithm>

namespace blueprinting::ui {

TimerAlarm::TimerAlarm(QObject* parent) : Alarm(parent)
{
    m_clock.start();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Alarm::rang);
}

qint64 TimerAlarm::now() const { return m_clock.elapsed(); }
void TimerAlarm::set(qint64 at) { m_timer.start(static_cast<int>(std::max<qint64>(0, at - now()))); }
void TimerAlarm::stop() { m_timer.stop(); }

} // namespace blueprinting::ui
