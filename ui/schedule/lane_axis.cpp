#include "ui/schedule/lane_axis.h"

#include "ui/schedule/schedule_words.h"
#include "ui/widgets/charts/axis.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr int kMostTicks = 7;
constexpr double kLeastTick = 56; ///< of the axis, for each tick

} // namespace

void LaneAxis::paint()
{
    const QRectF& axis = m_layout.axis;
    m_painter.fillRect(QRectF(axis.left(), axis.top(), axis.width(), 1), m_theme.outline);
    m_painter.setFont(m_look.fonts.small);
    const QFontMetricsF metrics(m_look.fonts.small);
    const auto ticks = nice_ticks(m_layout.window.begin, m_layout.window.end,
                                  std::clamp(static_cast<int>(axis.width() / kLeastTick), 2, kMostTicks));
    QString now;
    QRectF now_place;
    if (m_look.on_screen && m_chart.time >= m_layout.window.begin && m_chart.time <= m_layout.window.end) {
        now = m_chart.asked.makespan ? QStringLiteral("?") : brief(m_chart.time);
        if (now.endsWith(QLatin1String(".0")))
            now.chop(2);
        const double width = QFontMetricsF(m_look.fonts.small_bold).horizontalAdvance(now);
        const double left = std::min(m_layout.x(m_chart.time) - width / 2, axis.right() + 1 - width);
        now_place = QRectF(left, axis.top() + 7, width, metrics.height());
    }
    std::vector<std::pair<QString, QRectF>> labels;
    for (const double tick : ticks) {
        const double x = std::round(m_layout.x(tick));
        m_painter.fillRect(QRectF(x, axis.top(), 1, 5), m_theme.outline);
        const QString label = m_chart.asked.makespan ? QStringLiteral("?") : tick_label(tick, ticks);
        const double width = metrics.horizontalAdvance(label);
        // The last one is whole, too: beside its tick rather than past the edge of the chart.
        const double left = std::min(x - width / 2, axis.right() + 1 - width);
        labels.emplace_back(label, QRectF(left, axis.top() + 7, width, metrics.height()));
    }
    const QRectF title = title_of(labels, now_place, metrics);
    m_painter.setPen(m_theme.secondary);
    for (const auto& [label, place] : labels)
        if (!place.adjusted(-8, 0, 8, 0).intersects(title) && !place.adjusted(-4, 0, 4, 0).intersects(now_place))
            m_painter.drawText(place, Qt::AlignCenter | Qt::TextDontClip, label);
    m_painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, m_chart.axis_title);
    if (!now.isEmpty()) {
        m_painter.fillRect(now_place.adjusted(-3, 0, 3, 0), m_theme.panel);
        m_painter.setFont(m_look.fonts.small_bold);
        m_painter.setPen(m_theme.accent);
        m_painter.drawText(now_place, Qt::AlignCenter | Qt::TextDontClip, now);
    }
}

/// At the right end, or below the stages' names where a label stands there.
QRectF LaneAxis::title_of(const std::vector<std::pair<QString, QRectF>>& labels, const QRectF& now,
                          const QFontMetricsF& metrics) const
{
    const QRectF& axis = m_layout.axis;
    const double width = metrics.horizontalAdvance(m_chart.axis_title);
    const QRectF right(axis.right() - width, axis.top() + 7, width, metrics.height());
    double first = axis.left();
    bool taken = !now.isEmpty() && now.right() > right.left() - 8;
    for (const auto& [label, place] : labels) {
        first = std::min(first, place.left());
        taken = taken || place.right() > right.left() - 8;
    }
    if (!now.isEmpty())
        first = std::min(first, now.left());
    const QRectF left(first - 10 - width, right.top(), width, right.height());
    return taken && left.left() >= m_layout.viewport.left() ? left : right;
}

void LaneAxis::playhead()
{
    const double x = m_layout.x(m_chart.time);
    if (x < m_layout.plot.left() - 0.5 || x > m_layout.plot.right() + 0.5)
        return;
    QPen pen(m_theme.accent, 1);
    pen.setDashPattern({4, 3});
    m_painter.setPen(pen);
    const double at = std::round(x) + 0.5;
    m_painter.save();
    m_painter.setClipRect(m_layout.viewport, Qt::IntersectClip);
    for (std::size_t g = 0; g < m_chart.groups.size(); ++g)
        if (m_chart.groups[g].simulation())
            m_painter.drawLine(QPointF(at, m_layout.groups[g].body.top()),
                               QPointF(at, m_layout.groups[g].body.bottom() + 2));
    m_painter.restore();
    m_painter.drawLine(QPointF(at, m_layout.axis.top() - 6), QPointF(at, m_layout.axis.top() + 4));
}

} // namespace blueprinting::ui
