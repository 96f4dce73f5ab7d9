#include "ui/widgets/charts/bar_measure.h"
#include "ui/widgets/controls/chip.h"

#include <algorithm>

/// How much of a chart's width labels and read-outs take from its bars.
namespace blueprinting::ui {

namespace bars {

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
        std::ranges::any_of(chart.rows, [](const BarRow& row) { return row.selected; }))
        widths.group = kGap;
    return widths;
}

std::vector<CompactPlace> column_places(const BarChart& chart, bool compact)
{
    std::vector<CompactPlace> places;
    for (std::size_t i = 0; i < chart.columns.size(); ++i)
        places.push_back(compact ? chart.columns[i].compact.value_or(CompactPlace{i, false}) : CompactPlace{i, false});
    return places;
}

double header_width(const BarColumn& column, const BarFonts& fonts)
{
    return advance(fonts.small, column.header) + (column.glyph == Glyph::none ? 0 : kGlyph);
}

Flow read_out_flow(const BarChart& chart, const BarFonts& fonts, double width)
{
    constexpr double kItemGap = 18;
    Flow flow;
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        // An error belongs to the reference before it, a word to the empty value before it.
        const bool joins = i > 0 && chart.columns[i].glyph == Glyph::none &&
                           (chart.columns[i - 1].glyph != Glyph::none || chart.columns[i - 1].header.isEmpty()) &&
                           flow.items.back().columns.size() == 1;
        const bool of_bar =
            i > 0 && (chart.columns[i - 1].glyph == Glyph::filled || chart.columns[i - 1].glyph == Glyph::outlined);
        if (!joins || of_bar)
            flow.items.push_back({i, {}});
        Flow::Item& item = flow.items.back();
        item.columns.push_back(i);
        if (chart.columns[item.key].glyph == Glyph::none && chart.columns[item.key].header.isEmpty())
            item.key = i;
    }
    double x = 0;
    for (Flow::Item& item : flow.items) {
        const BarColumn& key = chart.columns[item.key];
        item.key_width = key.glyph != Glyph::none ? kGlyph : advance(fonts.small, key.header) + kGap;
        double widest = 0;
        for (const BarRow& row : chart.rows) {
            double own = 0;
            for (const std::size_t column : item.columns)
                if (column < row.read_outs.size() && !row.read_outs[column].text.isEmpty())
                    own += (own > 0 ? kGap : 0) +
                           advance(row.read_outs[column].bold ? fonts.bold : fonts.number, row.read_outs[column].text);
            widest = std::max(widest, own);
        }
        item.width = item.key_width + widest;
        if (x > 0 && x + item.width > width) {
            x = 0;
            ++flow.lines;
        }
        item.x = x;
        item.line = flow.lines;
        x += item.width + kItemGap;
    }
    flow.lines += flow.items.empty() ? 0 : 1;
    return flow;
}

std::vector<QRectF> glyph_key(const BarChart& chart, const BarFonts& fonts, double width)
{
    std::vector<QRectF> places;
    double x = 0;
    double y = 0;
    for (const BarColumn& column : chart.columns) {
        if (column.glyph == Glyph::none) {
            places.emplace_back();
            continue;
        }
        const double own = header_width(column, fonts);
        if (x > 0 && x + own > width) {
            x = 0;
            y += line(fonts.small);
        }
        places.emplace_back(x, y, own, line(fonts.small));
        x += own + 2 * kGap;
    }
    return places;
}

} // namespace bars

using namespace bars;

namespace {

constexpr double kColumnGap = 16;
constexpr double kLeastPlot = 220;  ///< columns fold before the bars get narrower
constexpr double kThinPlot = 140;   ///< labels are cut before
constexpr double kNarrowPlot = 180; ///< read-outs go below the bars before
constexpr double kWidePlot = 400;   ///< columns go into fewer ones before
constexpr double kMostLabel = 0.2;  ///< of the chart's width, before labels are cut
constexpr double kLeastLabel = 64;

/// The read-out to the left in the same line; nothing where there is none.
std::optional<std::size_t> left_of(const std::vector<CompactPlace>& places, std::size_t i)
{
    for (std::size_t other = 0; other < places.size(); ++other)
        if (places[other].lower == places[i].lower && places[other].column + 1 == places[i].column)
            return other;
    return std::nullopt;
}

std::vector<double> column_widths(const BarChart& chart, const BarFonts& fonts, bool compact)
{
    const std::vector<CompactPlace> places = column_places(chart, compact);
    std::vector<double> widths;
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        double width = header_width(chart.columns[i], fonts);
        for (const BarRow& row : chart.rows) {
            if (i >= row.read_outs.size())
                continue;
            // A long word may lie over an empty column to its left.
            double own = advance(row.read_outs[i].bold ? fonts.bold : fonts.number, row.read_outs[i].text);
            for (auto left = left_of(places, i);
                 left && row.read_outs[*left].text.isEmpty() && !row.read_outs[i].text.isEmpty();
                 left = left_of(places, *left))
                own -= header_width(chart.columns[*left], fonts) + kColumnGap;
            width = std::max(width, own);
        }
        widths.resize(std::max(widths.size(), places[i].column + 1), 0);
        widths[places[i].column] = std::max(widths[places[i].column], width + kColumnGap);
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

double taken_by(const BarEdges& edges)
{
    double taken = edges.label;
    for (const double column : edges.columns)
        taken += column;
    return taken;
}

BarEdges fold_to_fit(const BarEdges& wide, const std::vector<BarColumn>& columns, double width)
{
    int level = 0;
    for (const BarColumn& column : columns)
        level = std::max(level, column.fold);
    for (; level >= 0; --level) {
        const BarEdges edges = folded(wide, columns, level);
        if (width - taken_by(edges) >= kLeastPlot || level == 0)
            return edges;
    }
    return wide;
}

/// With labels of at most this width, chips and groups besides.
BarEdges unfolded(const BarChart& chart, const BarFonts& fonts, double most_label, bool compact)
{
    LabelWidths labels = label_widths(chart, fonts);
    labels.label = std::min(labels.label, most_label);
    const double label = labels.all();
    return {label > 0 ? label + kGap : 0, column_widths(chart, fonts, compact), compact};
}

double longest_label(const std::vector<const BarChart*>& charts, const BarFonts& fonts)
{
    double longest = 0;
    for (const BarChart* chart : charts)
        longest = std::max(longest, label_widths(*chart, fonts).label);
    return longest;
}

BarEdges widest(const std::vector<const BarChart*>& charts, const BarFonts& fonts, double most_label, bool compact)
{
    BarEdges wide;
    wide.compact = compact;
    for (const BarChart* chart : charts) {
        const BarEdges own = unfolded(*chart, fonts, most_label, compact);
        wide.label = std::max(wide.label, own.label);
        wide.columns.resize(std::max(wide.columns.size(), own.columns.size()), 0);
        for (std::size_t i = 0; i < own.columns.size(); ++i)
            wide.columns[i] = std::max(wide.columns[i], own.columns[i]);
    }
    return wide;
}

} // namespace

BarEdges natural_edges(const BarChart& chart, const BarFonts& fonts, double width)
{
    return shared_edges({&chart}, fonts, width);
}

BarEdges shared_edges(const std::vector<const BarChart*>& charts, const BarFonts& fonts, double width)
{
    constexpr double any = 1e9;
    const BarEdges wide = widest(charts, fonts, any, false);
    bool compacts = true;
    std::vector<BarColumn> columns(wide.columns.size());
    for (const BarChart* chart : charts)
        for (std::size_t i = 0; i < chart->columns.size(); ++i) {
            columns[i].fold = std::max(columns[i].fold, chart->columns[i].fold);
            compacts &= chart->columns[i].compact.has_value();
        }
    if (!compacts || columns.empty()) {
        const BarEdges edges = fold_to_fit(wide, columns, width);
        const double missing = kThinPlot - (width - taken_by(edges));
        return missing <= 0 ? edges
                            : fold_to_fit(widest(charts, fonts,
                                                 std::max(kLeastLabel, longest_label(charts, fonts) - missing), false),
                                          columns, width);
    }
    // Every reference stays: labels give way before the bars do.
    const double most_label = std::max(kLeastLabel, kMostLabel * width);
    const BarEdges cut = widest(charts, fonts, most_label, false);
    if (width - taken_by(cut) >= kWidePlot)
        return cut;
    const BarEdges compact = widest(charts, fonts, most_label, true);
    if (width - taken_by(compact) >= kLeastPlot)
        return compact;
    const double missing = kLeastPlot - (width - taken_by(compact));
    const BarEdges least = widest(
        charts, fonts, std::max(kLeastLabel, std::min(most_label, longest_label(charts, fonts)) - missing), true);
    if (width - taken_by(least) >= kNarrowPlot)
        return least;
    return {compact.label, {}, false, width};
}

} // namespace blueprinting::ui
