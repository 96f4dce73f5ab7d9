#include "ui/widgets/tables/cell_delegate.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/chip.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

namespace {

constexpr int kPad = 8;
constexpr int kSwatch = 12;
constexpr int kGap = 8;
constexpr int kIndent = 16;
constexpr int kBarHeight = 12;
constexpr qsizetype kRememberedWidths = 4096;

QFont font_of(const Cell& cell, ColumnKind kind, bool total, const QWidget* widget)
{
    QFont font = kind == ColumnKind::fixed    ? fixed_font(widget)
                 : kind == ColumnKind::number ? number_font(widget)
                                              : body_font(widget);
    font.setBold(cell.bold || total);
    return font;
}

ColumnKind kind_of(const QModelIndex& index)
{
    const QVariant column = index.model()->headerData(index.column(), Qt::Horizontal, ColumnRole);
    return column.isValid() ? column.value<Column>().kind : ColumnKind::text;
}

RowKind row_kind(const QModelIndex& index) { return static_cast<RowKind>(index.data(RowKindRole).toInt()); }

/// What stands before the text, in pixels.
int leading(const Cell& cell, RowKind row)
{
    int width = cell.indent * kIndent;
    if (row == RowKind::group)
        width += metrics::kRowIcon + 2;
    if (!cell.chip.isEmpty())
        width += kChipSide + kGap;
    if (!cell.color.isNone())
        width += kSwatch + kGap;
    if (cell.icon)
        width += metrics::kRowIcon + (cell.text.isEmpty() ? 0 : 6);
    return width;
}

} // namespace

QRectF difference_bar(const QRectF& cell, double value, double range)
{
    const double zero = std::round(cell.center().x());
    const double half = cell.width() / 2;
    if (!(range > 0) || std::isnan(value) || value == 0)
        return QRectF(zero, cell.top(), 0, cell.height());
    const double length = std::clamp(std::abs(value) / range * half, 1.0, half);
    return value < 0 ? QRectF(zero - length, cell.top(), length, cell.height())
                     : QRectF(zero, cell.top(), length, cell.height());
}

QRectF share_bar(const QRectF& cell, double value, double range)
{
    if (!(range > 0) || std::isnan(value) || value <= 0)
        return QRectF(cell.left(), cell.top(), 0, cell.height());
    return QRectF(cell.left(), cell.top(), std::clamp(value / range * cell.width(), 1.0, cell.width()), cell.height());
}

void CellDelegate::paintBackground(QPainter* painter, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const
{
    const Theme& theme = theme_of(option.widget);
    const RowKind row = row_kind(index);
    const bool selected = option.state & QStyle::State_Selected;
    const auto tint = static_cast<RowTint>(index.data(RowTintRole).toInt());
    QColor fill = Qt::transparent;
    if (row == RowKind::group)
        fill = theme.window;
    if (tint != RowTint::none)
        fill = tint == RowTint::bad ? theme.bad_background : theme.caution_background;
    const QVariant data = index.data(CellRole);
    if (const Cell cell = data.value<Cell>(); !cell.background.isNone())
        fill = cell.background.in(theme);
    if (selected)
        fill = theme.selection;
    if (fill.alpha() > 0)
        painter->fillRect(option.rect, fill);
    if (row != RowKind::total && row != RowKind::note && !index.data(JoinedRole).toBool())
        painter->fillRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1, theme.grid);
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintBackground(painter, option, index);
    paintContents(painter, option.rect.adjusted(kPad, 0, -kPad, -1), option, index, index.data(CellRole).value<Cell>());
}

void CellDelegate::paintContents(QPainter* painter, const QRect& rect, const QStyleOptionViewItem& option,
                                 const QModelIndex& index, const Cell& cell) const
{
    const Theme& theme = theme_of(option.widget);
    const RowKind row = row_kind(index);
    const ColumnKind kind = kind_of(index);
    const bool right = kind == ColumnKind::number && row != RowKind::group && row != RowKind::note;
    const bool spans = row == RowKind::group || row == RowKind::note;
    painter->save();
    painter->setClipRect(option.rect, Qt::IntersectClip);
    const QFont font =
        font_of(cell, spans ? ColumnKind::text : kind, row == RowKind::total || row == RowKind::group, option.widget);
    const QFontMetrics metrics_of_text(font);
    const int before = leading(cell, row);
    // The text is what the row is known by; a note gives way to it.
    const QFontMetrics metrics_of_note(body_font(option.widget));
    const int room = std::max(0, rect.width() - before);
    // Values that are compared differ at their ends as often as at their beginnings.
    const QString text = metrics_of_text.elidedText(cell.text, right ? Qt::ElideMiddle : Qt::ElideRight, room);
    const int width = metrics_of_text.horizontalAdvance(text);
    const int left = room - width - kGap;
    const bool whole = metrics_of_note.horizontalAdvance(cell.note) <= left;
    const QString note_text = whole ? cell.note
                              : left < metrics_of_note.averageCharWidth() * 3
                                  ? QString()
                                  : metrics_of_note.elidedText(cell.note, Qt::ElideRight, left);
    const int note = note_text.isEmpty() ? 0 : kGap + metrics_of_note.horizontalAdvance(note_text);
    int x = right ? rect.right() + 1 - width - note - before : rect.left();
    x += cell.indent * kIndent;
    const int middle = rect.center().y() + 1;
    if (row == RowKind::group) {
        const bool collapsed = index.data(CollapsedRole).toBool();
        style_paint::chevron(*painter, QRectF(x - 4, middle - 8, 16, 16),
                             collapsed ? style_paint::Direction::right : style_paint::Direction::down, theme.secondary);
        x += metrics::kRowIcon + 2;
    }
    if (!cell.chip.isEmpty()) {
        draw_chip(*painter, QRectF(x, middle - kChipSide / 2, kChipSide, kChipSide), cell.chip,
                  theme.chip(cell.chip_place), theme.chip_ink);
        x += kChipSide + kGap;
    }
    if (!cell.color.isNone() && kind != ColumnKind::share && kind != ColumnKind::difference) {
        const QRectF swatch(x, middle - kSwatch / 2, kSwatch, kSwatch);
        draw_swatch(*painter, swatch, cell.color.in(theme), cell.hatched, theme.panel);
        x += kSwatch + kGap;
    }
    if (cell.icon) {
        icon(*cell.icon, cell.icon_tone)
            .paint(painter, QRect(x, middle - metrics::kRowIcon / 2, metrics::kRowIcon, metrics::kRowIcon));
        x += metrics::kRowIcon + 6;
    }
    painter->setFont(font);
    QColor ink = color_of(theme, cell.tone);
    // On a strong shade the tone would be hard to read; the shade says what it says.
    if (!cell.background.isNone() && !(option.state & QStyle::State_Selected) &&
        contrast(ink, cell.background.in(theme)) < 4.5)
        ink = theme.text;
    painter->setPen(ink);
    painter->drawText(QRect(x, rect.top(), width + 2, rect.height()),
                      Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    if (note > 0) {
        painter->setFont(body_font(option.widget));
        painter->setPen(theme.secondary);
        painter->drawText(QRect(x + width + kGap, rect.top(), note, rect.height()),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, note_text);
    }
    painter->restore();
}

int CellDelegate::advance(const QString& text, const Cell& cell, ColumnKind kind, RowKind row,
                          const QWidget* widget) const
{
    if (text.isEmpty())
        return 0;
    if (const QFont own = widget ? widget->font() : QFont(); m_font != own || m_widths.size() > kRememberedWidths) {
        m_widths.clear();
        m_font = own;
    }
    const bool strong = row == RowKind::total || row == RowKind::group;
    const QString key = QChar(static_cast<char16_t>(2 * static_cast<int>(kind) + (cell.bold || strong ? 1 : 0))) + text;
    const auto known = m_widths.constFind(key);
    if (known != m_widths.constEnd())
        return *known;
    const int width = QFontMetrics(font_of(cell, kind, strong, widget)).horizontalAdvance(text);
    m_widths.insert(key, width);
    return width;
}

int CellDelegate::textWidth(const Cell& cell, ColumnKind kind, RowKind row, const QWidget* widget) const
{
    int width = advance(cell.text, cell, kind, row, widget);
    if (!cell.note.isEmpty())
        width += kGap + advance(cell.note, Cell{}, ColumnKind::text, RowKind::plain, widget);
    return width + 1;
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const RowKind row = row_kind(index);
    const int height = std::max(metrics::kTableRow, QFontMetrics(body_font(option.widget)).height() + 6);
    if (row == RowKind::group || row == RowKind::note)
        return {0, height}; // spans: never widens its first column
    const Cell cell = index.data(CellRole).value<Cell>();
    return {leading(cell, row) + textWidth(cell, kind_of(index), row, option.widget) + 2 * kPad, height};
}

bool CellDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                             const QModelIndex& index)
{
    if (event->type() == QEvent::ToolTip && index.isValid() && index.data(Qt::ToolTipRole).toString().isEmpty()) {
        const Cell cell = index.data(CellRole).value<Cell>();
        const RowKind row = row_kind(index);
        const QRect place = view->visualRect(index);
        if (leading(cell, row) + textWidth(cell, kind_of(index), row, view) + 2 * kPad > place.width() &&
            !cell.text.isEmpty()) {
            QToolTip::showText(
                event->globalPos(),
                plain_tooltip(cell.note.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.note), view, place);
            return true;
        }
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

void DifferenceBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintBackground(painter, option, index);
    const Cell cell = index.data(CellRole).value<Cell>();
    if (!cell.value.isValid())
        return;
    const Theme& theme = theme_of(option.widget);
    const QRectF area = QRectF(option.rect).adjusted(kPad, 0, -kPad, 0);
    const QRectF bars(area.left(), std::round(area.center().y() - kBarHeight / 2.0), area.width(), kBarHeight);
    const double value = cell.value.toDouble();
    const double range = index.model()->headerData(index.column(), Qt::Horizontal, BarRangeRole).toDouble();
    const double zero = std::round(bars.center().x());
    const QVariant column = index.model()->headerData(index.column(), Qt::Horizontal, ColumnRole);
    if (const double limit = column.value<Column>().bar_limit; limit > 0 && range > 0) {
        painter->setPen(QPen(theme.secondary, 1, Qt::DotLine));
        const double away = limit / range * bars.width() / 2;
        for (const double x : {zero - away, zero + away})
            painter->drawLine(QPointF(x, option.rect.top()), QPointF(x, option.rect.bottom()));
    }
    const QColor own = cell.color.isNone() ? (value < 0 ? theme.below_fill : theme.above_fill) : cell.color.in(theme);
    painter->fillRect(difference_bar(bars, value, range), own);
    painter->fillRect(QRectF(zero, bars.top() - 1, 1, bars.height() + 2), theme.secondary);
}

QSize DifferenceBarDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {120, CellDelegate::sizeHint(option, index).height()};
}

void ShareBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintBackground(painter, option, index);
    const Cell cell = index.data(CellRole).value<Cell>();
    if (!cell.value.isValid())
        return;
    const Theme& theme = theme_of(option.widget);
    const auto column = index.model()->headerData(index.column(), Qt::Horizontal, ColumnRole).value<Column>();
    const double height = column.bar_track ? 6 : kBarHeight;
    const QRectF area = QRectF(option.rect).adjusted(kPad, 0, -kPad, 0);
    const QRectF bars(area.left(), std::round(area.center().y() - height / 2), area.width(), height);
    const double range = index.model()->headerData(index.column(), Qt::Horizontal, BarRangeRole).toDouble();
    if (column.bar_track)
        style_paint::box(*painter, bars, theme.track, Qt::transparent, 0, 3);
    const QRectF bar = share_bar(bars, cell.value.toDouble(), range);
    const QColor fill = cell.color.isNone() ? theme.secondary : cell.color.in(theme);
    if (bar.width() <= 0)
        return;
    if (column.bar_track)
        style_paint::box(*painter, bar, fill, Qt::transparent, 0, std::min(3.0, bar.width() / 2));
    else
        draw_swatch(*painter, bar, fill, cell.hatched, theme.panel);
}

QSize ShareBarDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {70, CellDelegate::sizeHint(option, index).height()};
}

} // namespace blueprinting::ui
