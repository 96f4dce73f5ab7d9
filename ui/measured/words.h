#pragma once
#include <QCoreApplication>

namespace blueprinting::ui {

/// What this room says outside its classes, in one translation context: MeasuredWords::tr("…").
struct MeasuredWords {
    Q_DECLARE_TR_FUNCTIONS(MeasuredView)
};

} // namespace blueprinting::ui
