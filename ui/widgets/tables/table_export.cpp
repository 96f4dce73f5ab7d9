#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/tables/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <cmath>

/// Getting a table out: numbers in the unit of their heading with all their digits as TSV and CSV, what is shown as
/// Markdown.
namespace blueprinting::ui {

namespace {

/// A bar is the drawing of a number that another column has.
bool drawn(const Column& column) { return column.kind == ColumnKind::difference || column.kind == ColumnKind::share; }

/// Divides, or multiplies by what is one over a part: either rounds once.
double in_unit(double value, double unit)
{
    return unit == 1 ? value : unit > 1 ? value / unit : value * std::round(1 / unit);
}

/// A dash in the place of a figure that there is none of.
bool says_nothing(const QString& text) { return text == QStringLiteral("–") || text == QStringLiteral("—"); }

/// A raw value in the unit of its heading, with every digit that it has.
QString raw_text(const QVariant& value, double unit, const QString& shown)
{
    switch (value.typeId()) {
    case QMetaType::Double: return plain_figure(in_unit(value.toDouble(), unit));
    case QMetaType::Bool: {
        const bool passed = value.toBool();
        if (shown.isEmpty())
            return passed ? QStringLiteral("true") : QStringLiteral("false");
        return passed ? shown : TableView::tr("%1 (failed)").arg(shown); // a name behind its verdict
    }
    case QMetaType::Int:
    case QMetaType::LongLong:
        return unit == 1 ? QString::number(value.toLongLong()) : plain_figure(in_unit(value.toDouble(), unit));
    default: return says_nothing(shown) ? QString() : shown;
    }
}

/// What a column is called where its neighbours, its glyph and its tooltip are not seen.
QString heading_of(const Column& column)
{
    if (!column.saved_as.isEmpty())
        return column.saved_as;
    const QString words =
        column.group.isEmpty() ? column.header : QStringList{column.group, column.header}.join(u' ').trimmed();
    return words.isEmpty() ? column.tooltip.isEmpty() ? column.id : column.tooltip : words;
}

} // namespace

std::vector<int> TableView::savedColumns() const
{
    std::vector<int> out;
    for (int at = 0; at < m_filter->columnCount(); ++at) {
        const Column& column = m_table->columns()[static_cast<std::size_t>(at)];
        if (column.saved_only || (!isColumnHidden(at) && !drawn(column)))
            out.push_back(at);
    }
    return out;
}

QStringList TableView::savedHeadings() const
{
    QStringList out;
    for (const int column : savedColumns()) {
        const QString heading = heading_of(m_table->columns()[static_cast<std::size_t>(column)]);
        QString told_apart = heading; // two strategies of one name
        for (int n = 2; out.contains(told_apart); ++n)
            told_apart = QStringLiteral("%1 [%2]").arg(heading).arg(n);
        out << told_apart;
    }
    return out;
}

std::vector<QStringList> TableView::rawRows() const
{
    std::vector<QStringList> rows{savedHeadings()};
    const std::vector<int> columns = savedColumns();
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        QStringList& fields = rows.emplace_back();
        for (const int column : columns) {
            const QModelIndex index = m_filter->index(row, column);
            const QVariant value = index.data(ValueRole);
            const bool bare_verdict = value.typeId() == QMetaType::Bool && index.data().toString().isEmpty();
            fields << raw_text(value, m_table->columns()[static_cast<std::size_t>(column)].saved_unit,
                               bare_verdict ? QString() : index.data(ExactTextRole).toString());
        }
    }
    return rows_with_source(std::move(rows), m_source);
}

QString TableView::toTsv() const { return rows_to_tsv(rawRows()); }

Result<Done> TableView::exportTo(const QString& path, const Replaceable& replaceable) const
{
    const auto format = format_of(path.toStdString());
    if (format == FileFormat::tsv)
        return write_whole_file(path, toTsv().toUtf8(), replaceable);
    if (format == FileFormat::csv)
        return write_whole_file(path, rows_to_csv(rawRows()).toUtf8(), replaceable);
    if (format == FileFormat::markdown)
        return write_whole_file(path, toMarkdown().toUtf8(), replaceable);
    return Diagnostic{Severity::error, "table.format.unknown", "",
                      unknown_ending(path, QStringLiteral(".tsv, .md and .csv")).toStdString()};
}

void TableView::saveAs()
{
    const QString name = accessibleName().isEmpty() ? tr("table") : accessibleName();
    save_where_asked(
        this,
        {tr("Save table"),
         name + QStringLiteral(".tsv"),
         {tr("Tab-separated values (*.tsv)"), tr("Markdown (*.md)"), tr("Comma-separated values (*.csv)")}},
        at_once([this](const QString& path, const Replaceable& replaceable) { return exportTo(path, replaceable); }),
        [this](const SaveOutcome& outcome) { Q_EMIT saved(outcome); });
}

void TableView::addExportActions(QMenu* menu)
{
    menu->addAction(tr("Save table as…"), this, &TableView::saveAs)->setObjectName(QStringLiteral("saveTable"));
    menu->addAction(tr("Copy table as TSV"), this, [this] { QGuiApplication::clipboard()->setText(toTsv()); })
        ->setObjectName(QStringLiteral("copyTsv"));
    menu->addAction(tr("Copy table as Markdown"), this, [this] { QGuiApplication::clipboard()->setText(toMarkdown()); })
        ->setObjectName(QStringLiteral("copyMarkdown"));
}

TableView::ShownRows TableView::shownRows() const
{
    ShownRows out;
    out.rows.push_back(savedHeadings());
    const std::vector<int> columns = savedColumns();
    for (const int column : columns)
        out.right_aligned.push_back(m_table->columns()[static_cast<std::size_t>(column)].kind == ColumnKind::number);
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        QStringList& fields = out.rows.emplace_back();
        for (const int column : columns)
            fields << m_filter->index(row, column).data(ExactTextRole).toString();
    }
    out.rows = rows_with_source(std::move(out.rows), m_source);
    return out;
}

QString TableView::toMarkdown() const
{
    const ShownRows shown = shownRows();
    return rows_to_markdown(shown.rows, shown.right_aligned);
}

} // namespace blueprinting::ui
