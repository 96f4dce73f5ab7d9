#pragma once
#include "ui/widgets/forward.h"

#include <QString>
#include <QVariant>

#include <utility>
#include <vector>

namespace blueprinting::ui {

using BoxChoices = std::vector<std::pair<QString, QVariant>>; ///< what is shown, and its data
/// Words above the choices that follow; they cannot be chosen.
std::pair<QString, QVariant> heading(const QString& words);

/// A box with these items, left alone where it has them already, the one with this data chosen; none where there is
/// none. Says nothing.
void fill_choices(QComboBox* box, BoxChoices choices, const QVariant& current);

} // namespace blueprinting::ui
