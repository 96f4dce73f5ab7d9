#include "ui/widgets/bar_layout.h"
#include "ui/style/fonts.h"
#include "ui/widgets/chip.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

namespace {

constexpr double kGap = 8;
constexpr double kColumnGap = 16;
constexpr double kGlyph = 18;
constexpr double kLeastPlot = 220; ///< columns fold before the bars get narrower
constexpr double kLeastBar = 14;
constexpr double kLabelShare = 0.04;
constexpr double kOutlineGap = 5;
constexpr double kGroupGap = 14;
constexpr double kHeaderGap = 6;

double advance(const QFont& font, const QString& text) { return text.isEmpty() ? 0 : std::ceil(QFontMetricsF(font).horizontalAdvance(text)); }
double line(const QFont& font) { return std::ceil(QFontMetricsF(font).height()); }

bool outlined(const BarChart& chart)
{
    return std::any_of(chart.rows.begin(), chart.rows.end(), [](const BarRow& row) { return !row.outline.empty(); });
}
bool headed(const BarChart& chart) { return !chart.columns.empty() || chart.capacity; }

double header_height(const BarChart& chart, const BarFonts& fonts) { return headed(chart) ? line(fonts.small) + kHeaderGap : 4; }
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

double row_pitch(const BarChart& chart, double bar) ///< with its share of the outline
{
    const double shrink = bar / chart.bar_height;
    return bar + (outlined(chart) ? kOutlineGap + std::max(7.0, chart.outline_height * shrink) + kGap : 0) +
           std::max(3.0, chart.row_gap * shrink);
}

struct LabelWidths {
    double group = 0, chip = 0, label = 0, tag = 0;
    [[nodiscard]] double all() const { return group + chip + label + tag; }
};

LabelWidths label_widths(const BarChart& chart, const BarFonts& fonts)
{
    LabelWidths widths;
    for (const BarRow& row : chart.rows) {
        if (!row.group.isEmpty())
            widths.group = std::max(widths.group, advance(row.group_bold ? fonts.bold : fonts.body, row.group) + kGap);
        if (!row.chip.isEmpty())
            widths.chip = kChipSide + kGap;
        if (!row.label.isEmpty())
            widths.label = std::max(widths.label, advance(row.bold ? fonts.bold : fonts.body, row.label) + kGap);
        if (!row.tag.isEmpty())
            widths.tag = std::max(widths.tag, advance(fonts.bold, row.tag) + kGap);
    }
    // The accent bar of a selected row keeps clear of bare labels.
    if (widths.group == 0 && widths.chip == 0 &&
        std::any_of(chart.rows.begin(), chart.rows.end(), [](const BarRow& row) { return row.selected; }))
        widths.group = kGap;
    return widths;
}

std::vector<double> column_widths(const BarChart& chart, const BarFonts& fonts)
{
    std::vector<double> widths;
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        const BarColumn& column = chart.columns[i];
        double width = advance(fonts.small, column.header) + (column.glyph == Glyph::none ? 0 : kGlyph);
        for (const BarRow& row : chart.rows) {
            if (i >= row.read_outs.size())
                continue;
            // A long word may lie over an empty column to its left.
            double own = advance(row.read_outs[i].bold ? fonts.bold : fonts.number, row.read_outs[i].text);
            for (std::size_t left = i; left-- > 0 && row.read_outs[left].text.isEmpty() && !row.read_outs[i].text.isEmpty();)
                own -= advance(fonts.small, chart.columns[left].header) + kColumnGap;
            width = std::max(width, own);
        }
        widths.push_back(width + kColumnGap);
    }
    return widths;
}

/// Columns whose fold is above the level go to nothing.
BarEdges folded(BarEdges edges, const std::vector<BarColumn>& columns, int level)
{
    for (std::size_t i = 0; i < edges.columns.size(); ++i)
        if (i < columns.size() && columns[i].fold > level)
            edges.columns[i] = 0;
    return edges;
}

BarEdges fold_to_fit(const BarEdges& wide, const std::vector<BarColumn>& columns, double width)
{
    int level = 0;
    for (const BarColumn& column : columns)
        level = std::max(level, column.fold);
    for (; level >= 0; --level) {
        const BarEdges edges = folded(wide, columns, level);
        double taken = edges.label;
        for (const double column : edges.columns)
            taken += column;
        if (width - taken >= kLeastPlot || level == 0)
            return edges;
    }
    return wide;
}

BarEdges unfolded(const BarChart& chart, const BarFonts& fonts)
{
    const double label = label_widths(chart, fonts).all();
    return {label > 0 ? label + kGap : 0, column_widths(chart, fonts)};
}

std::vector<SegmentPlace> place_segments(const std::vector<BarSegment>& segments, const AxisScale& scale, const QRectF& plot,
                                         const QRectF& bar)
{
    std::vector<SegmentPlace> places;
    double sum = 0;
    for (const BarSegment& segment : segments) {
        const double from = std::clamp(std::round(scale.position(sum, plot.left(), plot.right())), plot.left(), plot.right());
        sum += segment.value;
        const double to = std::clamp(std::round(scale.position(sum, plot.left(), plot.right())), plot.left(), plot.right());
        const double width = to - from;
        // The gap is the panel showing through; it must not swallow a segment that can be seen at all.
        places.push_back({QRectF(from, bar.top(), width > 1 ? width - 1 : width, bar.height()), {}});
    }
    return places;
}

void place_texts(const BarChart& chart, const BarRow& row, bool first, const BarFonts& fonts, std::vector<SegmentPlace>& places)
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
    }
    return extent;
}

BarFonts bar_fonts(const QWidget* widget)
{
    BarFonts fonts{body_font(widget), bold_font(widget), small_font(widget), number_font(widget), small_number_font(widget)};
    return fonts;
}

BarEdges natural_edges(const BarChart& chart, const BarFonts& fonts, double width)
{
    return fold_to_fit(unfolded(chart, fonts), chart.columns, width);
}

BarEdges shared_edges(const std::vector<const BarChart*>& charts, const BarFonts& fonts, double width)
{
    BarEdges wide;
    std::vector<BarColumn> columns;
    for (const BarChart* chart : charts) {
        const BarEdges own = unfolded(*chart, fonts);
        wide.label = std::max(wide.label, own.label);
        wide.columns.resize(std::max(wide.columns.size(), own.columns.size()), 0);
        columns.resize(wide.columns.size());
        for (std::size_t i = 0; i < own.columns.size(); ++i) {
            wide.columns[i] = std::max(wide.columns[i], own.columns[i]);
            columns[i].fold = std::max(columns[i].fold, chart->columns[i].fold);
        }
    }
    return fold_to_fit(wide, columns, width);
}

double wanted_height(const BarChart& chart, const BarFonts& fonts)
{
    return header_height(chart, fonts) + row_pitch(chart, chart.bar_height) * static_cast<double>(chart.rows.size()) +
           group_gaps(chart) + axis_height(fonts, chart);
}

double least_height(const BarChart& chart, const BarFonts& fonts)
{
    const double bar = std::min(chart.bar_height, std::max(kLeastBar, line(fonts.small_number)));
    return header_height(chart, fonts) + row_pitch(chart, bar) * static_cast<double>(chart.rows.size()) + group_gaps(chart) +
           axis_height(fonts, chart);
}

BarLayout layout_bars(const BarChart& chart, const QRectF& area, const BarFonts& fonts, const BarEdges& edges,
                      std::optional<AxisScale> shown)
{
    BarLayout layout;
    double right = area.right();
    for (const double column : edges.columns)
        right -= column;
    const double top = area.top() + header_height(chart, fonts);
    const double bottom = area.bottom() - axis_height(fonts, chart);
    // A column's width holds the gap to its left; without columns the last tick needs half of its own width.
    const double overhang = edges.columns.empty() ? 12 : 0;
    layout.plot = QRectF(area.left() + edges.label, top, std::max(1.0, right - overhang - area.left() - edges.label), std::max(1.0, bottom - top));
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
        layout.ticks.push_back({tick, std::round(layout.scale.position(tick, plot.left(), plot.right())), tick_label(tick, ticks)});
    layout.axis_title = QRectF(area.left(), bottom + 4 + line(fonts.small), plot.right() - area.left(), line(fonts.small));

    double x = right;
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        const double width = i < edges.columns.size() ? edges.columns[i] : 0;
        layout.headers.push_back(width > 0 ? QRectF(x, area.top(), width, line(fonts.small)) : QRectF());
        x += width;
    }
    if (chart.capacity) {
        const double at = std::round(layout.scale.position(*chart.capacity, plot.left(), plot.right()));
        if (at >= plot.left() && at <= plot.right() + 1) {
            layout.capacity_x = at;
            const double width = advance(fonts.small, chart.capacity_label);
            const double left = std::clamp(at - width, plot.left(), std::max(plot.left(), plot.right() - width));
            layout.capacity_label = QRectF(left, area.top(), width + 1, line(fonts.small));
        }
    }
    if (chart.rows.empty())
        return layout;

    // As high as wanted where there is room, else as high as fits.
    const double room = plot.height() - group_gaps(chart);
    double bar = chart.bar_height;
    while (bar > kLeastBar && row_pitch(chart, bar) * static_cast<double>(chart.rows.size()) > room)
        bar -= 1;
    const double pitch = std::floor(std::max(row_pitch(chart, bar), std::min(row_pitch(chart, bar) * 1.25, room / static_cast<double>(chart.rows.size()))));
    const double shrink = bar / chart.bar_height;
    const double outline_height = std::max(7.0, std::round(chart.outline_height * shrink));
    const double content = bar + (outlined(chart) ? kOutlineGap + outline_height : 0);
    const LabelWidths widths = label_widths(chart, fonts);
    double y = top;
    for (std::size_t i = 0; i < chart.rows.size(); ++i) {
        const BarRow& row = chart.rows[i];
        if (i > 0 && !row.group.isEmpty() && row.group != chart.rows[i - 1].group)
            y += kGroupGap;
        RowPlace place;
        place.band = QRectF(area.left(), y, area.width(), pitch);
        const double bar_top = std::round(y + (pitch - content) / 2);
        place.bar = QRectF(plot.left(), bar_top, plot.width(), bar);
        if (outlined(chart))
            place.outline = QRectF(plot.left(), bar_top + bar + kOutlineGap, plot.width(), outline_height);
        double left = area.left() + widths.group;
        if (chart.labels_right)
            left = plot.left() - kGap - widths.chip - widths.label - widths.tag;
        if (!row.chip.isEmpty())
            place.chip = QRectF(left, bar_top, kChipSide, bar);
        place.label = QRectF(left + widths.chip, bar_top, std::max(0.0, plot.left() - kGap - widths.tag - left - widths.chip), bar);
        if (!row.tag.isEmpty())
            place.tag = QRectF(plot.left() - kGap - widths.tag, bar_top, widths.tag, bar);
        place.segments = place_segments(row.segments, layout.scale, plot, place.bar);
        place_texts(chart, row, i == 0, fonts, place.segments);
        for (const SegmentPlace& segment : place_segments(row.outline, layout.scale, plot, place.outline))
            place.outlined.push_back(segment.rect);
        for (const BarMark& mark : row.marks) {
            const double at = layout.scale.position(mark.value, plot.left(), plot.right());
            const bool below = mark.glyph == Glyph::diamond && outlined(chart);
            place.marks.emplace_back(at, below ? place.outline.center().y() : place.bar.center().y());
        }
        double column_x = right;
        for (std::size_t column = 0; column < row.read_outs.size() && column < chart.columns.size(); ++column) {
            const double width = column < edges.columns.size() ? edges.columns[column] : 0;
            place.read_outs.push_back(width > 0 ? QRectF(column_x, bar_top, width, bar) : QRectF());
            column_x += width;
        }
        if (row.capacity) {
            const double at = std::round(layout.scale.position(*row.capacity, plot.left(), plot.right()));
            if (at >= plot.left() && at <= plot.right() + 1)
                place.capacity_x = at;
        }
        if (!row.note.isEmpty()) {
            const double from = place.segments.empty() ? plot.left() : place.segments.back().rect.right();
            const double to = layout.capacity_x >= 0 ? layout.capacity_x : place.capacity_x >= 0 ? place.capacity_x : plot.right();
            const double width = advance(fonts.small_number, row.note);
            if (to - from >= width + 2 * kGap)
                place.note = QRectF((from + to - width) / 2, bar_top, width + 1, bar);
        }
        layout.rows.push_back(std::move(place));
        y += pitch;
    }
    for (std::size_t first = 0; first < chart.rows.size();) {
        std::size_t last = first;
        while (last + 1 < chart.rows.size() && chart.rows[last + 1].group == chart.rows[first].group)
            ++last;
        if (!chart.rows[first].group.isEmpty()) {
            const double group_right = chart.labels_right ? plot.left() - 2 * kGap - widths.chip - widths.label - widths.tag + kGap : area.left() + widths.group;
            layout.groups.push_back({chart.rows[first].group, chart.rows[first].group_bold,
                                     QRectF(area.left(), layout.rows[first].bar.top(), group_right - area.left() - kGap / 2,
                                            layout.rows[last].bar.bottom() - layout.rows[first].bar.top())});
        }
        first = last + 1;
    }
    return layout;
}

} // namespace blueprinting::ui
