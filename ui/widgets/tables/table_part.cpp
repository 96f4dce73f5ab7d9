#include "ui/style/shown.h"
#include "ui/widgets/tables/table_header.h"
#include "ui/widgets/tables/table_view.h"

/// How a person left a table.
namespace blueprinting::ui {
namespace {

template <class Names>
std::set<std::string> plain(const Names& names)
{
    std::set<std::string> out;
    for (const QString& name : names)
        out.insert(name.toStdString());
    return out;
}

std::set<QString> shown(const std::set<std::string>& names)
{
    std::set<QString> out;
    for (const std::string& name : names)
        out.insert(ui::shown(name));
    return out;
}

} // namespace

void TableView::fold(const QString& key, bool folded)
{
    if (folded == m_filter->isCollapsed(key))
        return;
    m_filter->setCollapsed(key, folded);
    viewport()->update();
    partChanged();
}

PartState TableView::partState() const
{
    PartState out;
    if (m_order != m_first_order) {
        out.sorted = m_order.column.toStdString();
        out.descending = m_order.order == Qt::DescendingOrder;
    }
    out.hidden = plain(m_hidden);
    out.shown = plain(m_shown);
    out.folded = plain(m_filter->collapsed());
    for (const auto& [column, width] : m_user_sized)
        out.widths[column.toStdString()] = width;
    if (!m_told && m_key != m_first_key)
        out.row = m_key.toStdString();
    return out;
}

void TableView::setPartState(const PartState& state)
{
    m_order = state.sorted
                  ? Order{ui::shown(*state.sorted), state.descending ? Qt::DescendingOrder : Qt::AscendingOrder}
                  : m_first_order;
    if (sortedBy() != m_order.column || (!m_order.column.isEmpty() && m_header->sortIndicatorOrder() != m_order.order))
        applySort();
    m_hidden = shown(state.hidden);
    m_shown = shown(state.shown);
    m_user_sized.clear();
    for (const auto& [column, width] : state.widths)
        m_user_sized[ui::shown(column)] = width;
    const std::set<QString> folded = shown(state.folded);
    const QSet<QString> before = m_filter->collapsed();
    for (const QString& key : before)
        if (!folded.contains(key))
            m_filter->setCollapsed(key, false);
    for (const QString& key : folded)
        m_filter->setCollapsed(key, true);
    if (const QString row = state.row.empty() ? m_first_key : ui::shown(state.row); !m_told && row != m_key) {
        followKey(row);
        Q_EMIT keyPicked(m_key);
    }
    // What was folded away with the picked row in it stays so.
    if (const int source = m_table->rowOf(m_key);
        source >= 0 && !m_filter->mapFromSource(m_table->index(source, 0)).isValid())
        m_reveal = false;
    fitColumns();
}

} // namespace blueprinting::ui
