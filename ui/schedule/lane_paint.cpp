#include "ui/schedule/lane_paint.h"

#include "core/base/format.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/fonts.h"
#include "ui/widgets/axis.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr int kMostTicks = 7;
constexpr double kPitch = 6;

QString tr(const char* text) { return QCoreApplication::translate("LaneCanvas", text); }

/// Fills rectangles with the bubble's hatch: a texture on pixels, lines in vector files.
class Hatch {
public:
    Hatch(QPainter& painter, const QColor& color, const QColor& under) : m_painter(painter), m_color(color), m_under(under)
    {
        m_raster = painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
        if (!m_raster)
            return;
        const double ratio = painter.device()->devicePixelRatioF();
        const int side = static_cast<int>(std::lround(kPitch * ratio));
        QImage tile(side, side, QImage::Format_RGB32);
        tile.fill(under);
        QPainter lines(&tile);
        lines.setRenderHint(QPainter::Antialiasing);
        lines.setPen(QPen(color, 1.4 * ratio));
        for (int k = -1; k <= 1; ++k)
            lines.drawLine(QPointF(k * side - 1, side + 1), QPointF((k + 1) * side + 1, -1));
        lines.end();
        m_brush.setTextureImage(tile);
        m_brush.setTransform(QTransform::fromScale(kPitch / side, kPitch / side));
    }
    void fill(const QRectF& rect)
    {
        if (m_raster)
            m_painter.fillRect(rect, m_brush);
        else
            draw_hatch(m_painter, rect, m_color, m_under);
    }

private:
    QPainter& m_painter;
    QColor m_color;
    QColor m_under;
    QBrush m_brush;
    bool m_raster = false;
};

class Painter {
public:
    Painter(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look)
        : m_painter(painter), m_chart(chart), m_layout(layout), m_look(look), m_theme(look.theme),
          m_hatch(painter, look.theme.components.back(), look.theme.panel), m_numbers(look.fonts.number)
    {
        m_most = chart.cap.value_or(1);
        for (const LaneGroup& group : chart.groups)
            if (group.simulation())
                for (const StageSummary& stage : group.shown().stages)
                    m_most = std::max(m_most, stage.peak_activations / static_cast<double>(group.request().chunks));
        for (std::size_t shade = 0; shade < kShades; ++shade) {
            m_ink[shade] = label_on(QColor(look.palette.shade[shade]));
            if (look.palette.off_path)
                m_off_ink[shade] = label_on(QColor((*look.palette.off_path)[shade]));
        }
    }

    void paint()
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setClipRect(m_layout.viewport.adjusted(-12, 0, 4, 0), Qt::IntersectClip);
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
        const GroupPlace& place = m_layout.groups[index];
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
        const double small = QFontMetricsF(m_look.fonts.small).height();
        const int every = std::max(1, static_cast<int>(std::ceil(
                                          small / std::max(1.0, place.lanes.size() > 1 ? place.lanes[1].lane.top() - place.lanes[0].lane.top() : 99.0))));
        for (const LanePlace& lane : place.lanes) {
            if (!visible(lane.strip.united(lane.lane).united(lane.link)))
                continue;
            labels(group, lane, lane.stage % every == 0);
            if (!lane.strip.isEmpty())
                strip(group, lane, window);
            cells(group, lane, window);
            if (!lane.link.isEmpty())
                link(group, lane, window);
        }
        if (m_chart.critical_path)
            path(index, group);
        end_line(group, place);
        m_painter.setOpacity(1);
    }

    void title(std::size_t index, const LaneGroup& group, const QRectF& rect)
    {
        if (m_look.on_screen && m_chart.groups.size() > 1 && index == m_chart.selected)
            m_painter.fillRect(QRectF(rect.left() - 9, rect.top() + 1, 3, rect.height() - 2), m_theme.accent);
        double x = rect.left();
        if (!group.letter.isEmpty()) {
            const double side = std::min<double>(kChipSide, rect.height());
            draw_chip(m_painter, QRectF(x, rect.top(), side, side), group.letter, m_theme.chip(group.place), m_theme.chip_ink);
            x += side + 6;
        }
        m_painter.setFont(m_look.fonts.body);
        m_painter.setPen(group.stale ? m_theme.secondary : m_theme.text);
        const QString summary = group_summary(group);
        const double summary_width = QFontMetricsF(m_look.fonts.body).horizontalAdvance(summary);
        const QFontMetricsF bold(m_look.fonts.bold);
        const double title_width = bold.horizontalAdvance(group.title);
        const bool both = x + title_width + 16 + summary_width <= m_layout.plot.right();
        if (both)
            m_painter.drawText(QRectF(rect.left(), rect.top(), m_layout.plot.right() - rect.left(), rect.height()),
                               Qt::AlignRight | Qt::AlignVCenter, summary);
        m_painter.setFont(m_look.fonts.bold);
        const double room = m_layout.plot.right() - x;
        m_painter.drawText(QRectF(x, rect.top(), room, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                           bold.elidedText(group.title, Qt::ElideRight, room));
        if (!group.message.isEmpty() && group.drawn && group.simulation()) {
            m_painter.setFont(m_look.fonts.small);
            m_painter.setPen(m_theme.caution);
            m_painter.drawText(QRectF(x + title_width + 12, rect.top(), std::max(0.0, room - title_width - 12 - (both ? summary_width + 12 : 0)), rect.height()),
                               Qt::AlignLeft | Qt::AlignVCenter, group.message);
        }
    }

    void labels(const LaneGroup& group, const LanePlace& lane, bool named)
    {
        const double right = m_layout.plot.left() - 8;
        const double left = right - 200;
        const auto stage = static_cast<std::size_t>(lane.stage);
        const double peak = group.drawn->schedule.peak(stage);
        if (lane.strip.height() >= 10) {
            const bool past = m_chart.cap && peak > *m_chart.cap;
            m_painter.setFont(m_look.fonts.small);
            m_painter.setPen(past ? m_theme.bad : m_theme.secondary);
            QString text = tr("peak %1").arg(peak_text(peak));
            if (!group.drawn->held_until_weight.empty())
                text += QStringLiteral(" · %1").arg(group.shown().stages[stage].peak_until_weight_gradient);
            m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()), Qt::AlignRight | Qt::AlignVCenter, text);
        }
        if (!named)
            return;
        const bool selected = lane.stage == m_look.selected_stage;
        if (selected && m_look.on_screen) {
            m_painter.fillRect(QRectF(m_layout.viewport.left() - 4, lane.lane.top(), m_layout.plot.left() - m_layout.viewport.left(), lane.lane.height()),
                               m_theme.selection);
            m_painter.fillRect(QRectF(m_layout.viewport.left() - 4, lane.lane.top(), 3, lane.lane.height()), m_theme.accent);
        }
        const bool low = lane.lane.height() < QFontMetricsF(m_look.fonts.body).height();
        m_painter.setFont(low ? m_look.fonts.small : m_look.fonts.body);
        m_painter.setPen(m_theme.text);
        const double height = std::max(lane.lane.height(), QFontMetricsF(m_painter.font()).height());
        m_painter.drawText(QRectF(left, lane.lane.center().y() - height / 2, 200, height), Qt::AlignRight | Qt::AlignVCenter,
                           tr("stage %1").arg(lane.stage));
    }

    void strip(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window)
    {
        const auto stage = static_cast<std::size_t>(lane.stage);
        const double chunks = static_cast<double>(group.request().chunks);
        const double room = lane.strip.height() - 2;
        const double bottom = lane.strip.bottom() - 1;
        const auto height = [&](double held) { return std::round(room * held / m_most); };
        const auto runs = [&](const std::vector<Held>& held, auto&& draw) {
            const auto columns = held_columns(held, window);
            for (std::size_t i = 0; i < columns.size();) {
                std::size_t end = i + 1;
                while (end < columns.size() && columns[end] == columns[i])
                    ++end;
                if (columns[i] > 0)
                    draw(lane.strip.left() + static_cast<double>(i), static_cast<double>(end - i), columns[i] / chunks);
                i = end;
            }
        };
        const double cap_height = m_chart.cap ? height(*m_chart.cap) : 0;
        runs(group.drawn->held[stage], [&](double x, double width, double held) {
            const double h = height(held);
            if (m_chart.cap && held > *m_chart.cap) {
                m_painter.fillRect(QRectF(x, bottom - cap_height, width, cap_height), m_theme.strip_past);
                m_painter.fillRect(QRectF(x, bottom - h, width, std::max(1.0, h - cap_height)), m_theme.bad);
            } else {
                m_painter.fillRect(QRectF(x, bottom - h, width, h), m_theme.strip);
            }
        });
        // what is held on until the weight gradient: the outline over it
        if (!group.drawn->held_until_weight.empty())
            runs(group.drawn->held_until_weight[stage], [&](double x, double width, double held) {
                m_painter.fillRect(QRectF(x, bottom - height(held), width, 1), m_theme.secondary);
            });
        if (m_chart.cap) {
            QPen pen(m_theme.secondary, 1);
            pen.setDashPattern({1, 3});
            m_painter.setPen(pen);
            const double y = bottom - cap_height;
            m_painter.drawLine(QPointF(lane.strip.left(), y), QPointF(lane.strip.right(), y));
        }
    }

    void cells(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window)
    {
        const Simulation& simulation = group.shown();
        const auto stage = static_cast<std::uint32_t>(lane.stage);
        const bool flat = lane.lane.height() < 8;
        for (const Idle& gap : simulation.idle_of(stage)) {
            if (gap.end <= window.begin || gap.begin >= window.end)
                continue;
            const double x0 = std::round(std::max(0.0, window.x(gap.begin)));
            const double x1 = std::round(std::min(window.width, window.x(gap.end)));
            if (x1 - x0 < 1)
                continue;
            const QRectF rect(lane.lane.left() + x0, lane.lane.top(), x1 - x0, lane.lane.height());
            if (flat)
                m_painter.fillRect(rect, QColor(m_look.palette.idle));
            else
                m_hatch.fill(rect);
        }
        m_painter.setFont(m_look.fonts.number);
        items(simulation, stage, lane.lane, window, m_layout.numbered && !group.stale);
    }

    void items(const Simulation& simulation, std::uint32_t resource, const QRectF& row, const TimeWindow& window, bool numbered)
    {
        for (const LaneItem& item : lane_items(simulation, resource, window)) {
            if (item.merged) {
                run(simulation, item, row, window);
                continue;
            }
            const double x0 = std::round(std::max(-2.0, item.x0));
            const double x1 = std::round(std::min(window.width + 2, item.x1));
            const double width = x1 - x0;
            const QRectF cell(row.left() + x0, row.top(), width > 3 ? width - 1 : std::max(1.0, width), row.height());
            m_painter.fillRect(cell, QColor(m_look.palette.color(simulation, item.first)));
            if (!numbered || width < 7)
                continue;
            const QString& label = number(simulation.graph.microbatch[item.first] + 1);
            if (m_numbers.horizontalAdvance(label) + 2 > cell.width())
                continue;
            const std::size_t shade = shade_of(simulation.graph, item.first);
            m_painter.setPen(m_look.palette.off_path && !simulation.critical(item.first) ? m_off_ink[shade] : m_ink[shade]);
            m_painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, label);
        }
    }

    void run(const Simulation& simulation, const LaneItem& item, const QRectF& row, const TimeWindow& window)
    {
        const PixelRun pixels = merged_pixels(simulation, item, window, m_look.palette);
        if (pixels.colors.empty())
            return;
        const QImage image(reinterpret_cast<const uchar*>(pixels.colors.data()), static_cast<int>(pixels.colors.size()), 1,
                           static_cast<qsizetype>(4 * pixels.colors.size()), QImage::Format_RGB32);
        m_painter.drawImage(QRectF(row.left() + pixels.first_x, row.top(), static_cast<double>(pixels.colors.size()), row.height()), image);
    }

    void link(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window)
    {
        const Simulation& simulation = group.shown();
        const auto& links = simulation.graph.links;
        const std::size_t stages = simulation.graph.stages();
        const double half = lane.link.height() >= 4 ? std::floor(lane.link.height() / 2) : lane.link.height();
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (links[i].from != static_cast<std::uint32_t>(lane.stage))
                continue;
            const bool down = links[i].to == (links[i].from + 1) % stages;
            const QRectF row(lane.link.left(), lane.link.top() + (down || half == lane.link.height() ? 0 : half), lane.link.width(),
                             half >= 2 ? half - 0.5 : half);
            items(simulation, static_cast<std::uint32_t>(stages + i), row, window, false);
        }
    }

    void path(std::size_t index, const LaneGroup& group)
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setClipRect(m_layout.plot, Qt::IntersectClip);
        m_painter.setPen(QPen(m_theme.text, 1.5));
        QPointF from;
        bool first = true;
        for (const CommandId id : group.drawn->critical_path) {
            const QRectF place = place_of_command(m_chart, m_layout, static_cast<int>(index), id);
            const double y = place.bottom() - std::min(4.0, place.height() / 2);
            const QPointF begin(place.left(), y);
            const QPointF end(place.right(), y);
            const bool seen = end.x() >= m_layout.plot.left() && begin.x() <= m_layout.plot.right();
            if (!first && seen && from.y() != begin.y())
                m_painter.drawLine(from, begin);
            if (seen)
                m_painter.drawLine(begin, end);
            from = end;
            first = false;
        }
        m_painter.restore();
    }

    void end_line(const LaneGroup& group, const GroupPlace& place)
    {
        const double x = std::round(m_layout.x(group.end()));
        if (x < m_layout.plot.left() || x > m_layout.plot.right() + 1)
            return;
        m_painter.fillRect(QRectF(x - 1, place.body.top(), 1.5, place.body.height()), m_theme.text);
    }

    /// How much sooner than the longest a group ends.
    void shorter(std::size_t index)
    {
        const LaneGroup& group = m_chart.groups[index];
        const double longest = m_chart.end();
        if (!group.simulation() || group.stale || longest - group.end() < 1e-9 * longest)
            return;
        const double x0 = m_layout.x(group.end()) + 3;
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
        const QString text = tr("%1 shorter").arg(brief(longest - group.end()) + m_chart.axis_unit);
        const QFontMetricsF metrics(m_look.fonts.small_bold);
        const double width = metrics.horizontalAdvance(text);
        m_painter.setFont(m_look.fonts.small_bold);
        const double left = std::min((x0 + x1 - width) / 2, m_layout.plot.right() - width);
        const QRectF at(left - 3, y - metrics.height() - 3, width + 6, metrics.height());
        if (x1 - x0 < width + 6)
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
        const auto ticks = nice_ticks(m_layout.window.begin, m_layout.window.end, kMostTicks);
        const double title_left = axis.right() - metrics.horizontalAdvance(m_chart.axis_title);
        QString now;
        QRectF now_place;
        if (m_look.on_screen && m_chart.time >= m_layout.window.begin && m_chart.time <= m_layout.window.end) {
            now = brief(m_chart.time);
            if (now.endsWith(QLatin1String(".0")))
                now.chop(2);
            const double width = QFontMetricsF(m_look.fonts.small_bold).horizontalAdvance(now);
            now_place = QRectF(m_layout.x(m_chart.time) - width / 2, axis.top() + 7, width, metrics.height());
        }
        for (const double tick : ticks) {
            const double x = std::round(m_layout.x(tick));
            m_painter.fillRect(QRectF(x, axis.top(), 1, 5), m_theme.outline);
            const QString label = tick_label(tick, ticks);
            const double width = metrics.horizontalAdvance(label);
            const QRectF place(x - width / 2, axis.top() + 7, width, metrics.height());
            if (place.right() > title_left - 8 || place.adjusted(-4, 0, 4, 0).intersects(now_place))
                continue;
            m_painter.setPen(m_theme.secondary);
            m_painter.drawText(place, Qt::AlignCenter | Qt::TextDontClip, label);
        }
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(QRectF(title_left, axis.top() + 7, axis.right() - title_left, metrics.height()),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, m_chart.axis_title);
        if (!now.isEmpty()) {
            m_painter.fillRect(now_place.adjusted(-3, 0, 3, 0), m_theme.panel);
            m_painter.setFont(m_look.fonts.small_bold);
            m_painter.setPen(m_theme.accent);
            m_painter.drawText(now_place, Qt::AlignCenter | Qt::TextDontClip, now);
        }
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
                m_painter.drawLine(QPointF(at, m_layout.groups[g].body.top()), QPointF(at, m_layout.groups[g].body.bottom() + 2));
        m_painter.restore();
        m_painter.drawLine(QPointF(at, m_layout.axis.top() - 6), QPointF(at, m_layout.axis.top() + 4));
    }

    const QString& number(std::uint32_t value)
    {
        while (m_labels.size() <= value)
            m_labels.push_back(QString::number(m_labels.size()));
        return m_labels[value];
    }

    QPainter& m_painter;
    const LaneChart& m_chart;
    const LaneLayout& m_layout;
    const LaneLook& m_look;
    const Theme& m_theme;
    Hatch m_hatch;
    QFontMetricsF m_numbers;
    double m_most = 1; ///< activations that the strip's height stands for
    std::array<QColor, kShades> m_ink, m_off_ink;
    std::vector<QString> m_labels;
};

} // namespace

LaneFonts lane_fonts(const QWidget* widget)
{
    LaneFonts out{body_font(widget), bold_font(widget), small_font(widget), small_font(widget), small_number_font(widget)};
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
        out.label_width = std::max(out.label_width, body.horizontalAdvance(tr("stage %1").arg(group.request().stages - 1)));
        out.label_width = std::max(out.label_width, small.horizontalAdvance(group.drawn->held_until_weight.empty()
                                                                                ? tr("peak %1").arg(QStringLiteral("55.5"))
                                                                                : tr("peak %1").arg(QStringLiteral("55 · 55"))));
    }
    out.label_width = std::ceil(std::max(out.label_width, 48.0)) + 22;
    return out;
}

void paint_lanes(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look)
{
    Painter(painter, chart, layout, look).paint();
}

} // namespace blueprinting::ui
