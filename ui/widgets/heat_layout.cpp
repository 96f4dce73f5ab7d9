#include "ui/widgets/heat_chart.h"

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
    return std::any_of(items.begin(), items.end(), [](const auto& item) { return !item.group.isEmpty(); });
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

HeatLayout layout_heat(const HeatChart& chart, const QRectF& area, const HeatFonts& fonts, const Sight& sight)
{
    HeatLayout out;
    const QFontMetricsF body(fonts.body);
    const QFontMetricsF bold(fonts.body_bold);
    const QFontMetricsF small(fonts.small);
    const bool over_rows = names_over_rows(chart, area.width());
    const bool row_groups = grouped(chart.rows) && !over_rows;
    double group_width = 0;
    double label_width = 0;
    for (const HeatRow& row : chart.rows) {
        const bool swatch = !row.swatch.isNone();
        if (row_groups)
            group_width =
                std::max(group_width, (chart.groups_bold ? bold : body).horizontalAdvance(row.group) + 2 * kLabelGap);
        label_width = std::max(label_width, body.horizontalAdvance(row.label) + (swatch ? kSwatch + kLabelGap : 0));
    }
    // The corner holds the titles, with the arrow that each is drawn with.
    double titles = 0;
    for (const QString& title : {chart.column_title, chart.row_title})
        if (!title.isEmpty())
            titles = std::max(titles, small.horizontalAdvance(title + QStringLiteral(" →")) + 2);
    label_width = std::ceil(std::max(label_width, std::min(titles, kMostTitle) - group_width));
    if (chart.least_cell > 0) {
        // Long names give way to the figures.
        const double room = std::max(
            90.0, area.width() - kLabelGap - (chart.least_cell + kCellGap) * static_cast<double>(chart.columns.size()));
        if (group_width + label_width > room) {
            group_width = std::min(group_width, std::floor(room * 0.4));
            label_width = std::min(label_width, std::floor(room - group_width));
        }
    }
    const double cells_left = area.left() + std::ceil(group_width) + label_width + kLabelGap;
    const double top = area.top() + header_height(chart, fonts);

    const auto columns = static_cast<double>(std::max<std::size_t>(1, chart.columns.size()));
    const double column_gaps = gaps(chart.columns, kColumnGroupGap);
    const double pitch = std::max(columns, area.right() - cells_left - column_gaps) / columns;
    const auto count = static_cast<double>(std::max<std::size_t>(1, chart.rows.size()));
    const double all_gaps = row_gaps(chart, fonts, area.width());
    const double row_height = std::clamp(std::floor((area.bottom() - top - all_gaps) / count), least_row(chart, fonts),
                                         std::max(chart.row_height, chart.most_row_height));
    const QSizeF whole(pitch * columns + column_gaps, row_height * count + all_gaps);
    out.cells = QRectF(QPointF(cells_left, top), whole);
    out.height = top + whole.height() - area.top();

    // All headers in whole or all of them brief; a text in every cell or in none, and then it is read by pointing.
    const double cell_width = std::floor(pitch * sight.zoom) - kCellGap;
    const QFontMetricsF number(fonts.small_number);
    double text_width = 0;
    for (const HeatRow& row : chart.rows)
        for (const HeatCell& cell : row.cells)
            text_width = std::max(text_width, number.horizontalAdvance(cell.text + cell.count));
    out.texts = text_width <= cell_width && number.capHeight() + 1 <= row_height * sight.zoom - kCellGap;
    for (const HeatColumn& column : chart.columns)
        out.brief = out.brief || (!column.brief.isEmpty() && small.horizontalAdvance(column.header) > cell_width + 2);

    // From places in the whole to those in sight.
    const auto across = [&](double x) {
        return std::round(cells_left + (x - sight.left * whole.width()) * sight.zoom);
    };
    const auto down = [&](double y) { return top + (y - sight.top * whole.height()) * sight.zoom; };
    std::vector<std::pair<double, double>> spans; // from, to; the same where out of sight
    double shift = 0;
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        if (i > 0 && starts_group(chart.columns, i))
            shift += kColumnGroupGap;
        const double from = across(static_cast<double>(i) * pitch + shift);
        const double to = std::max(from + 1, across(static_cast<double>(i + 1) * pitch + shift) - kCellGap);
        const double left = std::clamp(from, out.cells.left(), out.cells.right());
        spans.emplace_back(left, std::max(left, std::min(to, out.cells.right())));
    }

    const double line = std::ceil(small.height());
    const bool two_lines = header_lines(chart) == 2;
    const double header_top = area.top() + (two_lines ? line + 2 : 0);
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
    const double corner = cells_left - kLabelGap - area.left();
    if (!chart.column_title.isEmpty())
        out.column_title = QRectF(area.left(), area.top(), corner, line);
    if (!chart.row_title.isEmpty())
        out.row_title = QRectF(area.left(), header_top, corner, line);

    const double body_line = std::ceil(body.height());
    double y = 0;
    bool named = false; // whether the group has been named in a row that is in sight
    for (std::size_t r = 0; r < chart.rows.size(); ++r) {
        const HeatRow& row = chart.rows[r];
        if (starts_group(chart.rows, r)) {
            y += over_rows ? body_line + (r > 0 ? kCellGap : 0) : r > 0 ? kGroupGap : 0;
            named = false;
        }
        const double from = std::clamp(std::round(down(y)), out.cells.top(), out.cells.bottom());
        const double to = std::clamp(std::round(down(y + row_height)), out.cells.top(), out.cells.bottom());
        y += row_height;
        HeatPlace place;
        place.cells.resize(spans.size());
        if (to - from <= kCellGap) {
            out.rows.push_back(std::move(place));
            continue;
        }
        const double height = to - from;
        if (row_groups && !named)
            place.group = QRectF(area.left(), from, group_width, height);
        if (over_rows && !named && from - body_line >= out.cells.top())
            place.group = QRectF(area.left(), from - body_line, area.width(), body_line);
        named = true;
        double label_left = cells_left - kLabelGap - label_width;
        if (!row.swatch.isNone()) {
            place.swatch = QRectF(label_left, from + std::floor((height - kSwatch) / 2), kSwatch, kSwatch);
            label_left += kSwatch + kLabelGap;
        }
        place.label = QRectF(label_left, from, cells_left - kLabelGap - label_left, height);
        for (std::size_t c = 0; c < spans.size(); ++c)
            if (spans[c].second > spans[c].first)
                place.cells[c] = QRectF(spans[c].first, from, spans[c].second - spans[c].first, height - kCellGap);
        out.rows.push_back(std::move(place));
    }
    return out;
}

} // namespace blueprinting::ui
