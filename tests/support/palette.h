#pragma once
#include <QListView>

namespace blueprinting::testing {

/// What the command palette lists, from the top.
inline QStringList shown_titles(const QWidget* palette)
{
    const QAbstractItemModel* model = palette->findChild<QListView*>(QStringLiteral("paletteList"))->model();
    QStringList out;
    for (int row = 0; row < model->rowCount(); ++row)
        out << model->index(row, 0).data().toString();
    return out;
}

} // namespace blueprinting::testing
