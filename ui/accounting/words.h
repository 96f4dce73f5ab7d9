#pragma once
#include <QCoreApplication>

namespace blueprinting::ui {

/// What this room says outside its classes, in one translation context: AccountingWords::tr("…").
struct AccountingWords {
    Q_DECLARE_TR_FUNCTIONS(OptimizersView)
};

} // namespace blueprinting::ui
