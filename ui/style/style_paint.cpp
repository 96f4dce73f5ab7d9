#include "ui/style/style_paint.h"

#include <QAbstractItemView>
#include <QPainterPath>

#include <algorithm>

namespace blueprinting::ui::style_paint {

QRect header_word(const QStyleOptionHeader& header, const QRect& room, const QFont& font)
{
    const QFontMetrics metrics(font);
    const int mark = header.icon.isNull() ? 0 : kHeaderGlyphRoom;
    const int width =
        mark + std::min(metrics.size(Qt::TextShowMnemonic, header.text).width(), std::max(0, room.width() - mark));
    int left = room.left();
    if (header.textAlignment & Qt::AlignRight)
        left = room.right() + 1 - width;
    else if (header.textAlignment & Qt::AlignHCenter)
        left += (room.width() - width) / 2;
    return {left, room.top(), width, room.height()};
}

bool opens_menu(const QStyleOptionToolButton& button)
{
    const auto menu = button.features & (QStyleOptionToolButton::HasMenu | QStyleOptionToolButton::MenuButtonPopup |
                                         QStyleOptionToolButton::PopupDelay);
    return menu == QStyleOptionToolButton::HasMenu && !button.text.isEmpty() &&
           button.toolButtonStyle != Qt::ToolButtonIconOnly;
}

void box(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& outline, double width, double radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(outline.alpha() == 0 ? QPen(Qt::NoPen) : QPen(outline, width));
    painter.setBrush(fill.alpha() == 0 ? QBrush(Qt::NoBrush) : QBrush(fill));
    const double inset = width / 2;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset);
    painter.restore();
}

void triangle(QPainter& painter, const QRectF& rect, Direction direction, const QColor& color, double half)
{
    const QPointF c = rect.center();
    const double deep = half * 0.6;
    QPolygonF shape;
    switch (direction) {
    case Direction::up: shape << QPointF(-half, deep) << QPointF(half, deep) << QPointF(0, -deep); break;
    case Direction::down: shape << QPointF(-half, -deep) << QPointF(half, -deep) << QPointF(0, deep); break;
    case Direction::left: shape << QPointF(deep, -half) << QPointF(deep, half) << QPointF(-deep, 0); break;
    case Direction::right: shape << QPointF(-deep, -half) << QPointF(-deep, half) << QPointF(deep, 0); break;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(shape.translated(c));
    painter.restore();
}

void chevron(QPainter& painter, const QRectF& rect, Direction direction, const QColor& color)
{
    const QPointF c = rect.center();
    QPolygonF line;
    switch (direction) {
    case Direction::up: line << QPointF(-4, 2) << QPointF(0, -2) << QPointF(4, 2); break;
    case Direction::down: line << QPointF(-4, -2) << QPointF(0, 2) << QPointF(4, -2); break;
    case Direction::left: line << QPointF(2, -4) << QPointF(-2, 0) << QPointF(2, 4); break;
    case Direction::right: line << QPointF(-2, -4) << QPointF(2, 0) << QPointF(-2, 4); break;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line.translated(c));
    painter.restore();
}

void check_mark(QPainter& painter, const QRectF& rect, const QColor& color)
{
    const QPointF c = rect.center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF({{-3.6, 0.2}, {-1.1, 2.7}, {3.8, -2.9}}).translated(c));
    painter.restore();
}

void grip(QPainter& painter, const QRectF& rect, Qt::Orientation handle, const QColor& color)
{
    constexpr int kDots = 7;
    constexpr double kPitch = 3.5;
    constexpr double kSide = 1.5;
    const QPointF c = rect.center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kDots; ++i)
        for (int line = 0; line < 2; ++line) {
            const double along = (i - (kDots - 1) / 2.0) * kPitch;
            const double across = (line - 0.5) * kPitch;
            const QPointF at = handle == Qt::Horizontal ? QPointF(c.x() + across, c.y() + along)
                                                        : QPointF(c.x() + along, c.y() + across);
            painter.fillRect(QRectF(at.x() - kSide / 2, at.y() - kSide / 2, kSide, kSide), color);
        }
    painter.restore();
}

Outline outline_of(const Theme& theme, const QStyleOption& option, const QWidget* widget, bool focused)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    if (is_invalid(widget))
        return {theme.bad, 1.5};
    if (focused && enabled)
        return {theme.accent, 1.5};
    if (is_primary(widget) && enabled)
        return {theme.accent, 1};
    return {enabled ? theme.outline : theme.hairline, 1};
}

bool is_invalid(const QWidget* widget) { return widget && widget->property("blueprintingInvalid").toBool(); }

bool is_primary(const QWidget* widget) { return widget && widget->property("blueprintingPrimary").toBool(); }

bool is_compact(const QWidget* widget)
{
    if (!widget)
        return false;
    if (widget->property("blueprintingCompact").toBool())
        return true;
    const QWidget* parent = widget->parentWidget();
    return parent && parent->parentWidget() && qobject_cast<const QAbstractItemView*>(parent->parentWidget());
}

} // namespace blueprinting::ui::style_paint
