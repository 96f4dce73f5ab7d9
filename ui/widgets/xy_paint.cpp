#include "ui/style/fonts.h"
#include "ui/widgets/xy_plot.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>

namespace blueprinting::ui {

namespace {

void paint_axes(QPainter& painter, const XyChart& chart, const XyLayout& layout, const QRectF& area,
                const XyFonts& fonts, const Theme& theme)
{
    const QRectF& plot = layout.plot;
    const QFontMetricsF metrics(fonts.small_number);
    painter.setFont(fonts.small_number);
    for (const XyTick& tick : layout.y_ticks) {
        if (chart.grid && tick.at < plot.bottom() - 1)
            painter.fillRect(QRectF(plot.left(), tick.at, plot.width(), 1), theme.grid);
        painter.setPen(theme.secondary);
        painter.drawText(
            QRectF(area.left(), tick.at - metrics.height() / 2, plot.left() - 6 - area.left(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.secondary);
    for (const XyTick& tick : layout.x_ticks) {
        // Labels at the ends stay inside of the chart.
        const double width = metrics.horizontalAdvance(tick.text);
        const double left = std::min(tick.at - width / 2, area.right() - width);
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(left, plot.bottom() + 4, width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignTop,
                         tick.text);
    }
    painter.setFont(fonts.small);
    painter.setPen(theme.secondary);
    if (!chart.x.title.isEmpty())
        painter.drawText(
            QRectF(area.left(), area.bottom() - metrics.height(), plot.right() - area.left(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, chart.x.title);
    if (!chart.y.title.isEmpty()) {
        painter.save();
        painter.translate(area.left() + metrics.height() / 2, plot.center().y());
        painter.rotate(-90);
        painter.drawText(QRectF(-plot.height() / 2, -metrics.height() / 2, plot.height(), metrics.height()),
                         Qt::AlignCenter, chart.y.title);
        painter.restore();
    }
}

void paint_line(QPainter& painter, const XyLine& line, const XyLinePlace& place, const XyFonts& fonts,
                const Theme& theme)
{
    const QColor color = line.color.in(theme);
    QPen pen(color, line.width, Qt::SolidLine, Qt::FlatCap);
    if (line.kind == LineKind::dashed)
        pen.setDashPattern({4, 3});
    else if (line.kind == LineKind::dotted)
        pen.setDashPattern({1, 2});
    painter.setPen(pen);
    for (const QPolygonF& stroke : place.strokes)
        painter.drawPolyline(stroke);
    QPen dotted(color, 1, Qt::SolidLine, Qt::FlatCap);
    dotted.setDashPattern({1, 2});
    painter.setPen(dotted);
    for (const QPolygonF& stroke : place.connectors)
        painter.drawPolyline(stroke);
    const QFontMetricsF metrics(fonts.small);
    if (place.label_shown) {
        painter.save();
        painter.setFont(fonts.small);
        painter.setPen(theme.text);
        painter.translate(place.label);
        painter.rotate(place.label_angle);
        painter.drawText(QPointF(-metrics.horizontalAdvance(line.label) / 2, 0), line.label);
        painter.restore();
    }
    painter.setFont(fonts.small_number);
    painter.setPen(theme.text);
    for (std::size_t i = 0; i < place.step_labels.size() && i < line.step_labels.size(); ++i) {
        const double width = QFontMetricsF(fonts.small_number).horizontalAdvance(line.step_labels[i]) + 2;
        // The last step lies highest: its word goes below the line, the others' above it.
        const bool below = i + 1 == place.step_labels.size() && i > 0;
        painter.drawText(QRectF(place.step_labels[i].x() - width / 2,
                                place.step_labels[i].y() + (below ? 6 : -metrics.height() - 4), width,
                                metrics.height()),
                         Qt::AlignCenter, line.step_labels[i]);
    }
}

void paint_mark(QPainter& painter, const XyMark& mark, const QPointF& at, double radius, const Theme& theme)
{
    QColor color = mark.color.in(theme);
    if (mark.faded)
        color = faded(color, theme.panel);
    if (mark.hollow) {
        painter.setPen(QPen(color, 1.5));
        painter.setBrush(theme.panel);
    } else {
        // A line of panel colour parts marks that overlap.
        painter.setPen(QPen(theme.panel, 1));
        painter.setBrush(color);
    }
    switch (mark.shape) {
    case MarkShape::circle: painter.drawEllipse(at, radius, radius); break;
    case MarkShape::square: {
        const double half = radius * 0.886; // the same area
        painter.drawRect(QRectF(at - QPointF(half, half), QSizeF(2 * half, 2 * half)));
        break;
    }
    case MarkShape::diamond:
        painter.drawPolygon(QPolygonF({{at.x(), at.y() - radius},
                                       {at.x() + radius, at.y()},
                                       {at.x(), at.y() + radius},
                                       {at.x() - radius, at.y()}}));
        break;
    }
}

} // namespace

XyFonts xy_fonts(const QWidget* widget) { return {small_font(widget), small_number_font(widget)}; }

void paint_xy(QPainter& painter, const XyChart& chart, const XyLayout& layout, const QRectF& area, const XyFonts& fonts,
              const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paint_axes(painter, chart, layout, area, fonts, theme);
    for (std::size_t i = 0; i < chart.lines.size(); ++i)
        paint_line(painter, chart.lines[i], layout.lines[i], fonts, theme);
    const QRectF sight = layout.plot.adjusted(-4, -4, 4, 4);
    for (const std::size_t i : layout.order)
        if (sight.contains(layout.marks[i]))
            paint_mark(painter, chart.marks[i], layout.marks[i], layout.radii[i], theme);
    painter.setFont(fonts.small);
    painter.setPen(theme.text);
    QColor under = theme.panel;
    under.setAlphaF(0.8); // where a line has to pass behind a word
    for (std::size_t i = 0; i < layout.labels.size(); ++i)
        if (!layout.labels[i].isNull()) {
            const QLineF leader(layout.marks[i], nearest_in(layout.labels[i], layout.marks[i]));
            if (const double gap = leader.length() - layout.radii[i]; gap > kLed) {
                painter.setPen(QPen(theme.secondary, 1));
                painter.drawLine(QLineF(leader.pointAt((layout.radii[i] + 1) / leader.length()),
                                        leader.pointAt(1 - 2 / leader.length())));
                painter.setPen(theme.text);
            }
            painter.fillRect(layout.labels[i], under);
            painter.drawText(layout.labels[i], Qt::AlignCenter, chart.marks[i].label);
        }
    painter.restore();
}

void paint_rings(QPainter& painter, const XyChart& chart, const XyLayout& layout, const Theme& theme)
{
    if (chart.selected.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    const QRectF sight = layout.plot.adjusted(-4, -4, 4, 4);
    for (std::size_t i = 0; i < chart.marks.size(); ++i)
        if (sight.contains(layout.marks[i]) &&
            std::find(chart.selected.begin(), chart.selected.end(), chart.marks[i].key) != chart.selected.end())
            painter.drawEllipse(layout.marks[i], layout.radii[i] + 3, layout.radii[i] + 3);
    painter.restore();
}

} // namespace blueprinting::ui
