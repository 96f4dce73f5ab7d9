#pragma once
#include "tests/support/test_main.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/tables/table_view.h"

/// Clicks of the mouse on what widgets draw, where they draw it. The widgets must be laid out.
namespace blueprinting::testing {

/// Where the row of this key stands in the table's viewport; it is scrolled there.
inline QRect row_place(ui::TableView* table, const QString& key, int column = 0)
{
    const QModelIndex index = table->filter()->mapFromSource(table->table()->index(table->table()->rowOf(key), column));
    if (!index.isValid())
        qFatal("%s has no row %s", qPrintable(table->objectName()), qPrintable(key));
    table->scrollTo(index);
    return table->visualRect(index);
}

/// Puts the keyboard on the row and picks it as a person does.
inline void pick(ui::TableView* table, const QString& key)
{
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, row_place(table, key).center());
}

/// The part of this row of bars, or the name before the row where `segment` is empty.
inline QRectF bar_place(const ui::StackedBars* chart, const QString& row, const QString& segment = {})
{
    const ui::BarLayout places = chart->places();
    for (std::size_t r = 0; r < places.rows.size(); ++r) {
        const ui::BarRow& own = chart->chart().rows[r];
        if (own.key != row)
            continue;
        if (segment.isEmpty())
            return places.rows[r].label;
        for (std::size_t i = 0; i < own.segments.size(); ++i)
            if (own.segments[i].key == segment)
                return places.rows[r].segments[i].rect;
    }
    qFatal("%s has no %s, %s", qPrintable(chart->objectName()), qPrintable(row), qPrintable(segment));
    return {};
}

inline void click(ui::StackedBars* chart, const QString& row, const QString& segment = {})
{
    QTest::mouseClick(chart, Qt::LeftButton, {}, bar_place(chart, row, segment).center().toPoint());
}

} // namespace blueprinting::testing
