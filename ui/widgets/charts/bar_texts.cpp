#include "ui/widgets/charts/bar_measure.h"

#include <algorithm>
#include <cmath>

/// Texts in the bars and behind them, clear of what is drawn across.
namespace blueprinting::ui::bars {

void clear_texts(std::vector<SegmentPlace>& segments, double line_x, const QRectF& whisker, const BarFonts& fonts)
{
    constexpr double kClear = 4;
    for (SegmentPlace& segment : segments) {
        segment.label = segment.rect;
        const double half = advance(fonts.small_number, segment.text) / 2 + kClear;
        const auto keep_clear = [&](double from, double to) {
            const double middle = segment.label.center().x();
            if (segment.text.isEmpty() || middle + half <= from || middle - half >= to)
                return;
            const double left = from - segment.label.left(), right = segment.label.right() - to;
            if (std::max(left, right) < 2 * half)
                segment.text.clear();
            else if (left > right)
                segment.label.setRight(from);
            else
                segment.label.setLeft(to);
        };
        if (line_x >= 0)
            keep_clear(line_x, line_x);
        if (!whisker.isNull())
            keep_clear(whisker.left(), whisker.right());
    }
}

void place_note(const BarRow& row, const QRectF& plot, double capacity, const BarFonts& fonts, RowPlace& place)
{
    const double bar_end =
        place.segments.empty() ? plot.left() : std::max(plot.left(), place.segments.back().rect.right());
    double end = bar_end;
    for (std::size_t i = 0; i < place.marks.size(); ++i) // clear of what stands across the bar's row
        if (place.marks[i].x() <= plot.right() && std::abs(place.marks[i].y() - place.bar.center().y()) < 1)
            end = std::max(end, place.marks[i].x() + (row.marks[i].glyph == Glyph::upright ? 2 : 8));
    end = std::max(end, place.whisker.right());
    std::vector<std::pair<double, double>> rooms;
    if (capacity > end)
        rooms.emplace_back(end, capacity);
    rooms.emplace_back(std::max(end, capacity), plot.right());
    for (const QString& text : {row.note, row.short_note}) {
        const double width = advance(fonts.small_number, text);
        for (std::size_t i = 0; i < rooms.size() && width > 0; ++i) {
            const auto& [from, to] = rooms[i];
            if (to - from < width + 2 * kGap)
                continue;
            // Up to a capacity it stands in the middle, as what is left; behind everything at the end of the bar.
            const double left =
                capacity > end && i == 0 && !place.segments.empty() ? (from + to - width) / 2 : from + kGap;
            place.note = QRectF(left, place.bar.top(), width + 1, place.bar.height());
            place.note_text = text;
            return;
        }
    }
    if (!row.note_stays)
        return;
    const auto boxed = [&](const QString& text) { return advance(fonts.small_number, text) + kGap; };
    // On one side of the capacity's line, which stays in sight.
    const double split =
        capacity > plot.left() ? std::max(capacity - plot.left(), plot.right() - capacity) - 6 : plot.width();
    place.note_text = row.short_note.isEmpty() || boxed(row.note) <= split ? row.note : row.short_note;
    const double width = boxed(place.note_text);
    double left = std::max(plot.left(), std::min(bar_end, plot.right()) - width - 4);
    if (capacity > left - 3 && capacity < left + width + 3)
        left =
            capacity - width - 4 >= plot.left() ? capacity - width - 4 : std::min(capacity + 5, plot.right() - width);
    place.note =
        QRectF(left, place.bar.center().y() - line(fonts.small_number) / 2 - 1, width, line(fonts.small_number) + 2);
    place.note_over_bar = true;
    for (SegmentPlace& segment : place.segments)
        if (segment.rect.intersects(place.note))
            segment.text.clear();
}

} // namespace blueprinting::ui::bars
