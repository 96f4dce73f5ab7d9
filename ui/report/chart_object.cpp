#include "ui/report/chart_object.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {

ChartObject::ChartObject(std::vector<const ReportDrawing*> drawings, QSizeF room)
    : m_drawings(std::move(drawings)), m_room(room)
{
}

const ReportDrawing& ChartObject::drawing(const QTextFormat& format) const
{
    return *m_drawings[static_cast<std::size_t>(format.intProperty(kWhich))];
}

QSizeF ChartObject::intrinsicSize(QTextDocument*, int, const QTextFormat& format)
{
    const QSizeF size = drawing(format).size;
    return size * std::min({1.0, m_room.width() / size.width(), m_room.height() / size.height()});
}

void ChartObject::drawObject(QPainter* painter, const QRectF& place, QTextDocument*, int, const QTextFormat& format)
{
    const ReportDrawing& one = drawing(format);
    painter->save();
    painter->translate(place.topLeft());
    painter->scale(place.width() / one.size.width(), place.height() / one.size.height());
    painter->drawPicture(0, 0, one.picture);
    painter->restore();
}

} // namespace blueprinting::ui
