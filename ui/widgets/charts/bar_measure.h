#pragma once
#include "ui/widgets/charts/bar_layout.h"

#include <QFontMetricsF>

#include <cmath>

/// What the parts of the layout of bars (bar_edges.cpp, bar_layout.cpp, bar_texts.cpp) measure alike.
namespace blueprinting::ui::bars {

constexpr double kGap = 8;
constexpr double kGlyph = 18;

inline double advance(const QFont& font, const QString& text)
{
    return text.isEmpty() ? 0 : std::ceil(QFontMetricsF(font).horizontalAdvance(text));
}
inline double line(const QFont& font) { return std::ceil(QFontMetricsF(font).height()); }

struct LabelWidths {
    double group = 0, chip = 0, label = 0, tag = 0;
    [[nodiscard]] double all() const { return group + chip + label + tag; }
};
LabelWidths label_widths(const BarChart& chart, const BarFonts& fonts);

/// Columns as they stand, each with its place and line.
std::vector<CompactPlace> column_places(const BarChart& chart, bool compact);

double header_width(const BarColumn& column, const BarFonts& fonts);

/// Read-outs below a row, wrapped where the width ends: a value with its error is one item, and items stand in columns.
struct Flow {
    struct Item {
        std::size_t key = 0;              ///< column whose glyph or header stands before the values
        std::vector<std::size_t> columns; ///< whose values it has, in order
        double x = 0, key_width = 0, width = 0;
        int line = 0;
    };
    std::vector<Item> items;
    int lines = 0;
};
Flow read_out_flow(const BarChart& chart, const BarFonts& fonts, double width);
/// The glyphs with their headers, wrapped likewise: one rectangle a column, null for those without glyph.
std::vector<QRectF> glyph_key(const BarChart& chart, const BarFonts& fonts, double width);

/// Texts of segments that a capacity's line (below 0 for none) or a whisker (null for none) would run through go beside
/// it, or away where there is no room; a figure must not lose a digit.
void clear_texts(std::vector<SegmentPlace>& segments, double line_x, const QRectF& whisker, const BarFonts& fonts);
/// Where a row's note goes: in the gap up to the capacity, else behind it, else over the bar; the longer text first.
void place_note(const BarRow& row, const QRectF& plot, double capacity, const BarFonts& fonts, RowPlace& place);

} // namespace blueprinting::ui::bars
