#pragma once
#include <QCoreApplication>

namespace blueprinting::ui {

/// What this room says outside its classes, in one translation context: Words::tr("…").
struct IrWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::IrView)
};

} // namespace blueprinting::ui
