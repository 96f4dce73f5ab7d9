#pragma once
#include <QCoreApplication>

namespace blueprinting::ui {

/// Texts that people read, where no QObject of a class of its own says them.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui)
};

} // namespace blueprinting::ui
