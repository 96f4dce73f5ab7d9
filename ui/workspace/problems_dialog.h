#pragma once
#include "core/base/diagnostic.h"

#include <QString>

class QWidget;

namespace blueprinting::ui {

/// All that was found, in the order in which it was found, to read and to copy. The dialog does not block and deletes
/// itself.
void show_problems(QWidget* parent, const QString& title, const Diagnostics& diagnostics);

} // namespace blueprinting::ui
