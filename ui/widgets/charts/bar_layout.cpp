#include "ui/style/fonts.h"
#include "ui/widgets/charts/bar_measure.h"
#include "ui/widgets/controls/chip.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

using namespace bars;

namespace {

constexpr double kLeastBar = 14;
constexpr double kLabelShare = 0.04;
constexpr double kOutlineGap = 5;
constexpr double kGroupGap = 14;
constexpr double kHeaderGap = 6;

bool outlined(const BarChart& chart)
{
    return std::ranges::any_of(chart.rows, [](const BarRow& row) { return !row.outline.empty(); });
}
bool headed(const BarChart& chart)
{
    return !chart.columns.empty() || !chart.gates.empty() || chart.capacity || !chart.aside.isEmpty();
}

double header_height(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges)
{
    if (!headed(chart))
        return 4;
    double lines = edges.compact ? 2 : 1;
    if (edges.below > 0) {
        double bottom = 0;
        for (const QRectF& place : glyph_key(chart, fonts, edges.below))
            bottom = std::max(bottom, place.bottom());
        lines = bottom / line(fonts.small) + (chart.capacity || !chart.gates.empty() ? 1 : 0);
    }
    return lines * line(fonts.small) + kHeaderGap;
}
double axis_height(const BarFonts& fonts, const BarChart& chart)
{
    return 4 + line(fonts.small) + (chart.axis_title.isEmpty() ? 0 : line(fonts.small));
}

/// Gaps between groups of rows, beside the gap that every row has.
double group_gaps(const BarChart& chart)
{
    double gaps = 0;
    for (std::size_t i = 1; i < chart.rows.size(); ++i)
        if (!chart.rows[i].group.isEmpty() && chart.rows[i].group != chart.rows[i - 1].group)
            gaps += kGroupGap;
    return gaps;
}

double outline_height(const BarChart& chart, double bar)
{
    return std::max(7.0, std::round(chart.outline_height * bar / chart.bar_height));
}

/// What the read-outs ask of a row beside its bars.
struct ReadOutRoom {
    double least = 0; ///< height of all of the row
    double below = 0; ///< more height
};

ReadOutRoom read_out_room(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges)
{
    if (edges.below > 0)
        return {0, read_out_flow(chart, fonts, edges.below).lines * line(fonts.number) + 4};
    return {edges.compact ? 2 * line(fonts.number) + 10 : 0, 0};
}

/// Of a row with its share of the outline and of the gap to the next.
double row_pitch(const BarChart& chart, double bar, const ReadOutRoom& room)
{
    const double gap = std::max(3.0, chart.row_gap * bar / chart.bar_height);
    return std::max(bar + (outlined(chart) ? kOutlineGap + outline_height(chart, bar) + kGap : 0) + gap, room.least) +
           room.below;
}

double least_bar(const BarChart& chart, const BarFonts& fonts)
{
    return std::min(chart.bar_height, std::max(kLeastBar, line(fonts.small_number)));
}

double most_bar(const BarChart& chart) { return std::max(chart.bar_height, chart.most_bar); }

std::vector<SegmentPlace> place_segments(const std::vector<BarSegment>& segments, const AxisScale& scale,
                                         const QRectF& plot, const QRectF& bar)
{
    std::vector<SegmentPlace> places;
    double sum = 0;
    for (const BarSegment& segment : segments) {
        const double from =
            std::clamp(std::round(scale.position(sum, plot.left(), plot.right())), plot.left(), plot.right());
        sum += segment.value;
        const double to =
            std::clamp(std::round(scale.position(sum, plot.left(), plot.right())), plot.left(), plot.right());
        const double width = to - from;
        // The gap is the panel showing through; it must not swallow a segment that can be seen at all.
        places.push_back({QRectF(from, bar.top(), width > 1 ? width - 1 : width, bar.height()), {}, {}});
    }
    return places;
}

void place_texts(const BarChart& chart, const BarRow& row, bool first, const BarFonts& fonts,
                 std::vector<SegmentPlace>& places)
{
    double total = 0;
    for (const BarSegment& segment : row.segments)
        total += segment.value;
    const bool named = chart.names == SegmentNames::every_row || (chart.names == SegmentNames::first_row && first);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const BarSegment& segment = row.segments[i];
        if (row.faded || segment.hatched || segment.text.isEmpty() || segment.value < kLabelShare * total)
            continue;
        const double room = places[i].rect.width() - 4;
        const QString whole = segment.name + QLatin1Char(' ') + segment.text;
        if (named && advance(fonts.small_number, whole) + 8 <= room)
            places[i].text = whole;
        else if (advance(fonts.small_number, segment.text) <= room)
            places[i].text = segment.text;
    }
}

} // namespace

double extent_of(const BarChart& chart)
{
    double extent = chart.capacity.value_or(0);
    for (const BarRow& row : chart.rows) {
        extent = std::max(extent, row.capacity.value_or(0));
        for (const auto* segments : {&row.segments, &row.outline}) {
            double sum = 0;
            for (const BarSegment& segment : *segments)
                sum += segment.value;
            extent = std::max(extent, sum);
        }
        for (const BarMark& mark : row.marks)
            extent = std::max(extent, mark.value);
        extent = std::max(extent, row.whisker ? row.whisker->high : 0);
    }
    return extent;
}

BarFonts bar_fonts(const QWidget* widget)
{
    BarFonts fonts{body_font(widget), bold_font(widget), small_font(widget), number_font(widget),
                   small_number_font(widget)};
    return fonts;
}

namespace {

double height_at(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges, double bar)
{
    return header_height(chart, fonts, edges) +
           std::ceil(row_pitch(chart, bar, read_out_room(chart, fonts, edges))) *
               static_cast<double>(chart.rows.size()) +
           group_gaps(chart) + axis_height(fonts, chart);
}

} // namespace

double wanted_height(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges)
{
    return height_at(chart, fonts, edges, chart.bar_height);
}

double most_height(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges)
{
    return height_at(chart, fonts, edges, most_bar(chart));
}

double least_height(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges)
{
    return height_at(chart, fonts, edges, least_bar(chart, fonts));
}

namespace {

void place_flow(const BarRow& row, const Flow& flow, const BarFonts& fonts, const QPointF& from, double width_of_all,
                RowPlace& place)
{
    place.below = QRectF(from, QSizeF(width_of_all, flow.lines * line(fonts.number)));
    place.read_outs.assign(row.read_outs.size(), QRectF());
    place.keys.assign(row.read_outs.size(), QRectF());
    for (const Flow::Item& item : flow.items) {
        const double height = line(fonts.number);
        const double top = from.y() + item.line * height;
        if (item.key < place.keys.size())
            place.keys[item.key] = QRectF(from.x() + item.x, top, item.key_width, height);
        double x = from.x() + item.x + item.key_width;
        for (const std::size_t column : item.columns) {
            if (column >= row.read_outs.size() || row.read_outs[column].text.isEmpty())
                continue;
            const double width =
                advance(row.read_outs[column].bold ? fonts.bold : fonts.number, row.read_outs[column].text);
            place.read_outs[column] = QRectF(x, top, width, height);
            x += width + kGap;
        }
    }
}

/// What all parts of a layout are placed by.
struct Frame {
    const BarChart& chart;
    const QRectF& area;
    const BarFonts& fonts;
    const BarEdges& edges;
    double top = 0, bottom = 0, right = 0; ///< of the plot; columns begin at the right
    [[nodiscard]] QRectF column(std::size_t place, double y, double height) const
    {
        if (place >= edges.columns.size() || edges.columns[place] <= 0)
            return {};
        double x = right;
        for (std::size_t before = 0; before < place; ++before)
            x += edges.columns[before];
        return {x, y, edges.columns[place], height};
    }
};

void place_axis(const Frame& frame, std::optional<AxisScale> shown, BarLayout& layout)
{
    const BarChart& chart = frame.chart;
    const QRectF& plot = layout.plot;
    const double end = chart.axis_end > 0 ? chart.axis_end : nice_end(extent_of(chart));
    layout.scale = shown.value_or(AxisScale{0, end, false});
    std::vector<double> ticks = nice_ticks(layout.scale.low, layout.scale.high);
    if (chart.tick_step > 0 && layout.scale == AxisScale{0, end, false}) {
        ticks.clear();
        for (double tick = 0; tick <= end; tick += chart.tick_step)
            ticks.push_back(tick);
    }
    for (const double tick : ticks)
        layout.ticks.push_back(
            {tick, std::round(layout.scale.position(tick, plot.left(), plot.right())), tick_label(tick, ticks)});
    layout.axis_title = QRectF(frame.area.left(), frame.bottom + 4 + line(frame.fonts.small),
                               plot.right() - frame.area.left(), line(frame.fonts.small));
}

/// What stands above the bars: heads of the columns, what has none, and the capacity's name.
void place_head(const Frame& frame, const std::vector<CompactPlace>& places, BarLayout& layout)
{
    const auto& [chart, area, fonts, edges, top, bottom, right] = frame;
    const QRectF& plot = layout.plot;
    if (edges.below > 0) {
        for (const QRectF& place : glyph_key(chart, fonts, edges.below))
            layout.headers.push_back(place.isNull() ? place : place.translated(area.topLeft()));
    } else {
        for (const CompactPlace& place : places)
            layout.headers.push_back(
                frame.column(place.column, area.top() + (place.lower ? line(fonts.small) : 0), line(fonts.small)));
    }
    if (!chart.aside.isEmpty()) {
        // Below the keys of the glyphs there is no line for it: it stands behind them.
        double from = plot.left();
        if (edges.below > 0)
            for (const QRectF& place : layout.headers)
                if (!place.isNull() && place.top() <= area.top())
                    from = std::max(from, place.right() + kGap);
        const double to = edges.below > 0 ? area.right() : plot.right();
        const double own = std::min(std::max(0.0, to - from), advance(fonts.small, chart.aside) + 1);
        layout.aside = QRectF(to - own, edges.below > 0 ? area.top() : top - kHeaderGap - line(fonts.small), own,
                              line(fonts.small));
    }
    if (!chart.capacity)
        return;
    const double at = std::round(layout.scale.position(*chart.capacity, plot.left(), plot.right()));
    if (at < plot.left() || at > plot.right() + 1)
        return;
    layout.capacity_x = at;
    const double width = advance(fonts.small, chart.capacity_label);
    const double left = std::clamp(at - width, plot.left(), std::max(plot.left(), plot.right() - width));
    layout.capacity_label = QRectF(left, top - kHeaderGap - line(fonts.small), width + 1, line(fonts.small));
}

/// Each name stands over its line, as far as the one before leaves it room.
void place_gates(const Frame& frame, BarLayout& layout)
{
    const QRectF& plot = layout.plot;
    const double height = line(frame.fonts.small);
    double taken = plot.left();
    for (const BarGate& gate : frame.chart.gates) {
        GatePlace place{std::round(layout.scale.position(gate.value, plot.left(), plot.right())), {}};
        if (place.x < plot.left() || place.x > plot.right())
            place.x = -1;
        const double width = advance(frame.fonts.small, gate.name);
        const double left = std::min(place.x - width / 2, plot.right() - width);
        if (place.x >= 0 && left >= taken) {
            place.label = QRectF(left, frame.top - kHeaderGap - height, width + 1, height);
            taken = left + width + kGap;
        }
        layout.gates.push_back(place);
    }
}

/// Heights that all rows have in common.
struct Pitch {
    double pitch = 0, bar = 0, outline = 0, content = 0, below = 0;
};

/// As high as fits, from the most that is wanted down to the least that can be read.
Pitch pitch_of(const Frame& frame, double height)
{
    const BarChart& chart = frame.chart;
    const double room = height - group_gaps(chart);
    const auto rows = static_cast<double>(chart.rows.size());
    const ReadOutRoom read_outs = read_out_room(chart, frame.fonts, frame.edges);
    const double least = least_bar(chart, frame.fonts);
    Pitch out;
    out.bar = std::floor(most_bar(chart));
    while (out.bar > least && row_pitch(chart, out.bar, read_outs) * rows > room)
        out.bar = std::max(least, out.bar - 1);
    const double wanted = row_pitch(chart, out.bar, read_outs);
    out.pitch = std::floor(std::max(wanted, std::min(wanted * 1.25, room / rows)));
    out.outline = outline_height(chart, out.bar);
    out.content = out.bar + (outlined(chart) ? kOutlineGap + out.outline : 0);
    out.below = read_outs.below;
    return out;
}

void place_labels(const Frame& frame, const BarRow& row, const LabelWidths& widths, const QRectF& plot, RowPlace& place)
{
    const double top = place.bar.top(), height = place.bar.height();
    double left = frame.area.left() + widths.group;
    if (frame.chart.labels_right)
        left = std::max(left, plot.left() - kGap - widths.chip - widths.label - widths.tag);
    if (!row.chip.isEmpty())
        place.chip = QRectF(left, top, kChipSide, height);
    place.label =
        QRectF(left + widths.chip, top, std::max(0.0, plot.left() - kGap - widths.tag - left - widths.chip), height);
    if (!row.tag.isEmpty())
        place.tag = QRectF(plot.left() - kGap - widths.tag, top, widths.tag, height);
}

RowPlace place_row(const Frame& frame, std::size_t index, double y, const Pitch& heights, const LabelWidths& widths,
                   const std::vector<CompactPlace>& places, const Flow& flow, const BarLayout& layout)
{
    const auto& [chart, area, fonts, edges, top, bottom, right] = frame;
    const BarRow& row = chart.rows[index];
    const QRectF& plot = layout.plot;
    RowPlace place;
    place.band = QRectF(area.left(), y, area.width(), heights.pitch);
    const double bar_top = std::round(y + (heights.pitch - heights.below - heights.content) / 2);
    place.bar = QRectF(plot.left(), bar_top, plot.width(), heights.bar);
    if (outlined(chart))
        place.outline = QRectF(plot.left(), bar_top + heights.bar + kOutlineGap, plot.width(), heights.outline);
    place_labels(frame, row, widths, plot, place);
    place.segments = place_segments(row.segments, layout.scale, plot, place.bar);
    place_texts(chart, row, index == 0, fonts, place.segments);
    for (const SegmentPlace& segment : place_segments(row.outline, layout.scale, plot, place.outline))
        place.outlined.push_back(segment.rect);
    for (const BarMark& mark : row.marks) {
        const double at = layout.scale.position(mark.value, plot.left(), plot.right());
        const bool below = mark.glyph != Glyph::upright && outlined(chart);
        place.marks.emplace_back(at, below ? place.outline.center().y() : place.bar.center().y());
    }
    if (row.whisker) {
        const auto at = [&](double value) {
            return std::clamp(layout.scale.position(value, plot.left(), plot.right()), plot.left(), plot.right());
        };
        const double from = at(row.whisker->low), to = at(row.whisker->high), height = heights.bar * 0.5;
        if (row.whisker->high >= layout.scale.low && row.whisker->low <= layout.scale.high)
            place.whisker = QRectF(from, place.bar.center().y() - height / 2, std::max(1.0, to - from), height);
    }
    if (edges.below > 0)
        place_flow(row, flow, fonts, QPointF(area.left(), bar_top + heights.content + 3), area.width(), place);
    // Two lines lie beside the two bars, or share the one.
    const double half = outlined(chart) ? 0 : line(fonts.number) / 2 - 0.5;
    for (std::size_t column = 0; edges.below <= 0 && column < row.read_outs.size() && column < places.size();
         ++column) {
        const QRectF& beside = places[column].lower && outlined(chart) ? place.outline : place.bar;
        const double shift = !edges.compact ? 0 : places[column].lower ? half : -half;
        place.read_outs.push_back(frame.column(places[column].column, beside.top() + shift, beside.height()));
    }
    if (row.capacity) {
        const double at = std::round(layout.scale.position(*row.capacity, plot.left(), plot.right()));
        if (at >= plot.left() && at <= plot.right() + 1)
            place.capacity_x = at;
    }
    clear_texts(place.segments, layout.capacity_x >= 0 ? layout.capacity_x : place.capacity_x, place.whisker, fonts);
    if (!row.note.isEmpty())
        place_note(row, plot, layout.capacity_x >= 0 ? layout.capacity_x : place.capacity_x, fonts, place);
    return place;
}

/// Names of groups, each over the height of its rows.
void place_groups(const Frame& frame, const LabelWidths& widths, BarLayout& layout)
{
    const std::vector<BarRow>& rows = frame.chart.rows;
    for (std::size_t first = 0; first < rows.size();) {
        std::size_t last = first;
        while (last + 1 < rows.size() && rows[last + 1].group == rows[first].group)
            ++last;
        if (!rows[first].group.isEmpty()) {
            const double right = frame.chart.labels_right
                                     ? layout.plot.left() - 2 * kGap - widths.chip - widths.label - widths.tag + kGap
                                     : frame.area.left() + widths.group;
            const QRectF& bar = layout.rows[first].bar;
            layout.groups.push_back({rows[first].group, rows[first].group_bold,
                                     QRectF(frame.area.left(), bar.top(), right - frame.area.left() - kGap,
                                            layout.rows[last].bar.bottom() - bar.top())});
        }
        first = last + 1;
    }
}

} // namespace

BarLayout layout_bars(const BarChart& chart, const QRectF& area, const BarFonts& fonts, const BarEdges& edges,
                      std::optional<AxisScale> shown)
{
    BarLayout layout;
    Frame frame{chart, area, fonts, edges};
    frame.right = area.right();
    for (const double column : edges.columns)
        frame.right -= column;
    frame.top = area.top() + header_height(chart, fonts, edges);
    frame.bottom = area.bottom() - axis_height(fonts, chart);
    // A column's width holds the gap to its left; without columns the last tick needs half of its own width.
    const double overhang = edges.columns.empty() ? 12 : 0;
    layout.plot =
        QRectF(area.left() + edges.label, frame.top, std::max(1.0, frame.right - overhang - area.left() - edges.label),
               std::max(1.0, frame.bottom - frame.top));
    place_axis(frame, shown, layout);
    const std::vector<CompactPlace> places = column_places(chart, edges.compact);
    place_head(frame, places, layout);
    place_gates(frame, layout);
    if (chart.rows.empty())
        return layout;

    const Pitch heights = pitch_of(frame, layout.plot.height());
    const Flow flow = edges.below > 0 ? read_out_flow(chart, fonts, edges.below) : Flow{};
    const LabelWidths widths = label_widths(chart, fonts);
    double y = frame.top;
    for (std::size_t i = 0; i < chart.rows.size(); ++i) {
        if (i > 0 && !chart.rows[i].group.isEmpty() && chart.rows[i].group != chart.rows[i - 1].group)
            y += kGroupGap;
        layout.rows.push_back(place_row(frame, i, y, heights, widths, places, flow, layout));
        y += heights.pitch;
    }
    place_groups(frame, widths, layout);
    return layout;
}

} // namespace blueprinting::ui
