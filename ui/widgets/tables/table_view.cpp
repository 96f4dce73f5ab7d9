#include "ui/widgets/tables/table_view.h"

#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/widgets/named.h"
#include "ui/widgets/tables/cell_delegate.h"
#include "ui/widgets/tables/table_header.h"

#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <memory>
#include <utility>

namespace blueprinting::ui {

namespace {

RowKind kind_at(const QModelIndex& index) { return static_cast<RowKind>(index.data(RowKindRole).toInt()); }

} // namespace

TableView::TableView(RowTable* table, QWidget* parent)
    : QTableView(parent), m_table(table), m_filter(new RowFilter(this)), m_header(new TableHeader(this))
{
    setHorizontalHeader(m_header);
    m_filter->setSourceModel(table);
    setModel(m_filter);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setCornerButtonEnabled(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerItem);
    setTabKeyNavigation(false);
    setItemDelegate(new CellDelegate(this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(metrics::kTableRow);
    verticalHeader()->setDefaultSectionSize(std::max(metrics::kTableRow, QFontMetrics(body_font(this)).height() + 6));
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);

    connect(m_header, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        const std::unique_ptr<QMenu> menu(makeColumnsMenu(this));
        menu->exec(m_header->mapToGlobal(at));
    });
    connect(m_header, &QHeaderView::sectionResized, this, [this](int section, int, int size) {
        if (m_fitting || m_resetting || size <= 0 || section >= static_cast<int>(m_table->columns().size()))
            return;
        m_user_sized[m_table->columns()[static_cast<std::size_t>(section)].id] = size;
        partChanged();
    });
    connect(m_header, &QHeaderView::sortIndicatorChanged, this, [this](int, Qt::SortOrder order) {
        fitLater(); // the arrow has room beside the name
        if (m_ordering || m_resetting)
            return;
        const QString column = sortedBy();
        m_order = {column, column.isEmpty() ? Qt::AscendingOrder : order};
        partChanged();
    });
    connect(m_filter, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_resetting = true; });
    connect(m_filter, &QAbstractItemModel::modelReset, this, [this] {
        m_resetting = false;
        if (sortedBy() != m_order.column && (columnOf(m_order.column) >= 0 || !sortedBy().isEmpty()))
            applySort();
        restoreAfterReset();
    });
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &TableView::restoreAfterReset);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, &TableView::restoreAfterReset);
    connect(m_filter, &QAbstractItemModel::rowsRemoved, this, &TableView::restoreAfterReset);
    connect(m_filter, &QAbstractItemModel::dataChanged, this, &TableView::fitLater);
    connect(this, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (kind_at(index) == RowKind::group)
            toggleGroup(index);
        else
            Q_EMIT keyActivated(index.data(KeyRole).toString());
    });
    restoreAfterReset();
}

void TableView::installDelegates()
{
    for (int column = 0; column < static_cast<int>(m_table->columns().size()); ++column) {
        QAbstractItemDelegate* old = itemDelegateForColumn(column);
        CellDelegate* wanted = nullptr;
        switch (m_table->columns()[static_cast<std::size_t>(column)].kind) {
        case ColumnKind::difference: wanted = new DifferenceBarDelegate(this); break;
        case ColumnKind::share: wanted = new ShareBarDelegate(this); break;
        default: break;
        }
        setItemDelegateForColumn(column, wanted);
        delete old;
    }
}

/// The model's rows are others: delegates, spans, the picked row and widths follow.
void TableView::restoreAfterReset()
{
    installDelegates();
    clearSpans();
    if (m_table->hasSpans())
        for (int row = 0; row < m_filter->rowCount(); ++row) {
            const RowKind kind = kind_at(m_filter->index(row, 0));
            if ((kind == RowKind::group || kind == RowKind::note) && m_filter->columnCount() > 1)
                setSpan(row, 0, 1, m_filter->columnCount());
        }
    followKey(m_key);
    fitLater();
    if (m_height_follows)
        updateGeometry();
}

QString TableView::currentKey() const { return m_key; }

void TableView::setCurrentKey(const QString& key)
{
    m_told = true;
    followKey(key);
}

void TableView::pickAtFirst(const QString& key)
{
    if (m_key == std::exchange(m_first_key, key))
        followKey(key);
}

void TableView::followKey(const QString& key)
{
    m_reveal |= key != m_key && !key.isEmpty();
    m_key = key;
    m_following = true;
    const int source = m_table->rowOf(key);
    if (m_reveal && source >= 0)
        unfoldAround(source);
    const int column = std::max(0, currentIndex().column());
    const QModelIndex index = source < 0 ? QModelIndex() : m_filter->mapFromSource(m_table->index(source, column));
    // Rows that come again must not scroll back to what is picked; reveal() does so once, when it is picked.
    const bool scrolls = hasAutoScroll();
    setAutoScroll(false);
    if (!index.isValid()) {
        clearSelection();
        selectionModel()->setCurrentIndex({}, QItemSelectionModel::Clear);
    } else if (currentIndex().row() != index.row() || !selectionModel()->isSelected(index)) {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    setAutoScroll(scrolls);
    m_following = false;
    reveal();
}

/// The group that folds this row away opens.
void TableView::unfoldAround(int source_row)
{
    const int group = m_table->index(source_row, 0).data(GroupRole).toInt();
    if (group >= 0 && group != source_row)
        fold(m_table->index(group, 0).data(KeyRole).toString(), false);
}

/// Scrolls to what was picked elsewhere, once there are rows and a place to see them in.
void TableView::reveal()
{
    if (!m_reveal || !isVisible())
        return;
    const int source = m_table->rowOf(m_key);
    const QModelIndex index = source < 0 ? QModelIndex() : m_filter->mapFromSource(m_table->index(source, 0));
    if (!index.isValid())
        return;
    m_reveal = false;
    const auto scroll = [this](const QModelIndex& to) {
        const int across = horizontalScrollBar()->value();
        scrollTo(to, EnsureVisible);
        horizontalScrollBar()->setValue(across);
    };
    scroll(index);
    // A scroll bar that comes once the columns are fitted would lie over the last line.
    QMetaObject::invokeMethod(
        this,
        [this, scroll, to = QPersistentModelIndex(index), key = m_key] {
            if (to.isValid() && key == m_key)
                scroll(to);
        },
        Qt::QueuedConnection);
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update();
    showKeyboard();
    if (m_following || !current.isValid() || current.row() == previous.row())
        return;
    m_key = current.data(KeyRole).toString();
    m_reveal = false;
    if (!m_told)
        partChanged();
    Q_EMIT keyPicked(m_key);
}

/// Qt goes on to a neighbour of the row that goes, which nobody picked.
void TableView::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end)
{
    m_following = true;
    QTableView::rowsAboutToBeRemoved(parent, start, end);
    m_following = false;
}

void TableView::setTotalsFirst(bool first) { m_filter->setTotalsFirst(first); }

void TableView::setHeightFollowsRows(bool follow)
{
    m_height_follows = follow;
    setVerticalScrollBarPolicy(follow ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    setSizePolicy(QSizePolicy::Expanding, follow ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    updateGeometry();
    if (follow) // a horizontal bar must not cover the last row
        connect(horizontalScrollBar(), &QScrollBar::rangeChanged, this, &TableView::updateGeometry,
                Qt::UniqueConnection);
}

int TableView::contentHeight() const { return m_filter->rowCount() * verticalHeader()->defaultSectionSize(); }

QSize TableView::sizeHint() const
{
    if (!m_height_follows)
        return QTableView::sizeHint();
    const int bar = horizontalScrollBar()->maximum() > 0 ? horizontalScrollBar()->sizeHint().height() : 0;
    return {QTableView::sizeHint().width(), m_header->sizeHint().height() + contentHeight() + 1 + bar};
}

QSize TableView::minimumSizeHint() const
{
    if (m_height_follows)
        return {80, sizeHint().height()};
    return {80, m_header->sizeHint().height() + 3 * verticalHeader()->defaultSectionSize()};
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    placeFind();
    reveal();
    // The header may want more since it has its words and its font.
    if (m_height_follows && height() < sizeHint().height())
        updateGeometry();
}

void TableView::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    reveal();
}

void TableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        verticalHeader()->setDefaultSectionSize(
            std::max(metrics::kTableRow, QFontMetrics(body_font(this)).height() + 6));
        fitLater();
    }
}

void TableView::initViewItemOption(QStyleOptionViewItem* option) const
{
    QTableView::initViewItemOption(option);
    option->widget = this;
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const Theme& theme = theme_of(this);
    QPainter painter(viewport());
    // Accent bars lie over the cells, at the left edge of what is seen.
    const int end = endOfRows();
    const int first = rowAt(0);
    int last = rowAt(end - 1);
    if (last < 0)
        last = m_filter->rowCount() - 1;
    for (int row = std::max(0, first); row <= last; ++row) {
        const QModelIndex index = m_filter->index(row, 0);
        const bool selected = selectionModel()->isRowSelected(row);
        if (selected || index.data(MarkedRole).toBool())
            painter.fillRect(0, rowViewportPosition(row), metrics::kAccentBar, rowHeight(row) - 1, theme.accent);
    }
    if (end < viewport()->height())
        painter.fillRect(0, end, viewport()->width(), viewport()->height() - end, theme.panel);
    if (hasFocus() && m_ring) { // around the row that has the keyboard, or around all rows while none has it
        painter.setPen(QPen(theme.accent, 1));
        const int row = currentIndex().row();
        const QRect whole = viewport()->rect();
        painter.drawRect(row < 0 ? whole.adjusted(0, 0, -1, -1)
                                 : QRect(0, rowViewportPosition(row), whole.width() - 1, rowHeight(row) - 1));
    }
}

int TableView::endOfRows() const
{
    const int height = viewport()->height();
    const int last = rowAt(height - 1);
    const int top = last < 0 ? 0 : rowViewportPosition(last);
    // The line below a row may lack; what lacks more is not begun, unless nothing else is in sight.
    return top > 0 && top + rowHeight(last) - 1 > height ? top : height;
}

QModelIndex TableView::indexAt(const QPoint& at) const
{
    return at.y() < endOfRows() ? QTableView::indexAt(at) : QModelIndex();
}

TableView* make_table(const char* id, std::vector<Column> columns, const QString& accessible_name)
{
    auto* table = new RowTable(std::move(columns));
    auto* view = named(new TableView(table), id);
    table->setParent(view);
    view->setAccessibleName(accessible_name);
    return view;
}

} // namespace blueprinting::ui
