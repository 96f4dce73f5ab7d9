#pragma once
#include "ui/style/shown.h"

#include <QStringList>

class QWidget;

namespace blueprinting::ui {

/// Property of a window: the folder of the file that was chosen last.
inline constexpr char kLastFolder[] = "lastFolder";

/// Asks for a file to write, in the folder where the last one of this window was. A name without an ending gets that of the chosen format,
/// the first in the parentheses of its filter: "Picture (*.png)". Empty where nothing was chosen.
QString ask_where_to_save(QWidget* parent, const QString& title, const QString& name, const QStringList& filters);

/// Asks so for a table or a chart, has it written there and has it say exported() or exportFailed().
template <class Exporting>
void save_where_asked(Exporting* what, const QString& title, const QString& name, const QStringList& filters)
{
    const QString path = ask_where_to_save(what, title, name, filters);
    if (path.isEmpty())
        return;
    if (const auto done = what->exportTo(path))
        Q_EMIT what->exported(path);
    else
        Q_EMIT what->exportFailed(shown(done.diagnostics().front().message));
}

/// Why nothing was written to `path`: its ending is none of those `known` (".png, .svg"), or it has none.
QString unknown_ending(const QString& path, const QString& known);

} // namespace blueprinting::ui
