#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_colors.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

/// All lanes and all time, small, above the part of them that is seen.
namespace blueprinting::ui {

using namespace schedule;

namespace {

/// Every lane of a chart as one row of pixels.
QImage rows_of(const LaneChart& chart, int width, const Palette& palette, QRgb panel)
{
    int lanes = 0;
    for (const LaneGroup& group : chart.groups)
        lanes += group.simulation() ? static_cast<int>(group.shown().stages.size()) : 0;
    QImage out(width, std::max(1, lanes), QImage::Format_RGB32);
    out.fill(panel);
    int y = 0;
    for (const LaneGroup& group : chart.groups) {
        if (!group.simulation())
            continue;
        const Simulation& simulation = group.shown();
        const TimeWindow window{0, chart.end() / group.scale, static_cast<double>(width)};
        for (std::uint32_t device = 0; device < simulation.stages.size(); ++device, ++y) {
            const CommandId begin = simulation.graph.queue_begin[device];
            CommandId end = simulation.graph.queue_begin[device + 1];
            while (end > begin && !std::isfinite(simulation.timeline.end[end - 1]))
                --end;
            if (begin == end)
                continue;
            const LaneItem all{window.x(simulation.timeline.start[begin]), window.x(simulation.timeline.end[end - 1]),
                               begin, end - 1, true};
            const PixelRun run = merged_pixels(simulation, all, window, palette);
            auto* row = reinterpret_cast<QRgb*>(out.scanLine(y));
            std::copy(run.colors.begin(), run.colors.end(), row + run.first_x);
        }
    }
    return out;
}

} // namespace

void LaneCanvas::paintOverview(QPainter& painter, const LaneLayout& layout, const Theme& theme) const
{
    const QRectF& place = layout.overview;
    const double ratio = devicePixelRatioF();
    const QSize size = (place.size() * ratio).toSize();
    std::vector<const void*> of;
    for (const LaneGroup& group : m_chart.groups)
        of.push_back(group.simulation());
    if (m_overview.of != of || m_overview.size != size || m_overview.panel != theme.panel.rgb()) {
        const Palette palette = lane_palette(theme, {}, false);
        const QImage rows = rows_of(m_chart, std::max(1, size.width()), palette, theme.panel.rgb());
        // More lanes than pixels become means of several.
        const bool means = rows.height() > size.height();
        m_overview = {
            rows.scaled(size, Qt::IgnoreAspectRatio, means ? Qt::SmoothTransformation : Qt::FastTransformation), of,
            size, theme.panel.rgb()};
    }
    painter.drawImage(place, m_overview.image);
    const auto [begin, end] = shown_range(m_chart);
    const double scale = place.width() / m_chart.end();
    const double x0 = place.left() + begin * scale;
    const double x1 = place.left() + end * scale;
    QColor veil = theme.panel;
    veil.setAlphaF(0.6F);
    painter.fillRect(QRectF(place.left(), place.top(), x0 - place.left(), place.height()), veil);
    painter.fillRect(QRectF(x1, place.top(), place.right() - x1, place.height()), veil);
    // Of lanes that scroll, those that are seen.
    const double hidden = layout.max_scroll();
    const double top = hidden > 0 ? place.top() + place.height() * m_scroll / layout.content_height : place.top();
    const double high = hidden > 0 ? place.height() * layout.viewport.height() / layout.content_height : place.height();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawRect(QRectF(x0, top - 1, std::max(3.0, x1 - x0), high + 2));
}

} // namespace blueprinting::ui
