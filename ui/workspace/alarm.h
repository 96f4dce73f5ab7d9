#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace blueprinting::ui {

/// A clock that wakes its owner at a time: the machine's, or one that a test moves. GUI thread.
class Alarm : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    [[nodiscard]] virtual qint64 now() const = 0; ///< milliseconds; only ever forward
    virtual void set(qint64 at) = 0;              ///< instead of the time that was set before
    virtual void stop() = 0;

Q_SIGNALS:
    void rang();
};

/// The machine's.
class TimerAlarm : public Alarm {
    Q_OBJECT
public:
    explicit TimerAlarm(QObject* parent = nullptr);
    [[nodiscard]] qint64 now() const override;
    void set(qint64 at) override;
    void stop() override;

private:
    QElapsedTimer m_clock;
    QTimer m_timer;
};

} // namespace blueprinting::ui
