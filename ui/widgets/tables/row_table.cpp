#include "ui/widgets/tables/row_table.h"
#include "ui/style/foreign_text.h"
#include "ui/widgets/verdict_word.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

namespace {

bool draws_bar(ColumnKind kind) { return kind == ColumnKind::difference || kind == ColumnKind::share; }

Cell as_shown(Cell cell)
{
    for (QString* text : {&cell.text, &cell.note, &cell.chip})
        *text = line_text(*text);
    cell.tooltip = plain_tooltip(cell.tooltip);
    return cell;
}

Column as_shown(Column column)
{
    for (QString* text : {&column.header, &column.group})
        *text = line_text(*text);
    column.tooltip = plain_tooltip(column.tooltip);
    return column;
}

std::vector<Column> as_shown(const std::vector<Column>& columns)
{
    std::vector<Column> out;
    out.reserve(columns.size());
    for (const Column& column : columns)
        out.push_back(as_shown(column));
    return out;
}

/// What a cell says to who does not see it: with its mark and its note.
QString whole_text(const Cell& cell)
{
    QString text = cell.text;
    if (cell.icon && text.isEmpty())
        text =
            cell.icon == Icon::check || cell.icon == Icon::cross ? verdict_word(cell.icon == Icon::check) : QString();
    if (!cell.note.isEmpty())
        text += QLatin1Char(' ') + cell.note;
    return text;
}

bool same_shape(const std::vector<TableRow>& a, const std::vector<TableRow>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const TableRow& x, const TableRow& y) { return x.key == y.key && x.kind == y.kind; });
}

} // namespace

Column number_column(const char* id, const QString& header, const QString& tooltip, bool hidden)
{
    Column column{.id = QString::fromLatin1(id),
                  .header = header,
                  .tooltip = tooltip,
                  .kind = ColumnKind::number,
                  .hidden = hidden};
    return column;
}

Column saved_as(Column column, const QString& heading, double unit)
{
    column.saved_as = heading;
    column.saved_unit = unit;
    return column;
}

Cell number_cell(double value, const QString& text, Tone tone, bool bold)
{
    Cell cell{.value = std::isnan(value) ? QVariant() : QVariant(value), .text = text, .tone = tone, .bold = bold};
    return cell;
}

Cell text_cell(const QString& text, Tone tone, bool bold)
{
    Cell cell{.value = text, .text = text, .tone = tone, .bold = bold};
    return cell;
}

Cell verdict_cell(bool passed, const QString& text)
{
    Cell cell{.value = passed,
              .text = text,
              .icon = passed ? Icon::check : Icon::cross,
              .icon_tone = passed ? Tone::good : Tone::bad};
    return cell;
}

RowTable::RowTable(std::vector<Column> columns, QObject* parent)
    : QAbstractTableModel(parent), m_columns(std::move(columns)), m_shown_columns(as_shown(m_columns))
{
}

void RowTable::setColumns(std::vector<Column> columns)
{
    if (columns == m_columns)
        return;
    beginResetModel();
    if (columns.size() != m_columns.size()) {
        m_rows.clear();
        m_source_rows = 0;
        m_source_cell = nullptr;
    }
    m_columns = std::move(columns);
    m_shown_columns = as_shown(m_columns);
    measure();
    endResetModel();
}

void RowTable::setRows(std::vector<TableRow> rows)
{
    if (!m_source_cell && rows == m_rows)
        return;
    if (!m_source_cell && same_shape(rows, m_rows)) {
        m_rows = std::move(rows);
        measure();
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    m_source_cell = nullptr;
    m_source_rows = 0;
    measure();
    endResetModel();
}

void RowTable::setSource(int rows, std::function<Cell(int, int)> cell, std::function<QVariant(int, int)> value,
                         std::function<QString(int)> key)
{
    beginResetModel();
    m_rows.clear();
    m_source_rows = rows;
    m_source_cell = std::move(cell);
    m_source_value = std::move(value);
    m_source_key = std::move(key);
    measure();
    endResetModel();
}

void RowTable::measure()
{
    m_spans = false;
    m_groups.assign(m_rows.size(), -1);
    int group = -1;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].kind == RowKind::group)
            group = static_cast<int>(row);
        else if (m_rows[row].kind != RowKind::plain)
            group = -1;
        m_groups[row] = group;
        m_spans |= m_rows[row].kind == RowKind::group || m_rows[row].kind == RowKind::note;
    }
    m_largest.assign(m_columns.size(), 0);
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        if (!draws_bar(m_columns[column].kind))
            continue;
        for (int row = 0; row < rowCount(); ++row) {
            if (!m_source_cell && m_rows[static_cast<std::size_t>(row)].kind != RowKind::plain)
                continue;
            const QVariant value = m_source_cell ? m_source_value(row, static_cast<int>(column))
                                                 : cell(row, static_cast<int>(column)).value;
            const double size = std::abs(value.toDouble());
            if (std::isfinite(size))
                m_largest[column] = std::max(m_largest[column], size);
        }
    }
}

int RowTable::rowOf(const QString& key) const
{
    if (key.isEmpty())
        return -1;
    for (int row = 0; row < rowCount(); ++row)
        if ((m_source_cell ? m_source_key(row) : m_rows[static_cast<std::size_t>(row)].key) == key)
            return row;
    return -1;
}

int RowTable::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid())
        return 0;
    return m_source_cell ? m_source_rows : static_cast<int>(m_rows.size());
}

int RowTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

Cell RowTable::cell(int row, int column) const
{
    if (m_source_cell)
        return m_source_cell(row, column);
    const auto& cells = m_rows[static_cast<std::size_t>(row)].cells;
    return static_cast<std::size_t>(column) < cells.size() ? cells[static_cast<std::size_t>(column)] : Cell{};
}

double RowTable::barRange(int column) const
{
    const auto at = static_cast<std::size_t>(column);
    return m_columns[at].bar_range > 0 ? m_columns[at].bar_range : m_largest[at];
}

QVariant RowTable::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const ColumnKind kind = m_columns[static_cast<std::size_t>(index.column())].kind;
    switch (role) {
    case ValueRole:
        return m_source_cell ? m_source_value(index.row(), index.column()) : cell(index.row(), index.column()).value;
    case KeyRole: return m_source_cell ? m_source_key(index.row()) : m_rows[row].key;
    case RowKindRole: return static_cast<int>(m_source_cell ? RowKind::plain : m_rows[row].kind);
    case RowTintRole: return static_cast<int>(m_source_cell ? RowTint::none : m_rows[row].tint);
    case MarkedRole: return !m_source_cell && m_rows[row].marked;
    case JoinedRole: return !m_source_cell && m_rows[row].joined;
    case GroupRole: return m_source_cell ? -1 : m_groups[row];
    case CellRole: return QVariant::fromValue(as_shown(cell(index.row(), index.column())));
    case Qt::DisplayRole: return line_text(cell(index.row(), index.column()).text);
    case ExactTextRole: return whole_text(cell(index.row(), index.column()));
    case Qt::ToolTipRole: {
        const QString tip = cell(index.row(), index.column()).tooltip;
        return tip.isEmpty() ? QVariant() : QVariant(plain_tooltip(tip));
    }
    case Qt::TextAlignmentRole:
        return static_cast<int>((kind == ColumnKind::number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::AccessibleTextRole: return line_text(whole_text(cell(index.row(), index.column())));
    default: return {};
    }
}

QVariant RowTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = m_shown_columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.kind == ColumnKind::difference
                   ? QString(column.header).replace(QLatin1Char('|'), QLatin1Char(' '))
                   : column.header;
    case Qt::ToolTipRole: return column.tooltip.isEmpty() ? QVariant() : QVariant(column.tooltip);
    case Qt::DecorationRole: return column.glyph == Glyph::none ? QVariant() : QVariant(glyph_icon(column.glyph));
    case Qt::TextAlignmentRole:
        return static_cast<int>((column.kind == ColumnKind::number ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    case ColumnRole: return QVariant::fromValue(column);
    case BarRangeRole: return barRange(section);
    default: return {};
    }
}

Qt::ItemFlags RowTable::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    if (!m_source_cell && m_rows[static_cast<std::size_t>(index.row())].kind == RowKind::note)
        return flags;
    return flags | Qt::ItemIsSelectable;
}

} // namespace blueprinting::ui
