#include "ui/style/foreign_text.h"
#include "ui/style/menu_text.h"
#include "ui/widgets/named.h"
#include "ui/widgets/tables/table_header.h"
#include "ui/widgets/tables/table_view.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <algorithm>

/// Which columns a table shows, and how wide they are.
namespace blueprinting::ui {

namespace {

constexpr int kSampledRows = 300; ///< rows that decide how wide a column is
constexpr int kLeastStretch = 56;

/// Stays open while its entries are ticked, by mouse and by keyboard.
class ColumnsMenu : public QMenu {
public:
    using QMenu::QMenu;

protected:
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        QAction* action = actionAt(event->position().toPoint());
        if (event->button() == Qt::LeftButton && action && action->isEnabled() && !action->isSeparator())
            action->trigger();
        else
            QMenu::mouseReleaseEvent(event);
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        const bool chosen =
            event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        QAction* action = activeAction();
        if (chosen && action && action->isEnabled())
            action->trigger();
        else
            QMenu::keyPressEvent(event);
    }
};

} // namespace

int TableView::columnOf(const QString& id) const
{
    for (std::size_t column = 0; column < m_table->columns().size(); ++column)
        if (m_table->columns()[column].id == id)
            return static_cast<int>(column);
    return -1;
}

/// Rows without their names say nothing: this column cannot be hidden.
int TableView::namingColumn() const
{
    const auto& columns = m_table->columns();
    const auto at = std::ranges::find_if(columns, [](const Column& column) { return column.names; });
    return at == columns.end() ? 0 : static_cast<int>(at - columns.begin());
}

bool TableView::isColumnShown(const QString& id) const
{
    const int column = columnOf(id);
    if (column < 0 || m_table->columns()[static_cast<std::size_t>(column)].saved_only)
        return false;
    if (column == namingColumn())
        return !m_table->columns()[static_cast<std::size_t>(column)].hidden;
    return !m_hidden.contains(id) &&
           (m_shown.contains(id) ||
            (!m_table->columns()[static_cast<std::size_t>(column)].hidden && !m_left_out.contains(id)));
}

void TableView::setColumnShown(const QString& id, bool shown)
{
    if (columnOf(id) < 0 || columnOf(id) == namingColumn())
        return;
    // Where taking the other wish back is enough, the column is as at first.
    (shown ? m_hidden : m_shown).erase(id);
    if (isColumnShown(id) != shown)
        (shown ? m_shown : m_hidden).insert(id);
    fitColumns();
    partChanged();
}

void TableView::setColumnsLeftOut(const QStringList& ids)
{
    if (ids == m_left_out)
        return;
    m_left_out = ids;
    fitColumns();
}

/// In menus, where no other column stands beside it.
QString TableView::columnName(int at) const
{
    const Column& column = m_table->columns()[static_cast<std::size_t>(at)];
    QString name = m_table->headerData(at, Qt::Horizontal).toString();
    if (!column.group.isEmpty())
        name = column.group + QStringLiteral(": ") + name;
    if (name.isEmpty())
        name = column.tooltip.isEmpty() ? column.id : column.tooltip;
    return name;
}

void TableView::fillColumnsMenu(QMenu* menu)
{
    menu->clear();
    for (int at = 0; at < static_cast<int>(m_table->columns().size()); ++at) {
        const Column& column = m_table->columns()[static_cast<std::size_t>(at)];
        if (column.saved_only)
            continue;
        QAction* action = menu->addAction(menu_text(columnName(at)));
        action->setObjectName(QStringLiteral("show.") + column.id);
        action->setCheckable(true);
        action->setChecked(isColumnShown(column.id));
        action->setEnabled(at != namingColumn());
        connect(action, &QAction::toggled, this, [this, id = column.id](bool on) { setColumnShown(id, on); });
    }
    menu->addSeparator();
    QAction* all = menu->addAction(tr("Show all"), this, [this, menu] {
        for (QAction* action : menu->actions())
            if (action->isCheckable())
                action->setChecked(true);
    });
    all->setObjectName(QStringLiteral("showAll"));
}

void TableView::sortBy(const QString& id, Qt::SortOrder order)
{
    m_order = columnOf(id) < 0 ? Order() : Order{id, order};
    applySort();
    partChanged();
}

void TableView::sortAtFirst(const QString& id, Qt::SortOrder order)
{
    m_order = m_first_order = {id, order};
    applySort();
}

void TableView::applySort()
{
    m_ordering = true;
    sortByColumn(columnOf(m_order.column), m_order.order);
    m_ordering = false;
}

QString TableView::sortedBy() const
{
    const int section = m_header->sortIndicatorSection();
    return section < 0 || section >= static_cast<int>(m_table->columns().size())
               ? QString()
               : m_table->columns()[static_cast<std::size_t>(section)].id;
}

/// The columns that are shown; the one that the rows are sorted by turns them round when it is picked again.
void TableView::fillSortMenu(QMenu* menu)
{
    const QString sorted = sortedBy();
    const bool down = m_header->sortIndicatorOrder() == Qt::DescendingOrder;
    for (int at = 0; at < static_cast<int>(m_table->columns().size()); ++at) {
        const QString id = m_table->columns()[static_cast<std::size_t>(at)].id;
        if (!isColumnShown(id))
            continue;
        QAction* action = menu->addAction(menu_text(columnName(at)));
        action->setObjectName(QStringLiteral("sort.") + id);
        action->setCheckable(true);
        action->setChecked(id == sorted);
        connect(action, &QAction::triggered, this, [this, id, again = id == sorted && !down] {
            sortBy(id, again ? Qt::DescendingOrder : Qt::AscendingOrder);
        });
    }
    menu->addSeparator();
    QAction* descending = menu->addAction(tr("Greatest first"));
    descending->setObjectName(QStringLiteral("sortDescending"));
    descending->setCheckable(true);
    descending->setChecked(!sorted.isEmpty() && down);
    descending->setEnabled(!sorted.isEmpty());
    connect(descending, &QAction::triggered, this,
            [this, sorted](bool on) { sortBy(sorted, on ? Qt::DescendingOrder : Qt::AscendingOrder); });
    QAction* given = menu->addAction(tr("In the given order"));
    given->setObjectName(QStringLiteral("sortGiven"));
    given->setEnabled(!sorted.isEmpty());
    connect(given, &QAction::triggered, this, [this] { sortBy({}); });
}

QMenu* TableView::makeColumnsMenu(QWidget* parent)
{
    auto* menu = named(new ColumnsMenu(tr("Columns"), parent), "columnsMenu");
    fillColumnsMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillColumnsMenu(menu); });
    return menu;
}

void TableView::fitLater()
{
    if (m_fit_pending)
        return;
    m_fit_pending = true;
    QMetaObject::invokeMethod(
        this, [this] { fitColumns(); }, Qt::QueuedConnection);
}

void TableView::fitColumns()
{
    m_fit_pending = false;
    const auto& columns = m_table->columns();
    if (m_header->count() != static_cast<int>(columns.size()))
        return;
    m_fitting = true;
    std::vector<int> widths(columns.size(), 0);
    int total = 0;
    bool any_stretch = false;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    for (std::size_t at = 0; at < columns.size(); ++at) {
        const int section = static_cast<int>(at);
        const bool shown = isColumnShown(columns[at].id);
        setColumnHidden(section, !shown);
        if (!shown)
            continue;
        int width = columns[at].width;
        if (const auto sized = m_user_sized.find(columns[at].id); sized != m_user_sized.end()) {
            width = sized->second;
        } else if (width <= 0) {
            width = m_header->wantedWidth(section);
            const int rows = std::min(m_filter->rowCount(), kSampledRows);
            auto* delegate = itemDelegateForIndex(m_filter->index(0, section));
            for (int row = 0; row < rows && delegate; ++row)
                width = std::max(width, delegate->sizeHint(option, m_filter->index(row, section)).width());
        }
        any_stretch |= columns[at].stretch;
        widths[at] = width;
        total += width;
    }
    if (total != m_content_width) {
        m_content_width = total;
        updateGeometry();
    }
    // What is left goes to the columns that stretch (else to every column alike); what is missing is taken from them.
    const auto least = [&](std::size_t at) { return std::max(kLeastStretch, std::min(columns[at].least, widths[at])); };
    int room = viewport()->width() - total;
    for (int pass = 0; pass < 3 && room != 0; ++pass) {
        std::vector<std::size_t> takers;
        for (std::size_t at = 0; at < columns.size(); ++at) {
            if (widths[at] == 0 || m_user_sized.contains(columns[at].id))
                continue;
            const bool takes = columns[at].stretch || (!any_stretch && room > 0);
            if (takes && (room > 0 || widths[at] > least(at)))
                takers.push_back(at);
        }
        if (takers.empty())
            break;
        int left = room;
        for (std::size_t i = 0; i < takers.size(); ++i) {
            const int share = left / static_cast<int>(takers.size() - i);
            const int width = std::max(room > 0 ? widths[takers[i]] : least(takers[i]), widths[takers[i]] + share);
            left -= width - widths[takers[i]];
            widths[takers[i]] = width;
        }
        room = left;
    }
    for (std::size_t at = 0; at < columns.size(); ++at)
        if (widths[at] > 0 && columnWidth(static_cast<int>(at)) != widths[at])
            setColumnWidth(static_cast<int>(at), widths[at]);
    m_fitting = false;
    reveal();
}

} // namespace blueprinting::ui
