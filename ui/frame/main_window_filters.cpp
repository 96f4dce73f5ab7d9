#include "ui/frame/main_window.h"
#include "ui/widgets/chart_widget.h"
#include "ui/widgets/filter_bar.h"
#include "ui/widgets/table_view.h"
#include "ui/workspace/filters.h"

#include <QApplication>

namespace blueprinting::ui {
namespace {

QString chip_key(const Filter& filter) { return QString::fromStdString(filter.field + "=" + filter.value); }

std::string table_field(const View& view, const TableView& table)
{
    return std::string(filter_field::table) + (view.id() + QLatin1Char('.') + table.objectName()).toStdString();
}

} // namespace

void MainWindow::buildFilterBar()
{
    m_filters = new FilterBar(m_centre);
    connect(m_filters, &FilterBar::removed, this, &MainWindow::removeFilter);
    connect(m_filters, &FilterBar::cleared, this, &MainWindow::clearFilters);
}

void MainWindow::refreshFilters()
{
    std::vector<FilterChip> chips;
    for (const Filter& filter : filters_of(m_parts.workspace.session()))
        chips.push_back({chip_key(filter), filter_text(filter)});
    const bool keyboard = m_filters->isAncestorOf(QApplication::focusWidget());
    m_filters->setFilters(chips);
    // The bar is gone, and with it what held the keyboard.
    if (View* view = currentView(); view && keyboard && chips.empty())
        (view->firstFocus() ? view->firstFocus() : view)->setFocus(Qt::OtherFocusReason);
}

void MainWindow::removeFilter(const QString& key)
{
    for (const Filter& filter : filters_of(m_parts.workspace.session()))
        if (chip_key(filter) == key) {
            m_parts.workspace.edit(tr("Remove filter %1").arg(filter_text(filter)), [gone = filter](Session& session) {
                std::vector<Filter> left = filters_of(session);
                std::erase(left, gone);
                set_filters(session, left);
            });
            return;
        }
}

void MainWindow::clearFilters()
{
    m_parts.workspace.edit(tr("Clear all filters"), [](Session& session) { set_filters(session, {}); });
}

/// Every table of a view can be narrowed to rows that hold a text; which, the session says.
void MainWindow::filterTables(View& view)
{
    const auto tables = view.findChildren<TableView*>();
    for (TableView* table : tables) {
        const std::vector<std::string> texts = filter_values(m_parts.workspace.session(), table_field(view, *table));
        table->setFindText(texts.empty() ? QString() : QString::fromStdString(texts.front()));
        if (table->property("filterIsKept").toBool())
            continue;
        table->setProperty("filterIsKept", true);
        connect(table, &TableView::saved, this, &MainWindow::saySaved);
        connect(table, &TableView::findTyped, this, [this, &view, table](const QString& text) {
            set_filter(m_parts.workspace, table_field(view, *table),
                       text.isEmpty() ? std::vector<std::string>() : std::vector{text.toStdString()}, true);
        });
    }
}

void MainWindow::adoptCharts(View& view)
{
    const auto charts = view.findChildren<ChartWidget*>();
    for (ChartWidget* chart : charts)
        connect(chart, &ChartWidget::saved, this, &MainWindow::saySaved, Qt::UniqueConnection);
}

/// In the table that has the keyboard, else in the first of the view.
void MainWindow::findInTable()
{
    View* view = currentView();
    if (!view)
        return;
    TableView* found = nullptr;
    const auto tables = view->findChildren<TableView*>();
    for (TableView* table : tables)
        if (table->isVisible() && (!found || table->hasFocus()))
            found = table;
    if (found)
        found->startFind();
}

} // namespace blueprinting::ui
