#include "ui/widgets/tables/column_fit.h"

#include "ui/style/fonts.h"
#include "ui/widgets/tables/table_view.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QScrollBar>
#include <QStyle>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kHeaderPadding = 18, kHeaderGlyph = 20;
constexpr int kLeastStretch = 60; ///< of a column whose contents have no room at last

int needed(const std::vector<Column>& columns, const std::vector<int>& widths)
{
    int out = 0;
    for (std::size_t at = 0; at < columns.size(); ++at)
        if (!columns[at].hidden)
            out += columns[at].stretch && columns[at].least > 0 ? std::min(columns[at].least, widths[at]) : widths[at];
    return out;
}

void set_hidden(std::vector<Column>& columns, const QStringList& ids, bool hidden)
{
    for (Column& column : columns)
        if (ids.contains(column.id))
            column.hidden = hidden;
}

} // namespace

std::vector<Column> fitted(std::vector<Column> columns, const std::vector<int>& widths, int room,
                           const std::vector<GivesWay>& steps)
{
    for (const GivesWay& step : steps) {
        if (needed(columns, widths) <= room)
            break;
        set_hidden(columns, step.hide, true);
        set_hidden(columns, step.show, false);
    }
    if (needed(columns, widths) <= room || columns.empty())
        return columns;
    // The last resort: the words of the first column are cut.
    const auto first = std::ranges::find_if(columns, [](const Column& column) { return !column.hidden; });
    if (first != columns.end()) {
        first->stretch = true;
        first->least = kLeastStretch;
    }
    return columns;
}

std::vector<Column> fitted(const TableView& table, std::vector<Column> columns, const std::vector<GivesWay>& steps)
{
    const QFontMetrics header(bold_font(&table));
    const QAbstractItemView& cells = table; // says what a column's cells need
    std::vector<int> widths;
    for (std::size_t at = 0; at < columns.size(); ++at) {
        const Column& column = columns[at];
        int width = column.width;
        if (width <= 0 && column.kind != ColumnKind::difference)
            width = std::max(cells.sizeHintForColumn(static_cast<int>(at)),
                             header.horizontalAdvance(column.header) + kHeaderPadding +
                                 (column.glyph == Glyph::none ? 0 : kHeaderGlyph));
        widths.push_back(std::max(width, column.least));
    }
    const int bar =
        table.verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOff ? 0 : table.verticalScrollBar()->sizeHint().width();
    // Whichever column the rows are sorted by, its arrow has room.
    const int arrow = table.style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, table.horizontalHeader());
    return fitted(std::move(columns), widths, table.width() - arrow - 2 * table.frameWidth() - bar, steps);
}

} // namespace blueprinting::ui
