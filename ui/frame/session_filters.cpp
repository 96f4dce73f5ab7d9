#include "ui/frame/session_filters.h"

#include "ui/widgets/tables/table_view.h"
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

SessionFilters::SessionFilters(Workspace& workspace, QWidget* parent) : FilterBar(parent), m_workspace(workspace)
{
    connect(this, &FilterBar::removed, this, &SessionFilters::remove);
    connect(this, &FilterBar::cleared, this, &SessionFilters::clearAll);
}

void SessionFilters::refresh(View* view)
{
    std::vector<FilterChip> chips;
    for (const Filter& filter : filters_of(m_workspace.session()))
        chips.push_back({chip_key(filter), filter_text(filter)});
    const bool keyboard = isAncestorOf(QApplication::focusWidget());
    setFilters(chips);
    if (view && keyboard && chips.empty())
        (view->firstFocus() ? view->firstFocus() : view)->setFocus(Qt::OtherFocusReason);
}

void SessionFilters::narrow(View& view)
{
    const auto tables = view.findChildren<TableView*>();
    for (TableView* table : tables) {
        const std::vector<std::string> texts = filter_values(m_workspace.session(), table_field(view, *table));
        table->setFindText(texts.empty() ? QString() : QString::fromStdString(texts.front()));
        if (table->property("filterIsKept").toBool())
            continue;
        table->setProperty("filterIsKept", true);
        connect(table, &TableView::findTyped, this, [this, &view, table](const QString& text) {
            set_filter(m_workspace, table_field(view, *table),
                       text.isEmpty() ? std::vector<std::string>() : std::vector{text.toStdString()}, true);
        });
    }
}

void SessionFilters::clearAll()
{
    m_workspace.edit(tr("Clear all filters"), [](Session& session) { set_filters(session, {}); });
}

void SessionFilters::remove(const QString& key)
{
    for (const Filter& filter : filters_of(m_workspace.session()))
        if (chip_key(filter) == key) {
            m_workspace.edit(tr("Remove filter %1").arg(filter_text(filter)), [gone = filter](Session& session) {
                std::vector<Filter> left = filters_of(session);
                std::erase(left, gone);
                set_filters(session, left);
            });
            return;
        }
}

void find_in_table(const View& view)
{
    TableView* found = nullptr;
    const auto tables = view.findChildren<TableView*>();
    for (TableView* table : tables)
        if (table->isVisible() && (!found || table->hasFocus()))
            found = table;
    if (found)
        found->startFind();
}

} // namespace blueprinting::ui
