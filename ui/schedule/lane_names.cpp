#include "ui/schedule/lane_names.h"

#include "ui/schedule/schedule_words.h"
#include "ui/style/fonts.h"
#include "ui/style/words.h"
#include "ui/widgets/controls/chip.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

/// What stands over and left of the lanes, and the room that it takes.
namespace blueprinting::ui {

using namespace schedule;

namespace {

constexpr double kPeakFrom = 9; ///< height of a strip that has its peak beside it

/// Of the widest of a few lanes' stages, with the gap before the device's name.
double stages_width(const Request& request, const QFontMetricsF& metrics)
{
    double out = 0;
    for (const std::int64_t device : {std::int64_t{0}, request.stages / 2, request.stages - 1})
        if (const QString text = stages_text(request, static_cast<std::uint32_t>(device)); !text.isEmpty())
            out = std::max(out, metrics.horizontalAdvance(text) + 12);
    return out;
}

} // namespace

void LaneNames::title(std::size_t index, const LaneGroup& group, const QRectF& rect)
{
    if (m_look.on_screen && m_chart.groups.size() > 1 && index == m_chart.selected)
        m_painter.fillRect(QRectF(rect.left() - 9, rect.top() + 1, 3, rect.height() - 2), m_theme.accent);
    double x = rect.left();
    if (!group.letter.isEmpty()) {
        const double side = std::min<double>(kChipSide, rect.height());
        draw_chip(m_painter, QRectF(x, rect.top(), side, side), group.letter, m_theme.chip(group.chip),
                  m_theme.chip_ink);
        x += side + 6;
    }
    m_painter.setFont(m_look.fonts.body);
    m_painter.setPen(group.stale ? m_theme.secondary : m_theme.text);
    const QFontMetricsF bold(m_look.fonts.bold);
    const double title_width = bold.horizontalAdvance(group.title);
    QString summary;
    double summary_width = 0;
    bool both = false;
    for (const QString& words : group_summaries(group)) {
        summary = words;
        summary_width = QFontMetricsF(m_look.fonts.body).horizontalAdvance(summary);
        both = x + title_width + 16 + summary_width <= m_layout.plot.right();
        if (both)
            break;
    }
    if (both)
        m_painter.drawText(QRectF(rect.left(), rect.top(), m_layout.plot.right() - rect.left(), rect.height()),
                           Qt::AlignRight | Qt::AlignVCenter, summary);
    m_painter.setFont(m_look.fonts.bold);
    const double room = m_layout.plot.right() - x;
    m_painter.drawText(QRectF(x, rect.top(), room, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                       bold.elidedText(group.title, Qt::ElideRight, room));
    const QString& said = !group.message.isEmpty() ? group.message
                          : !group.unfit.isEmpty() ? group.unfit
                                                   : group.changed;
    if (!said.isEmpty() && group.drawn && group.simulation()) {
        m_painter.setFont(m_look.fonts.small);
        m_painter.setPen(!group.message.isEmpty() ? m_theme.caution
                         : !group.unfit.isEmpty() ? m_theme.bad
                                                  : m_theme.secondary);
        m_painter.drawText(QRectF(x + title_width + 12, rect.top(),
                                  std::max(0.0, room - title_width - 12 - (both ? summary_width + 12 : 0)),
                                  rect.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, said);
    }
}

void LaneNames::labels(const LaneGroup& group, const LanePlace& lane, bool named)
{
    const double right = m_layout.plot.left() - 8;
    const double left = right - 200;
    const auto stage = static_cast<std::size_t>(lane.stage);
    const bool in_bytes = group.bytes && m_chart.memory == MemoryShown::bytes;
    if (!lane.beside.isEmpty() && lane.beside.height() >= 10) {
        m_painter.setFont(m_look.fonts.small);
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(QRectF(left, lane.beside.top() - 1, 200, lane.beside.height()),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, Words::tr("simulated"));
    }
    if (lane.strip.height() >= kPeakFrom && group.measured) {
        const auto& run = *group.measured;
        double late = 0;
        for (CommandId id = run.graph.queue_begin[stage]; id < run.graph.queue_begin[stage + 1]; ++id)
            late = std::max(late, run.late_by(id));
        m_painter.setFont(m_look.fonts.small);
        m_painter.setPen(late > 0 ? m_theme.above_text : m_theme.secondary);
        m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                           Words::tr("late by ≤ %1").arg(QString::number(late, 'f', 2)));
    } else if (lane.strip.height() >= kPeakFrom && in_bytes) {
        const DeviceBytes& held = *group.bytesOf(stage);
        const bool past = group.bytes_cap && held.peak > *group.bytes_cap * (1 + 1e-12);
        m_painter.setFont(m_look.fonts.small);
        m_painter.setPen(past ? m_theme.bad : m_theme.secondary);
        m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                           Words::tr("peak %1 GiB").arg(QString::number(held.peak, 'f', 1)));
    } else if (lane.strip.height() >= kPeakFrom && group.asked.peak) {
        m_painter.setFont(m_look.fonts.small);
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, Words::tr("peak ?"));
    } else if (lane.strip.height() >= kPeakFrom) {
        const double peak = group.shown().stages[stage].peak_activations / parts_of_a_stage(group.request());
        const bool past = m_chart.cap && peak > *m_chart.cap;
        m_painter.setFont(m_look.fonts.small);
        m_painter.setPen(past ? m_theme.bad : m_theme.secondary);
        QString text = Words::tr("peak %1").arg(peak_text(peak));
        if (!group.drawn->held_until_weight.empty())
            text += QStringLiteral(" · %1").arg(
                peak_text(group.shown().stages[stage].peak_until_weight_gradient / parts_of_a_stage(group.request())));
        m_painter.drawText(QRectF(left, lane.strip.top() - 1, 200, lane.strip.height()),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
    if (!named)
        return;
    const bool selected = lane.stage == m_look.selected_stage;
    if (selected && m_look.on_screen) {
        m_painter.fillRect(QRectF(m_layout.viewport.left() - 4, lane.lane.top(),
                                  m_layout.plot.left() - m_layout.viewport.left(), lane.lane.height()),
                           m_theme.selection);
        m_painter.fillRect(QRectF(m_layout.viewport.left() - 4, lane.lane.top(), 3, lane.lane.height()),
                           m_theme.accent);
    }
    const bool low = lane.lane.height() < QFontMetricsF(m_look.fonts.body).height();
    m_painter.setFont(low ? m_look.fonts.small : m_look.fonts.body);
    m_painter.setPen(m_theme.text);
    const double height = std::max(lane.lane.height(), QFontMetricsF(m_painter.font()).height());
    m_painter.drawText(QRectF(left, lane.lane.center().y() - height / 2, 200, height),
                       Qt::AlignRight | Qt::AlignVCenter, Words::tr("device %1").arg(lane.stage));
    const QString stages = stages_text(group.request(), static_cast<std::uint32_t>(lane.stage));
    if (stages.isEmpty())
        return;
    m_painter.setFont(m_look.fonts.small);
    m_painter.setPen(m_theme.secondary);
    m_painter.drawText(QRectF(m_layout.viewport.left() + 4, lane.lane.center().y() - height / 2, 200, height),
                       Qt::AlignLeft | Qt::AlignVCenter, stages);
}

LaneFonts lane_fonts(const QWidget* widget)
{
    LaneFonts out{body_font(widget), bold_font(widget), small_font(widget), small_font(widget),
                  small_number_font(widget)};
    out.small_bold.setBold(true);
    return out;
}

LaneMetrics lane_metrics(const LaneFonts& fonts, const LaneChart& chart)
{
    const QFontMetricsF body(fonts.body);
    const QFontMetricsF small(fonts.small);
    LaneMetrics out;
    out.line_height = std::ceil(body.height());
    out.small_height = std::ceil(small.height());
    out.label_width = 0;
    for (const LaneGroup& group : chart.groups) {
        if (!group.simulation())
            continue;
        out.label_width =
            std::max(out.label_width, body.horizontalAdvance(Words::tr("device %1").arg(group.request().stages - 1)) +
                                          stages_width(group.request(), small));
        if (group.bytes)
            out.label_width = std::max(out.label_width, small.horizontalAdvance(Words::tr("GiB on device 555")));
        out.label_width = std::max(out.label_width,
                                   small.horizontalAdvance(group.drawn->held_until_weight.empty()
                                                               ? Words::tr("peak %1").arg(QStringLiteral("55.5"))
                                                               : Words::tr("peak %1").arg(QStringLiteral("55 · 55"))));
    }
    out.label_width = std::ceil(std::max(out.label_width, 48.0)) + 22;
    return out;
}

} // namespace blueprinting::ui
