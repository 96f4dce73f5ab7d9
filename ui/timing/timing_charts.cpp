#include "ui/timing/timing_charts.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/last_legal.h"
#include "ui/workspace/figures.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

namespace blueprinting::ui {
namespace {

constexpr double kLeastArea = 42;      ///< 6.5 px: its colour can be told
constexpr double kAreaPerShare = 2000; ///< square pixels of a task that took all the time
constexpr double kNamedShare = 0.005;  ///< smaller ones are named by hovering

/// Where a task stands, or nothing where it has no place in the chart.
using Placing = std::function<std::optional<QPointF>(const TimedTask&)>;

/// "mlp.fc1 (edge block)" → "fc1"
QString short_name(const TimedTask& task) { return task.name.section(u'.', -1).section(u' ', 0, 0); }

bool together(const QPointF& a, const QPointF& b)
{
    const auto near = [](double x, double y) {
        return std::fabs(x - y) <= 0.01 * std::max(std::fabs(x), std::fabs(y));
    };
    return near(a.x(), b.x()) && near(a.y(), b.y());
}

struct Group {
    QPointF at;
    program::Component component = program::Component::forward;
    std::vector<const TimedTask*> tasks;
    double share = 0;
};

/// Tasks that coincide, by component.
std::vector<Group> merged(const std::vector<TimedTask>& tasks, const Placing& place)
{
    std::vector<Group> groups;
    for (const TimedTask& task : tasks) {
        const auto at = place(task);
        if (!at)
            continue;
        const auto same = std::ranges::find_if(
            groups, [&](const Group& group) { return group.component == task.component && together(group.at, *at); });
        Group& group = same == groups.end() ? groups.emplace_back(Group{*at, task.component, {}, 0}) : *same;
        group.tasks.push_back(&task);
        group.share += task.share;
    }
    return groups;
}

/// The tasks that stand here, of whichever component.
QStringList names_at(const std::vector<Group>& groups, const Group& own)
{
    QStringList names;
    for (const Group& group : groups)
        if (together(group.at, own.at))
            for (const TimedTask* task : group.tasks)
                if (const QString name = own.component == program::Component::optimizer
                                             ? component_title(own.component).toLower()
                                             : short_name(*task);
                    !names.contains(name))
                    names << name;
    return names;
}

QString task_line(const TimedTask& task)
{
    return Words::tr("%1, %2: %3, %4 %")
        .arg(task.name, phase_words(task.task->phase), shown(format::seconds(task.evidence->total)),
             shown(format::fixed(100 * task.share, 1)));
}

constexpr qsizetype kMostTasks = 8; ///< that a hover lists

/// Every task that stands here, the group's own before those of the components that lie beneath it.
QStringList tasks_at(const std::vector<Group>& groups, const Group& own)
{
    std::vector<const Group*> here{&own};
    for (const Group& group : groups)
        if (&group != &own && together(group.at, own.at))
            here.push_back(&group);
    QStringList lines;
    qsizetype listed = 0, more = 0;
    for (const Group* group : here) {
        if (here.size() > 1 && listed < kMostTasks)
            lines << component_title(group->component);
        for (const TimedTask* task : group->tasks)
            if (listed < kMostTasks) {
                lines << (here.size() > 1 ? QStringLiteral("  ") : QString()) + task_line(*task);
                ++listed;
            } else {
                ++more;
            }
    }
    if (more > 0)
        lines << Words::tr("and %1 more").arg(more);
    return lines;
}

enum class MarkStyle { share_and_name, plain };

/// Names where they help: of places that take time, each name once, at the largest mark that has it.
std::vector<QString> labels_of(const std::vector<Group>& groups)
{
    std::vector<std::size_t> order(groups.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return groups[a].share > groups[b].share; });
    std::vector<QString> labels(groups.size());
    std::set<QString> used;
    for (const std::size_t i : order) {
        const bool first_optimizer = groups[i].component == program::Component::optimizer;
        if (groups[i].share < kNamedShare && !first_optimizer)
            continue;
        const QStringList names = names_at(groups, groups[i]);
        if (std::ranges::all_of(names, [&](const QString& name) { return used.contains(name); }))
            continue;
        used.insert(names.begin(), names.end());
        labels[i] = names.size() > 4 ? names.mid(0, 3).join(QStringLiteral(", ")) + QStringLiteral(", …")
                                     : names.join(QStringLiteral(", "));
    }
    return labels;
}

/// Marks of the groups, and the keys of those that hold `selected` or are of `component`.
void add_marks(TaskChart& into, const std::vector<Group>& groups,
               const std::function<QString(const Group&)>& place_text, MarkStyle style, const QString& selected,
               const QString& component)
{
    XyChart& chart = into.chart;
    const std::vector<QString> labels =
        style == MarkStyle::share_and_name ? labels_of(groups) : std::vector<QString>(groups.size());
    std::size_t index = 0;
    for (const Group& group : groups) {
        QStringList lines{place_text(group)};
        lines << tasks_at(groups, group);
        XyMark mark{.key = group.tasks.front()->key,
                    .x = group.at.x(),
                    .y = group.at.y(),
                    .shape =
                        engine_key(*group.tasks.front()->task) == u"matrix" ? MarkShape::circle : MarkShape::square,
                    .color = component_color(group.component),
                    .area = style == MarkStyle::plain ? kLeastArea : std::max(kLeastArea, kAreaPerShare * group.share),
                    .label = labels[index++],
                    .hover = lines.join(u'\n')};
        if (component_key(group.component) == component ||
            std::ranges::any_of(group.tasks, [&](const TimedTask* task) { return task->key == selected; }))
            chart.selected.push_back(mark.key);
        std::vector<QString>& keys = into.tasks[mark.key];
        for (const TimedTask* task : group.tasks)
            keys.push_back(task->key);
        chart.marks.push_back(std::move(mark));
    }
}

/// What shapes and colours mean, of what is there.
std::vector<LegendItem> legend_of(const std::vector<Group>& groups)
{
    std::vector<LegendItem> out;
    const auto any = [&](const auto& holds) { return std::ranges::any_of(groups, holds); };
    const auto on_matrix = [](const Group& group) { return engine_key(*group.tasks.front()->task) == u"matrix"; };
    if (any(on_matrix))
        out.push_back({Words::tr("matrix"), Tone::secondary, false, Glyph::none, true});
    if (any([&](const Group& group) { return !on_matrix(group); }))
        out.push_back({Words::tr("vector"), Tone::secondary});
    for (std::size_t i = 0; i < program::kComponents; ++i) {
        const auto component = static_cast<program::Component>(i);
        if (any([&](const Group& group) { return group.component == component; }))
            out.push_back({component_title(component).toLower(), component_color(component)});
    }
    return out;
}

double bytes_of(const TimedTask& task)
{
    return task.task->facts.read_bytes.value() + task.task->facts.write_bytes.value();
}

Placing roofline_place()
{
    return [](const TimedTask& task) -> std::optional<QPointF> {
        const double operations = task.task->facts.operations.value();
        const double seconds = task.evidence->local.value();
        if (task.task->engine == ir::EngineClass::collective || operations <= 0 || bytes_of(task) <= 0 || seconds <= 0)
            return std::nullopt;
        return QPointF(operations / bytes_of(task), operations / seconds / 1e12);
    };
}

Placing curve_place(CurveOf which)
{
    return [which](const TimedTask& task) -> std::optional<QPointF> {
        if (which == CurveOf::memory) {
            if (!task.evidence->memory_step)
                return std::nullopt;
            return QPointF(bytes_of(task) / kMegabyte, task.evidence->memory_step->efficiency);
        }
        const bool matrix = engine_key(*task.task) == u"matrix";
        if (!task.evidence->engine_step || matrix != (which == CurveOf::matrix))
            return std::nullopt;
        return QPointF(task.task->facts.operations.value() / 1e9, task.evidence->engine_step->efficiency);
    };
}

/// Of tasks that the filters let through.
Placing filtered(Placing place, const TaskFilters& filters)
{
    return [place = std::move(place), &filters](const TimedTask& task) {
        return lets_through(filters, task) ? place(task) : std::nullopt;
    };
}

/// Least and largest place along x, or a decade about 1.
std::pair<double, double> range_of(const std::vector<Group>& groups)
{
    if (groups.empty())
        return {1, 10};
    const auto [low, high] = std::minmax_element(groups.begin(), groups.end(),
                                                 [](const Group& a, const Group& b) { return a.at.x() < b.at.x(); });
    return {low->at.x(), high->at.x()};
}

} // namespace

TaskChart roofline_chart(const std::vector<TimedTask>& tasks, const system::SystemProfile& system, Datatype datatype,
                         const QString& selected, const QString& component, const TaskFilters& filters, bool narrow)
{
    const std::vector<Group> all = merged(tasks, roofline_place());
    const std::vector<Group> groups = merged(tasks, filtered(roofline_place(), filters));
    const double bandwidth = system.mem1.bandwidth_gbps / 1e3; // TB/s: TFLOP/s at one operation a byte
    TaskChart out;
    XyChart& chart = out.chart;
    chart.x = {Words::tr("Intensity (FLOP per byte)"), true};
    chart.y = {Words::tr("Achieved (TFLOP/s)"), true};
    add_marks(
        out, groups,
        [](const Group& group) {
            return Words::tr("%1 FLOP per byte, %2 TFLOP/s")
                .arg(shown(format::significant(group.at.x(), 3)), shown(format::significant(group.at.y(), 3)));
        },
        MarkStyle::share_and_name, selected, component);
    out.legend = legend_of(groups);
    out.shapes = std::ranges::count(out.legend, ColorToken(Tone::secondary), &LegendItem::color);

    auto [low, high] = range_of(all);
    double highest = 0;
    const auto roof = [&](const std::map<Datatype, system::EngineRate>& rates, const QString& name,
                          Datatype of) -> std::optional<XyLine> {
        const auto rate = rates.find(of);
        if (rate == rates.end())
            return std::nullopt;
        const double peak = rate->second.tflops;
        high = std::max(high, 4 * peak / bandwidth);
        highest = std::max(highest, peak);
        XyLine line{.points = {{peak / bandwidth, peak}, {1e9, peak}},
                    .label = Words::tr("%1 %2").arg(name, shown(format::shortest(peak))),
                    .hover = Words::tr("Peak of the %1 engine in %2: %3 TFLOP/s")
                                 .arg(name, shown(to_string(of)), shown(format::shortest(peak)))};
        return line;
    };
    if (auto vector = roof(system.vector, Words::tr("vector"), datatype)) {
        vector->label_below = true;
        vector->label_at = 1;
        chart.lines.push_back(*std::move(vector));
    }
    // Where linear layers run in float8, each roof says whose it is.
    if (auto matrix = narrow ? roof(system.matrix, Words::tr("matrix"), Datatype::float8) : std::nullopt) {
        matrix->label = Words::tr("float8 %1").arg(shown(format::shortest(matrix->points[0].y())));
        chart.lines.push_back(*std::move(matrix));
    }
    if (auto matrix = roof(system.matrix, Words::tr("matrix"), datatype)) {
        if (narrow)
            matrix->label =
                Words::tr("%1 %2").arg(shown(to_string(datatype)), shown(format::shortest(matrix->points[0].y())));
        // The large marks stand under this roof, so that its name stands before the ridge.
        XyLine before = *matrix;
        before.points = {{1e-9, matrix->points[0].y()}, matrix->points[0]};
        before.kind = LineKind::dotted;
        before.color = Tone::secondary;
        before.width = 1;
        before.label_at = 1;
        matrix->label.clear();
        chart.lines.push_back(*std::move(matrix));
        chart.lines.push_back(std::move(before));
    }
    if (highest > 0) {
        XyLine slope{.points = {{1e-9, 1e-9 * bandwidth}, {highest / bandwidth, highest}},
                     .label = Words::tr("memory %1 GB/s").arg(shown(format::shortest(system.mem1.bandwidth_gbps))),
                     .label_at = 0.55,
                     .hover = Words::tr("Bandwidth of the first memory tier: %1 GB/s")
                                  .arg(shown(format::shortest(system.mem1.bandwidth_gbps)))};
        chart.lines.push_back(std::move(slope));
    }
    double lowest = highest > 0 ? highest : 1;
    for (const Group& group : all)
        lowest = std::min(lowest, group.at.y());
    // Air on all sides, most at the right and above, where the large marks have their names.
    chart.x.low = low / 2;
    chart.x.high = high * 4;
    chart.y.low = std::pow(10.0, std::floor(std::log10(lowest))); // begins on a decade
    chart.y.high = std::max(highest, lowest) * 3;
    return out;
}

TaskChart efficiency_chart(const std::vector<TimedTask>& tasks, const system::SystemProfile& system, Datatype datatype,
                           CurveOf which, const QString& selected, const QString& component, const TaskFilters& filters)
{
    const std::vector<Group> all = merged(tasks, curve_place(which));
    const std::vector<Group> groups = merged(tasks, filtered(curve_place(which), filters));
    const auto& rates = which == CurveOf::matrix ? system.matrix : system.vector;
    const auto rate = rates.find(datatype);
    const system::EfficiencyCurve none;
    const system::EfficiencyCurve& curve = which == CurveOf::memory ? system.mem1.efficiency
                                           : rate == rates.end()    ? none
                                                                    : rate->second.efficiency;
    TaskChart out;
    XyChart& chart = out.chart;
    chart.x = {which == CurveOf::memory ? Words::tr("Traffic (MB)") : Words::tr("Work (GFLOP)"), true};
    chart.y = {Words::tr("Efficiency (share of peak)"), false, 0.0, 1.0};
    const QString unit = which == CurveOf::memory ? Words::tr("MB") : Words::tr("GFLOP");
    add_marks(
        out, groups,
        [&](const Group& group) {
            return Words::tr("%1 %2 reach %3")
                .arg(shown(format::significant(group.at.x(), 3)), unit, shown(format::shortest(group.at.y())));
        },
        MarkStyle::plain, selected, component);
    out.legend = legend_of(groups);
    out.shapes = std::ranges::count(out.legend, ColorToken(Tone::secondary), &LegendItem::color);

    auto [low, high] = range_of(all);
    XyLine line;
    line.kind = LineKind::steps;
    for (auto step = curve.steps.rbegin(); step != curve.steps.rend();
         ++step) { // profiles list them from the largest down
        line.points.emplace_back(step->threshold, step->efficiency);
        const std::string exact = format::shortest(step->efficiency);
        line.step_labels.push_back(shown(exact.size() > 4 ? exact : format::fixed(step->efficiency, 2)));
        if (step->threshold > 0) {
            low = std::min(low, step->threshold / 4);
            high = std::max(high, step->threshold * 4);
        }
    }
    chart.lines.push_back(std::move(line));
    chart.x.low = low / 1.4;
    chart.x.high = high * 1.4;
    return out;
}

TaskChart last_legal(TaskChart chart)
{
    for (XyMark& mark : chart.chart.marks) {
        mark.faded = true;
        mark.label.clear();
        mark.hover += u'\n' + last_legal_words();
    }
    for (XyLine& line : chart.chart.lines)
        line.color = Tone::secondary;
    for (LegendItem& item : chart.legend)
        item.color = last_legal(item.color);
    return chart;
}

QString TaskChart::next(const QString& mark, const QString& selected) const
{
    const auto own = tasks.find(mark);
    if (own == tasks.end() || own->second.empty())
        return mark;
    const auto at = std::ranges::find(own->second, selected);
    return at == own->second.end() || at + 1 == own->second.end() ? own->second.front() : *(at + 1);
}

} // namespace blueprinting::ui
