#include "ui/schedule/lane_cells.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

/// What stands over and under the cells of a lane: what its device holds, how late a measured command ended, transfers.
namespace blueprinting::ui {

using namespace schedule;

void LaneCells::strip(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window)
{
    const auto stage = static_cast<std::size_t>(lane.stage);
    const double chunks = parts_of_a_stage(group.request());
    const double room = lane.strip.height() - 2;
    const double bottom = lane.strip.bottom() - 1;
    const auto height = [&](double held) { return std::round(room * held / m_most); };
    const auto runs = [&](const std::vector<Held>& held, auto&& fill) {
        const auto columns = held_columns(held, window);
        for (std::size_t i = 0; i < columns.size();) {
            std::size_t end = i + 1;
            while (end < columns.size() && columns[end] == columns[i])
                ++end;
            if (columns[i] > 0)
                fill(lane.strip.left() + static_cast<double>(i), static_cast<double>(end - i), columns[i] / chunks);
            i = end;
        }
    };
    const Theme& theme = m_look.theme;
    const double cap_height = m_chart.cap ? height(*m_chart.cap) : 0;
    runs(group.drawn->held[stage], [&](double x, double width, double held) {
        const double h = height(held);
        if (m_chart.cap && held > *m_chart.cap) {
            m_painter.fillRect(QRectF(x, bottom - cap_height, width, cap_height), theme.strip_past);
            m_painter.fillRect(QRectF(x, bottom - h, width, std::max(1.0, h - cap_height)), theme.bad);
        } else {
            m_painter.fillRect(QRectF(x, bottom - h, width, h), theme.strip);
        }
    });
    // what is held on until the weight gradient: the outline over it
    if (!group.drawn->held_until_weight.empty())
        runs(group.drawn->held_until_weight[stage], [&](double x, double width, double held) {
            m_painter.fillRect(QRectF(x, bottom - height(held), width, 1), theme.secondary);
        });
    if (m_chart.cap) {
        QPen pen(theme.secondary, 1);
        pen.setDashPattern({1, 3});
        m_painter.setPen(pen);
        const double y = bottom - cap_height;
        m_painter.drawLine(QPointF(lane.strip.left(), y), QPointF(lane.strip.right(), y));
    }
}

void LaneCells::bytes(const LaneGroup& group, std::size_t device, const QRectF& strip, const TimeWindow& window)
{
    const DeviceBytes& held = (*group.bytes)[device];
    const Theme& theme = m_look.theme;
    const double constant = held.constant;
    const double bottom = strip.bottom() - 1;
    const double room = strip.height() - (strip.height() > 30 ? 14 : 3);
    const auto height = [&](double above) { return std::round(room * std::max(0.0, above) / m_most_bytes); };
    const auto columns = byte_columns(held.levels, group.shown().timeline.makespan, window);
    const double cap = group.bytes_cap ? height(*group.bytes_cap - constant) : 0;
    for (std::size_t i = 0; i < columns.size();) {
        std::size_t end = i + 1;
        while (end < columns.size() && columns[end] == columns[i])
            ++end;
        const double h = columns[i] > constant ? height(columns[i] - constant) : 0;
        const double x = strip.left() + static_cast<double>(i);
        const auto width = static_cast<double>(end - i);
        if (group.bytes_cap && columns[i] > *group.bytes_cap * (1 + 1e-12)) {
            m_painter.fillRect(QRectF(x, bottom - cap, width, cap), theme.strip_past);
            m_painter.fillRect(QRectF(x, bottom - h, width, std::max(1.0, h - cap)), theme.bad);
        } else if (h > 0) {
            m_painter.fillRect(QRectF(x, bottom - h, width, h), theme.strip);
        }
        i = end;
    }
    const auto line = [&](double y, const QColor& color, const QVector<qreal>& dashes) {
        QPen pen(color, 1);
        pen.setDashPattern(dashes);
        m_painter.setPen(pen);
        m_painter.drawLine(QPointF(strip.left(), y), QPointF(strip.right(), y));
    };
    if (group.bytes_cap && cap <= strip.height())
        line(bottom - cap, theme.secondary, {1, 3});
    const double peak_x = strip.left() + window.x(held.peak_time);
    const bool in_sight = peak_x >= strip.left() && peak_x <= strip.right() && held.peak_command != kNoCommand;
    const double peak_y = bottom - height(held.peak - constant);
    const bool past = group.bytes_cap && held.peak > *group.bytes_cap * (1 + 1e-12);
    const auto ring = [&] {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(past ? theme.bad : theme.text, 1.5));
        m_painter.setBrush(theme.panel);
        m_painter.drawEllipse(QPointF(peak_x, std::max(strip.top() + 3, peak_y)), 3, 3);
        m_painter.restore();
    };
    if (strip.height() < 30) { // its value stands beside the strip
        if (in_sight)
            ring();
        return;
    }
    const double least = bottom - height(held.least_possible - constant);
    line(least, theme.good, {4, 3});
    m_painter.setFont(m_look.fonts.small);
    const QFontMetricsF metrics(m_look.fonts.small);
    const auto say = [&](double x, double y, const QString& text, const QColor& color) {
        const double width = metrics.horizontalAdvance(text);
        const QRectF at(std::clamp(x, strip.left(), std::max(strip.left(), strip.right() - width)), y, width,
                        metrics.height());
        m_painter.setPen(color);
        m_painter.drawText(at, Qt::AlignCenter | Qt::TextDontClip, text);
    };
    say(strip.left() + 3, least - metrics.height() + 1,
        Words::tr("%1 least possible").arg(QString::number(held.least_possible, 'f', 1)), theme.good);
    if (!in_sight)
        return;
    ring();
    say(peak_x + 6, std::max(strip.top() - 2, peak_y - metrics.height()),
        Words::tr("peak %1 at %2").arg(QString::number(held.peak, 'f', 1), brief(held.peak_time * group.scale)),
        past ? theme.bad : theme.text);
}

void LaneCells::late_by(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window, double most)
{
    const MeasuredRun& run = *group.measured;
    const CommandGraph& graph = group.shown().graph;
    const auto device = static_cast<std::size_t>(lane.stage);
    const double room = lane.strip.height() - 3;
    const double zero = lane.strip.top() + std::round(0.75 * lane.strip.height());
    for (CommandId id = graph.queue_begin[device]; id < graph.queue_begin[device + 1]; ++id) {
        const double x0 = std::round(window.x(run.measured.start[id]));
        const double x1 = std::round(window.x(run.measured.end[id]));
        if (x1 < 0 || x0 > window.width)
            continue;
        const double late = run.late_by(id);
        const double high = std::max(1.0, std::round(0.75 * room * std::min(1.0, std::fabs(late) / most)));
        const double left = std::max(0.0, x0);
        const double width = std::max(1.0, std::min(window.width, x1) - left - 1);
        if (std::fabs(late) > 1e-3 * most)
            m_painter.fillRect(QRectF(lane.strip.left() + left, late > 0 ? zero - high : zero, width,
                                      late > 0 ? high : std::min(high, lane.strip.bottom() - zero)),
                               late > 0 ? m_look.theme.above_fill : m_look.theme.below_fill);
    }
    m_painter.fillRect(QRectF(lane.strip.left(), zero, lane.strip.width(), 1), m_look.theme.hairline);
}

void LaneCells::links(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window)
{
    const Simulation& simulation = group.shown();
    const auto& all = simulation.graph.links;
    const std::size_t stages = simulation.graph.stages();
    // In order a device makes its sends and receives one after another: one row has both ends of each.
    const bool ordered = group.request().transfers == TransferMode::ordered;
    for (std::size_t i = 0; i < all.size() && ordered; ++i)
        if (all[i].from == static_cast<std::uint32_t>(lane.stage) ||
            all[i].to == static_cast<std::uint32_t>(lane.stage))
            items(simulation, static_cast<std::uint32_t>(stages + i), lane.link, window, false);
    if (ordered)
        return;
    const double half = lane.link.height() >= 4 ? std::floor(lane.link.height() / 2) : lane.link.height();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].from != static_cast<std::uint32_t>(lane.stage))
            continue;
        const bool down = all[i].to == (all[i].from + 1) % stages;
        const QRectF row(lane.link.left(), lane.link.top() + (down || half == lane.link.height() ? 0 : half),
                         lane.link.width(), half >= 2 ? half - 0.5 : half);
        items(simulation, static_cast<std::uint32_t>(stages + i), row, window, false);
    }
}

} // namespace blueprinting::ui
