#include "ui/certificate/walked_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace blueprinting::ui {

void WalkedChart::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    painter.save();
    if (on_screen && isZoomed()) {
        painter.setClipRect(area);
        painter.translate(origin());
        painter.scale(m_sight.zoom, m_sight.zoom);
    }
    paintMarks(painter, area, theme, on_screen);
    painter.restore();
}

void WalkedChart::zoomBy(double factor, const QPointF& about)
{
    const double zoom = within({0, 0, m_sight.zoom * factor}).zoom;
    const double nearer = 1 / m_sight.zoom - 1 / zoom;
    setSight({m_sight.left + about.x() / width() * nearer, m_sight.top + about.y() / height() * nearer, zoom});
}

void WalkedChart::panBy(const QPointF& pixels)
{
    setSight({m_sight.left - pixels.x() / width() / m_sight.zoom, m_sight.top - pixels.y() / height() / m_sight.zoom,
              m_sight.zoom});
}

void WalkedChart::showWhole() { setSight({}); }

void WalkedChart::setSight(const Sight& sight)
{
    m_sight = within(sight);
    sightMoved();
}

PartState WalkedChart::inSight() const
{
    PartState out;
    if (isZoomed())
        out.sight = m_sight;
    return out;
}

void WalkedChart::look(const PartState& state)
{
    m_sight = within(state.sight.value_or(Sight()));
    update();
}

void WalkedChart::clicked(const QPointF& at) { pickAt(wholeAt(at)); }

void WalkedChart::mousePressEvent(QMouseEvent* event)
{
    m_keyboard = false;
    ChartWidget::mousePressEvent(event);
}

void WalkedChart::move(int down, int across)
{
    m_keyboard = true;
    walk(down, across);
    if (isZoomed() && hasCursor()) {
        const QRectF place = cursorPlace();
        const QPointF from = seenAt(place.topLeft());
        const QPointF to = seenAt(place.bottomRight());
        panBy({-std::min(0.0, from.x()) - std::max(0.0, std::min(from.x(), to.x() - width())),
               -std::min(0.0, from.y()) - std::max(0.0, std::min(from.y(), to.y() - height()))});
    }
    update();
}

void WalkedChart::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() & Qt::ShiftModifier) // moves what is in sight
        return ChartWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up: return move(-1, 0);
    case Qt::Key_Down: return move(1, 0);
    case Qt::Key_Left: return move(0, -1);
    case Qt::Key_Right: return move(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (hasCursor())
            return pickCursor();
        break;
    default: break;
    }
    ChartWidget::keyPressEvent(event);
}

void WalkedChart::focusInEvent(QFocusEvent* event)
{
    ChartWidget::focusInEvent(event);
    m_keyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                 event->reason() == Qt::ShortcutFocusReason;
    if (m_keyboard && !hasCursor())
        move(1, 1);
    update();
}

void WalkedChart::focusOutEvent(QFocusEvent* event)
{
    ChartWidget::focusOutEvent(event);
    update();
}

} // namespace blueprinting::ui
