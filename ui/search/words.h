#pragma once
#include <QCoreApplication>

namespace blueprinting::ui {

/// What this room says outside its classes, in one translation context: SearchWords::tr("…").
struct SearchWords {
    Q_DECLARE_TR_FUNCTIONS(SearchView)
};

} // namespace blueprinting::ui
