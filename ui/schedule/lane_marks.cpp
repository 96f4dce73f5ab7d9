#include "ui/schedule/lane_marks.h"

#include "ui/schedule/schedule_colors.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/words.h"
#include "ui/widgets/controls/chip.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

using namespace schedule;

namespace {
constexpr double kWaitGap = 8; ///< between the ways from heads to what they wait for
}

void LaneMarks::strip_above(const LaneGroup& group, const LaneGroupPlace& place, const TimeWindow& window)
{
    const auto device = static_cast<std::size_t>(place.strip_device);
    m_cells.bytes(group, device, place.strip, window);
    m_painter.setFont(m_look.fonts.small);
    const double line = QFontMetricsF(m_look.fonts.small).height();
    const DeviceBytes& held = *group.bytesOf(device);
    const auto say = [&](double y, const QString& text, const QColor& color) {
        m_painter.setPen(color);
        m_painter.drawText(QRectF(m_layout.plot.left() - 208, y, 200, line),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
    };
    if (group.bytes_cap)
        say(place.strip.top() - 2, Words::tr("%1 cap").arg(QString::number(*group.bytes_cap, 'f', 1)),
            m_theme.secondary);
    say(place.strip.top() + 0.5 * (place.strip.height() - line), Words::tr("GiB on device %1").arg(place.strip_device),
        m_theme.secondary);
    say(place.strip.bottom() - line, Words::tr("%1 constant").arg(QString::number(held.constant, 'f', 1)),
        m_theme.secondary);
}

void LaneMarks::tail(std::size_t index, const LaneGroup& group)
{
    m_painter.save();
    m_painter.setClipRect(m_layout.plot.adjusted(0, 0, 2, 0), Qt::IntersectClip);
    std::optional<QPointF> before;
    for (const TailStep& step : group.iteration->lanes) {
        const QRectF cell = place_of_tail(m_chart, m_layout, static_cast<int>(index), step);
        if (cell.isEmpty() || step.end <= step.begin)
            continue;
        const QColor color = tail_token(step.what).in(m_theme);
        m_painter.fillRect(cell.adjusted(0, 0, cell.width() > 3 ? -1 : 0, 0), color);
        if (step.what == TailStep::What::tied) {
            TailStep other = step;
            std::swap(other.device, other.other);
            m_painter.fillRect(place_of_tail(m_chart, m_layout, static_cast<int>(index), other), color);
        }
    }
    if (group.second) {
        m_painter.setPen(QPen(m_theme.text, 1.5));
        for (const LanePlace& lane : m_layout.groups[index].lanes) {
            const auto device = static_cast<std::size_t>(lane.stage);
            const double x = m_layout.x(group.iteration->device_free[device] * group.scale);
            if (before)
                m_painter.drawLine(*before, QPointF(x, lane.lane.top()));
            m_painter.drawLine(QPointF(x, lane.lane.top()), QPointF(x, lane.lane.bottom()));
            before = QPointF(x, lane.lane.bottom());
        }
    }
    m_painter.restore();
}

void LaneMarks::waits(std::size_t index, const LaneGroup& group)
{
    const auto& ring = group.drawn->ring;
    const auto of_ring = [&](CommandId id) { return std::ranges::find(ring, id) != ring.end(); };
    const auto place = [&](CommandId id) { return place_of_command(m_chart, m_layout, static_cast<int>(index), id); };
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setClipRect(m_layout.plot.adjusted(0, 0, 8, 0), Qt::IntersectClip);
    // Beside the heads: a line through them would strike their numbers. At the right nothing stands any more; where the
    // plot ends there, the ways run over the last idle time or the ends of what ran.
    double right = 0, left = m_layout.plot.right();
    for (const auto& [head, other] : group.drawn->waits)
        for (const QRectF& each : {place(head), place(other)}) {
            right = std::max(right, each.right());
            left = each.isEmpty() ? left : std::min(left, each.left());
        }
    const double needed = kWaitGap * static_cast<double>(group.drawn->waits.size() + 1);
    const double way = right + needed <= m_layout.plot.right() + 6 ? 1 : -1;
    double x = way > 0 ? right : left;
    for (const auto& [head, other] : group.drawn->waits) {
        const QRectF from = place(head);
        const QRectF to = place(other);
        if (from.isEmpty() || to.isEmpty())
            continue;
        const bool both = of_ring(head) && of_ring(other);
        m_painter.setPen(QPen(both ? m_theme.bad : m_theme.secondary, both ? 1.5 : 1));
        // Two ways between the same lanes stand apart; what comes in stands under what goes out.
        x += way * kWaitGap;
        const QPointF a((way > 0 ? from.right() : from.left()) + 2 * way, from.center().y() - from.height() / 5);
        const QPointF b((way > 0 ? to.right() : to.left()) + 2 * way, to.center().y() + to.height() / 5);
        m_painter.drawPolyline(QPolygonF({a, QPointF(x, a.y()), QPointF(x, b.y()), b}));
        m_painter.drawLine(b, b + QPointF(6 * way, -4));
        m_painter.drawLine(b, b + QPointF(6 * way, 4));
    }
    m_painter.restore();
}

void LaneMarks::bound(const LaneGroup& group, const LaneGroupPlace& place)
{
    const double time = *group.drawn->bound.time * group.scale;
    const double x = std::round(m_layout.x(time)) + 0.5;
    if (x < m_layout.plot.left() || x > m_layout.plot.right() + 2)
        return;
    QPen pen(m_theme.good, 1);
    pen.setDashPattern({4, 3});
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(x, place.body.top()), QPointF(x, place.body.bottom()));
    m_painter.setFont(m_look.fonts.small_bold);
    const QFontMetricsF metrics(m_look.fonts.small_bold);
    const QString text = Words::tr("bound %1").arg(brief(time));
    const double width = metrics.horizontalAdvance(text);
    const QRectF at(std::max(m_layout.plot.left(), x - width - 4), place.body.top() - 1, width, metrics.height());
    m_painter.fillRect(at.adjusted(-2, 0, 2, 0), m_theme.panel);
    m_painter.drawText(at, Qt::AlignCenter | Qt::TextDontClip, text);
}

void LaneMarks::differences(const MeasuredRun& run, const LaneGroupPlace& place, const TimeWindow& window)
{
    constexpr double least = 0.05, from_width = 34, from_height = 26;
    for (const LanePlace& lane : place.lanes) {
        if (lane.lane.height() < from_height)
            return;
        const auto device = static_cast<std::size_t>(lane.stage);
        for (CommandId id = run.graph.queue_begin[device]; id < run.graph.queue_begin[device + 1]; ++id) {
            const double x0 = window.x(run.measured.start[id]);
            const double x1 = window.x(run.measured.end[id]);
            const double more =
                run.measured.end[id] - run.measured.start[id] - (run.simulated.end[id] - run.simulated.start[id]);
            if (x1 - x0 < from_width || std::fabs(more) < least || x1 < 0 || x0 > window.width)
                continue;
            // Two lines in the cell's own colour: its number, and below it the difference.
            const QColor color(m_look.palette.shade[shade_of(run.graph, id)]);
            const QRectF cell(lane.lane.left() + x0, lane.lane.top(), x1 - x0, lane.lane.height());
            const QRectF upper = cell.adjusted(1, 2, -1, -cell.height() / 2),
                         lower = upper.translated(0, upper.height());
            m_painter.fillRect(upper.united(lower), color);
            QFont font = m_look.fonts.small;
            font.setPixelSize(std::min(QFontInfo(font).pixelSize(), static_cast<int>(upper.height()) - 1));
            m_painter.setFont(font);
            m_painter.setPen(label_on(color));
            m_painter.drawText(upper, Qt::AlignCenter | Qt::TextDontClip, m_cells.text_of(run.graph, id, true));
            m_painter.drawText(lower, Qt::AlignCenter | Qt::TextDontClip,
                               (more > 0 ? QStringLiteral("+") : QString(QChar(0x2212))) +
                                   QString::number(std::fabs(more), 'f', 2));
        }
    }
}

void LaneMarks::measured(const LaneGroup& group, const LaneGroupPlace& place, const TimeWindow& window)
{
    const MeasuredRun& run = *group.measured;
    m_painter.save();
    m_painter.setClipRect(m_layout.plot, Qt::IntersectClip);
    m_painter.setFont(m_look.fonts.small);
    const QFontMetricsF metrics(m_look.fonts.small);
    for (const LanePlace& lane : place.lanes) {
        if (lane.lane.height() < 14)
            break;
        for (const Wait& wait : run.waits[static_cast<std::size_t>(lane.stage)]) {
            const QString text = wait_text(run, wait);
            const double x1 = window.x(run.measured.start[wait.next]);
            const double x0 = x1 - (wait.until_its_end + wait.after_it) / window.per_pixel();
            const double width = metrics.horizontalAdvance(text) + 8;
            if (wait.waits_for == kNoCommand || x1 - x0 < width + 6)
                continue;
            const QRectF at(lane.lane.left() + (x0 + x1 - width) / 2, lane.lane.center().y() - metrics.height() / 2,
                            width, metrics.height());
            m_painter.fillRect(at, m_theme.panel);
            m_painter.setPen(m_theme.text);
            m_painter.drawText(at, Qt::AlignCenter | Qt::TextDontClip, text);
        }
    }
    differences(run, place, window);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.above_text, 2.5));
    for (const Straggler& each : run.stragglers) {
        const std::uint32_t device = run.graph.stage[each.command];
        const double x0 = window.x(run.measured.start[each.command]);
        const double x1 = window.x(run.measured.end[each.command]);
        const QRectF& lane = place.lanes[device].lane;
        m_painter.drawRect(QRectF(lane.left() + x0, lane.top(), x1 - x0, lane.height()).adjusted(1, 1, -2, -1));
    }
    m_painter.restore();
}

} // namespace blueprinting::ui
