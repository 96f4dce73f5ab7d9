#pragma once
#include <QStringList>

class QWidget;

namespace blueprinting::ui {

/// Asks for a file to write, in the folder where the last one was. A name without an ending gets that of the chosen format,
/// the first in the parentheses of its filter: "Picture (*.png)". Empty where nothing was chosen.
QString ask_where_to_save(QWidget* parent, const QString& title, const QString& name, const QStringList& filters);

} // namespace blueprinting::ui
