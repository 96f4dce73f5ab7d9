#include "core/base/format.h"
#include "ui/model/model_rows.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

using program::UnitSpan;
using program::UnitTimeline;

constexpr std::size_t kFirst = 4, kLast = 3; ///< units that are shown of each pass
constexpr double kMilli = 1e3;

QString milliseconds(double seconds) { return shown(format::significant(seconds * kMilli, 3)); }

ColorToken gather_color() { return component_color(program::Component::parameter_gather); }
ColorToken scatter_color() { return component_color(program::Component::data_parallel); }

/// A lane from `origin` on: what has a place is drawn, and what lies between is a gap.
class Lane {
public:
    Lane(BarRow& row, double origin, bool link) : m_row(row), m_now(origin), m_link(link) {}
    void put(const QString& key, const QString& name, const QString& unit, double begin, double end,
             const ColorToken& color)
    {
        if (end <= begin)
            return;
        if (const double idle = begin - m_now; idle > 1e-12) {
            // An engine that stands still waits for its parameters; a link that does waits for nothing.
            BarSegment gap{.key = QStringLiteral("idle"),
                           .name = m_link ? Words::tr("Idle link") : Words::tr("Waits for parameters"),
                           .value = idle * kMilli,
                           .color = m_link ? ColorToken(&Theme::track)
                                           : component_color(program::Component::pipeline_bubble),
                           .hatched = !m_link};
            gap.hover = Words::tr("%1: %2 ms").arg(gap.name, milliseconds(idle));
            m_row.segments.push_back(std::move(gap));
        }
        m_row.segments.push_back({.key = key,
                                  .name = name,
                                  .value = (end - begin) * kMilli,
                                  .color = color,
                                  .hover = Words::tr("%1 of the %2: %3 ms, from %4 ms on")
                                               .arg(name, unit, milliseconds(end - begin), milliseconds(begin))});
        m_now = end;
    }

private:
    BarRow& m_row;
    double m_now;
    bool m_link;
};

QString unit_name(block::PieceKind kind, std::size_t place)
{
    switch (kind) {
    case block::PieceKind::embedding: return Words::tr("embedding");
    case block::PieceKind::head: return Words::tr("head");
    case block::PieceKind::block: return Words::tr("unit %1, a block").arg(place + 1);
    default: return Words::tr("prediction module");
    }
}

/// Link and engine of some units of a pass, from the first that one of them does.
void add_pass(BarChart& chart, const UnitTimeline& units, bool forward, std::size_t from, std::size_t to)
{
    const std::vector<UnitSpan>& spans = forward ? units.forward : units.backward;
    const QString group = forward ? Words::tr("forward, units %1 to %2").arg(from + 1).arg(to)
                                  : Words::tr("backward, the last %1").arg(to - from);
    const double origin = from == 0 ? 0.0 : spans[from].compute_begin;
    BarRow link{.key = forward ? QStringLiteral("forward.link") : QStringLiteral("backward.link"),
                .label = Words::tr("link"),
                .bold = false,
                .group = group};
    BarRow engine{.key = forward ? QStringLiteral("forward.compute") : QStringLiteral("backward.compute"),
                  .label = Words::tr("compute"),
                  .bold = false,
                  .group = group};
    // On the link each gather and scatter stands by when it begins.
    struct Sent {
        double begin, end;
        bool scatter;
        std::size_t unit;
    };
    std::vector<Sent> sent;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        sent.push_back({spans[i].gather_begin, spans[i].gather_end, false, i});
        sent.push_back({spans[i].scatter_begin, spans[i].scatter_end, true, i});
    }
    std::ranges::sort(sent, {}, &Sent::begin);
    const double end = std::max(spans[to - 1].compute_end, spans[to - 1].scatter_end);
    const auto kind = [&](std::size_t i) { return units.units.kinds[forward ? i : units.units.kinds.size() - 1 - i]; };
    Lane on_link(link, origin, true), on_engine(engine, origin, false);
    for (const Sent& each : sent)
        if (each.end > origin && each.begin < end)
            on_link.put(each.scatter ? QStringLiteral("scatter") : QStringLiteral("gather"),
                        each.scatter ? Words::tr("Gradient scatter") : Words::tr("Parameter gather"),
                        unit_name(kind(each.unit), each.unit), std::max(each.begin, origin), std::min(each.end, end),
                        each.scatter ? scatter_color() : gather_color());
    for (std::size_t i = from; i < to; ++i)
        on_engine.put(forward ? QStringLiteral("forward") : QStringLiteral("backward"),
                      forward ? Words::tr("Forward") : Words::tr("Backward"), unit_name(kind(i), i),
                      spans[i].compute_begin, spans[i].compute_end,
                      component_color(forward ? program::Component::forward : program::Component::backward));
    chart.rows.push_back(std::move(link));
    chart.rows.push_back(std::move(engine));
}

} // namespace

BarChart unit_chart(const ModelSubject& subject)
{
    BarChart chart{.axis_title = Words::tr("Time (ms)"),
                   .names = SegmentNames::none,
                   .bar_height = 16,
                   .most_bar = 24,
                   .row_gap = 4};
    if (!subject.units || subject.units->forward.empty())
        return chart;
    const std::size_t all = subject.units->forward.size();
    add_pass(chart, *subject.units, true, 0, std::min(kFirst, all));
    add_pass(chart, *subject.units, false, all - std::min(kLast, all), all);
    for (BarRow& row : chart.rows)
        row.faded = !subject.current;
    return chart;
}

std::vector<LegendItem> unit_legend()
{
    return {{Words::tr("Parameter gather"), gather_color()},
            {Words::tr("Gradient scatter"), scatter_color()},
            {Words::tr("Forward"), component_color(program::Component::forward)},
            {Words::tr("Backward"), component_color(program::Component::backward)},
            {Words::tr("Waits for parameters"), component_color(program::Component::pipeline_bubble), true}};
}

QString unit_words(const ModelSubject& subject)
{
    if (!subject.units || subject.units->forward.empty())
        return {};
    const UnitTimeline& units = *subject.units;
    double sent = 0;
    for (const auto* pass : {&units.units.forward, &units.units.backward})
        for (const program::Unit& unit : *pass)
            sent += unit.gather + unit.scatter;
    // A block stands for the units: the embedding and the head are one each.
    const auto block = std::ranges::find(units.units.kinds, block::PieceKind::block);
    const std::size_t at =
        block == units.units.kinds.end() ? 0 : static_cast<std::size_t>(block - units.units.kinds.begin());
    const program::Unit& one = units.units.forward[at];
    return Words::tr(
               "The gather of a block takes %1 ms beside %2 ms of its forward pass, %3 ahead. Of %4 ms of gathers "
               "and scatters in a microbatch %5 ms are not hidden.")
        .arg(milliseconds(one.gather), milliseconds(one.compute))
        .arg(units.prefetch)
        .arg(milliseconds(sent), milliseconds(units.exposed_forward + units.exposed_backward));
}

} // namespace blueprinting::ui
