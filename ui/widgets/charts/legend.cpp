#include "ui/widgets/charts/legend.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

namespace {

constexpr double kSwatch = 11;
constexpr double kWordGap = 6;
constexpr double kItemGap = 16;
constexpr double kLineGap = 4;

} // namespace

namespace {

/// Of each item: its swatch and its name.
std::vector<double> widths_of(const std::vector<LegendItem>& items, const QFontMetricsF& metrics)
{
    std::vector<double> widths;
    for (const LegendItem& item : items)
        widths.push_back(kSwatch + kWordGap + std::ceil(metrics.horizontalAdvance(item.name)));
    return widths;
}

std::vector<QRectF> laid_out(const std::vector<double>& widths, double height, double width,
                             Qt::AlignmentFlag alignment)
{
    std::vector<QRectF> places;
    double y = 0;
    std::size_t first = 0;
    while (first < widths.size()) {
        double line = 0;
        std::size_t last = first;
        for (; last < widths.size(); ++last) {
            const double wanted = line + (last > first ? kItemGap : 0) + widths[last];
            if (wanted > width && last > first)
                break;
            line = wanted;
        }
        double x = alignment == Qt::AlignRight ? std::max(0.0, width - line) : 0;
        for (; first < last; ++first) {
            places.emplace_back(x, y, widths[first], height);
            x += widths[first] + kItemGap;
        }
        y += height + kLineGap;
    }
    return places;
}

} // namespace

std::vector<QRectF> layout_legend(const std::vector<LegendItem>& items, const QFontMetricsF& metrics, double width,
                                  Qt::AlignmentFlag alignment)
{
    return laid_out(widths_of(items, metrics), std::ceil(metrics.height()), width, alignment);
}

void draw_hatch(QPainter& painter, const QRectF& rect, const QColor& color, const QColor& under)
{
    painter.save();
    painter.fillRect(rect, under);
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.4));
    // Lines rise to the right; they stand on a fixed lattice, so that neighbouring hatches join.
    constexpr double kPitch = 6;
    const double start = std::floor((rect.left() + rect.top()) / kPitch) * kPitch;
    for (double sum = start; sum <= rect.right() + rect.bottom() + kPitch; sum += kPitch)
        painter.drawLine(QPointF(sum - rect.top() + 1, rect.top() - 1),
                         QPointF(sum - rect.bottom() - 1, rect.bottom() + 1));
    painter.restore();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRect(QRectF(rect.left(), rect.top(), rect.width(), 1));
    painter.drawRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1));
    painter.drawRect(QRectF(rect.left(), rect.top(), 1, rect.height()));
    painter.drawRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()));
    painter.restore();
}

void draw_swatch(QPainter& painter, const QRectF& rect, const QColor& color, bool hatched, const QColor& under)
{
    if (hatched)
        draw_hatch(painter, rect, color, under);
    else
        painter.fillRect(rect, color);
}

void draw_legend(QPainter& painter, const std::vector<LegendItem>& items, const std::vector<QRectF>& places,
                 const Theme& theme, const QFont& font)
{
    painter.save();
    painter.setFont(font);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const QRectF& place = places[i];
        const QColor color = items[i].color.in(theme);
        const QRectF swatch(place.left(), std::round(place.center().y() - kSwatch / 2), kSwatch, kSwatch);
        if (items[i].glyph != Glyph::none) {
            draw_glyph(painter, items[i].glyph, swatch, color);
        } else if (items[i].circle) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            painter.drawEllipse(swatch.adjusted(1.5, 1.5, -1.5, -1.5));
        } else {
            draw_swatch(painter, swatch, color, items[i].hatched, theme.panel);
        }
        painter.setPen(theme.secondary);
        painter.drawText(place.adjusted(kSwatch + kWordGap, 0, 2, 0),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, items[i].name);
    }
    painter.restore();
}

Legend::Legend(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void Legend::setItems(std::vector<LegendItem> items)
{
    if (items == m_items)
        return;
    m_items = std::move(items);
    m_measured.clear();
    QStringList names;
    for (LegendItem& item : m_items) {
        item.name = line_text(item.name);
        names << item.name;
    }
    setAccessibleName(tr("Legend: %1").arg(names.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

void Legend::setAlignment(Qt::AlignmentFlag alignment)
{
    m_alignment = alignment;
    update();
}

std::vector<QRectF> Legend::placesIn(double width, Qt::AlignmentFlag alignment) const
{
    const QFont font = small_font(this);
    const QFontMetricsF metrics(font);
    if (m_measured.size() != m_items.size() || m_font != font) {
        m_font = font;
        m_measured = widths_of(m_items, metrics);
    }
    return laid_out(m_measured, std::ceil(metrics.height()), width, alignment);
}

QSize Legend::sizeHint() const
{
    const auto places = placesIn(1e6, Qt::AlignLeft);
    return places.empty() ? QSize(0, 0)
                          : QSize(static_cast<int>(std::ceil(places.back().right())), heightForWidth(1000000));
}

QSize Legend::minimumSizeHint() const
{
    const auto places = placesIn(1, Qt::AlignLeft);
    double widest = 0;
    for (const QRectF& place : places)
        widest = std::max(widest, place.width());
    return {static_cast<int>(std::ceil(widest)), places.empty() ? 0 : static_cast<int>(places.front().height())};
}

int Legend::heightForWidth(int width) const
{
    const auto places = placesIn(width, m_alignment);
    return places.empty() ? 0 : static_cast<int>(std::ceil(places.back().bottom()));
}

void Legend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFont font = small_font(this);
    auto places = placesIn(width(), m_alignment);
    // Beside something higher it stands at its middle.
    const double spare = places.empty() ? 0 : std::max(0.0, std::floor((height() - places.back().bottom()) / 2));
    for (QRectF& place : places)
        place.translate(0, spare);
    draw_legend(painter, m_items, places, theme_of(this), font);
}

} // namespace blueprinting::ui
