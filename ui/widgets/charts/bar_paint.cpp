#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/chip.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>
#include <utility>

namespace blueprinting::ui {

namespace {

QColor fill_of(const BarSegment& segment, const BarRow& row, const Theme& theme)
{
    const QColor color = segment.color.in(theme);
    return row.faded ? faded(color, theme.panel) : color;
}

void text(QPainter& painter, const QRectF& rect, int align, const QFont& font, const QColor& color, const QString& what)
{
    painter.setFont(font);
    painter.setPen(color);
    // Thin bars are lower than their text; widths are kept by eliding.
    painter.drawText(rect, align | Qt::TextSingleLine | Qt::TextDontClip, what);
}

/// Names of runs often begin alike: both ends stay.
QString elided(const QFont& font, const QString& what, double width)
{
    return QFontMetricsF(font).elidedText(what, Qt::ElideMiddle, width);
}

void outline_rect(QPainter& painter, const QRectF& rect, const QColor& color, double width)
{
    if (rect.width() <= 2 * width) {
        painter.fillRect(rect, color);
        return;
    }
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), width), color);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - width, rect.width(), width), color);
    painter.fillRect(QRectF(rect.left(), rect.top(), width, rect.height()), color);
    painter.fillRect(QRectF(rect.right() - width, rect.top(), width, rect.height()), color);
}

QColor glyph_ink(Glyph glyph, const Theme& theme)
{
    return glyph == Glyph::filled || glyph == Glyph::outlined ? theme.secondary : theme.text;
}

void paint_frame(QPainter& painter, const BarChart& chart, const BarLayout& layout, const BarFonts& fonts,
                 const Theme& theme)
{
    const QRectF& plot = layout.plot;
    for (const BarTick& tick : layout.ticks) {
        if (tick.value != layout.scale.low)
            painter.fillRect(QRectF(tick.x, plot.top(), 1, plot.height()), theme.grid);
        text(painter, QRectF(tick.x - 60, plot.bottom() + 3, 121, QFontMetricsF(fonts.small_number).height()),
             Qt::AlignHCenter | Qt::AlignTop, fonts.small_number, theme.secondary, tick.text);
    }
    text(painter, layout.axis_title, Qt::AlignRight | Qt::AlignVCenter, fonts.small, theme.secondary, chart.axis_title);
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        const QRectF& header = layout.headers[i];
        if (header.isNull())
            continue;
        text(painter, header, Qt::AlignRight | Qt::AlignVCenter, fonts.small, theme.secondary, chart.columns[i].header);
        const double width = QFontMetricsF(fonts.small).horizontalAdvance(chart.columns[i].header);
        draw_glyph(painter, chart.columns[i].glyph,
                   QRectF(header.right() - width - 18, header.top(), 14, header.height()),
                   glyph_ink(chart.columns[i].glyph, theme));
    }
    if (!layout.aside.isNull())
        text(painter, layout.aside, Qt::AlignRight | Qt::AlignVCenter, fonts.small, theme.secondary,
             elided(fonts.small, chart.aside, layout.aside.width()));
    for (const GroupPlace& group : layout.groups)
        text(painter, group.rect, (chart.labels_right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
             group.bold ? fonts.bold : fonts.body, theme.text, group.text);
}

void paint_gates(QPainter& painter, const BarChart& chart, const BarLayout& layout, const BarFonts& fonts,
                 const Theme& theme)
{
    for (std::size_t i = 0; i < layout.gates.size(); ++i) {
        const GatePlace& place = layout.gates[i];
        if (place.x < 0)
            continue;
        painter.setPen(QPen(theme.secondary, 1, Qt::DashLine));
        painter.drawLine(QPointF(place.x + 0.5, layout.plot.top()), QPointF(place.x + 0.5, layout.plot.bottom()));
        if (!place.label.isNull())
            text(painter, place.label, Qt::AlignCenter, fonts.small, theme.secondary, chart.gates[i].name);
    }
}

void paint_capacity(QPainter& painter, double x, double top, double bottom, const Theme& theme)
{
    // Panel between its dashes: it is seen on every colour of a bar, and cuts none in two.
    painter.fillRect(QRectF(x - 0.25, top, 1.5, bottom - top), theme.panel);
    QPen dashed(theme.bad, 1.5);
    dashed.setDashPattern({3, 2.5});
    dashed.setCapStyle(Qt::FlatCap);
    painter.setPen(dashed);
    painter.drawLine(QPointF(x + 0.5, top), QPointF(x + 0.5, bottom));
}

void paint_labels(QPainter& painter, const BarChart& chart, const BarRow& row, const RowPlace& place,
                  const BarFonts& fonts, const Theme& theme)
{
    if (!row.chip.isEmpty())
        draw_chip(painter, place.chip, row.chip, theme.chip(row.chip_place), theme.chip_ink);
    const QFont& font = row.bold ? fonts.bold : fonts.body;
    text(painter, place.label, (chart.labels_right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, font,
         theme.text, elided(font, row.label, place.label.width()));
    if (!row.tag.isEmpty())
        text(painter, place.tag, Qt::AlignRight | Qt::AlignVCenter, fonts.bold, color_of(theme, row.tag_tone), row.tag);
    // Neither grid nor zero line runs through what stands below the bars.
    if (!place.below.isNull())
        painter.fillRect(place.below, row.selected ? theme.selection : theme.panel);
    for (std::size_t i = 0; i < place.keys.size(); ++i) {
        const BarColumn& column = chart.columns[i];
        if (place.keys[i].isNull())
            continue;
        if (column.glyph == Glyph::none)
            text(painter, place.keys[i], Qt::AlignLeft | Qt::AlignVCenter, fonts.small, theme.secondary, column.header);
        else
            draw_glyph(painter, column.glyph,
                       QRectF(place.keys[i].left(), place.keys[i].top(), 14, place.keys[i].height()),
                       glyph_ink(column.glyph, theme));
    }
    for (std::size_t i = 0; i < place.read_outs.size(); ++i) {
        if (place.read_outs[i].isNull())
            continue;
        const ReadOut& read_out = row.read_outs[i];
        QFont number = fonts.number;
        number.setBold(read_out.bold && !row.faded);
        const Tone tone = row.faded ? Tone::secondary : read_out.tone;
        // A word may lie over an empty column to its left.
        text(painter, place.read_outs[i].adjusted(-200, 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter, number,
             color_of(theme, tone), read_out.text);
    }
    if (place.note_over_bar)
        style_paint::box(painter, place.note, theme.panel, theme.hairline, 1, 3);
    if (!place.note.isNull())
        text(painter, place.note, Qt::AlignCenter, fonts.small_number,
             color_of(theme, row.faded ? Tone::secondary : row.note_tone), place.note_text);
}

void paint_segments(QPainter& painter, const BarChart& chart, const BarRow& row, const RowPlace& place,
                    const BarFonts& fonts, const Theme& theme)
{
    for (std::size_t i = 0; i < place.segments.size(); ++i) {
        const BarSegment& segment = row.segments[i];
        const QRectF& rect = place.segments[i].rect;
        if (rect.width() <= 0)
            continue;
        const QColor fill = fill_of(segment, row, theme);
        draw_swatch(painter, rect, fill, segment.hatched, theme.panel);
        if (!place.segments[i].text.isEmpty())
            text(painter, place.segments[i].label, Qt::AlignCenter, fonts.small_number, label_on(fill),
                 place.segments[i].text);
    }
    for (std::size_t i = 0; i < place.outlined.size(); ++i)
        if (place.outlined[i].width() > 0)
            outline_rect(painter, place.outlined[i], fill_of(row.outline[i], row, theme), 1.5);
    if (chart.selected_segment.isEmpty())
        return;
    for (std::size_t i = 0; i < place.segments.size(); ++i)
        if (row.segments[i].key == chart.selected_segment && row.segments[i].value > 0)
            outline_rect(painter, place.segments[i].rect.adjusted(-2, -2, 2, 2), theme.accent, 2);
}

/// On panel of its own: it is seen on every colour of a bar.
void paint_whisker(QPainter& painter, const BarRow& row, const RowPlace& place, const Theme& theme)
{
    if (place.whisker.isNull())
        return;
    const QRectF& at = place.whisker;
    const double middle = std::round(at.center().y());
    const QColor ink = row.faded ? theme.secondary : theme.text;
    for (const auto& [color, around] : {std::pair(theme.panel, 1.0), std::pair(ink, 0.0)}) {
        const auto fill = [&, &color = color, &around = around](const QRectF& rect) {
            painter.fillRect(rect.adjusted(-around, -around, around, around), color);
        };
        fill(QRectF(at.left(), middle - 0.75, at.width(), 1.5));
        for (const double x : {at.left(), at.right()})
            fill(QRectF(x - 0.75, at.top(), 1.5, at.height()));
    }
}

void paint_marks(QPainter& painter, const BarRow& row, const RowPlace& place, const QRectF& plot, const Theme& theme)
{
    for (std::size_t i = 0; i < place.marks.size(); ++i) {
        const QPointF& at = place.marks[i];
        if (at.x() < plot.left() - 6 || at.x() > plot.right() + 6)
            continue;
        const QColor ink = row.faded ? theme.secondary : theme.text;
        if (row.marks[i].glyph == Glyph::upright)
            painter.fillRect(QRectF(at.x() - 1.25, place.bar.top() - 3, 2.5, place.bar.height() + 6), ink);
        else
            draw_glyph(painter, row.marks[i].glyph, QRectF(at.x() - 7, at.y() - 7, 14, 14), ink, theme.panel);
    }
}

} // namespace

void paint_bars(QPainter& painter, const BarChart& chart, const BarLayout& layout, const BarFonts& fonts,
                const Theme& theme, int cursor_row, int cursor_segment)
{
    for (std::size_t i = 0; i < layout.rows.size(); ++i)
        if (chart.rows[i].selected) {
            const QRectF& band = layout.rows[i].band;
            painter.fillRect(band, theme.selection);
            painter.fillRect(QRectF(band.left(), band.top(), metrics::kAccentBar, band.height()), theme.accent);
        }
    paint_frame(painter, chart, layout, fonts, theme);
    paint_gates(painter, chart, layout, fonts, theme);
    const QRectF plot = layout.plot;
    for (std::size_t i = 0; i < layout.rows.size(); ++i)
        paint_segments(painter, chart, chart.rows[i], layout.rows[i], fonts, theme);
    if (layout.scale.low <= 0)
        painter.fillRect(QRectF(std::round(layout.scale.position(0, plot.left(), plot.right())) - 1, plot.top(), 1,
                                plot.height() + 4),
                         theme.secondary);
    if (layout.capacity_x >= 0) {
        paint_capacity(painter, layout.capacity_x, plot.top(), plot.bottom(), theme);
        text(painter, layout.capacity_label, Qt::AlignRight | Qt::AlignVCenter, fonts.small, theme.bad,
             chart.capacity_label);
    }
    for (const RowPlace& place : layout.rows)
        if (place.capacity_x >= 0)
            paint_capacity(painter, place.capacity_x, place.bar.top() - 4, place.bar.bottom() + 4, theme);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        paint_whisker(painter, chart.rows[i], layout.rows[i], theme);
        paint_marks(painter, chart.rows[i], layout.rows[i], plot, theme);
        paint_labels(painter, chart, chart.rows[i], layout.rows[i], fonts, theme);
    }
    if (cursor_row >= 0 && cursor_row < static_cast<int>(layout.rows.size())) {
        const RowPlace& place = layout.rows[static_cast<std::size_t>(cursor_row)];
        const auto at = static_cast<std::size_t>(cursor_segment);
        if (cursor_segment >= 0 && at < place.segments.size())
            outline_rect(painter, place.segments[at].rect.adjusted(-3, -3, 3, 3), theme.accent, 1.5);
        else
            style_paint::box(painter, place.band, Qt::transparent, theme.accent, 1.5);
    }
}

} // namespace blueprinting::ui
