#include "ui/timing/task_rows.h"

#include "core/base/format.h"
#include "core/cost/shares.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/component_names.h"
#include "ui/workspace/figures.h"
#include "ui/workspace/filters.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// What a task has none of: not a zero.
Cell nothing() { return {{}, QStringLiteral("–"), Tone::secondary}; }

double read_and_written(const TimedTask& task)
{
    return task.task->facts.read_bytes.value() + task.task->facts.write_bytes.value();
}

/// How each column of the table is written. Operations and bytes span orders of magnitude: of them a digit or two more
/// is kept.
struct TaskSeries {
    format::Series operations{5}, bytes{4}, messages{4}, times{3};
};

TaskSeries series_of(const std::vector<TimedTask>& tasks)
{
    TaskSeries out;
    for (const TimedTask& task : tasks) {
        out.operations.add(task.task->facts.operations.value() / 1e9);
        out.bytes.add(read_and_written(task) / kMegabyte);
        out.messages.add(static_cast<double>(task.task->facts.message_bytes) / kMegabyte);
        out.times.add(task.evidence->total.value() * 1e6);
    }
    return out;
}

Cell amount(double value, double unit, const format::Series& how)
{
    return value > 0 ? number_cell(value, shown(how.text(value / unit))) : nothing();
}

Cell microseconds(Seconds value, const format::Series& how) { return amount(value.value(), 1e-6, how); }

/// Two decimals, as profiles write them; more where there are more.
QString efficiency(double value)
{
    const std::string exact = format::shortest(value);
    return shown(exact.size() > 4 ? exact : format::fixed(value, 2));
}

Cell engine_cell(const TimedTask& task)
{
    const cost::TaskCost& cost = *task.evidence;
    const QString engine = engine_words(engine_key(*task.task));
    if (cost.network_efficiency) {
        Cell cell = text_cell(engine + u' ' + efficiency(*cost.network_efficiency));
        if (cost.engine_step)
            cell.tooltip = Words::tr("Its local work runs on the vector engine at %1")
                               .arg(efficiency(cost.engine_step->efficiency));
        return cell;
    }
    if (!cost.engine_step)
        return text_cell(engine, Tone::secondary);
    Cell cell = text_cell(engine + u' ' + efficiency(cost.engine_step->efficiency));
    cell.tooltip = Words::tr("From %1 GFLOP on, the %2 engine reaches %3 of its peak")
                       .arg(shown(format::shortest(cost.engine_step->threshold)), engine,
                            efficiency(cost.engine_step->efficiency));
    return cell;
}

Cell memory_step_cell(const TimedTask& task)
{
    const auto& step = task.evidence->memory_step;
    if (!step)
        return nothing();
    Cell cell = number_cell(step->efficiency, efficiency(step->efficiency));
    cell.tooltip = Words::tr("From %1 MB on, memory reaches %2 of its bandwidth")
                       .arg(shown(format::shortest(step->threshold)), efficiency(step->efficiency));
    return cell;
}

} // namespace

QString phase_words(ir::Phase phase)
{
    switch (phase) {
    case ir::Phase::forward: return Words::tr("forward");
    case ir::Phase::recompute: return Words::tr("recompute");
    case ir::Phase::activation_gradient: return Words::tr("act. gradient");
    case ir::Phase::weight_gradient: return Words::tr("wgt. gradient");
    case ir::Phase::optimizer: return Words::tr("optimizer");
    case ir::Phase::recommunication: return Words::tr("recommunication");
    }
    return {};
}

QString engine_key(const ir::PortableTask& task)
{
    if (task.engine == ir::EngineClass::collective)
        return QStringLiteral("network");
    return task.engine == ir::EngineClass::matrix && task.phase != ir::Phase::optimizer ? QStringLiteral("matrix")
                                                                                        : QStringLiteral("vector");
}

QString engine_words(const QString& key)
{
    if (key == u"network")
        return Words::tr("network");
    return key == u"matrix" ? Words::tr("matrix") : Words::tr("vector");
}

QString phase_key(ir::Phase phase) { return QString::fromStdString(std::string(to_string(phase))); }

namespace {

std::vector<TimedTask> timed(const ir::PortablePlanIR& plan, const std::vector<cost::TaskCost>& evidence,
                             const std::vector<cost::TaskCost>& peak_only, const std::vector<double>& shares)
{
    std::vector<TimedTask> out;
    out.reserve(plan.tasks.size());
    for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
        const ir::PortableTask& task = plan.tasks[i];
        TimedTask one;
        one.name = shown(task.name);
        one.key = one.name + u'/' + phase_key(task.phase);
        if (task.scope == ir::BlockScope::edge) {
            one.key += QStringLiteral("/edge");
            one.name = Words::tr("%1 (edge block)").arg(one.name);
        }
        one.task = &task;
        one.evidence = &evidence[i];
        one.peak_only = &peak_only[i];
        one.share = shares[i];
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace

std::vector<TimedTask> timed_tasks(const search::Evaluation& evaluation)
{
    const ir::PortablePlanIR& plan = evaluation.compilation.plan();
    std::vector<TimedTask> out = timed(plan, evaluation.evidence.tasks, evaluation.peak_only.tasks,
                                       cost::task_shares(plan, evaluation.evidence));
    for (TimedTask& one : out)
        one.component = static_cast<program::Component>(cost::component_of(*one.task));
    return out;
}

std::vector<TimedTask> timed_tasks(const program::PieceEvaluation& evaluation)
{
    std::vector<TimedTask> out =
        timed(evaluation.compilation.plan(), evaluation.evidence, evaluation.peak_only, evaluation.shares);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].component = evaluation.components[i];
    return out;
}

bool lets_through(const TaskFilters& filters, const TimedTask& task)
{
    const auto named = [&] {
        return task.name.contains(filters.name, Qt::CaseInsensitive) ||
               primitive_words(*task.task).contains(filters.name, Qt::CaseInsensitive);
    };
    return (filters.name.isEmpty() || named()) && task.share >= filters.share &&
           (filters.engines.empty() || filters.engines.contains(engine_key(*task.task))) &&
           (filters.phases.empty() || filters.phases.contains(phase_key(task.task->phase)));
}

TaskFilters task_filters_of(const Session& session)
{
    TaskFilters out;
    for (const Filter& filter : filters_of(session)) {
        if (filter.field == filter_field::task)
            out.name = shown(filter.value);
        else if (filter.field == filter_field::share)
            out.share = shown(filter.value).toDouble();
        else if (filter.field == filter_field::phase && ir::phase_from(filter.value))
            out.phases.insert(shown(filter.value));
        else if (filter.field == filter_field::engine &&
                 ir::engine_from(filter.value)) // an IR's collectives are the network's
            out.engines.insert(filter.value == "collective" ? QStringLiteral("network") : shown(filter.value));
    }
    return out;
}

std::vector<GivesWay> task_columns_that_give_way()
{
    const auto one = [](const char* id) { return GivesWay{{QString::fromLatin1(id)}}; };
    return {
        one("message"),
        {{QStringLiteral("compute"), QStringLiteral("memory"), QStringLiteral("network")}, {QStringLiteral("total")}},
        one("operations"),
        one("bytes"),
        one("engine"),
        one("phase")};
}

std::vector<Column> task_columns(bool training, bool bound)
{
    const Column task{QStringLiteral("task"), Words::tr("Task")};
    Column phase{.id = QStringLiteral("phase"), .header = Words::tr("Phase"), .hidden = !training};
    Column share{QStringLiteral("share_bar"), Words::tr("share"),
                 Words::tr("Part of the time that a stage spends in tasks, over a whole iteration")};
    share.kind = ColumnKind::share;
    share.width = 64;
    share.least = 64;
    share.stretch = true; // takes what the others leave
    Column percent = saved_as(number_column("share", Words::tr("%"), Words::tr("The share in percent")),
                              Words::tr("share (%)"), 0.01);
    percent.width = 56;
    const auto time = [bound](const char* id, const QString& header, const QString& tooltip, bool hidden = false) {
        return saved_as(number_column(id, header, tooltip, hidden),
                        bound ? Words::tr("%1 (µs, %2)").arg(header, bound_tag()) : Words::tr("%1 (µs)").arg(header),
                        1e-6);
    };
    return {task,
            phase,
            saved_as(number_column("operations", Words::tr("GFLOP"),
                                   Words::tr("Operations of one block and microbatch on one rank, 10⁹")),
                     Words::tr("operations (GFLOP)"), 1e9),
            saved_as(number_column("bytes", Words::tr("MB"), Words::tr("Bytes read and written, 10⁶")),
                     Words::tr("read and written (MB)"), kMegabyte),
            saved_as(number_column(
                         "message", Words::tr("sent MB"),
                         Words::tr("Logical message of the collective, before the network's volume model, 10⁶ bytes")),
                     Words::tr("sent (MB)"), kMegabyte),
            {QStringLiteral("engine"), Words::tr("Engine, step"),
             Words::tr("Where it runs, and the step of the efficiency curve that its work hit")},
            time("compute", Words::tr("compute"), Words::tr("Operations over peak and efficiency (µs)")),
            time("memory", Words::tr("memory"), Words::tr("Bytes over bandwidth and efficiency (µs)")),
            time("network", Words::tr("network"),
                 Words::tr("Latency and adjusted message over bandwidth and efficiency (µs)")),
            time("total", Words::tr("total"), Words::tr("Local work and network (µs)"), true),
            time("peak_only", Words::tr("peak-only"), Words::tr("The same with every efficiency at 1 (µs)"), true),
            saved_as(number_column("memory_step", Words::tr("memory step"),
                                   Words::tr("Efficiency of memory at these bytes"), true),
                     Words::tr("memory step (efficiency)")),
            share,
            percent};
}

std::vector<TableRow> task_rows(const std::vector<TimedTask>& tasks, const QString& component)
{
    const TaskSeries series = series_of(tasks);
    std::vector<TableRow> rows;
    rows.reserve(tasks.size());
    for (const TimedTask& timed : tasks) {
        const ir::WorkloadFacts& facts = timed.task->facts;
        Cell name = text_cell(timed.name);
        name.color = component_color(timed.component);
        name.tooltip = component_title(timed.component);
        Cell bar{.value = timed.share, .color = component_color(timed.component)};
        Cell phase = text_cell(phase_words(timed.task->phase), Tone::secondary);
        if (timed.task->phase == ir::Phase::recommunication) { // the one word that is wider than all others
            phase.tooltip = phase.text;
            phase.text = Words::tr("recomm.");
        }
        TableRow row{.key = timed.key,
                     .cells = {name, phase, amount(facts.operations.value(), 1e9, series.operations),
                               amount(read_and_written(timed), kMegabyte, series.bytes),
                               amount(static_cast<double>(facts.message_bytes), kMegabyte, series.messages),
                               engine_cell(timed), microseconds(timed.evidence->compute, series.times),
                               microseconds(timed.evidence->memory, series.times),
                               microseconds(timed.evidence->network, series.times),
                               microseconds(timed.evidence->total, series.times),
                               microseconds(timed.peak_only->total, series.times), memory_step_cell(timed), bar,
                               number_cell(timed.share, shown(format::Series(0, 1).text(100 * timed.share)))},
                     .marked = !component.isEmpty() && component_key(timed.component) == component};
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace blueprinting::ui
