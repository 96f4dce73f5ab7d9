#include "ui/schedule/lane_cells.h"

#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/chip.h"

#include <QFontInfo>
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
      m_numbers(look.fonts.number),
      m_small_numbers(look.fonts.number),
      m_small_number(look.fonts.number)
{
    m_small_number.setPixelSize(
        std::max(8, static_cast<int>(std::lround(0.8 * QFontInfo(m_small_number).pixelSize()))));
    m_small_numbers = QFontMetricsF(m_small_number);
    m_most = chart.cap.value_or(1);
    for (const LaneGroup& group : chart.groups) {
        if (group.simulation())
            for (const StageSummary& stage : group.shown().stages)
                m_most = std::max(m_most, stage.peak_activations / parts_of_a_stage(group.request()));
        // What is held above the constant, one scale for all groups.
        for (std::size_t device = 0; group.bytes && device < group.bytes->size(); ++device) {
            const double constant = (*group.bytes)[device].constant;
            m_most_bytes = std::max(m_most_bytes, 1.1 * ((*group.bytes)[device].peak - constant));
            if (group.bytes_cap)
                m_most_bytes = std::max(
                    m_most_bytes, std::min(*group.bytes_cap - constant, 2 * ((*group.bytes)[device].peak - constant)));
        }
    }
    for (std::size_t shade = 0; shade < kShades; ++shade) {
        m_ink[shade] = label_on(QColor(look.palette.shade[shade]));
        if (look.palette.off_path)
            m_off_ink[shade] = label_on(QColor((*look.palette.off_path)[shade]));
    }
}

const Placement& LaneCells::placement(const CommandGraph& graph)
{
    if (m_placed != &graph) {
        m_placement.emplace(graph.plan.request);
        m_placed = &graph;
    }
    return *m_placement;
}

LaneCells::Half LaneCells::half(const CommandGraph& graph, CommandId id)
{
    const auto [first, last] = graph.unit(id);
    return first == last ? Half::whole : id == first ? Half::upper : Half::lower;
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
        if (group.second && gap->next == kNoCommand)
            continue; // the second iteration stands there
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
    row(simulation, stage, lane.lane, window, numbered);
}

void LaneCells::row(const Simulation& simulation, std::uint32_t device, const QRectF& row, const TimeWindow& window,
                    bool numbered, std::uint32_t first_number)
{
    m_first_number = first_number;
    m_painter.setFont(m_look.fonts.number);
    items(simulation, device, row, window, numbered);
    m_first_number = 1;
}

QString LaneCells::text_of(const CommandGraph& graph, CommandId id, bool whole)
{
    const auto slices = static_cast<std::uint32_t>(parameter_or_one(graph.plan.request, kSlices));
    const std::uint32_t item = graph.microbatch[id];
    if (slices == 1)
        return number(item + m_first_number);
    return whole ? QStringLiteral("%1.%2").arg(item / slices + m_first_number).arg(item % slices + 1)
                 : number(item / slices + m_first_number);
}

LaneCells::Numbers LaneCells::numbers(const Simulation& simulation, const std::vector<LaneItem>& items, double height)
{
    constexpr double least_height = 11;
    constexpr double around = 3;
    const CommandGraph& graph = simulation.graph;
    const bool sliced = parameter_or_one(graph.plan.request, kSlices) > 1;
    std::array<double, kCommandKinds> narrowest, widest{}, widest_first{};
    narrowest.fill(1e9);
    for (const LaneItem& item : items) {
        const auto kind = static_cast<std::size_t>(graph.kind[item.first]);
        if (item.merged) {
            narrowest[kind] = 0;
            narrowest[static_cast<std::size_t>(graph.kind[item.last])] = 0;
            continue;
        }
        const bool in_half = half(graph, item.first) != Half::whole;
        const QFontMetricsF& metrics = in_half ? m_small_numbers : m_numbers;
        if (in_half ? height < 22 : height < least_height)
            narrowest[kind] = 0;
        narrowest[kind] = std::min(narrowest[kind], item.x1 - item.x0);
        widest[kind] = std::max(widest[kind], metrics.horizontalAdvance(text_of(graph, item.first, true)));
        if (sliced)
            widest_first[kind] =
                std::max(widest_first[kind], metrics.horizontalAdvance(text_of(graph, item.first, false)));
    }
    Numbers out;
    const double slices = static_cast<double>(parameter_or_one(graph.plan.request, kSlices));
    for (std::size_t kind = 0; kind < kCommandKinds; ++kind) {
        out.whole[kind] = narrowest[kind] >= widest[kind] + around;
        out.first[kind] = sliced && slices * narrowest[kind] >= widest_first[kind] + around;
    }
    return out;
}

void LaneCells::items(const Simulation& simulation, std::uint32_t resource, const QRectF& row, const TimeWindow& window,
                      bool numbered)
{
    const CommandGraph& graph = simulation.graph;
    const bool pairs = !graph.joined.empty();
    const auto columns = static_cast<std::size_t>(std::max(0.0, std::ceil(window.width))) + 2;
    m_row.assign(columns, 0);
    if (pairs)
        m_low.assign(columns, 0);
    const std::vector<LaneItem> all = lane_items(simulation, resource, window);
    const Numbers shown = numbered ? numbers(simulation, all, row.height()) : Numbers{};
    const auto slices = static_cast<std::uint32_t>(parameter_or_one(graph.plan.request, kSlices));
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
        // Slices of one microbatch stand without a gap between them.
        const std::uint32_t slice = graph.microbatch[item.first] % slices;
        const bool goes_on = slices > 1 && slice != (graph.is_backward(item.first) ? 0 : slices - 1);
        const double filled = width > kPartedFrom && !goes_on ? width - 1 : std::max(1.0, width);
        const std::uint32_t color = m_look.palette.color(simulation, item.first);
        const Half part = pairs ? half(graph, item.first) : Half::whole;
        if (width < kNumberFrom) {
            narrow(x0, x0 + filled, color, row, part);
            any_narrow = true;
            continue;
        }
        QRectF cell(row.left() + x0, row.top(), filled, row.height());
        if (part != Half::whole)
            cell = half_of(cell, part == Half::upper);
        m_painter.fillRect(cell, QColor(color));
        if (graph.kind[item.first] == CommandKind::backward)
            foot(simulation, item.first, cell);
        const auto kind = static_cast<std::size_t>(graph.kind[item.first]);
        if (shown.whole[kind])
            label(simulation, item.first, cell, true);
        else if (shown.first[kind] && slice == 0)
            label(simulation, item.first, cell, false);
    }
    if (!any_narrow || !m_hatch.onPixels())
        return;
    if (!pairs)
        return draw(m_row, 0, row, true);
    const QRectF lower = half_of(row, false);
    draw(m_row, 0, QRectF(row.left(), row.top(), row.width(), lower.top() - row.top()), true);
    draw(m_low, 0, lower, true);
}

/// The weight gradient's part of a whole backward, along its lower edge.
void LaneCells::foot(const Simulation& simulation, CommandId id, const QRectF& cell)
{
    const CommandGraph& graph = simulation.graph;
    const ChunkTimes& times =
        graph.plan.each.empty() ? graph.plan.times
                                : graph.plan.at(placement(graph).place(graph.stage[id], graph.chunk[id]).virtual_stage);
    if (!(times.backward > 0) || cell.height() < 6)
        return;
    const double width = std::round(cell.width() * times.weight_gradient / times.backward);
    const double high = cell.height() >= 24 ? 3 : 2;
    const std::size_t shade =
        shade_of(CommandKind::weight_gradient, tint_of(graph.plan.request.chunks, graph.chunk[id]));
    const bool off = m_look.palette.off_path && !simulation.critical(id);
    m_painter.fillRect(QRectF(cell.right() - width, cell.bottom() - high, width, high),
                       QColor(off ? (*m_look.palette.off_path)[shade] : m_look.palette.shade[shade]));
}

void LaneCells::label(const Simulation& simulation, CommandId id, const QRectF& cell, bool whole)
{
    constexpr double arrow_from = 34, index_from = 30;
    constexpr int chunks_with_index = 5;
    const CommandGraph& graph = simulation.graph;
    const Request& request = graph.plan.request;
    QString text = text_of(graph, id, whole);
    if (request.kind->paths > 1 && cell.width() >= arrow_from &&
        placement(graph).place(graph.stage[id], graph.chunk[id]).path > 0)
        text.prepend(QStringLiteral("← "));
    if (request.chunks >= chunks_with_index && cell.width() >= index_from) {
        for (const QChar digit : QString::number(graph.chunk[id] + 1))
            text += QChar(0x2080 + digit.digitValue());
    }
    const std::size_t shade = shade_of(graph, id);
    m_painter.setPen(m_look.palette.off_path && !simulation.critical(id) ? m_off_ink[shade] : m_ink[shade]);
    const bool small = half(graph, id) != Half::whole;
    if (small)
        m_painter.setFont(m_small_number);
    m_painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, text);
    if (small)
        m_painter.setFont(m_look.fonts.number);
}

void LaneCells::waiting(const LaneGroup& group, CommandId head, const QRectF& cell)
{
    const Simulation& simulation = group.shown();
    const bool of_ring = std::ranges::find(group.drawn->ring, head) != group.drawn->ring.end();
    QPen pen(of_ring ? m_look.theme.bad : m_look.theme.secondary, of_ring ? 2 : 1);
    pen.setDashPattern({3, 2});
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(cell.adjusted(1, 1, -1, -1));
    const QString text = text_of(simulation.graph, head, true);
    if (cell.height() < 11 || cell.width() < m_numbers.horizontalAdvance(text) + 3)
        return;
    m_painter.setFont(m_look.fonts.number);
    m_painter.setPen(m_look.theme.text);
    m_painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, text);
}

void LaneCells::narrow(double x0, double x1, std::uint32_t color, const QRectF& row, Half half)
{
    if (!m_hatch.onPixels()) {
        const QRectF cell(row.left() + x0, row.top(), x1 - x0, row.height());
        m_painter.fillRect(half == Half::whole ? cell : half_of(cell, half == Half::upper), QColor(color));
        return;
    }
    const auto columns = static_cast<double>(m_row.size());
    const auto first = static_cast<std::ptrdiff_t>(std::clamp(x0, 0.0, columns));
    const auto last = static_cast<std::ptrdiff_t>(std::clamp(x1, 0.0, columns));
    if (half != Half::lower)
        std::fill(m_row.begin() + first, m_row.begin() + last, color | 0xff000000U);
    if (half != Half::upper && !m_low.empty())
        std::fill(m_low.begin() + first, m_low.begin() + last, color | 0xff000000U);
}

void LaneCells::run(const Simulation& simulation, const LaneItem& item, const QRectF& row, const TimeWindow& window)
{
    const PixelRun pixels = merged_pixels(simulation, item, window, m_look.palette);
    if (pixels.colors.empty())
        return;
    if (m_hatch.onPixels()) {
        std::copy(pixels.colors.begin(), pixels.colors.end(), m_row.begin() + pixels.first_x);
        if (!simulation.graph.joined.empty())
            std::copy(pixels.colors.begin(), pixels.colors.end(), m_low.begin() + pixels.first_x);
    } else
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

const QString& LaneCells::number(std::uint32_t value)
{
    while (m_labels.size() <= value)
        m_labels.push_back(QString::number(m_labels.size()));
    return m_labels[value];
}

} // namespace blueprinting::ui
