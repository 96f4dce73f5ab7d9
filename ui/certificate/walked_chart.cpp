#include "ui/certificate/walked_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr double kMostMagnified = 16;

} // namespace

void WalkedChart::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    painter.save();
    if (on_screen && isZoomed()) {
        painter.setClipRect(area);
        painter.translate(m_origin);
        painter.scale(m_zoom, m_zoom);
    }
    paintMarks(painter, area, theme, on_screen);
    painter.restore();
}

void WalkedChart::zoomBy(double factor, const QPointF& about)
{
    const double zoom = std::clamp(m_zoom * factor, 1.0, kMostMagnified);
    m_origin = about - (about - m_origin) * (zoom / m_zoom);
    m_zoom = zoom;
    keepInside();
}

void WalkedChart::panBy(const QPointF& pixels)
{
    m_origin += pixels;
    keepInside();
}

void WalkedChart::showWhole()
{
    m_zoom = 1;
    keepInside();
}

/// No edge of the chart leaves the edge of the widget.
void WalkedChart::keepInside()
{
    m_origin = QPointF(std::clamp(m_origin.x(), width() * (1 - m_zoom), 0.0), std::clamp(m_origin.y(), height() * (1 - m_zoom), 0.0));
    update();
}

void WalkedChart::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    keepInside();
}

void WalkedChart::clicked(const QPointF& at) { pickAt((at - m_origin) / m_zoom); }

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
    m_keyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason || event->reason() == Qt::ShortcutFocusReason;
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
