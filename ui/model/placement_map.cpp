#include "ui/model/placement_map.h"

#include "core/base/format.h"
#include "ui/style/fonts.h"
#include "ui/style/shown.h"
#include "ui/style/theme.h"
#include "ui/style/words.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kLeastSquare = 3.5, kMostSquare = 16;
constexpr double kGap = 0.25;  ///< between squares, of a square
constexpr double kInside = 5;  ///< around the squares of a machine
constexpr double kBetween = 8; ///< machines
constexpr double kMostStage = 44;

QString counted(std::int64_t value) { return shown(format::integer(value)); }

/// Squares of a machine side by side: 4 of 8, 12 of 72.
std::int64_t columns_of(std::int64_t ranks)
{
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(std::sqrt(2.0 * static_cast<double>(ranks)))));
}

struct Grid {
    double square = kLeastSquare;
    std::int64_t across = 1, fit = 1; ///< machines in a row, and in all
    double width = 0, height = 0;     ///< of a machine
};

Grid grid_of(std::int64_t machines, std::int64_t ranks, const QRectF& room, double label)
{
    const std::int64_t columns = columns_of(ranks), rows = (ranks + columns - 1) / columns;
    Grid out;
    for (double square = kMostSquare; square >= kLeastSquare; square -= 0.5) {
        out.square = square;
        const auto side = [&](std::int64_t count) {
            return static_cast<double>(count) * square * (1 + kGap) - square * kGap + 2 * kInside;
        };
        out.width = side(columns);
        out.height = side(rows) + (square >= 8 ? label : 0);
        out.across =
            std::max<std::int64_t>(1, static_cast<std::int64_t>((room.width() + kBetween) / (out.width + kBetween)));
        const auto down =
            std::max<std::int64_t>(1, static_cast<std::int64_t>((room.height() + kBetween) / (out.height + kBetween)));
        out.fit = out.across * down;
        if (out.fit >= machines)
            break;
    }
    return out;
}

} // namespace

std::int64_t PlacementPicture::first_of_group(std::int64_t of) const { return of - of / stride % degree * stride; }

std::int64_t PlacementPicture::group_of(std::int64_t of) const { return of / (stride * degree) * stride + of % stride; }

PlacementLayout layout_placement(const PlacementPicture& picture, const QRectF& area, double line)
{
    PlacementLayout out;
    double top = area.top();
    if (picture.stages > 1) {
        const double width = std::min(kMostStage, area.width() / static_cast<double>(picture.stages));
        for (std::int64_t i = 0; i < picture.stages; ++i)
            out.stages.emplace_back(area.left() + width * static_cast<double>(i) + 1, top + 1.3 * line,
                                    std::max(2.0, width - 3), 1.6 * line);
        top += 3.8 * line;
    }
    out.words = QRectF(area.left(), area.bottom() - 1.2 * line, area.width(), 1.2 * line);
    const QRectF room(area.left(), top, area.width(), std::max(1.0, out.words.top() - top - 4));
    // The pipeline's own groups reach over all stages: then these are laid out, not one of them.
    const bool all = picture.stride * picture.degree > picture.per_stage;
    const std::int64_t from = all ? 0 : picture.stage * picture.per_stage;
    const std::int64_t to = all ? picture.world : from + picture.per_stage;
    const std::int64_t first = from / picture.machine, last = (to - 1) / picture.machine;
    const std::int64_t machines = last - first + 1;
    const std::int64_t ranks = std::min(picture.machine, picture.world);
    const Grid grid = grid_of(machines, ranks, room, line);
    // Where not all fit: those with a rank of the marked group, then the others.
    std::vector<std::int64_t> shown_machines;
    if (grid.fit >= machines) {
        for (std::int64_t i = first; i <= last; ++i)
            shown_machines.push_back(i);
    } else {
        const std::int64_t begin = picture.first_of_group(picture.rank);
        for (std::int64_t k = 0; k < picture.degree && std::ssize(shown_machines) < grid.fit; ++k)
            if (const std::int64_t at = picture.machine_of(begin + k * picture.stride);
                shown_machines.empty() || shown_machines.back() != at)
                shown_machines.push_back(at);
        for (std::int64_t i = first; i <= last && std::ssize(shown_machines) < grid.fit; ++i)
            if (std::ranges::find(shown_machines, i) == shown_machines.end())
                shown_machines.push_back(i);
        std::ranges::sort(shown_machines);
    }
    out.left_out = machines - std::ssize(shown_machines);
    const std::int64_t columns = columns_of(ranks);
    for (std::size_t i = 0; i < shown_machines.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        PlacementLayout::Machine machine;
        machine.number = shown_machines[i];
        machine.box = QRectF(room.left() + static_cast<double>(place % grid.across) * (grid.width + kBetween),
                             room.top() + static_cast<double>(place / grid.across) * (grid.height + kBetween),
                             grid.width, grid.height);
        for (std::int64_t k = 0; k < picture.machine; ++k) {
            const std::int64_t rank = machine.number * picture.machine + k;
            if (rank < from || rank >= to)
                continue;
            const double step = grid.square * (1 + kGap);
            machine.ranks.emplace_back(rank,
                                       QRectF(machine.box.left() + kInside + static_cast<double>(k % columns) * step,
                                              machine.box.top() + kInside + static_cast<double>(k / columns) * step,
                                              grid.square, grid.square));
        }
        out.machines.push_back(std::move(machine));
    }
    return out;
}

PlacementMap::PlacementMap(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMouseTracking(true);
}

void PlacementMap::setPicture(PlacementPicture picture)
{
    picture.rank = std::clamp<std::int64_t>(picture.rank, 0, picture.world - 1);
    if (picture == m_picture)
        return;
    m_picture = std::move(picture);
    update();
    dataCame();
}

PlacementLayout PlacementMap::places() const
{
    return layout_placement(m_picture, rect(), std::ceil(QFontMetricsF(small_font(this)).height()));
}

void PlacementMap::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const QFont small = small_font(this);
    const double line = std::ceil(QFontMetricsF(small).height());
    const PlacementLayout layout = layout_placement(m_picture, area, line);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(small);
    painter.setPen(theme.secondary);
    if (!layout.stages.empty()) {
        painter.drawText(QRectF(area.left(), area.top(), area.width(), 1.2 * line), Qt::AlignLeft | Qt::AlignVCenter,
                         Words::tr("%1 stages of %2 GPUs each, placed alike; stage %3 is opened")
                             .arg(counted(m_picture.stages), counted(m_picture.per_stage), counted(m_picture.stage)));
        for (std::size_t i = 0; i < layout.stages.size(); ++i) {
            const bool open = static_cast<std::int64_t>(i) == m_picture.stage;
            painter.setPen(QPen(open ? theme.accent : theme.outline, open ? 1.6 : 1));
            painter.setBrush(open ? theme.selection : theme.panel);
            painter.drawRoundedRect(layout.stages[i], 3, 3);
            painter.setPen(open ? theme.text : theme.secondary);
            if (layout.stages[i].width() >= 14 || i % 8 == 0)
                painter.drawText(layout.stages[i].adjusted(-6, 0, 6, 0), Qt::AlignCenter, QString::number(i));
        }
    }
    const std::int64_t own = m_picture.machine_of(m_picture.rank);
    for (const PlacementLayout::Machine& machine : layout.machines) {
        const bool marked = std::ranges::any_of(
            machine.ranks, [&](const auto& each) { return m_picture.together(each.first, m_picture.rank); });
        painter.setPen(QPen(marked ? theme.text : theme.hairline, marked ? 1.4 : 1));
        painter.setBrush(theme.panel);
        painter.drawRoundedRect(machine.box, 4, 4);
        painter.setPen(Qt::NoPen);
        for (const auto& [rank, at] : machine.ranks) {
            QColor color = theme.track;
            if (rank == m_picture.rank)
                color = theme.text;
            else if (m_picture.together(rank, m_picture.rank))
                color = theme.tiers[(machine.number == own ? m_picture.inner_tier : m_picture.outer_tier) > 0 ? 1 : 0];
            painter.setBrush(color);
            painter.drawRoundedRect(at, at.width() * 0.2, at.width() * 0.2);
        }
        // A group that stands side by side on a machine has an outline.
        for (std::size_t i = 0; i < machine.ranks.size();) {
            std::size_t end = i + 1;
            while (end < machine.ranks.size() && m_picture.together(machine.ranks[end].first, machine.ranks[i].first))
                ++end;
            if (end - i > 1 && end - i < machine.ranks.size()) {
                painter.setPen(QPen(theme.outline, 1));
                painter.setBrush(Qt::NoBrush);
                // A run may be broken over the rows of squares.
                for (std::size_t from = i; from < end;) {
                    std::size_t to = from + 1;
                    while (to < end && machine.ranks[to].second.top() == machine.ranks[from].second.top())
                        ++to;
                    painter.drawRoundedRect(
                        machine.ranks[from].second.united(machine.ranks[to - 1].second).adjusted(-1.5, -1.5, 1.5, 1.5),
                        3, 3);
                    from = to;
                }
                painter.setPen(Qt::NoPen);
            }
            i = end;
        }
        const double square = machine.ranks.empty() ? 0 : machine.ranks.front().second.width();
        if (square >= 8) {
            painter.setPen(machine.number == own ? theme.text : theme.secondary);
            const QFontMetricsF metrics(small);
            const QString full = Words::tr("machine %1").arg(machine.number);
            const QRectF at(machine.box.left(), machine.box.bottom() - line - 1, machine.box.width(), line);
            painter.drawText(at, Qt::AlignCenter,
                             metrics.horizontalAdvance(full) <= at.width() ? full : QString::number(machine.number));
        }
    }
    painter.setPen(theme.secondary);
    painter.drawText(
        layout.words, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(small).elidedText(
            wordsOf(m_picture.rank) +
                (layout.left_out > 0 ? Words::tr("; %1 more machines have no room here").arg(counted(layout.left_out))
                                     : QString()),
            Qt::ElideRight, layout.words.width()));
    if (on_screen && showsCursor()) {
        painter.setPen(QPen(theme.accent, 1.5, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        for (const PlacementLayout::Machine& machine : layout.machines)
            for (const auto& [rank, at] : machine.ranks)
                if (rank == m_picture.rank)
                    painter.drawRect(at.adjusted(-2, -2, 2, 2));
    }
    painter.restore();
}

QString PlacementMap::wordsOf(std::int64_t rank) const
{
    const std::int64_t first = m_picture.first_of_group(rank);
    const QString where = Words::tr("rank %1 on machine %2").arg(counted(rank), counted(m_picture.machine_of(rank)));
    if (m_picture.degree <= 1)
        return where + Words::tr(", in no group of %1").arg(m_picture.axis);
    const std::int64_t last = first + (m_picture.degree - 1) * m_picture.stride;
    return where + (m_picture.stride == 1
                        ? Words::tr(": %1 group %2, ranks %3 to %4")
                              .arg(m_picture.axis, counted(m_picture.group_of(rank)), counted(first), counted(last))
                        : Words::tr(": %1 group %2, ranks %3 to %4, each %5th")
                              .arg(m_picture.axis, counted(m_picture.group_of(rank)), counted(first), counted(last),
                                   counted(m_picture.stride)));
}

std::vector<QStringList> PlacementMap::dataRows() const
{
    std::vector<QStringList> rows{{tr("rank"), tr("machine"), tr("stage"), tr("group of %1").arg(m_picture.axis)}};
    for (std::int64_t rank = 0; rank < m_picture.world; ++rank)
        rows.push_back({QString::number(rank), QString::number(m_picture.machine_of(rank)),
                        QString::number(rank / m_picture.per_stage), QString::number(m_picture.group_of(rank))});
    return rows;
}

void PlacementMap::mark(std::int64_t rank)
{
    if (rank == m_picture.rank)
        return;
    m_picture.rank = rank;
    update();
    Q_EMIT rankMarked(rank);
}

void PlacementMap::mouseMoveEvent(QMouseEvent* event)
{
    for (const PlacementLayout::Machine& machine : places().machines)
        for (const auto& [rank, at] : machine.ranks)
            if (at.adjusted(-1, -1, 1, 1).contains(event->position()))
                mark(rank);
    ChartWidget::mouseMoveEvent(event);
}

void PlacementMap::clicked(const QPointF& at)
{
    const PlacementLayout layout = places();
    for (std::size_t i = 0; i < layout.stages.size(); ++i)
        if (layout.stages[i].contains(at))
            Q_EMIT stageOpened(static_cast<qint64>(i));
}

bool PlacementMap::step(int down, int across)
{
    const std::int64_t from = m_picture.stage * m_picture.per_stage;
    mark(std::clamp(m_picture.rank + across + down * m_picture.machine, from, from + m_picture.per_stage - 1));
    announce(wordsOf(m_picture.rank));
    return true;
}

QString PlacementMap::hoverText(const QPointF& at) const
{
    const PlacementLayout layout = places();
    for (std::size_t i = 0; i < layout.stages.size(); ++i)
        if (layout.stages[i].contains(at))
            return Words::tr("stage %1, ranks %2 to %3")
                .arg(QString::number(i), counted(static_cast<std::int64_t>(i) * m_picture.per_stage),
                     counted((static_cast<std::int64_t>(i) + 1) * m_picture.per_stage - 1));
    for (const PlacementLayout::Machine& machine : layout.machines)
        for (const auto& [rank, place] : machine.ranks)
            if (place.adjusted(-1, -1, 1, 1).contains(at))
                return wordsOf(rank);
    return {};
}

} // namespace blueprinting::ui
