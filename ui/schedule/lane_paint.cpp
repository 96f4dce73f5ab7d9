#include "ui/schedule/lane_paint.h"

#include "ui/schedule/lane_cells.h"
#include "ui/schedule/lane_marks.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/fonts.h"
#include "ui/style/words.h"
#include "ui/widgets/charts/axis.h"
#include "ui/widgets/controls/chip.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr int kMostTicks = 7;
constexpr double kLeastUnderWords = 20; ///< height of lanes that words may cover: of lower ones they would cover all
constexpr double kLeastTick = 56;       ///< of the axis, for each tick
constexpr double kPeakFrom = 9;         ///< height of a strip that has its peak beside it

class Painter {
public:
    Painter(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look)
        : m_painter(painter),
          m_chart(chart),
          m_layout(layout),
          m_look(look),
          m_theme(look.theme),
          m_cells(painter, chart, look),
          m_marks(painter, chart, layout, look, m_cells)
    {
    }

    void paint()
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        // the name of a low last lane reaches below it, unless lanes go on there
        m_painter.setClipRect(m_layout.viewport.adjusted(-12, 0, 4, m_layout.max_scroll() > 0 ? 0 : 6),
                              Qt::IntersectClip);
        for (std::size_t g = 0; g < m_chart.groups.size(); ++g)
            group(g);
        for (std::size_t g = 0; g < m_chart.groups.size(); ++g)
            shorter(g);
        m_painter.restore();
        axis();
        if (m_look.on_screen)
            playhead();
    }

private:
    [[nodiscard]] bool visible(const QRectF& rect) const
    {
        return rect.bottom() >= m_layout.viewport.top() && rect.top() <= m_layout.viewport.bottom();
    }

    void group(std::size_t index)
    {
        const LaneGroup& group = m_chart.groups[index];
        const LaneGroupPlace& place = m_layout.groups[index];
        if (visible(place.title))
            title(index, group, place.title);
        if (!group.simulation()) {
            m_painter.setFont(m_look.fonts.body);
            m_painter.setPen(m_theme.secondary);
            m_painter.drawText(place.body, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, group.message);
            return;
        }
        if (group.stale)
            m_painter.setOpacity(0.38);
        const TimeWindow window = own_window(m_layout, group);
        const double opacity = m_painter.opacity();
        const double most_late = group.measured ? this->most_late(*group.measured) : 1;
        if (!place.strip.isEmpty() && visible(place.strip))
            m_marks.strip_above(group, place, window);
        const double small = QFontMetricsF(m_look.fonts.small).height();
        const int every = std::max(
            1, static_cast<int>(std::ceil(
                   small / std::max(1.0, place.lanes.size() > 1 ? place.lanes[1].lane.top() - place.lanes[0].lane.top()
                                                                : 99.0))));
        for (const LanePlace& lane : place.lanes) {
            if (!visible(lane.strip.united(lane.lane).united(lane.beside).united(lane.link)))
                continue;
            labels(group, lane, lane.stage % every == 0);
            if (!lane.strip.isEmpty() && group.measured)
                m_cells.late_by(group, lane, window, most_late);
            else if (!lane.strip.isEmpty() && group.bytes && m_chart.memory == MemoryShown::bytes)
                m_cells.bytes(group, static_cast<std::size_t>(lane.stage), lane.strip, window);
            else if (!lane.strip.isEmpty())
                m_cells.strip(group, lane, window);
            const bool numbered = m_layout.numbered && !group.stale;
            m_cells.cells(group, lane, window, numbered);
            if (!lane.link.isEmpty() && !group.shown().graph.links.empty() && !group.iteration)
                m_cells.links(group, lane, window);
            if (!lane.beside.isEmpty()) {
                m_painter.setOpacity(0.45 * opacity);
                m_cells.row(*group.beside, static_cast<std::uint32_t>(lane.stage), lane.beside, window,
                            lane.beside.height() >= 11);
                m_painter.setOpacity(opacity);
            }
            if (group.second) {
                m_painter.setOpacity(0.7 * opacity);
                m_cells.row(*group.second, static_cast<std::uint32_t>(lane.stage), lane.lane, window, numbered,
                            static_cast<std::uint32_t>(group.request().microbatches) + 1);
                m_painter.setOpacity(opacity);
            }
            if (group.still())
                if (const CommandId head = group.drawn->heads[static_cast<std::size_t>(lane.stage)]; head != kNoCommand)
                    m_cells.waiting(group, head, place_of_command(m_chart, m_layout, static_cast<int>(index), head));
        }
        if (group.measured)
            m_marks.measured(group, place, window);
        if (group.iteration)
            m_marks.tail(index, group);
        if (m_chart.critical_path && !group.still())
            path(index, group);
        if (group.still())
            m_marks.waits(index, group);
        if (!group.still())
            end_line(group, place);
        if (m_chart.bound && !group.asked.makespan && !group.still() && !group.measured && group.drawn->bound.time)
            m_marks.bound(group, place);
        m_painter.setOpacity(1);
    }

    void title(std::size_t index, const LaneGroup& group, const QRectF& rect)
    {
        if (m_look.on_screen && m_chart.groups.size() > 1 && index == m_chart.selected)
            m_painter.fillRect(QRectF(rect.left() - 9, rect.top() + 1, 3, rect.height() - 2), m_theme.accent);
        double x = rect.left();
        if (!group.letter.isEmpty()) {
            const double side = std::min<double>(kChipSide, rect.height());
            draw_chip(m_painter, QRectF(x, rect.top(), side, side), group.letter, m_theme.chip(group.chip),
                      m_theme.chip_ink);
            x += side + 6;
        }
        m_painter.setFont(m_look.fonts.body);
        m_painter.setPen(group.stale ? m_theme.secondary : m_theme.text);
        const QFontMetricsF bold(m_look.fonts.bold);
        const double title_width = bold.horizontalAdvance(group.title);
        QString summary;
        double summary_width = 0;
        bool both = false;
        for (const QString& words : group_summaries(group)) {
            summary = words;
            summary_width = QFontMetricsF(m_look.fonts.body).horizontalAdvance(summary);
            both = x + title_width + 16 + summary_width <= m_layout.plot.right();
            if (both)
                break;
        }
        if (both)
            m_painter.drawText(QRectF(rect.left(), rect.top(), m_layout.plot.right() - rect.left(), rect.height()),
                               Qt::AlignRight | Qt::AlignVCenter, summary);
        m_painter.setFont(m_look.fonts.bold);
        const double room = m_layout.plot.right() - x;
        m_painter.drawText(QRectF(x, rect.top(), room, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                           bold.elidedText(group.title, Qt::ElideRight, room));
        const QString& said = !group.message.isEmpty() ? group.message
                              : !group.unfit.isEmpty() ? group.unfit
                                                       : group.changed;
        if (!said.isEmpty() && group.drawn && group.simulation()) {
            m_painter.setFont(m_look.fonts.small);
            m_painter.setPen(!group.message.isEmpty() ? m_theme.caution
                             : !group.unfit.isEmpty() ? m_theme.bad
                                                      : m_theme.secondary);
            m_painter.drawText(QRectF(x + title_width + 12, rect.top(),
                                      std::max(0.0, room - title_width - 12 - (both ? summary_width + 12 : 0)),
                                      rect.height()),
                               Qt::AlignLeft | Qt::AlignVCenter, said);
        }
    }

    void labels(const LaneGroup& group, const LanePlace& lane, bool named)
    {
        const double right = m_layout.plot.left() - 8;
        const double left = right - 200;
        const auto stage = static_cast<std::size_t>(lane.stage);
        const bool in_bytes = group.bytes && m_chart.memory == MemoryShown::bytes;
        if (!lane.beside.isEmpty() && lane.beside.height() >= 10) {
            m_painter.setFont(m_look.fonts.small);
            m_painter.setPen(m_theme.secondary);
            m_painter.drawText(QRectF(left, lane.beside.top() - 1, 200, lane.beside.height()),
                               Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, Words::tr("simulated"));
        }
        if (lane.strip.height() >= kPeakFrom && group.measured) {
            const auto& run = *group.measured;
            double late = 0;
            for (CommandId id = run.graph.queue_begin[stage]; id < run.graph.queue_begin[stage + 1]; ++id)
                late = std::max(late, run.late_by(id));
            m_painter.setFont(m_look.fonts.small);
            m_painter.setPen(late > 0 ? m_theme.above_text : m_theme.secondary);
            m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()),
                               Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                               Words::tr("late by ≤ %1").arg(QString::number(late, 'f', 2)));
        } else if (lane.strip.height() >= kPeakFrom && in_bytes) {
            const DeviceBytes& held = *group.bytesOf(stage);
            const bool past = group.bytes_cap && held.peak > *group.bytes_cap * (1 + 1e-12);
            m_painter.setFont(m_look.fonts.small);
            m_painter.setPen(past ? m_theme.bad : m_theme.secondary);
            m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()),
                               Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                               Words::tr("peak %1 GiB").arg(QString::number(held.peak, 'f', 1)));
        } else if (lane.strip.height() >= kPeakFrom && group.asked.peak) {
            m_painter.setFont(m_look.fonts.small);
            m_painter.setPen(m_theme.secondary);
            m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()),
                               Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, Words::tr("peak ?"));
        } else if (lane.strip.height() >= kPeakFrom) {
            const double peak = group.shown().stages[stage].peak_activations / parts_of_a_stage(group.request());
            const bool past = m_chart.cap && peak > *m_chart.cap;
            m_painter.setFont(m_look.fonts.small);
            m_painter.setPen(past ? m_theme.bad : m_theme.secondary);
            QString text = Words::tr("peak %1").arg(peak_text(peak));
            if (!group.drawn->held_until_weight.empty())
                text += QStringLiteral(" · %1").arg(peak_text(group.shown().stages[stage].peak_until_weight_gradient /
                                                              parts_of_a_stage(group.request())));
            m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()),
                               Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
        }
        if (!named)
            return;
        const bool selected = lane.stage == m_look.selected_stage;
        if (selected && m_look.on_screen) {
            m_painter.fillRect(QRectF(m_layout.viewport.left() - 4, lane.lane.top(),
                                      m_layout.plot.left() - m_layout.viewport.left(), lane.lane.height()),
                               m_theme.selection);
            m_painter.fillRect(QRectF(m_layout.viewport.left() - 4, lane.lane.top(), 3, lane.lane.height()),
                               m_theme.accent);
        }
        const bool low = lane.lane.height() < QFontMetricsF(m_look.fonts.body).height();
        m_painter.setFont(low ? m_look.fonts.small : m_look.fonts.body);
        m_painter.setPen(m_theme.text);
        const double height = std::max(lane.lane.height(), QFontMetricsF(m_painter.font()).height());
        m_painter.drawText(QRectF(left, lane.lane.center().y() - height / 2, 200, height),
                           Qt::AlignRight | Qt::AlignVCenter, Words::tr("device %1").arg(lane.stage));
        const QString stages = stages_text(group.request(), static_cast<std::uint32_t>(lane.stage));
        if (stages.isEmpty())
            return;
        m_painter.setFont(m_look.fonts.small);
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(QRectF(m_layout.viewport.left() + 4, lane.lane.center().y() - height / 2, 200, height),
                           Qt::AlignLeft | Qt::AlignVCenter, stages);
    }

    void path(std::size_t index, const LaneGroup& group)
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setClipRect(m_layout.plot, Qt::IntersectClip);
        m_painter.setPen(QPen(m_theme.text, 1.5));
        // commands that follow each other on one lane are one line
        std::optional<QLineF> run;
        const auto flush = [&] {
            if (run && run->x2() >= m_layout.plot.left() && run->x1() <= m_layout.plot.right())
                m_painter.drawLine(*run);
        };
        for (const CommandId id : group.drawn->critical_path) {
            const QRectF place = place_of_command(m_chart, m_layout, static_cast<int>(index), id);
            const double y = place.bottom() - std::min(4.0, place.height() / 2);
            if (run && run->y2() == y) {
                run->setP2(QPointF(place.right(), y));
                continue;
            }
            flush();
            if (run && place.right() >= m_layout.plot.left() && place.left() <= m_layout.plot.right())
                m_painter.drawLine(run->p2(), QPointF(place.left(), y));
            run = QLineF(place.left(), y, place.right(), y);
        }
        flush();
        m_painter.restore();
    }

    static double most_late(const MeasuredRun& run)
    {
        double out = 1e-9;
        for (CommandId id = 0; id < run.measured.end.size(); ++id)
            out = std::max(out, std::fabs(run.late_by(id)));
        return out;
    }

    void end_line(const LaneGroup& group, const LaneGroupPlace& place)
    {
        const double x = std::round(m_layout.x(group.pipeline_end()));
        if (x < m_layout.plot.left() || x > m_layout.plot.right() + 1)
            return;
        m_painter.fillRect(QRectF(x - 1, place.body.top(), 1.5, place.body.height()), m_theme.text);
    }

    /// How much sooner than the longest of the same work a group ends. What does not fit gains nothing.
    void shorter(std::size_t index)
    {
        const LaneGroup& group = m_chart.groups[index];
        const auto ends = [](const LaneGroup& each) {
            return each.simulation() && !each.stale && !each.still() && !each.asked.makespan && !each.measured;
        };
        if (!ends(group) || !group.unfit.isEmpty() || group.second)
            return;
        double longest = 0;
        for (const LaneGroup& other : m_chart.groups)
            if (ends(other) && !other.second && group.sameWork(other))
                longest = std::max(longest, other.pipeline_end());
        if (longest - group.pipeline_end() < 1e-9 * longest || longest < m_chart.end() * (1 - 1e-9))
            return;
        const double x0 = m_layout.x(group.pipeline_end()) + 3;
        const double x1 = m_layout.x(longest) - 2;
        if (x0 > m_layout.plot.right() || x1 < m_layout.plot.left() || x1 - x0 < 8)
            return;
        const QRectF& body = m_layout.groups[index].body;
        const double y = std::round(body.top() + 0.55 * body.height()) + 0.5;
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(m_theme.good, 1.5));
        m_painter.drawLine(QPointF(x0, y), QPointF(x1, y));
        for (const auto& [x, way] : {std::pair(x0, 1.0), std::pair(x1, -1.0)}) {
            m_painter.drawLine(QPointF(x, y), QPointF(x + way * 5, y - 4));
            m_painter.drawLine(QPointF(x, y), QPointF(x + way * 5, y + 4));
        }
        const QString text = Words::tr("%1 shorter").arg(brief(longest - group.pipeline_end()) + m_chart.axis_unit);
        const QFontMetricsF metrics(m_look.fonts.small_bold);
        const double width = metrics.horizontalAdvance(text);
        if (x1 - x0 < width && m_layout.lane_height < kLeastUnderWords) { // the titles say both makespans
            m_painter.restore();
            return;
        }
        m_painter.setFont(m_look.fonts.small_bold);
        const double left = std::min((x0 + x1 - width) / 2, m_layout.plot.right() - width);
        const QRectF at(left - 3, y - metrics.height() - 3, width + 6, metrics.height());
        if (x1 - x0 < width)
            m_painter.fillRect(at, m_theme.panel);
        m_painter.drawText(at, Qt::AlignCenter | Qt::TextDontClip, text);
        m_painter.restore();
    }

    void axis()
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
        const QRectF title = title_of_axis(labels, now_place, metrics);
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
    [[nodiscard]] QRectF title_of_axis(const std::vector<std::pair<QString, QRectF>>& labels, const QRectF& now,
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

    void playhead()
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

    QPainter& m_painter;
    const LaneChart& m_chart;
    const LaneLayout& m_layout;
    const LaneLook& m_look;
    const Theme& m_theme;
    LaneCells m_cells;
    LaneMarks m_marks;
};

} // namespace

namespace {

/// Of the widest of a few lanes' stages, with the gap before the device's name.
double stages_width(const Request& request, const QFontMetricsF& metrics)
{
    double out = 0;
    for (const std::int64_t device : {std::int64_t{0}, request.stages / 2, request.stages - 1})
        if (const QString text = stages_text(request, static_cast<std::uint32_t>(device)); !text.isEmpty())
            out = std::max(out, metrics.horizontalAdvance(text) + 12);
    return out;
}

} // namespace

LaneFonts lane_fonts(const QWidget* widget)
{
    LaneFonts out{body_font(widget), bold_font(widget), small_font(widget), small_font(widget),
                  small_number_font(widget)};
    out.small_bold.setBold(true);
    return out;
}

LaneMetrics lane_metrics(const LaneFonts& fonts, const LaneChart& chart)
{
    const QFontMetricsF body(fonts.body);
    const QFontMetricsF small(fonts.small);
    LaneMetrics out;
    out.line_height = std::ceil(body.height());
    out.small_height = std::ceil(small.height());
    out.label_width = 0;
    for (const LaneGroup& group : chart.groups) {
        if (!group.simulation())
            continue;
        out.label_width =
            std::max(out.label_width, body.horizontalAdvance(Words::tr("device %1").arg(group.request().stages - 1)) +
                                          stages_width(group.request(), small));
        if (group.bytes)
            out.label_width = std::max(out.label_width, small.horizontalAdvance(Words::tr("GiB on device 555")));
        out.label_width = std::max(out.label_width,
                                   small.horizontalAdvance(group.drawn->held_until_weight.empty()
                                                               ? Words::tr("peak %1").arg(QStringLiteral("55.5"))
                                                               : Words::tr("peak %1").arg(QStringLiteral("55 · 55"))));
    }
    out.label_width = std::ceil(std::max(out.label_width, 48.0)) + 22;
    return out;
}

void paint_lanes(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look)
{
    Painter(painter, chart, layout, look).paint();
}

} // namespace blueprinting::ui
