#include "ui/widgets/ask_where.h"
#include "ui/widgets/chart_widget.h"
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>

#include <cmath>

/// Getting a table out: raw values as TSV and CSV, what is shown as Markdown.
namespace blueprinting::ui {

namespace {

/// A raw value with every digit that it has.
QString raw_text(const QVariant& value, const QString& shown)
{
    switch (value.typeId()) {
    case QMetaType::Double: {
        const double number = value.toDouble();
        return std::isfinite(number) ? QString::number(number, 'g', QLocale::FloatingPointShortest) : shown;
    }
    case QMetaType::Bool: return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    case QMetaType::Int:
    case QMetaType::LongLong: return QString::number(value.toLongLong());
    default: return shown;
    }
}

} // namespace

std::vector<QStringList> TableView::rawRows() const
{
    std::vector<QStringList> rows(1);
    for (int column = 0; column < m_filter->columnCount(); ++column)
        if (!isColumnHidden(column))
            rows[0] << m_filter->headerData(column, Qt::Horizontal).toString();
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        QStringList& fields = rows.emplace_back();
        for (int column = 0; column < m_filter->columnCount(); ++column) {
            if (isColumnHidden(column))
                continue;
            const QModelIndex index = m_filter->index(row, column);
            fields << raw_text(index.data(ValueRole), index.data(Qt::AccessibleTextRole).toString());
        }
    }
    return rows;
}

QString TableView::toTsv() const { return rows_to_tsv(rawRows()); }

Result<Done> TableView::exportTo(const QString& path) const
{
    const auto ends = [&](const char* ending) { return path.endsWith(QLatin1String(ending), Qt::CaseInsensitive); };
    if (ends(".tsv"))
        return write_whole_file(path, toTsv().toUtf8());
    if (ends(".csv"))
        return write_whole_file(path, rows_to_csv(rawRows()).toUtf8());
    if (ends(".md"))
        return write_whole_file(path, toMarkdown().toUtf8());
    return Diagnostic{Severity::error, "table.format.unknown", "",
                      unknown_ending(path, QStringLiteral(".tsv, .md and .csv")).toStdString()};
}

void TableView::saveAs()
{
    const QString name = accessibleName().isEmpty() ? tr("table") : accessibleName();
    save_where_asked(this, tr("Save table"), name + QStringLiteral(".tsv"),
                     {tr("Tab-separated values (*.tsv)"), tr("Markdown (*.md)"), tr("Comma-separated values (*.csv)")});
}

void TableView::addExportActions(QMenu* menu)
{
    menu->addAction(tr("Save table as…"), this, &TableView::saveAs)->setObjectName(QStringLiteral("saveTable"));
    menu->addAction(tr("Copy table as TSV"), this, [this] { QGuiApplication::clipboard()->setText(toTsv()); })
        ->setObjectName(QStringLiteral("copyTsv"));
    menu->addAction(tr("Copy table as Markdown"), this, [this] { QGuiApplication::clipboard()->setText(toMarkdown()); })
        ->setObjectName(QStringLiteral("copyMarkdown"));
}

QString TableView::toMarkdown() const
{
    std::vector<QStringList> rows(1);
    std::vector<bool> right;
    const auto skipped = [this](int column) {
        return isColumnHidden(column) || m_table->columns()[static_cast<std::size_t>(column)].kind == ColumnKind::difference ||
               m_table->columns()[static_cast<std::size_t>(column)].kind == ColumnKind::share;
    };
    for (int column = 0; column < m_filter->columnCount(); ++column) {
        if (skipped(column))
            continue;
        rows[0] << m_filter->headerData(column, Qt::Horizontal).toString();
        right.push_back(m_table->columns()[static_cast<std::size_t>(column)].kind == ColumnKind::number);
    }
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        QStringList& fields = rows.emplace_back();
        for (int column = 0; column < m_filter->columnCount(); ++column)
            if (!skipped(column))
                fields << m_filter->index(row, column).data(Qt::AccessibleTextRole).toString();
    }
    return rows_to_markdown(rows, right);
}

} // namespace blueprinting::ui
