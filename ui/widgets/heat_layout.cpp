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

double header_height(const HeatChart& chart, const HeatFonts& fonts)
{
    const double line = std::ceil(QFontMetricsF(fonts.small).height());
    return (grouped(chart.columns) ? 2 * line + 2 : line) + 4;
}

double height_at(const HeatChart& chart, const HeatFonts& fonts, double row)
{
    return header_height(chart, fonts) + row * static_cast<double>(chart.rows.size()) + gaps(chart.rows, kGroupGap);
}

} // namespace

double wanted_height(const HeatChart& chart, const HeatFonts& fonts) { return std::ceil(height_at(chart, fonts, chart.row_height)); }

double least_height(const HeatChart& chart, const HeatFonts& fonts)
{
    return std::ceil(height_at(chart, fonts, std::min(chart.row_height, kLeastRow)));
}

HeatLayout layout_heat(const HeatChart& chart, const QRectF& area, const HeatFonts& fonts)
{
    HeatLayout out;
    const QFontMetricsF body(fonts.body);
    const QFontMetricsF small(fonts.small);
    const bool row_groups = grouped(chart.rows);
    double group_width = 0;
    double label_width = 0;
    for (const HeatRow& row : chart.rows) {
        const bool swatch = !row.swatch.isNone();
        if (row_groups)
            group_width = std::max(group_width, body.horizontalAdvance(row.group) + 2 * kLabelGap);
        label_width = std::max(label_width, body.horizontalAdvance(row.label) + (swatch ? kSwatch + kLabelGap : 0));
    }
    label_width = std::ceil(label_width);
    const double cells_left = area.left() + std::ceil(group_width) + label_width + kLabelGap;

    const auto columns = static_cast<double>(std::max<std::size_t>(1, chart.columns.size()));
    const double cells_width = std::max(columns, area.right() - cells_left - gaps(chart.columns, kColumnGroupGap));
    const double pitch = cells_width / columns;
    std::vector<std::pair<double, double>> spans; // from, to
    double shift = 0;
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        if (i > 0 && starts_group(chart.columns, i))
            shift += kColumnGroupGap;
        const double from = std::round(cells_left + static_cast<double>(i) * pitch + shift);
        const double to = std::round(cells_left + static_cast<double>(i + 1) * pitch + shift);
        spans.emplace_back(from, std::max(from + 1, to - kCellGap));
    }

    const double line = std::ceil(small.height());
    const double header_top = area.top() + (grouped(chart.columns) ? line + 2 : 0);
    for (std::size_t i = 0; i < spans.size(); ++i) {
        out.headers.emplace_back(QRectF(spans[i].first, header_top, spans[i].second - spans[i].first, line));
        QRectF over;
        if (grouped(chart.columns) && starts_group(chart.columns, i)) {
            std::size_t last = i;
            while (last + 1 < spans.size() && !starts_group(chart.columns, last + 1))
                ++last;
            over = QRectF(spans[i].first, area.top(), spans[last].second - spans[i].first, line);
        }
        out.column_groups.push_back(over);
    }

    const double top = area.top() + header_height(chart, fonts);
    const double room = area.bottom() - top - gaps(chart.rows, kGroupGap);
    const auto count = static_cast<double>(std::max<std::size_t>(1, chart.rows.size()));
    const double row_height = std::clamp(std::floor(room / count), std::min(chart.row_height, kLeastRow), chart.row_height);
    double y = top;
    for (std::size_t r = 0; r < chart.rows.size(); ++r) {
        const HeatRow& row = chart.rows[r];
        if (r > 0 && starts_group(chart.rows, r))
            y += kGroupGap;
        HeatPlace place;
        const QRectF band(area.left(), y, area.width(), row_height);
        if (row_groups && starts_group(chart.rows, r))
            place.group = QRectF(area.left(), y, group_width, row_height);
        double label_left = cells_left - kLabelGap - label_width;
        if (!row.swatch.isNone()) {
            place.swatch = QRectF(label_left, y + std::floor((row_height - kSwatch) / 2), kSwatch, kSwatch);
            label_left += kSwatch + kLabelGap;
        }
        place.label = QRectF(label_left, y, cells_left - kLabelGap - label_left, row_height);
        for (const auto& [from, to] : spans)
            place.cells.emplace_back(QRectF(from, band.top(), to - from, row_height - kCellGap));
        out.rows.push_back(std::move(place));
        y += row_height;
    }
    out.height = y - area.top();
    return out;
}

} // namespace blueprinting::ui
