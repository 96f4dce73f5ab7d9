#include "ui/model/stage_columns.h"

#include "ui/style/fonts.h"
#include "ui/style/theme.h"
#include "ui/style/words.h"
#include "ui/widgets/charts/axis.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/tables/table_view.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kOfSlot = 0.72, kMostBar = 46;
constexpr double kLeft = 52, kRight = 58;   ///< beside the plots: words of the rows, words of the lines
constexpr double kRowsBelow[] = {4.6, 2.5}; ///< lines: stage, size, blocks; stage, time

double height_of(const BarRow& row)
{
    double out = 0;
    for (const BarSegment& each : row.segments)
        out += each.value;
    return out;
}

/// Calls visit(segment, rectangle) from the bottom up.
template <class Visit>
void for_each_part(const BarRow& row, const QRectF& plot, double end, double middle, double width, Visit&& visit)
{
    double below = 0;
    for (const BarSegment& each : row.segments) {
        const double from = plot.bottom() - plot.height() * below / end;
        below += each.value;
        const double to = plot.bottom() - plot.height() * below / end;
        visit(each, QRectF(middle - width / 2, to, width, from - to));
    }
}

/// Without its decimals, where columns are narrow.
QString rounded(const QString& figure)
{
    bool number = false;
    const double value = figure.toDouble(&number);
    return number ? QString::number(std::round(value), 'f', 0) : figure;
}

void draw_axis(QPainter& painter, const QRectF& plot, double end, double left, double line, const Theme& theme)
{
    const auto ticks = nice_ticks(0, end, std::max(2, static_cast<int>(plot.height() / (2.4 * line))));
    for (const double tick : ticks) {
        const double y = std::round(plot.bottom() - plot.height() * tick / end) + 0.5;
        painter.setPen(QPen(tick == 0 ? theme.secondary : theme.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(left, y - line / 2, plot.left() - 6 - left, line), Qt::AlignRight | Qt::AlignVCenter,
                         tick_label(tick, ticks));
    }
}

} // namespace

StageLayout layout_stages(const StagePicture& picture, const QRectF& area, double line, double figure)
{
    StageLayout out;
    const double rest = area.height() - (kRowsBelow[0] + kRowsBelow[1] + 3) * line;
    const double width = std::max(1.0, area.width() - kLeft - kRight);
    out.memory = QRectF(area.left() + kLeft, area.top() + 1.5 * line, width, std::max(20.0, 0.56 * rest));
    out.time = QRectF(area.left() + kLeft, out.memory.bottom() + (kRowsBelow[0] + 1.5) * line, width,
                      std::max(20.0, 0.44 * rest));
    double most = 0, longest = 0;
    for (const BarRow& row : picture.memory.rows)
        most = std::max(most, height_of(row));
    for (const BarRow& row : picture.time.rows)
        longest = std::max(longest, height_of(row));
    out.memory_end = std::max(1e-9, 1.02 * std::max(most, picture.memory.capacity.value_or(0)));
    out.time_end = std::max(1e-9, 1.02 * longest);
    const auto count = static_cast<double>(std::max<std::size_t>(1, picture.memory.rows.size()));
    const double slot = width / count;
    out.bar = std::min(kMostBar, kOfSlot * slot);
    for (std::size_t i = 0; i < picture.memory.rows.size(); ++i) {
        const double left = out.memory.left() + slot * static_cast<double>(i);
        out.columns.emplace_back(left, out.memory.top(), slot,
                                 out.time.bottom() + kRowsBelow[1] * line - out.memory.top());
        out.middle.push_back(left + slot / 2);
    }
    out.every = static_cast<std::size_t>(std::max(1.0, std::ceil((figure + 4) / slot)));
    return out;
}

StageColumns::StageColumns(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void StageColumns::setPicture(StagePicture picture)
{
    if (picture == m_picture)
        return;
    m_picture = std::move(picture);
    if (m_stage >= static_cast<int>(m_picture.memory.rows.size()))
        m_stage = -1;
    update();
    dataCame();
}

StageLayout StageColumns::layoutIn(const QRectF& area) const
{
    const QFontMetricsF metrics(small_number_font(this));
    return layout_stages(m_picture, area, std::ceil(metrics.height()),
                         metrics.horizontalAdvance(QStringLiteral("188")));
}

void StageColumns::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const StageLayout layout = layoutIn(area);
    const QFont small = small_font(this), number = small_number_font(this);
    const QFontMetricsF metrics(number);
    const double line = std::ceil(metrics.height());
    painter.save();
    const auto title = [&](const QRectF& plot, const QString& text) {
        painter.setFont(small);
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(area.left(), plot.top() - 1.5 * line, area.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    title(layout.memory, m_picture.memory.axis_title);
    title(layout.time, m_picture.time.axis_title);
    painter.setFont(number);
    draw_axis(painter, layout.memory, layout.memory_end, area.left(), line, theme);
    draw_axis(painter, layout.time, layout.time_end, area.left(), line, theme);
    const auto bars = [&](const BarChart& chart, const QRectF& plot, double end) {
        for (std::size_t i = 0; i < chart.rows.size() && i < layout.middle.size(); ++i)
            for_each_part(chart.rows[i], plot, end, layout.middle[i], layout.bar,
                          [&](const BarSegment& each, const QRectF& at) {
                              const QColor own = each.color.in(theme);
                              const QColor color = chart.rows[i].faded ? faded(own, theme.panel) : own;
                              if (each.hatched)
                                  draw_hatch(painter, at, color, theme.panel);
                              else
                                  painter.fillRect(at.adjusted(0, at.height() > 3 ? 0.7 : 0, 0, 0), color);
                              // Figures on the column that is named, where they have room.
                              if (i == m_picture.fullest.value_or(0) && !chart.rows[i].faded && !each.hatched &&
                                  at.height() > line && metrics.horizontalAdvance(each.text) <= at.width()) {
                                  painter.setPen(label_on(color));
                                  painter.drawText(at, Qt::AlignCenter, each.text);
                              }
                          });
    };
    bars(m_picture.memory, layout.memory, layout.memory_end);
    bars(m_picture.time, layout.time, layout.time_end);

    // The lines lie over the columns.
    const auto rule = [&](double value, const QString& text, const QColor& color, Qt::PenStyle style, double beside) {
        const double y = std::round(layout.memory.bottom() - layout.memory.height() * value / layout.memory_end) + 0.5;
        painter.setPen(QPen(color, 1.3, style));
        painter.drawLine(QPointF(layout.memory.left(), y), QPointF(layout.memory.right(), y));
        painter.setFont(small);
        painter.drawText(QRectF(layout.memory.right() + 4, y - line / 2 + beside, kRight, line),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    if (m_picture.memory.capacity)
        rule(*m_picture.memory.capacity, Words::tr("capacity"), theme.bad, Qt::DashLine, 0);
    for (const BarGate& gate : m_picture.memory.gates)
        rule(gate.value, gate.name, theme.caution, Qt::DotLine, line * 0.7);

    const auto row = [&](double top, const QString& name, const auto& text) {
        painter.setFont(small);
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(area.left(), top, kLeft - 6, line), Qt::AlignRight | Qt::AlignVCenter, name);
        for (std::size_t i = 0; i < layout.middle.size(); ++i)
            if (i % layout.every == 0 || i == m_picture.fullest) {
                // What is named has its room, and its neighbours none of it.
                if (m_picture.fullest && i != *m_picture.fullest && layout.every > 1 &&
                    std::max(i, *m_picture.fullest) - std::min(i, *m_picture.fullest) < layout.every)
                    continue;
                text(i, QRectF(layout.middle[i] - 40, top, 80, line));
            }
    };
    const auto plain = [&](const QString& text, const QRectF& at, Tone tone, bool bold) {
        QFont font = number;
        font.setBold(bold);
        painter.setFont(font);
        painter.setPen(ColorToken(tone).in(theme));
        painter.drawText(at, Qt::AlignCenter, text);
    };
    const auto stage_row = [&](double top) {
        row(top, Words::tr("stage"), [&](std::size_t i, const QRectF& at) {
            plain(QString::number(i), at, Tone::text, i == m_picture.fullest);
        });
    };
    const auto figures = [&](const BarChart& chart, double top, const QString& name) {
        row(top, name, [&](std::size_t i, const QRectF& at) {
            if (chart.rows[i].read_outs.empty())
                return;
            const ReadOut& figure = chart.rows[i].read_outs.front();
            const double room = layout.columns[i].width() * static_cast<double>(layout.every);
            plain(metrics.horizontalAdvance(figure.text) + 3 <= room ? figure.text : rounded(figure.text), at,
                  figure.tone, figure.bold);
        });
    };
    double top = layout.memory.bottom() + 0.2 * line;
    stage_row(top);
    figures(m_picture.memory, top + line, Words::tr("GiB"));
    row(top + 2.3 * line, Words::tr("blocks"), [&](std::size_t i, const QRectF& at) {
        if (i >= m_picture.blocks.size())
            return;
        painter.setPen(QPen(theme.outline, 1));
        painter.setBrush(theme.track);
        const double width = std::min(at.width(), layout.bar + 4);
        painter.drawRoundedRect(QRectF(at.center().x() - width / 2, at.top() - 2, width, at.height() + 4), 3, 3);
        plain(m_picture.blocks[i], at, Tone::text, false);
    });
    top = layout.time.bottom() + 0.2 * line;
    stage_row(top);
    figures(m_picture.time, top + line, Words::tr("ms"));
    if (on_screen && showsCursor() && m_stage >= 0) {
        painter.setPen(QPen(theme.accent, 1.5, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(layout.columns[static_cast<std::size_t>(m_stage)].adjusted(1, -2, -1, 0));
    }
    painter.restore();
}

const BarSegment* StageColumns::segmentAt(const QPointF& at) const
{
    const StageLayout layout = places();
    const BarSegment* found = nullptr;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        if (!layout.columns[i].contains(at))
            continue;
        const auto look = [&](const BarChart& chart, const QRectF& plot, double end) {
            for_each_part(chart.rows[i], plot, end, layout.middle[i], layout.columns[i].width(),
                          [&](const BarSegment& each, const QRectF& place) {
                              if (place.contains(at))
                                  found = &each;
                          });
        };
        look(m_picture.memory, layout.memory, layout.memory_end);
        if (i < m_picture.time.rows.size())
            look(m_picture.time, layout.time, layout.time_end);
    }
    return found;
}

const BarSegment* StageColumns::segmentOf(int stage, int part) const
{
    if (stage < 0 || part < 0)
        return nullptr;
    const auto at = static_cast<std::size_t>(stage);
    auto place = static_cast<std::size_t>(part);
    for (const BarChart* chart : {&m_picture.memory, &m_picture.time}) {
        if (at >= chart->rows.size())
            return nullptr;
        if (place < chart->rows[at].segments.size())
            return &chart->rows[at].segments[place];
        place -= chart->rows[at].segments.size();
    }
    return nullptr;
}

std::vector<QStringList> StageColumns::dataRows() const
{
    std::vector<QStringList> rows{{tr("stage"), tr("blocks"), tr("what"), tr("value"), tr("unit")}};
    for (std::size_t i = 0; i < m_picture.memory.rows.size(); ++i) {
        const QString blocks = i < m_picture.blocks.size() ? m_picture.blocks[i] : QString();
        for (const BarSegment& each : m_picture.memory.rows[i].segments)
            rows.push_back({QString::number(i), blocks, each.name, plain_figure(each.value), QStringLiteral("GiB")});
        if (i < m_picture.time.rows.size())
            for (const BarSegment& each : m_picture.time.rows[i].segments)
                rows.push_back({QString::number(i), blocks, each.name, plain_figure(each.value), QStringLiteral("ms")});
    }
    return rows;
}

void StageColumns::clicked(const QPointF& at)
{
    if (const BarSegment* one = segmentAt(at))
        Q_EMIT segmentPicked(one->key);
}

bool StageColumns::step(int down, int across)
{
    if (m_picture.memory.rows.empty())
        return false;
    m_stage = std::clamp(m_stage + across, 0, static_cast<int>(m_picture.memory.rows.size()) - 1);
    if (across == 0 && segmentOf(m_stage, m_part - down)) // upwards, as they are stacked
        m_part -= down;
    while (m_part > 0 && !segmentOf(m_stage, m_part))
        --m_part;
    if (const BarSegment* one = segmentOf(m_stage, m_part))
        announce(one->hover);
    update();
    return true;
}

void StageColumns::pickCursor()
{
    if (const BarSegment* one = segmentOf(m_stage, m_part))
        Q_EMIT segmentPicked(one->key);
}

QString StageColumns::hoverText(const QPointF& at) const
{
    if (const BarSegment* one = segmentAt(at))
        return one->hover;
    const StageLayout layout = places();
    for (std::size_t i = 0; i < layout.columns.size(); ++i)
        if (layout.columns[i].contains(at))
            return m_picture.memory.rows[i].hover;
    return {};
}

} // namespace blueprinting::ui
