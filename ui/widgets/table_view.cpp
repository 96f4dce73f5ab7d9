#include "ui/widgets/table_view.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/chart_widget.h"
#include "ui/widgets/table_header.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

namespace {

constexpr int kSampledRows = 300; ///< rows that decide how wide a column is
constexpr int kLeastStretch = 56;

RowKind kind_at(const QModelIndex& index) { return static_cast<RowKind>(index.data(RowKindRole).toInt()); }

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
    setVerticalScrollMode(ScrollPerPixel);
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
        QMenu menu(this);
        fillColumnsMenu(&menu);
        menu.exec(m_header->mapToGlobal(at));
    });
    connect(m_header, &QHeaderView::sectionResized, this, [this](int section, int, int) {
        if (!m_fitting && section < static_cast<int>(m_table->columns().size()))
            m_user_sized.insert(m_table->columns()[static_cast<std::size_t>(section)].id);
    });
    connect(m_filter, &QAbstractItemModel::modelReset, this, &TableView::restoreAfterReset);
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
    setCurrentKey(m_key);
    fitLater();
    if (m_height_follows)
        updateGeometry();
}

QString TableView::currentKey() const { return m_key; }

void TableView::setCurrentKey(const QString& key)
{
    m_key = key;
    m_following = true;
    const int source = m_table->rowOf(key);
    const QModelIndex index = source < 0 ? QModelIndex() : m_filter->mapFromSource(m_table->index(source, 0));
    if (!index.isValid()) {
        clearSelection();
        selectionModel()->setCurrentIndex({}, QItemSelectionModel::Clear);
    } else if (currentIndex().row() != index.row() || !selectionModel()->isSelected(index)) {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    m_following = false;
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update();
    if (m_following || !current.isValid() || current.row() == previous.row())
        return;
    m_key = current.data(KeyRole).toString();
    Q_EMIT keyPicked(m_key);
}

int TableView::columnOf(const QString& id) const
{
    for (std::size_t column = 0; column < m_table->columns().size(); ++column)
        if (m_table->columns()[column].id == id)
            return static_cast<int>(column);
    return -1;
}

bool TableView::isColumnShown(const QString& id) const
{
    const int column = columnOf(id);
    if (column < 0)
        return false;
    return !m_hidden.contains(id) && (!m_table->columns()[static_cast<std::size_t>(column)].hidden || m_shown.contains(id));
}

void TableView::setColumnShown(const QString& id, bool shown)
{
    if (columnOf(id) < 0)
        return;
    if (shown) {
        m_hidden.erase(id);
        m_shown.insert(id);
    } else {
        m_shown.erase(id);
        m_hidden.insert(id);
    }
    fitColumns();
}

void TableView::fillColumnsMenu(QMenu* menu)
{
    menu->clear();
    int visible = 0;
    for (const Column& column : m_table->columns())
        visible += isColumnShown(column.id);
    for (int at = 0; at < static_cast<int>(m_table->columns().size()); ++at) {
        const Column& column = m_table->columns()[static_cast<std::size_t>(at)];
        QString name = m_table->headerData(at, Qt::Horizontal).toString();
        if (!column.group.isEmpty())
            name = column.group + QStringLiteral(": ") + name;
        if (name.isEmpty())
            name = column.tooltip.isEmpty() ? column.id : column.tooltip;
        QAction* action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(isColumnShown(column.id));
        action->setEnabled(!action->isChecked() || visible > 1);
        connect(action, &QAction::toggled, this, [this, id = column.id](bool on) { setColumnShown(id, on); });
    }
}

QMenu* TableView::makeColumnsMenu(QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setObjectName(QStringLiteral("columnsMenu"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillColumnsMenu(menu); });
    return menu;
}

void TableView::fitLater()
{
    if (m_fit_pending)
        return;
    m_fit_pending = true;
    QMetaObject::invokeMethod(this, [this] { fitColumns(); }, Qt::QueuedConnection);
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
        if (m_user_sized.contains(columns[at].id)) {
            width = columnWidth(section);
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
    if (m_totals_follow)
        m_filter->setTotalsFirst(contentHeight() > viewport()->height());
}

void TableView::setTotalsFollowSpace(bool follow)
{
    m_totals_follow = follow;
    fitLater();
}

void TableView::setHeightFollowsRows(bool follow)
{
    m_height_follows = follow;
    setVerticalScrollBarPolicy(follow ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    setSizePolicy(QSizePolicy::Expanding, follow ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    updateGeometry();
    if (follow) // a horizontal bar must not cover the last row
        connect(horizontalScrollBar(), &QScrollBar::rangeChanged, this, &TableView::updateGeometry, Qt::UniqueConnection);
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
}

void TableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        verticalHeader()->setDefaultSectionSize(std::max(metrics::kTableRow, QFontMetrics(body_font(this)).height() + 6));
        fitLater();
    }
}

void TableView::initViewItemOption(QStyleOptionViewItem* option) const
{
    QTableView::initViewItemOption(option);
    option->widget = this;
}

void TableView::toggleGroup(const QModelIndex& index)
{
    const QString key = index.data(KeyRole).toString();
    m_filter->setCollapsed(key, !m_filter->isCollapsed(key));
    viewport()->update();
}

void TableView::focusInEvent(QFocusEvent* event)
{
    m_ring = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    QTableView::focusInEvent(event);
    viewport()->update();
}

void TableView::mousePressEvent(QMouseEvent* event)
{
    m_ring = false;
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
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(toTsv());
        return;
    }
    const QModelIndex index = currentIndex();
    if (index.isValid() && kind_at(index) == RowKind::group) {
        const QString key = index.data(KeyRole).toString();
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right || event->key() == Qt::Key_Space) {
            const bool collapse = event->key() == Qt::Key_Space ? !m_filter->isCollapsed(key) : event->key() == Qt::Key_Left;
            m_filter->setCollapsed(key, collapse);
            viewport()->update();
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
    menu.addAction(tr("Find rows…"), this, &TableView::startFind)->setShortcut(QKeySequence::Find);
    fillColumnsMenu(menu.addMenu(tr("Columns")));
    menu.exec(event->globalPos());
}

void TableView::setFindText(const QString& text)
{
    m_filter->setText(text);
    if (m_find && m_find->text() != text) {
        const QSignalBlocker quiet(m_find);
        m_find->setText(text);
    }
}

void TableView::startFind()
{
    if (m_find_field) {
        m_find_field->setFocus(Qt::ShortcutFocusReason);
        m_find_field->selectAll();
        return;
    }
    if (!m_find) {
        m_find = new QLineEdit(this);
        m_find->setObjectName(QStringLiteral("tableFind"));
        m_find->setPlaceholderText(tr("Rows that hold…"));
        m_find->setAccessibleName(tr("Rows that hold this text"));
        m_find->setClearButtonEnabled(true);
        m_find->installEventFilter(this);
        connect(m_find, &QLineEdit::textChanged, this, [this](const QString& text) {
            m_filter->setText(text);
            Q_EMIT findTyped(text);
        });
        const QSignalBlocker quiet(m_find);
        m_find->setText(m_filter->text());
    }
    m_find->show();
    placeFind();
    m_find->raise();
    m_find->selectAll();
    m_find->setFocus(Qt::ShortcutFocusReason);
}

/// At the right under the header, over the rows.
void TableView::placeFind()
{
    if (!m_find || m_find->isHidden())
        return;
    const QSize size(std::min(220, viewport()->width()), m_find->sizeHint().height());
    m_find->setGeometry(QRect(QPoint(viewport()->geometry().right() - size.width(), viewport()->y() + 2), size));
}

/// The field stays while the keyboard is in it; Enter and Escape lead back to the rows.
bool TableView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_find) {
        if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
            m_find->hide();
        if (event->type() == QEvent::KeyPress) {
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
                setFocus(Qt::ShortcutFocusReason);
                return true;
            }
        }
        // Escape means this here, before any shortcut of the window.
        if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    return QTableView::eventFilter(watched, event);
}

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
                      path.toStdString() + " has no ending that says what to write: .tsv, .md or .csv"};
}

void TableView::saveAs()
{
    const QString name = accessibleName().isEmpty() ? QStringLiteral("table") : QString(accessibleName()).replace(QLatin1Char('/'), QLatin1Char('-'));
    const QString path = QFileDialog::getSaveFileName(this, tr("Save table"), name + QStringLiteral(".tsv"),
                                                      tr("Tab-separated values (*.tsv);;Markdown (*.md);;Comma-separated values (*.csv)"));
    if (path.isEmpty())
        return;
    const Result<Done> done = exportTo(path);
    if (done)
        Q_EMIT exported(path);
    else
        Q_EMIT exportFailed(QString::fromStdString(to_line(done.diagnostics().front())));
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

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const Theme& theme = theme_of(this);
    QPainter painter(viewport());
    // Accent bars lie over the cells, at the left edge of what is seen.
    const int first = rowAt(0);
    int last = rowAt(viewport()->height() - 1);
    if (last < 0)
        last = m_filter->rowCount() - 1;
    for (int row = std::max(0, first); row <= last; ++row) {
        const QModelIndex index = m_filter->index(row, 0);
        const bool selected = selectionModel()->isRowSelected(row);
        if (selected || index.data(MarkedRole).toBool())
            painter.fillRect(0, rowViewportPosition(row), metrics::kAccentBar, rowHeight(row) - 1, theme.accent);
    }
    if (hasFocus() && m_ring && currentIndex().isValid()) {
        painter.setPen(QPen(theme.accent, 1));
        const int row = currentIndex().row();
        painter.drawRect(QRect(0, rowViewportPosition(row), viewport()->width() - 1, rowHeight(row) - 1));
    }
}

} // namespace blueprinting::ui
