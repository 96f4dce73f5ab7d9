#include "ui/schedule/lane_cells.h"

#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/chip.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr double kPitch = 6;
constexpr double kNumberFrom = 7; ///< narrower cells have no room for a digit
constexpr double kPartedFrom = 3; ///< wider cells are parted from the next by a pixel

} // namespace

Hatch::Hatch(QPainter& painter, const QColor& color, const QColor& under)
    : m_painter(painter), m_color(color), m_under(under)
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

void Hatch::fill(const QRectF& rect)
{
    if (m_raster)
        m_painter.fillRect(rect, m_brush);
    else
        draw_hatch(m_painter, rect, m_color, m_under);
}

LaneCells::LaneCells(QPainter& painter, const LaneChart& chart, const LaneLook& look)
    : m_painter(painter),
      m_chart(chart),
      m_look(look),
      m_hatch(painter, look.theme.components.back(), look.theme.panel),
      m_numbers(look.fonts.number)
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

void LaneCells::strip(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window)
{
    const auto stage = static_cast<std::size_t>(lane.stage);
    const double chunks = static_cast<double>(group.request().chunks);
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

void LaneCells::cells(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window, bool numbered)
{
    const Simulation& simulation = group.shown();
    const auto stage = static_cast<std::uint32_t>(lane.stage);
    const bool flat = lane.lane.height() < 8;
    const auto gaps = simulation.idle_of(stage);
    auto gap = std::upper_bound(gaps.begin(), gaps.end(), window.begin,
                                [](double t, const Idle& idle) { return t < idle.end; });
    for (; gap != gaps.end() && gap->begin < window.end; ++gap) {
        const double x0 = std::round(std::max(0.0, window.x(gap->begin)));
        const double x1 = std::round(std::min(window.width, window.x(gap->end)));
        if (x1 - x0 < 1)
            continue;
        const QRectF rect(lane.lane.left() + x0, lane.lane.top(), x1 - x0, lane.lane.height());
        if (flat)
            m_painter.fillRect(rect, QColor(m_look.palette.idle));
        else
            m_hatch.fill(rect);
    }
    m_painter.setFont(m_look.fonts.number);
    items(simulation, stage, lane.lane, window, numbered);
}

void LaneCells::items(const Simulation& simulation, std::uint32_t resource, const QRectF& row, const TimeWindow& window,
                      bool numbered)
{
    m_row.assign(static_cast<std::size_t>(std::max(0.0, std::ceil(window.width))) + 2, 0);
    const std::vector<LaneItem> all = lane_items(simulation, resource, window);
    bool any_narrow = false;
    for (const LaneItem& item : all) {
        if (item.merged) {
            run(simulation, item, row, window);
            any_narrow = true;
            continue;
        }
        const double x0 = std::round(std::max(-2.0, item.x0));
        const double x1 = std::round(std::min(window.width + 2, item.x1));
        const double width = x1 - x0;
        const double filled = width > kPartedFrom ? width - 1 : std::max(1.0, width);
        const std::uint32_t color = m_look.palette.color(simulation, item.first);
        if (width < kNumberFrom) {
            narrow(x0, x0 + filled, color, row);
            any_narrow = true;
            continue;
        }
        const QRectF cell(row.left() + x0, row.top(), filled, row.height());
        m_painter.fillRect(cell, QColor(color));
        if (numbered)
            label(simulation, item.first, cell);
    }
    if (any_narrow && m_hatch.onPixels())
        draw(m_row, 0, row, true);
}

void LaneCells::label(const Simulation& simulation, CommandId id, const QRectF& cell)
{
    const QString& text = number(simulation.graph.microbatch[id] + 1);
    if (m_numbers.horizontalAdvance(text) + 2 > cell.width())
        return;
    const std::size_t shade = shade_of(simulation.graph, id);
    m_painter.setPen(m_look.palette.off_path && !simulation.critical(id) ? m_off_ink[shade] : m_ink[shade]);
    m_painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, text);
}

void LaneCells::narrow(double x0, double x1, std::uint32_t color, const QRectF& row)
{
    if (!m_hatch.onPixels()) {
        m_painter.fillRect(QRectF(row.left() + x0, row.top(), x1 - x0, row.height()), QColor(color));
        return;
    }
    const auto columns = static_cast<double>(m_row.size());
    const auto first = static_cast<std::ptrdiff_t>(std::clamp(x0, 0.0, columns));
    const auto last = static_cast<std::ptrdiff_t>(std::clamp(x1, 0.0, columns));
    std::fill(m_row.begin() + first, m_row.begin() + last, color | 0xff000000U);
}

void LaneCells::run(const Simulation& simulation, const LaneItem& item, const QRectF& row, const TimeWindow& window)
{
    const PixelRun pixels = merged_pixels(simulation, item, window, m_look.palette);
    if (pixels.colors.empty())
        return;
    if (m_hatch.onPixels())
        std::copy(pixels.colors.begin(), pixels.colors.end(), m_row.begin() + pixels.first_x);
    else
        draw(pixels.colors, pixels.first_x, row, false);
}

void LaneCells::draw(const std::vector<std::uint32_t>& colors, int first_x, const QRectF& row, bool with_gaps)
{
    const QImage image(reinterpret_cast<const uchar*>(colors.data()), static_cast<int>(colors.size()), 1,
                       static_cast<qsizetype>(4 * colors.size()),
                       with_gaps ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    m_painter.drawImage(QRectF(row.left() + first_x, row.top(), static_cast<double>(colors.size()), row.height()),
                        image);
}

void LaneCells::links(const LaneGroup& group, const LanePlace& lane, const TimeWindow& window)
{
    const Simulation& simulation = group.shown();
    const auto& all = simulation.graph.links;
    const std::size_t stages = simulation.graph.stages();
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

const QString& LaneCells::number(std::uint32_t value)
{
    while (m_labels.size() <= value)
        m_labels.push_back(QString::number(m_labels.size()));
    return m_labels[value];
}

} // namespace blueprinting::ui
