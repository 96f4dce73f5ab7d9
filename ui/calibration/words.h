#pragma once
#include <QCoreApplication>

namespace blueprinting::ui {

/// What this room says outside its classes, in one translation context: Words::tr("…").
struct CalibrationWords {
    Q_DECLARE_TR_FUNCTIONS(CalibrationView)
};

} // namespace blueprinting::ui
