#include "ui/widgets/charts/heat_chart.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kCellGap = 2;
constexpr double kGroupGap = 8;       ///< between groups of rows
constexpr double kColumnGroupGap = 6; ///< between groups of columns
constexpr double kLabelGap = 8;
constexpr double kSwatch = 12;
constexpr double kLeastRow = 13;
constexpr double kNarrow = 420;    ///< below, the name of a group stands over its rows, not beside them
constexpr double kMostTitle = 150; ///< longer titles are cut

bool starts_group(const auto& items, std::size_t i) { return i == 0 || items[i].group != items[i - 1].group; }

double gaps(const auto& items, double gap)
{
    double sum = 0;
    for (std::size_t i = 1; i < items.size(); ++i)
        sum += starts_group(items, i) ? gap : 0;
    return sum;
}

bool grouped(const auto& items)
{
    return std::ranges::any_of(items, [](const auto& item) { return !item.group.isEmpty(); });
}

/// Two where columns are grouped, or where each of two titles needs its own.
int header_lines(const HeatChart& chart)
{
    return grouped(chart.columns) || (!chart.column_title.isEmpty() && !chart.row_title.isEmpty()) ? 2 : 1;
}

double header_height(const HeatChart& chart, const HeatFonts& fonts)
{
    const double line = std::ceil(QFontMetricsF(fonts.small).height());
    return (header_lines(chart) == 2 ? 2 * line + 2 : line) + 4;
}

/// Labels of neighbouring rows never touch.
double least_row(const HeatChart& chart, const HeatFonts& fonts)
{
    const QFontMetricsF body(fonts.body);
    return std::min(chart.row_height, std::max(kLeastRow, std::ceil(body.capHeight() + body.descent()) + kCellGap));
}

bool names_over_rows(const HeatChart& chart, double width) { return width < kNarrow && grouped(chart.rows); }

/// What stands between groups of rows, and over the first where it has its name there.
double row_gaps(const HeatChart& chart, const HeatFonts& fonts, double width)
{
    const double name = std::ceil(QFontMetricsF(fonts.body).height());
    return names_over_rows(chart, width) ? gaps(chart.rows, kCellGap + name) + name : gaps(chart.rows, kGroupGap);
}

double height_at(const HeatChart& chart, const HeatFonts& fonts, double row, double width)
{
    return header_height(chart, fonts) + row * static_cast<double>(chart.rows.size()) + row_gaps(chart, fonts, width);
}

} // namespace

double wanted_height(const HeatChart& chart, const HeatFonts& fonts, double width)
{
    return std::ceil(height_at(chart, fonts, chart.row_height, width));
}

double least_height(const HeatChart& chart, const HeatFonts& fonts, double width)
{
    return std::ceil(height_at(chart, fonts, least_row(chart, fonts), width));
}

namespace {

/// Widths at the left of the cells.
struct NameWidths {
    double group = 0, label = 0;
};

NameWidths name_widths(const HeatChart& chart, const HeatFonts& fonts, double width, bool row_groups)
{
    const QFontMetricsF body(fonts.body);
    const QFontMetricsF groups(chart.groups_bold ? fonts.body_bold : fonts.body);
    const QFontMetricsF small(fonts.small);
    NameWidths out;
    for (const HeatRow& row : chart.rows) {
        if (row_groups)
            out.group = std::max(out.group, groups.horizontalAdvance(row.group) + 2 * kLabelGap);
        out.label =
            std::max(out.label, body.horizontalAdvance(row.label) + (row.swatch.isNone() ? 0 : kSwatch + kLabelGap));
    }
    // The corner holds the titles, with the arrow that each is drawn with.
    double titles = 0;
    for (const QString& title : {chart.column_title, chart.row_title})
        if (!title.isEmpty())
            titles = std::max(titles, small.horizontalAdvance(title + QStringLiteral(" →")) + 2);
    out.label = std::ceil(std::max(out.label, std::min(titles, kMostTitle) - out.group));
    if (chart.least_cell > 0) {
        // Long names give way to the figures.
        const double cells = (chart.least_cell + kCellGap) * static_cast<double>(chart.columns.size());
        const double room = std::max(90.0, width - kLabelGap - cells);
        if (out.group + out.label > room) {
            out.group = std::min(out.group, std::floor(room * 0.4));
            out.label = std::min(out.label, std::floor(room - out.group));
        }
    }
    out.group = std::ceil(out.group);
    return out;
}

/// From, to; the same where out of sight.
using Spans = std::vector<std::pair<double, double>>;

Spans column_spans(const HeatChart& chart, const HeatLayout& layout, double pitch, const Sight& sight)
{
    const auto across = [&](double x) {
        return std::round(layout.cells.left() + (x - sight.left * layout.cells.width()) * sight.zoom);
    };
    Spans spans;
    double shift = 0;
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        if (i > 0 && starts_group(chart.columns, i))
            shift += kColumnGroupGap;
        const double from = across(static_cast<double>(i) * pitch + shift);
        const double to = std::max(from + 1, across(static_cast<double>(i + 1) * pitch + shift) - kCellGap);
        const double left = std::clamp(from, layout.cells.left(), layout.cells.right());
        spans.emplace_back(left, std::max(left, std::min(to, layout.cells.right())));
    }
    return spans;
}

/// All headers in whole or all of them brief; a text in every cell or in none, and then it is read by pointing.
void choose_texts(const HeatChart& chart, const HeatFonts& fonts, double cell_width, double cell_height,
                  HeatLayout& out)
{
    const QFontMetricsF number(fonts.small_number);
    double text_width = 0;
    for (const HeatRow& row : chart.rows)
        for (const HeatCell& cell : row.cells)
            text_width = std::max(text_width, number.horizontalAdvance(cell.text + cell.count));
    out.texts = text_width <= cell_width && number.capHeight() + 1 <= cell_height;
    const QFontMetricsF small(fonts.small);
    for (const HeatColumn& column : chart.columns)
        out.brief = out.brief || (!column.brief.isEmpty() && small.horizontalAdvance(column.header) > cell_width + 2);
}

void place_headers(const HeatChart& chart, const QRectF& area, const HeatFonts& fonts, const Spans& spans,
                   HeatLayout& out)
{
    const double line = std::ceil(QFontMetricsF(fonts.small).height());
    const double header_top = area.top() + (header_lines(chart) == 2 ? line + 2 : 0);
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const double width = spans[i].second - spans[i].first;
        out.headers.emplace_back(width > 0 ? QRectF(spans[i].first, header_top, width, line) : QRectF());
        QRectF over;
        if (grouped(chart.columns) && starts_group(chart.columns, i)) {
            std::size_t last = i;
            while (last + 1 < spans.size() && !starts_group(chart.columns, last + 1))
                ++last;
            over = QRectF(spans[i].first, area.top(), spans[last].second - spans[i].first, line);
        }
        out.column_groups.push_back(over.width() > 0 ? over : QRectF());
    }
    const double corner = out.cells.left() - kLabelGap - area.left();
    if (!chart.column_title.isEmpty())
        out.column_title = QRectF(area.left(), area.top(), corner, line);
    if (!chart.row_title.isEmpty())
        out.row_title = QRectF(area.left(), header_top, corner, line);
}

void place_rows(const HeatChart& chart, const QRectF& area, const HeatFonts& fonts, const NameWidths& names,
                const Spans& spans, double row_height, const Sight& sight, HeatLayout& out)
{
    const bool over_rows = names_over_rows(chart, area.width());
    const double body_line = std::ceil(QFontMetricsF(fonts.body).height());
    const double cells_left = out.cells.left();
    const auto down = [&](double y) {
        return std::clamp(std::round(out.cells.top() + (y - sight.top * out.cells.height()) * sight.zoom),
                          out.cells.top(), out.cells.bottom());
    };
    double y = 0;
    bool named = false; // whether the group has been named in a row that is in sight
    for (std::size_t r = 0; r < chart.rows.size(); ++r) {
        const HeatRow& row = chart.rows[r];
        if (starts_group(chart.rows, r)) {
            y += over_rows ? body_line + (r > 0 ? kCellGap : 0) : r > 0 ? kGroupGap : 0;
            named = false;
        }
        const double from = down(y);
        const double to = down(y + row_height);
        y += row_height;
        HeatPlace& place = out.rows.emplace_back();
        place.cells.resize(spans.size());
        if (to - from <= kCellGap)
            continue;
        const double height = to - from;
        if (grouped(chart.rows) && !over_rows && !named)
            place.group = QRectF(area.left(), from, names.group, height);
        if (over_rows && !named && from - body_line >= out.cells.top())
            place.group = QRectF(area.left(), from - body_line, area.width(), body_line);
        named = true;
        double label_left = cells_left - kLabelGap - names.label;
        if (!row.swatch.isNone()) {
            place.swatch = QRectF(label_left, from + std::floor((height - kSwatch) / 2), kSwatch, kSwatch);
            label_left += kSwatch + kLabelGap;
        }
        place.label = QRectF(label_left, from, cells_left - kLabelGap - label_left, height);
        for (std::size_t c = 0; c < spans.size(); ++c)
            if (spans[c].second > spans[c].first)
                place.cells[c] = QRectF(spans[c].first, from, spans[c].second - spans[c].first, height - kCellGap);
    }
}

} // namespace

HeatLayout layout_heat(const HeatChart& chart, const QRectF& area, const HeatFonts& fonts, const Sight& sight)
{
    HeatLayout out;
    const bool row_groups = grouped(chart.rows) && !names_over_rows(chart, area.width());
    const NameWidths names = name_widths(chart, fonts, area.width(), row_groups);
    const double cells_left = area.left() + names.group + names.label + kLabelGap;
    const double top = area.top() + header_height(chart, fonts);
    const auto columns = static_cast<double>(std::max<std::size_t>(1, chart.columns.size()));
    const double column_gaps = gaps(chart.columns, kColumnGroupGap);
    const double pitch = std::max(columns, area.right() - cells_left - column_gaps) / columns;
    const auto count = static_cast<double>(std::max<std::size_t>(1, chart.rows.size()));
    const double all_gaps = row_gaps(chart, fonts, area.width());
    const double row_height = std::clamp(std::floor((area.bottom() - top - all_gaps) / count), least_row(chart, fonts),
                                         std::max(chart.row_height, chart.most_row_height));
    out.cells = QRectF(cells_left, top, pitch * columns + column_gaps, row_height * count + all_gaps);
    out.height = out.cells.bottom() - area.top();
    choose_texts(chart, fonts, std::floor(pitch * sight.zoom) - kCellGap, row_height * sight.zoom - kCellGap, out);
    const Spans spans = column_spans(chart, out, pitch, sight);
    place_headers(chart, area, fonts, spans, out);
    place_rows(chart, area, fonts, names, spans, row_height, sight, out);
    return out;
}

} // namespace blueprinting::ui
