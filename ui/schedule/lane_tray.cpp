#include "ui/schedule/lane_marks.h"
#include "ui/style/words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

/// Commands of a hand-made order that are not placed yet: where they stand, and how they are drawn.
namespace blueprinting::ui {

using namespace schedule;

namespace {

constexpr double kTop = 6, kBottom = 2;
constexpr double kWidest = 30, kNarrowest = 12, kBetween = 2;
constexpr double kDevice = 26; ///< before the first of each device: its number

} // namespace

std::vector<QRectF> tray_cells(const LaneGroup& group, const QRectF& tray)
{
    const auto& commands = group.drawn->unplaced;
    std::size_t devices = 0;
    for (std::size_t i = 0; i < commands.size(); ++i)
        devices += i == 0 || commands[i].device != commands[i - 1].device;
    const double room = tray.width() - kDevice * static_cast<double>(devices);
    const double wide =
        std::clamp(std::floor(room / static_cast<double>(std::max<std::size_t>(1, commands.size()))) - kBetween,
                   kNarrowest, kWidest);
    std::vector<QRectF> out;
    double x = tray.left();
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (i == 0 || commands[i].device != commands[i - 1].device)
            x += kDevice;
        if (x + wide > tray.right())
            break;
        out.emplace_back(x, tray.top() + kTop, wide, tray.height() - kTop - kBottom);
        x += wide + kBetween;
    }
    return out;
}

void LaneMarks::tray(const LaneGroup& group, const LaneGroupPlace& place)
{
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.outline, 1));
    for (const LanePlace& lane : place.lanes)
        m_painter.drawRect(lane.lane.adjusted(0, 0, -1, -1));
    if (place.tray.isEmpty())
        return;
    const auto& commands = group.drawn->unplaced;
    m_painter.setFont(m_look.fonts.small);
    const QFontMetricsF metrics(m_look.fonts.small);
    const double middle = place.tray.top() + kTop;
    const double high = place.tray.height() - kTop - kBottom;
    const auto say = [&](const QRectF& at, int way, const QString& text) {
        m_painter.setFont(m_look.fonts.small);
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(at, way | Qt::AlignVCenter | Qt::TextDontClip, text);
    };
    say(QRectF(m_layout.plot.left() - 208, middle, 200, high), Qt::AlignRight, Words::tr("not placed"));
    for (std::size_t i = 0; i < place.unplaced.size(); ++i) {
        const QRectF& cell = place.unplaced[i];
        const Unplaced& command = commands[i];
        if (i == 0 || command.device != commands[i - 1].device)
            say(QRectF(cell.left() - kDevice, middle, kDevice - 4, high), Qt::AlignRight,
                QStringLiteral("%1:").arg(command.device));
        const QColor color(
            m_look.palette.shade[shade_of(command.slot.kind, tint_of(group.request().chunks, command.slot.chunk))]);
        m_painter.fillRect(cell, color);
        const QString number = QString::number(command.slot.microbatch + 1);
        if (cell.width() >= metrics.horizontalAdvance(number) + 3) {
            m_painter.setFont(m_look.fonts.number);
            m_painter.setPen(label_on(color));
            m_painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, number);
        }
        if (group.next_up[i].now)
            m_painter.fillRect(QRectF(cell.left(), cell.bottom() - 1, cell.width(), 3), m_theme.good);
    }
    if (const std::size_t more = commands.size() - place.unplaced.size(); more > 0)
        say(QRectF(place.tray.right() - 200, place.tray.top() - 8, 200, metrics.height()), Qt::AlignRight,
            Words::tr("and %1 more").arg(more));
}

} // namespace blueprinting::ui
