#pragma once
#include <QObject>

class QWidget;

namespace blueprinting::explorer {

/// Says once on standard error how many milliseconds passed from the start of the process to the first drawing of the
/// window.
class StartupClock : public QObject {
public:
    explicit StartupClock(QWidget* window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace blueprinting::explorer
