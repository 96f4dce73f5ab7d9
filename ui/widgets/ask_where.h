#pragma once
#include <QStringList>

class QWidget;

namespace blueprinting::ui {

/// Property of a window: the folder of the file that was chosen last.
inline constexpr char kLastFolder[] = "lastFolder";

/// Asks for a file to write, in the folder where the last one of this window was. A name without an ending gets that of the chosen format,
/// the first in the parentheses of its filter: "Picture (*.png)". Empty where nothing was chosen.
QString ask_where_to_save(QWidget* parent, const QString& title, const QString& name, const QStringList& filters);

/// Why nothing was written to `path`: its ending is none of those `known` (".png, .svg"), or it has none.
QString unknown_ending(const QString& path, const QString& known);

} // namespace blueprinting::ui
