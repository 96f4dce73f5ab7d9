#include "ui/certificate/walked_chart.h"

#include <QPainter>

namespace blueprinting::ui {

void WalkedChart::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    painter.save();
    if (on_screen && isZoomed()) {
        painter.setClipRect(area);
        painter.translate(origin());
        painter.scale(sight().zoom, sight().zoom);
    }
    paintMarks(painter, area, theme, on_screen);
    painter.restore();
}

} // namespace blueprinting::ui
