#pragma once
#include <QCoreApplication>

namespace blueprinting::ui {

/// What this room says outside its classes, in one translation context: ScheduleWords::tr("…").
struct ScheduleWords {
    Q_DECLARE_TR_FUNCTIONS(ScheduleView)
};

} // namespace blueprinting::ui
