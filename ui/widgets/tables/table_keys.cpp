#include "ui/widgets/tables/table_header.h"
#include "ui/widgets/tables/table_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>

/// What the mouse, the keyboard and the context menu do to a table.
namespace blueprinting::ui {

namespace {

RowKind kind_at(const QModelIndex& index) { return static_cast<RowKind>(index.data(RowKindRole).toInt()); }

} // namespace

void TableView::toggleGroup(const QModelIndex& index)
{
    const QString key = index.data(KeyRole).toString();
    fold(key, !m_filter->isCollapsed(key));
}

void TableView::focusInEvent(QFocusEvent* event)
{
    m_ring = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    // Where nothing is picked Qt makes the first row current. The keyboard only came here: nobody picked that row, and
    // the first arrow key is to lead to it.
    const bool none = !currentIndex().isValid();
    m_following = true;
    QTableView::focusInEvent(event);
    if (none)
        selectionModel()->clearCurrentIndex();
    m_following = false;
    viewport()->update();
    showKeyboard();
}

void TableView::focusOutEvent(QFocusEvent* event)
{
    QTableView::focusOutEvent(event);
    showKeyboard();
}

/// The header of the column that the keyboard would sort by is framed.
void TableView::showKeyboard()
{
    m_header->setKeyboardSection(hasFocus() && m_ring && currentIndex().isValid() ? currentIndex().column() : -1);
}

void TableView::mousePressEvent(QMouseEvent* event)
{
    m_ring = false;
    showKeyboard();
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid() && kind_at(index) == RowKind::group) {
        toggleGroup(index);
        return;
    }
    QTableView::mousePressEvent(event);
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    m_ring = true;
    showKeyboard();
    if (event->modifiers() == Qt::AltModifier && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        int column = currentIndex().isValid() ? currentIndex().column() : 0;
        while (column < m_filter->columnCount() && isColumnHidden(column))
            ++column;
        const Qt::SortOrder order = event->key() == Qt::Key_Up ? Qt::AscendingOrder : Qt::DescendingOrder;
        const bool again = m_header->sortIndicatorSection() == column && m_header->sortIndicatorOrder() == order;
        sortByColumn(again ? -1 : column, order);
        return;
    }
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(toTsv());
        return;
    }
    const QModelIndex index = currentIndex();
    if (index.isValid() && kind_at(index) == RowKind::group) {
        const QString key = index.data(KeyRole).toString();
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right || event->key() == Qt::Key_Space) {
            fold(key, event->key() == Qt::Key_Space ? !m_filter->isCollapsed(key) : event->key() == Qt::Key_Left);
            return;
        }
    }
    QTableView::keyPressEvent(event);
}

void TableView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    addExportActions(&menu);
    menu.addSeparator();
    fillSortMenu(menu.addMenu(tr("Sort by")));
    menu.addAction(tr("Find rows…"), this, &TableView::startFind)->setShortcut(QKeySequence::Find);
    menu.addMenu(makeColumnsMenu(&menu));
    menu.exec(event->globalPos());
}

} // namespace blueprinting::ui
