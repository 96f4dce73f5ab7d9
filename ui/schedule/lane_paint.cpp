#include "ui/schedule/lane_paint.h"

#include "ui/schedule/end_difference.h"
#include "ui/schedule/lane_axis.h"
#include "ui/schedule/lane_cells.h"
#include "ui/schedule/lane_marks.h"
#include "ui/schedule/lane_names.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

class Painter {
public:
    Painter(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look)
        : m_painter(painter),
          m_chart(chart),
          m_layout(layout),
          m_look(look),
          m_theme(look.theme),
          m_cells(painter, chart, look),
          m_marks(painter, chart, layout, look, m_cells),
          m_names(painter, chart, layout, look),
          m_axis(painter, chart, layout, look)
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
        m_axis.paint();
        if (m_look.on_screen)
            m_axis.playhead();
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
            m_names.title(index, group, place.title);
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
            m_names.labels(group, lane, lane.stage % every == 0);
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
        if (m_look.on_screen && group.editable())
            m_marks.tray(group, place);
        if (!group.still())
            end_line(group, place);
        if (m_chart.bound && !group.asked.makespan && !group.still() && !group.measured && group.drawn->bound.time)
            m_marks.bound(group, place);
        m_painter.setOpacity(1);
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
        for (const CommandId id : group.criticalPath()) {
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
        const auto found = end_difference(m_chart, m_layout, index, m_look.fonts);
        if (!found)
            return;
        const auto [x0, x1, y] = std::tuple(found->line.p1().x(), found->line.p2().x(), found->line.p1().y());
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(m_theme.good, 1.5));
        m_painter.drawLine(found->line);
        for (const auto& [x, way] : {std::pair(x0, 1.0), std::pair(x1, -1.0)}) {
            m_painter.drawLine(QPointF(x, y), QPointF(x + way * 5, y - 4));
            m_painter.drawLine(QPointF(x, y), QPointF(x + way * 5, y + 4));
        }
        if (!found->text.isEmpty()) {
            m_painter.setFont(m_look.fonts.small_bold);
            if (found->label.width() > x1 - x0 + 6)
                m_painter.fillRect(found->label, m_theme.panel);
            m_painter.drawText(found->label, Qt::AlignCenter | Qt::TextDontClip, found->text);
        }
        m_painter.restore();
    }

    QPainter& m_painter;
    const LaneChart& m_chart;
    const LaneLayout& m_layout;
    const LaneLook& m_look;
    const Theme& m_theme;
    LaneCells m_cells;
    LaneMarks m_marks;
    LaneNames m_names;
    LaneAxis m_axis;
};

} // namespace

void paint_lanes(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look)
{
    Painter(painter, chart, layout, look).paint();
}

} // namespace blueprinting::ui
