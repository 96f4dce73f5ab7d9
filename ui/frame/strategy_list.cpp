#include "ui/frame/strategy_list.h"

#include "ui/frame/strategy_facts.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/chip.h"
#include "ui/widgets/named.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {
namespace {

constexpr int kRowsShown = 6; ///< more scroll

QString id_of(const QModelIndex& index) { return index.data(StrategyListModel::IdRole).toString(); }

/// An icon answers a little beyond its edges.
QRect reach(const QRect& icon) { return icon.adjusted(-6, -6, 6, 6); }

int standing_width(const QModelIndex& index, const QWidget* widget)
{
    return QFontMetrics(number_font(widget)).horizontalAdvance(index.data(StrategyListModel::StandingRole).toString());
}

} // namespace

StrategyDelegate::Parts StrategyDelegate::parts(const QRect& row, int standingWidth)
{
    const auto square = [&](int x, int side) { return QRect(x, row.center().y() - side / 2 + 1, side, side); };
    Parts out;
    out.star = square(row.left() + 9, metrics::kRowIcon);
    out.chip = QRect(row.left() + 32, row.center().y() - kChipSide / 2 + 1, kChipSide, kChipSide);
    out.eye = square(row.right() - 9 - metrics::kRowIcon, metrics::kRowIcon);
    out.standing = QRect(out.eye.left() - 8 - standingWidth, row.top(), standingWidth, row.height());
    const int left = out.chip.right() + 9;
    out.name = QRect(left, row.top(), std::max(0, out.standing.left() - 8 - left), row.height());
    return out;
}

QSize StrategyDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {120, std::max(metrics::kListRow, option.fontMetrics.height() + 8)};
}

void StrategyDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = theme_of(option.widget);
    const QStyle* style = option.widget ? option.widget->style() : nullptr;
    if (style)
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const bool visible = index.data(StrategyListModel::VisibleRole).toBool();
    const bool bad = index.data(StrategyListModel::BadRole).toBool();
    const QString standing = index.data(StrategyListModel::StandingRole).toString();
    const Parts at = parts(option.rect, standing_width(index, option.widget));

    const bool baseline = index.data(StrategyListModel::BaselineRole).toBool();
    icon(baseline ? Icon::star_filled : Icon::star, baseline ? Tone::caution : Tone::secondary).paint(painter, at.star);
    draw_chip(*painter, at.chip, index.data(StrategyListModel::LetterRole).toString(),
              theme.chip(index.data(StrategyListModel::ChipRole).value<std::size_t>()), theme.chip_ink);
    icon(visible ? Icon::eye : Icon::eye_off, Tone::secondary).paint(painter, at.eye);

    painter->save();
    painter->setFont(body_font(option.widget));
    painter->setPen(visible ? theme.text : theme.secondary);
    painter->drawText(at.name, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, at.name.width()));
    painter->setFont(number_font(option.widget));
    const bool bound = index.data(StrategyListModel::BoundRole).toBool();
    painter->setPen(bad ? theme.bad : visible && !bound ? theme.text : theme.secondary);
    painter->drawText(at.standing, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, standing);
    painter->restore();
    if (style && option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        focus.rect = option.rect.adjusted(1, 1, -1, -1);
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
    }
}

bool StrategyDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                                 const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const Parts at = parts(option.rect, standing_width(index, view));
    QString text;
    if (reach(at.star).contains(event->pos()))
        text = index.data(StrategyListModel::BaselineRole).toBool()
                   ? tr("The baseline that the others are compared with")
                   : tr("Make this the baseline");
    else if (reach(at.eye).contains(event->pos()))
        text = index.data(StrategyListModel::VisibleRole).toBool() ? tr("Shown in the charts; click to hide")
                                                                   : tr("Hidden in the charts; click to show");
    else
        text = plain_tooltip(
            QStringList{index.data().toString(), index.data(StrategyListModel::StandingTipRole).toString()}
                .join(QLatin1Char('\n'))
                .trimmed());
    QToolTip::showText(event->globalPos(), text, view);
    return true;
}

QWidget* StrategyDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* editor = named(new QLineEdit(parent), "renameField", tr("New name of the strategy"));
    return editor;
}

void StrategyDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                            const QModelIndex& index) const
{
    QRect name = parts(option.rect, standing_width(index, option.widget)).name;
    editor->setGeometry(name.adjusted(-7, 1, 0, -1));
}

StrategyList::StrategyList(Workspace& workspace, QWidget* parent)
    : QListView(parent), m_workspace(workspace), m_model(new StrategyListModel(workspace, this))
{
    setObjectName(QStringLiteral("strategyList"));
    setAccessibleName(tr("Strategies"));
    setModel(m_model);
    setItemDelegate(new StrategyDelegate(this));
    setSelectionMode(SingleSelection);
    setEditTriggers(DoubleClicked);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    refresh();
}

void StrategyList::refresh()
{
    m_refreshing = true;
    const int rows = m_model->rowCount();
    m_model->refresh();
    const int place = static_cast<int>(place_of(m_workspace.session(), m_workspace.session().selected));
    const QModelIndex wanted = m_model->index(place);
    if (currentIndex() != wanted)
        setCurrentIndex(wanted);
    if (rows != m_model->rowCount())
        updateGeometry();
    m_refreshing = false;
}

void StrategyList::renameSelected()
{
    setFocus(Qt::ShortcutFocusReason);
    edit(currentIndex());
}

QSize StrategyList::sizeHint() const
{
    const int rows = std::clamp(m_model->rowCount(), 1, kRowsShown);
    const int row = std::max(sizeHintForRow(0), metrics::kListRow);
    return {200, rows * row + 2 * frameWidth()};
}

QSize StrategyList::minimumSizeHint() const { return {120, sizeHint().height()}; }

void StrategyList::contextMenuEvent(QContextMenuEvent* event)
{
    const bool by_key = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex row = by_key ? currentIndex() : indexAt(event->pos());
    event->accept();
    if (!row.isValid())
        return;
    setCurrentIndex(row);
    scrollTo(row);
    const QRect place = visualRect(row);
    Q_EMIT menuRequested(by_key ? viewport()->mapToGlobal(QPoint(place.left() + 32, place.bottom()))
                                : event->globalPos());
}

void StrategyList::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier && currentIndex().isValid()) {
        toggleVisible(id_of(currentIndex()));
        event->accept();
        return;
    }
    QListView::keyPressEvent(event);
}

StrategyList::Hit StrategyList::hit(const QPoint& where) const
{
    const QModelIndex index = indexAt(where);
    if (!index.isValid())
        return {};
    const StrategyDelegate::Parts at = StrategyDelegate::parts(visualRect(index), standing_width(index, this));
    const Part part = reach(at.star).contains(where)  ? Part::star
                      : reach(at.eye).contains(where) ? Part::eye
                                                      : Part::row;
    return {id_of(index), part};
}

bool StrategyList::event(QEvent* event)
{
    // Escape belongs to the drag while there is one.
    if (m_gap >= 0 && (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        if (event->type() == QEvent::KeyPress) {
            m_pressed = {QString(), Part::star}; // nothing follows from letting go
            endDrag();
        }
        event->accept();
        return true;
    }
    return QListView::event(event);
}

int StrategyList::gapAt(int y) const
{
    int gap = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (y > visualRect(m_model->index(row)).center().y())
            gap = row + 1;
    return gap;
}

void StrategyList::endDrag()
{
    m_gap = -1;
    unsetCursor();
    viewport()->update();
}

void StrategyList::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const bool held =
        event->buttons().testFlag(Qt::LeftButton) && !m_pressed.id.isEmpty() && m_pressed.part == Part::row;
    if (!held) {
        if (m_pressed.part == Part::row)
            QListView::mouseMoveEvent(event);
        return;
    }
    // The selection stays with what is dragged.
    if (m_gap < 0 && (at - m_pressedAt).manhattanLength() < QApplication::startDragDistance())
        return;
    if (m_gap < 0)
        setCursor(Qt::ClosedHandCursor);
    if (at.y() < 0 || at.y() >= viewport()->height())
        verticalScrollBar()->triggerAction(at.y() < 0 ? QAbstractSlider::SliderSingleStepSub
                                                      : QAbstractSlider::SliderSingleStepAdd);
    m_gap = gapAt(at.y());
    viewport()->update();
}

void StrategyList::paintEvent(QPaintEvent* event)
{
    QListView::paintEvent(event);
    if (m_gap < 0 || m_model->rowCount() == 0)
        return;
    const QRect row = visualRect(m_model->index(std::min(m_gap, m_model->rowCount() - 1)));
    const int y = std::clamp(m_gap < m_model->rowCount() ? row.top() : row.bottom() + 1, 1, viewport()->height() - 1);
    QPainter(viewport()).fillRect(QRect(row.left() + 4, y - 1, row.width() - 8, 2), theme_of(this).accent);
}

void StrategyList::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->position().toPoint();
    m_pressed = event->button() == Qt::LeftButton ? hit(event->position().toPoint()) : Hit{};
    if (m_pressed.part == Part::row)
        QListView::mousePressEvent(event);
}

void StrategyList::mouseReleaseEvent(QMouseEvent* event)
{
    const Hit pressed = std::exchange(m_pressed, {});
    if (m_gap >= 0) {
        const int gap = m_gap;
        endDrag();
        const auto from = static_cast<int>(place_of(m_workspace.session(), pressed.id.toStdString()));
        QListView::mouseReleaseEvent(event);
        move_strategy(m_workspace, pressed.id.toStdString(), gap > from ? gap - 1 : gap);
        return;
    }
    if (pressed.part == Part::row) {
        QListView::mouseReleaseEvent(event);
        return;
    }
    if (hit(event->position().toPoint()) != pressed)
        return;
    if (pressed.part == Part::star)
        makeBaseline(pressed.id);
    else
        toggleVisible(pressed.id);
}

void StrategyList::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_pressed = hit(event->position().toPoint());
    if (m_pressed.part == Part::row)
        QListView::mouseDoubleClickEvent(event);
}

void StrategyList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    if (!m_refreshing && current.isValid())
        m_workspace.selectStrategy(id_of(current).toStdString());
}

void move_strategy(Workspace& workspace, const std::string& id, std::ptrdiff_t to)
{
    const Session& now = workspace.session();
    const std::ptrdiff_t from = place_of(now, id);
    if (from < 0 || to < 0 || to == from || to >= static_cast<std::ptrdiff_t>(now.strategies.size()))
        return;
    workspace.edit(StrategyList::tr("Move %1").arg(QString::fromStdString(now.find(id)->name)), [&](Session& session) {
        const auto first = session.strategies.begin();
        if (from < to)
            std::rotate(first + from, first + from + 1, first + to + 1);
        else
            std::rotate(first + to, first + from, first + from + 1);
    });
}

void StrategyList::makeBaseline(const QString& id)
{
    m_workspace.edit(tr("Change the baseline"), [&](Session& session) { session.baseline = id.toStdString(); });
}

void StrategyList::toggleVisible(const QString& id)
{
    const SessionStrategy* strategy = m_workspace.session().find(id.toStdString());
    if (!strategy)
        return;
    m_workspace.edit((strategy->visible ? tr("Hide %1") : tr("Show %1")).arg(QString::fromStdString(strategy->name)),
                     [&](Session& session) {
                         if (SessionStrategy* found = session.find(id.toStdString()))
                             found->visible = !found->visible;
                     });
}

} // namespace blueprinting::ui
