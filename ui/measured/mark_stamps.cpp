#include "ui/measured/mark_stamps.h"

#include <QPainter>

#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kFilled = 2.9, kRing = 3.0, kSmall = 1.4;
constexpr double kLine = 1.4; ///< of a ring
constexpr int kPlaces = 4;    ///< within a pixel, each way

/// Pixels from a stamp's edge to the pixel that its mark's centre lies in.
int reach(double scale) { return static_cast<int>(std::ceil((kRing + kLine) * scale)) + 1; }

} // namespace

void draw_mark(QPainter& painter, const QPointF& at, RunMark shape, const QColor& color, const QColor& panel)
{
    if (shape == RunMark::ring) {
        painter.setPen(QPen(color, kLine));
        painter.setBrush(panel);
        painter.drawEllipse(at, kRing, kRing);
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        const double radius = shape == RunMark::small ? kSmall : kFilled;
        painter.drawEllipse(at, radius, radius);
    }
}

QImage MarkStamps::made(RunMark shape, const QColor& color, const QPointF& within) const
{
    const int edge = reach(m_scale);
    QImage out(2 * edge + 1, 2 * edge + 1, QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent);
    QPainter painter(&out);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(QPointF(edge, edge) + within);
    painter.scale(m_scale, m_scale);
    draw_mark(painter, {}, shape, color, m_panel);
    return out;
}

void MarkStamps::draw(QPainter& painter, const QPointF& at, RunMark shape, const QColor& color)
{
    const auto place = [](double value) { return static_cast<std::int64_t>(std::floor(value * kPlaces + 0.5)); };
    const std::int64_t x = place(at.x()), y = place(at.y());
    const auto within = [](std::int64_t value) { return (value % kPlaces + kPlaces) % kPlaces; };
    const std::int64_t left = within(x), top = within(y);
    const auto key = (std::uint64_t{color.rgba()} << 8U) | (static_cast<std::uint64_t>(shape) << 4U) |
                     static_cast<std::uint64_t>(left * kPlaces + top);
    QImage& stamp = m_known[key];
    if (stamp.isNull())
        stamp = made(shape, color, QPointF(static_cast<double>(left), static_cast<double>(top)) / kPlaces);
    const int edge = reach(m_scale);
    painter.drawImage(static_cast<int>((x - left) / kPlaces) - edge, static_cast<int>((y - top) / kPlaces) - edge,
                      stamp);
}

} // namespace blueprinting::ui
