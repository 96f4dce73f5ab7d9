#include "ui/schedule/schedule_model.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/fit_words.h"
#include "ui/workspace/figures.h"

#include "core/base/format.h"
#include "core/base/written_number.h"
#include "core/schedule/command_needs.h"
#include "core/schedule/from_estimate.h"
#include "core/schedule/from_program.h"
#include "core/schedule/lane_layout.h"
#include "core/schedule/placement.h"
#include "ui/workspace/letters.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr std::size_t kRemembered = 12;
constexpr std::size_t kRememberedCommands = 2'000'000;

QString raw(double value) { return shown(written(value)); }

/// Forward time of a full stage, what by-hand and strategy groups on one axis are matched by.
double forward_of_stage(const Plan& plan)
{
    std::vector<double> forwards{plan.times.forward};
    if (!plan.each.empty()) { // of unequal stages what most of them take
        forwards.clear();
        for (const ChunkTimes& each : plan.each)
            forwards.push_back(each.forward);
        std::ranges::nth_element(forwards, forwards.begin() + std::ssize(forwards) / 2);
    }
    return forwards[forwards.size() / 2] / plan.times.ticks_per_unit * parts_of_a_stage(plan.request);
}

bool same_source(const SceneGroup& a, const LaneGroup& shown, const Workspace& workspace)
{
    if (a.traces || shown.measured)
        return false;
    return (a.strategy.empty() && shown.letter.isEmpty()) ||
           (!a.strategy.empty() && shown.letter == workspace.letter(a.strategy));
}

/// Why nothing is drawn of a group, or what is drawn instead of what was asked for; empty where neither is.
QString message_of(const PlannedGroup& planned, const LaneGroup& group)
{
    QString out;
    if (!planned.plan) {
        for (const Diagnostic& problem : planned.problems)
            out += (out.isEmpty() ? QString() : QStringLiteral("; ")) + shown(problem.message);
        return out;
    }
    if (!group.drawn)
        return Words::tr("Simulating %1 commands…")
            .arg(shown(format::integer(command_count(planned.plan->request, true))));
    if (!planned.current)
        return Words::tr("last legal form of the strategy");
    if (group.still())
        return {};
    if (group.drawn->schedule.analytical_only())
        return shown(group.drawn->schedule.findings.front().message);
    return {};
}

/// A group as it stands on the screen; `before` is what stood in its place.
LaneGroup lane_group(const Scene& scene, const SceneGroup& asked, const Workspace& workspace,
                     const PlannedGroup& planned, const std::shared_ptr<const DrawnSchedule>& drawn,
                     const LaneGroup* before)
{
    const SessionStrategy* strategy = asked.strategy.empty() ? nullptr : workspace.session().find(asked.strategy);
    LaneGroup group;
    group.drawn = drawn;
    group.findings = planned.findings;
    if (!asked.strategy.empty()) {
        group.letter = workspace.letter(asked.strategy);
        if (strategy)
            group.chip = chip_of(*strategy);
        group.source = planned.source;
        if (const auto figures = figures_of(workspace.result(asked.strategy)); figures && !figures->fits)
            group.unfit = does_not_fit({figures->needed, figures->capacity});
    }
    group.message = message_of(planned, group);
    group.stale = !planned.current;
    if (!group.drawn && before && before->drawn && same_source(asked, *before, workspace)) {
        group.drawn = before->drawn;
        group.stale = true;
        if (!planned.plan)
            group.message = Words::tr("the last schedule that could be made");
    }
    if (group.drawn)
        group.title =
            (strategy ? shown(strategy->name) + QStringLiteral(": ") : QString()) + shown(title(group.request()));
    else if (asked.strategy.empty())
        group.title = shown(title(request_of(scene, asked)));
    else
        group.title = strategy ? shown(strategy->name) : group.letter;
    return group;
}

/// Lengths in units have one number of decimals in a picture: what the finest of them needs.
void share_decimals(LaneChart& chart)
{
    int most = 1;
    for (const LaneGroup& group : chart.groups) {
        if (!group.drawn || group.measured || group.still() || group.drawn->schedule.plan.unit != TimeUnit::units)
            continue;
        const Schedule& s = group.drawn->schedule;
        most = std::max({most, decimals_of(s.makespan()), decimals_of(s.bubble_time())});
        if (group.iteration)
            most = std::max(most, decimals_of(group.iteration->end));
        if (group.second)
            most = std::max(most, decimals_of(group.second_end));
    }
    for (LaneGroup& group : chart.groups)
        group.decimals = most;
}

/// Units and seconds share an axis only where something makes them equal: then a strategy's forward is F units.
void put_on_one_axis(LaneChart& chart, const Scene& scene)
{
    chart.axis_title = Words::tr("Time (units)");
    const auto measured = [](const LaneGroup& group) { return group.measured != nullptr; };
    if (!chart.groups.empty() && std::ranges::all_of(chart.groups, measured)) {
        chart.axis_title = Words::tr("Time (ms)");
        chart.axis_unit = QStringLiteral(" ms");
        return;
    }
    if (std::ranges::none_of(scene.groups, [](const auto& group) { return group.strategy.empty(); })) {
        double longest = 0;
        for (const LaneGroup& group : chart.groups)
            longest = std::max(longest, group.end());
        const bool milliseconds = longest > 0 && longest < 1;
        chart.axis_title = milliseconds ? Words::tr("Time (ms)") : Words::tr("Time (s)");
        chart.axis_unit = milliseconds ? QStringLiteral(" ms") : QStringLiteral(" s");
        for (LaneGroup& group : chart.groups)
            group.scale = milliseconds ? 1e3 : 1;
        return;
    }
    for (LaneGroup& group : chart.groups) {
        const double forward =
            !group.letter.isEmpty() && group.drawn ? forward_of_stage(group.drawn->schedule.plan) : 0;
        if (!(forward > 0))
            continue;
        group.scale = scene.times.forward / forward;
        group.title += Words::tr(" (1 unit is %1)").arg(shown(format::seconds(Seconds(1 / group.scale))));
    }
}

/// An order that stands still, as far as it goes, and in what each device waits.
void run_to_the_stop(const Plan& plan, DrawnSchedule& out)
{
    auto graph = build_graph(plan);
    if (!graph)
        return;
    Timeline timeline = run_as_far_as_it_goes(*graph);
    out.unplaced = unplaced(plan.request);
    for (std::uint32_t device = 0; device < graph->stages(); ++device) {
        CommandId head = graph->queue_begin[device];
        while (head < graph->queue_begin[device + 1] && timeline.end[head] != kNeverRan)
            ++head;
        out.heads.push_back(head < graph->queue_begin[device + 1] ? head : kNoCommand);
    }
    for (const StandsStill& step : out.schedule.still->ring)
        if (const CommandId head = out.heads[step.device]; head != kNoCommand && !step.missing)
            out.ring.push_back(head);
    for (const StandsStill& step : out.schedule.still->waits)
        if (!step.missing && step.on_device != step.device && out.heads[step.on_device] != kNoCommand)
            out.waits.emplace_back(out.heads[step.device], out.heads[step.on_device]);
    out.stopped = std::make_shared<const Simulation>(as_simulation(std::move(graph).value(), std::move(timeline)));
}

/// Which commands of a hand-made order could come next; there are few where a person places them.
void mark_what_can_run(const Scene& scene, LaneGroup& group)
{
    if (group.editable() && !group.drawn->unplaced.empty())
        group.next_up = next_up(group.shown(), group.drawn->unplaced, scene.cap);
}

/// What the scene adds to a group: bytes, the end of the iteration, a second one. Kept from before where neither the
/// schedule nor what is asked has changed.
void add_extras(const Scene& scene, LaneGroup& group, const LaneGroup* before)
{
    if (!group.simulation() || group.still() || group.measured)
        return;
    const auto same = [&](const LaneGroup& other) { return other.drawn == group.drawn; };
    const Simulation& simulation = group.shown();
    const StageSource* source = group.source.get();
    if (scene.memory == MemoryShown::bytes) {
        const ByteTerms terms =
            source ? gibibytes_of(*source, group.request()) : byte_terms(scene.held, group.request());
        group.bytes_cap = source ? source->facts().capacity / kGibibyte : scene.held.cap;
        if (before && same(*before) && before->bytes && before->byte_terms == terms)
            group.bytes = before->bytes;
        else if (auto bytes = bytes_over_time(simulation, terms))
            group.bytes = std::make_shared<const std::vector<DeviceBytes>>(std::move(bytes).value());
        group.byte_terms = terms;
    }
    if (!scene.end && !scene.two_iterations)
        return;
    Tail tail = scene.end.value_or(Tail{});
    if (scene.end && source) {
        tail = source->tail(group.request());
        tail.global_norm = scene.end->global_norm;
    }
    group.tail = tail;
    const bool kept = before && same(*before) && before->tail == tail && before->iteration;
    if (kept)
        group.iteration = before->iteration;
    else if (auto end = end_of_iteration(simulation.graph, simulation.timeline, tail))
        group.iteration = std::make_shared<const IterationEnd>(std::move(end).value());
    if (!group.iteration)
        return;
    if (kept && (before->second != nullptr) == scene.two_iterations && before->to_the_end) {
        group.second = before->second;
        group.second_end = before->second_end;
        group.to_the_end = before->to_the_end;
        group.critical_to_the_end = before->critical_to_the_end;
        return;
    }
    // Slack refers to the end of all that is shown.
    const auto refer = [&](const TwoIterations* two) {
        auto slack = slack_to_the_end(simulation.graph, simulation.timeline, *group.iteration, tail, two);
        if (!slack)
            return;
        Simulation own = simulation;
        own.slack = std::move(slack).value();
        group.critical_to_the_end = critical_path(own);
        group.to_the_end = std::make_shared<const Simulation>(std::move(own));
    };
    if (!scene.two_iterations) {
        refer(nullptr);
    } else if (auto two = two_iterations(simulation.graph, *group.iteration, tail)) {
        group.second_end = two->end;
        refer(&*two);
        group.second = std::make_shared<const Simulation>(as_simulation(simulation.graph, std::move(two->second)));
    }
}

} // namespace

Result<DrawnSchedule> draw_schedule(const Plan& plan, const CancelToken& cancel)
{
    auto made = make_schedule(plan, cancel);
    if (!made)
        return made.failure_as<DrawnSchedule>();
    DrawnSchedule out{std::move(made).value(), {}, {}, {}, {}};
    out.bound = lower_bound(plan);
    out.work = total_work(plan);
    if (out.schedule.still)
        run_to_the_stop(plan, out);
    if (!out.schedule.simulation && !out.stopped)
        return out;
    const Simulation& simulation = out.stopped ? *out.stopped : *out.schedule.simulation;
    out.pairs = std::ranges::any_of(simulation.graph.joined, [](std::uint8_t joined) { return joined != 0; });
    for (std::size_t stage = 0; stage < simulation.stages.size(); ++stage) {
        if (cancel.cancelled())
            return Cancelled{};
        out.held.push_back(activations(simulation, stage, HeldUntil::gradient));
        if (splits_backward(plan.request.kind))
            out.held_until_weight.push_back(activations(simulation, stage, HeldUntil::weight_gradient));
    }
    // What is held where an order stops is held until the end of what is drawn.
    for (auto* lists : {&out.held, &out.held_until_weight})
        for (auto& held : *lists)
            if (out.stopped && !held.empty() && held.back().count > 0)
                held.push_back({simulation.timeline.makespan, 0});
    if (!out.stopped)
        out.critical_path = critical_path(simulation);
    return out;
}

ByteTerms gibibytes_of(const StageSource& source, const Request& request)
{
    ByteTerms out = source.bytes(request);
    for (std::vector<double>* list : {&out.constant, &out.activation, &out.keep, &out.temporary})
        for (double& bytes : *list)
            bytes /= kGibibyte;
    return out;
}

std::shared_ptr<const StageSource> SourceCache::of(const StrategyResult& result)
{
    constexpr std::size_t kept = 16;
    const std::shared_ptr<const void> evaluation =
        result.program ? std::shared_ptr<const void>(result.program) : result.evaluation;
    if (!evaluation)
        return nullptr;
    const auto known = std::ranges::find(m_known, evaluation, &Known::evaluation);
    if (known != m_known.end()) {
        m_known.splice(m_known.begin(), m_known, known);
        return known->source;
    }
    // Whose figures every view shows: of a data sheet peak-only says the same.
    m_known.push_front({evaluation, result.program
                                        ? stages_of({result.program, &result.program->program}, result.evaluated.system,
                                                    cost::View::system_evidence)
                                        : stages_of({result.evaluation, &result.evaluation->compilation.plan()},
                                                    {result.evaluation, &result.evaluation->evidence})});
    if (m_known.size() > kept)
        m_known.pop_back();
    return m_known.front().source;
}

std::shared_ptr<const DrawnSchedule> ScheduleCache::find(const Plan& plan)
{
    const auto it = std::ranges::find_if(m_known, [&](const auto& known) { return known->schedule.plan == plan; });
    if (it == m_known.end())
        return nullptr;
    m_known.splice(m_known.begin(), m_known, it);
    return m_known.front();
}

void ScheduleCache::put(std::shared_ptr<const DrawnSchedule> drawn) { m_known.push_front(std::move(drawn)); }

void ScheduleCache::forget(const std::vector<PlannedGroup>& wanted)
{
    const auto commands = [](const DrawnSchedule& drawn) {
        return drawn.stopped               ? drawn.stopped->graph.size()
               : drawn.schedule.simulation ? drawn.schedule.simulation->graph.size()
                                           : 0;
    };
    std::size_t all = 0;
    for (const auto& known : m_known)
        all += commands(*known);
    for (auto it = m_known.end();
         it != m_known.begin() && (m_known.size() > kRemembered || all > kRememberedCommands);) {
        --it;
        const bool needed = std::ranges::any_of(
            wanted, [&](const PlannedGroup& group) { return group.plan && *group.plan == (*it)->schedule.plan; });
        if (needed)
            continue;
        all -= commands(**it);
        it = m_known.erase(it);
    }
}

Result<Plan> plan_of_hand(const Scene& scene, const SceneGroup& group)
{
    auto plan = plan_of(scene, group);
    if (plan && group.stages > kMostLanes)
        return Diagnostic{Severity::error, "schedule.stages.range", "stages",
                          "stages is " + std::to_string(group.stages) + "; at most " + format::integer(kMostLanes) +
                              " lanes are drawn"};
    return plan;
}

PlannedGroup plan_group(const Scene& scene, const SceneGroup& group, const Workspace& workspace, SourceCache& sources)
{
    PlannedGroup out;
    if (group.traces)
        return out; // they are read on their own (measured_group.h)
    if (group.strategy.empty()) {
        auto plan = plan_of_hand(scene, group);
        if (plan)
            out.plan = std::move(plan).value();
        else
            out.problems = plan.diagnostics();
        return out;
    }
    const StrategyResult& result = workspace.result(group.strategy);
    out.current = result.current;
    out.source = sources.of(result);
    if (!out.source) {
        out.problems = {{Severity::error, "schedule.strategy.illegal", "",
                         "the strategy breaks a law and was never legal; correct it on the left"}};
        return out;
    }
    auto plan = plan_of(*out.source, {group.kind, scene.transfers, scene.separate_recompute});
    if (!plan) {
        out.problems = plan.diagnostics();
        return out;
    }
    out.plan = plan->plan;
    out.findings = plan->findings;
    return out;
}

Scene sound_scene(Scene scene, const Session& session)
{
    for (std::size_t i = scene.groups.size(); i-- > 0;) {
        if (scene.groups[i].strategy.empty() || scene.groups[i].traces || session.find(scene.groups[i].strategy))
            continue;
        scene.groups.erase(scene.groups.begin() + static_cast<std::ptrdiff_t>(i));
        if (scene.selected > i)
            --scene.selected;
    }
    if (scene.groups.empty())
        scene.groups = starting_scene().groups;
    scene.selected = std::min(scene.selected, scene.groups.size() - 1);
    return scene;
}

LaneChart make_chart(const Scene& scene, const Workspace& workspace, const std::vector<PlannedGroup>& planned,
                     const std::vector<std::shared_ptr<const DrawnSchedule>>& drawn, const LaneChart& before)
{
    LaneChart chart;
    chart.selected = scene.selected;
    chart.cap = scene.cap;
    chart.critical_path = scene.critical_path;
    chart.time = scene.time;
    chart.range = scene.range;
    chart.bound = scene.bound;
    chart.memory = scene.memory;
    for (std::size_t i = 0; i < scene.groups.size(); ++i) {
        const LaneGroup* was = i < before.groups.size() ? &before.groups[i] : nullptr;
        chart.groups.push_back(lane_group(scene, scene.groups[i], workspace, planned[i], drawn[i], was));
        chart.groups.back().bounded = scene.bound;
        if (scene.groups[i].strategy.empty() || planned[i].source)
            add_extras(scene, chart.groups.back(), was);
        mark_what_can_run(scene, chart.groups.back());
    }
    put_on_one_axis(chart, scene);
    share_decimals(chart);
    return chart;
}

void each_command_row(const LaneChart& chart, const std::function<bool(const QStringList& row)>& take)
{
    if (!take({Words::tr("group"), Words::tr("kind"), Words::tr("device"), Words::tr("chunk"), Words::tr("microbatch"),
               Words::tr("start"), Words::tr("end"), Words::tr("slack"), Words::tr("critical"), Words::tr("path"),
               Words::tr("stage"), Words::tr("slice"), Words::tr("pair"), Words::tr("waits for"), Words::tr("late by"),
               Words::tr("median")}))
        return;
    for (const LaneGroup& group : chart.groups) {
        const Simulation* simulation = group.simulation();
        if (!simulation)
            continue;
        const CommandGraph& graph = simulation->graph;
        const Placement placement(graph.plan.request);
        const auto slices = static_cast<std::uint32_t>(parameter_or_one(graph.plan.request, kSlices));
        std::size_t pairs = 0;
        for (CommandId id = 0; id < graph.size(); ++id) {
            const bool ran = std::isfinite(simulation->timeline.end[id]);
            const Place place = placement.place(graph.stage[id], graph.chunk[id]);
            const auto [first, last] = graph.unit(id);
            pairs += first != last && id == first;
            QString waits;
            if (!ran && std::ranges::find(group.drawn->heads, id) != group.drawn->heads.end())
                for (const CommandId need : graph.unit_dependencies(id))
                    if (!std::isfinite(simulation->timeline.end[need]))
                        waits = shown(describe(graph, need));
            const bool known = ran && !group.measured && !group.still();
            const bool measured = group.measured && id < group.measured->measured.end.size();
            if (!take({group.title, shown(to_string(graph.kind[id])), QString::number(graph.stage[id]),
                       QString::number(graph.chunk[id] + 1), QString::number(graph.microbatch[id] / slices + 1),
                       ran ? raw(simulation->timeline.start[id]) : QString(),
                       ran ? raw(simulation->timeline.end[id]) : QString(),
                       known ? raw(simulation->slack[id]) : QString(),
                       !known                     ? QString()
                       : simulation->critical(id) ? QStringLiteral("true")
                                                  : QStringLiteral("false"),
                       QString::number(place.path + 1), QString::number(place.virtual_stage + 1),
                       QString::number(graph.microbatch[id] % slices + 1),
                       first != last ? QString::number(pairs) : QString(), waits,
                       measured ? raw(group.measured->late_by(id)) : QString(),
                       measured ? raw(group.measured->simulated.end[id] - group.measured->simulated.start[id])
                                : QString()}))
                return;
        }
    }
}

std::vector<QStringList> command_rows(const LaneChart& chart)
{
    std::vector<QStringList> out;
    each_command_row(chart, [&](const QStringList& row) {
        out.push_back(row);
        return true;
    });
    return out;
}

} // namespace blueprinting::ui
