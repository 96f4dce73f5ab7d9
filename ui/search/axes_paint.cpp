#include "core/base/format.h"
#include "ui/search/axes_chart.h"
#include "ui/search/words.h"
#include "ui/style/fonts.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/axis.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

namespace blueprinting::ui {
namespace {

constexpr double kChip = 16;
constexpr int kMostTicks = 7;
constexpr std::size_t kMostDrawn = 300; ///< ribbons between two axes
constexpr double kFaintest = 0.2;       ///< of a ribbon's colour

/// Text with the panel around it, so that it is read over ribbons.
void draw_over(QPainter& painter, const QPointF& right_middle, const QString& text, const QColor& ink,
               const QColor& under)
{
    const QFontMetricsF metrics(painter.font());
    QRectF box(0, 0, metrics.horizontalAdvance(text), metrics.height());
    box.moveRight(right_middle.x());
    box.moveTop(right_middle.y() - box.height() / 2);
    QColor veil = under;
    veil.setAlphaF(0.72F);
    painter.fillRect(box.adjusted(-1, 2, 1, -2), veil);
    painter.setPen(ink);
    painter.drawText(box, Qt::AlignCenter, text);
}

/// Of very many ribbons between two axes the widest are drawn: the others are thinner than can be seen.
double least_drawn(const std::vector<AxesLayout::Band>& bands)
{
    if (bands.size() <= kMostDrawn)
        return 0;
    std::vector<double> widths;
    for (const AxesLayout::Band& band : bands)
        widths.push_back(band.width);
    std::nth_element(widths.begin(), widths.begin() + kMostDrawn, widths.end(), std::greater<>());
    return widths[kMostDrawn];
}

/// How wide a title may be: into the room that its neighbours leave.
double title_room(const AxesPicture& picture, double spacing, std::size_t place, const QFontMetricsF& metrics)
{
    const auto half = [&](std::size_t other) {
        return std::min(metrics.horizontalAdvance(picture.axes[other].title), spacing - 4) / 2;
    };
    const double before = place > 0 ? half(place - 1) : 0;
    const double behind = place + 1 < picture.axes.size() ? half(place + 1) : 0;
    return 2 * (spacing - std::max(before, behind) - 4);
}

} // namespace

void AxesChart::paintBands(QPainter& painter, const AxesLayout& layout, const Theme& theme) const
{
    painter.setPen(Qt::NoPen);
    const auto fill = [&](const std::vector<std::vector<AxesLayout::Band>>& bands, QColor color, float alpha) {
        for (const auto& between : bands) {
            const double least = least_drawn(between);
            for (const AxesLayout::Band& band : between) {
                if (band.width < least)
                    continue;
                // What is narrower than can be drawn is fainter: many of them are no wall.
                const double thin = band.width / AxesLayout::Band::kLeastDrawn;
                color.setAlphaF(alpha * static_cast<float>(std::clamp(thin, kFaintest, 1.0)));
                painter.setBrush(color);
                painter.drawPath(band.path());
            }
        }
    };
    const QColor slate = ColorToken::term(0).in(theme);
    const bool dark = theme.appearance == Appearance::dark;
    if (m_picture.filtered())
        fill(layout.all, theme.outline, dark ? 0.22F : 0.3F);
    fill(m_picture.filtered() ? layout.within : layout.all, slate, dark ? 0.5F : 0.38F);
}

void AxesChart::paintLines(QPainter& painter, const AxesLayout& layout, const Theme& theme) const
{
    for (const AxesLine& line : m_picture.lines) {
        QColor color = theme.text;
        double width = 0.9;
        if (line.kind == AxesLine::Kind::band)
            color.setAlphaF(0.55F);
        if (line.kind == AxesLine::Kind::subject)
            color = theme.chip(line.chip);
        if (line.kind != AxesLine::Kind::band)
            width = 2;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, width));
        painter.drawPath(line_path(layout, line.at));
        if (line.kind != AxesLine::Kind::picked)
            continue;
        painter.setPen(QPen(theme.accent, 1.6));
        painter.setBrush(theme.panel);
        for (std::size_t i = 0; i < line.at.size(); ++i)
            painter.drawEllipse(QPointF(layout.x[i], layout.y(line.at[i])), 3, 3);
    }
}

void AxesChart::paintAxis(QPainter& painter, const AxesLayout& layout, const Theme& theme, std::size_t place) const
{
    const KnobAxis& axis = m_picture.axes[place];
    const double x = layout.x[place];
    const QFontMetricsF metrics(painter.font());
    painter.setPen(QPen(theme.secondary, 1));
    painter.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
    QColor accent = theme.accent;
    accent.setAlphaF(0.45F);
    const auto brushed = [&](double low, double high) {
        const QRectF bar(x - 4, layout.y(high), 8, layout.y(low) - layout.y(high));
        painter.fillRect(bar, accent);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(bar.topLeft() - QPointF(1, 0), bar.topRight() + QPointF(1, 0));
        painter.drawLine(bar.bottomLeft() - QPointF(1, 0), bar.bottomRight() + QPointF(1, 0));
    };
    if (axis.measure) {
        const auto share = [&](double value) { return (value - axis.low) / (axis.high - axis.low); };
        if (axis.stretch)
            brushed(share(axis.stretch->low), share(axis.stretch->high));
        const int most = std::clamp(static_cast<int>(layout.plot.height() / (1.2 * metrics.height())), 2, kMostTicks);
        const auto ticks = nice_ticks(axis.low, axis.high, most);
        for (const double tick : ticks)
            if (!axis.open || layout.y(share(tick)) - layout.plot.top() > metrics.height())
                draw_over(painter, {x - 6, layout.y(share(tick))}, tick_label(tick, ticks), theme.secondary,
                          theme.panel);
        if (axis.open)
            draw_over(painter, {x - 6, layout.plot.top()}, shown(format::significant(axis.high, 3)) + QLatin1Char('+'),
                      theme.secondary, theme.panel);
        return;
    }
    const double room = layout.plot.height() / static_cast<double>(axis.values.size());
    const auto each = static_cast<std::size_t>(std::max(1.0, std::ceil(0.9 * metrics.height() / room)));
    const double half = 0.42 / static_cast<double>(axis.values.size());
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
        const bool marked =
            std::find(axis.brushed.begin(), axis.brushed.end(), axis.values[i].value) != axis.brushed.end();
        if (marked)
            brushed(axis.share(i) - half, axis.share(i) + half);
        if (marked || i % each == 0)
            draw_over(painter, {x - 6, layout.y(axis.share(i))}, axis.values[i].text,
                      marked ? theme.text : theme.secondary, theme.panel);
    }
}

/// Letters of the session's strategies behind the last axis; where two would lie on each other the lower one moves.
void AxesChart::paintLetters(QPainter& painter, const AxesLayout& layout, const Theme& theme) const
{
    std::vector<std::pair<double, const AxesLine*>> letters;
    for (const AxesLine& line : m_picture.lines)
        if (line.kind == AxesLine::Kind::subject)
            letters.emplace_back(layout.y(line.at.back()), &line);
    std::sort(letters.begin(), letters.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    double least = layout.plot.top() - kChip;
    painter.setFont(bold_font(this));
    for (auto& [y, line] : letters) {
        y = std::max(y, least + kChip + 2);
        least = y;
        const QRectF box(layout.x.back() + 10, y - kChip / 2, kChip, kChip);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.chip(line->chip));
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(theme.chip_ink);
        painter.drawText(box, Qt::AlignCenter, line->letter);
    }
}

void AxesChart::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const AxesLayout layout = layoutIn(area);
    if (layout.x.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintBands(painter, layout, theme);
    paintLines(painter, layout, theme);
    const QFontMetricsF small(small_font(this));
    for (std::size_t i = 0; i < m_picture.axes.size(); ++i) {
        painter.setFont(small_number_font(this));
        paintAxis(painter, layout, theme, i);
        painter.setFont(small_font(this));
        painter.setPen(theme.text);
        QRectF title = layout.titles[i];
        if (on_screen && m_held && m_held->title && m_held->dragged && m_held->axis == i) {
            title.translate(m_held->at.x() - m_held->from.x(), 0);
            painter.setPen(theme.accent);
        }
        const double over = (title_room(m_picture, layout.spacing, i, small) - title.width()) / 2;
        title.adjust(-over, 0, over, 0);
        painter.drawText(title, Qt::AlignCenter,
                         small.elidedText(m_picture.axes[i].title, Qt::ElideRight, title.width()));
    }
    if (on_screen && showsCursor() && hasCursor()) {
        const double y = layout.y(m_picture.axes[m_axis].share(m_value));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 1.5, Qt::DotLine));
        painter.drawEllipse(QPointF(layout.x[m_axis], y), 7, 7);
    }
    paintLetters(painter, layout, theme);
    painter.restore();
}

} // namespace blueprinting::ui
