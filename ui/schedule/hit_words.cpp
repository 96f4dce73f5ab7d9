#include "core/base/format.h"
#include "core/schedule/deadlock.h"
#include "core/schedule/placement.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>
#include <map>

/// What stands under the pointer or the keyboard, and what edits are called.
namespace blueprinting::ui {
namespace {

using namespace schedule;

/// What a person needs to know while a question is open: what it is, not how long.
Explanation without_figures(Explanation words)
{
    words.title = words.title.substr(0, words.title.find(", "));
    const auto from = words.title.find(" idle from ");
    if (from != std::string::npos)
        words.title = words.title.substr(0, from) + " idle";
    std::erase_if(words.lines, [](const std::string& line) { return line.starts_with("could end"); });
    return words;
}

Explanation of_tail(const LaneGroup& group, const TailStep& step)
{
    const Plan& plan = group.drawn->schedule.plan;
    const std::string device = "device " + std::to_string(step.device);
    Explanation out;
    switch (step.what) {
    case TailStep::What::reduce:
        out.title = "Reduction of the gradients of chunk " + std::to_string(step.other + 1) + " on " + device;
        break;
    case TailStep::What::tied:
        out.title = "Exchange of the tied embeddings of " + device + " and device " + std::to_string(step.other);
        break;
    case TailStep::What::step: out.title = "Optimizer step of " + device; break;
    case TailStep::What::gather: out.title = "Gather of the weights of " + device; break;
    }
    out.title += ", " + time_text(plan, step.begin) + " to " + time_text(plan, step.end) + ": " +
                 duration_text(plan, step.end - step.begin);
    return out;
}

/// In which a device stands still.
Explanation of_head(const LaneGroup& group, CommandId head)
{
    const CommandGraph& graph = group.shown().graph;
    Explanation out;
    out.title = "Device " + std::to_string(graph.stage[head]) + " waits in " + describe_short(graph, head);
    for (const CommandId need : graph.unit_dependencies(head))
        if (!std::isfinite(group.shown().timeline.end[need]))
            out.lines.push_back("for " + describe(graph, need) + ", which has not run");
    const auto& ring = group.drawn->ring;
    out.lines.emplace_back(std::ranges::find(ring, head) != ring.end() ? "one of those that wait for each other"
                                                                       : "it is not one of the ring");
    return out;
}

/// A command that stands nowhere yet.
Explanation of_unplaced(const LaneGroup& group, std::size_t index)
{
    const Unplaced& command = group.drawn->unplaced[index];
    const NextUp& next = group.next_up[index];
    Explanation out;
    out.title = unplaced_text(group, command).toStdString() + " is not placed";
    out.lines.push_back(next.now ? std::string("can run now") : next.why);
    if (next.place)
        out.lines.emplace_back("Enter places it where it can run first");
    return out;
}

/// Microbatches in words: "1–4, 7".
std::string ranges(const std::vector<std::uint32_t>& sorted)
{
    std::string out;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t end = i + 1;
        while (end < sorted.size() && sorted[end] == sorted[end - 1] + 1)
            ++end;
        out += (out.empty() ? "" : ", ") + std::to_string(sorted[i] + 1);
        if (end > i + 1)
            out += "–" + std::to_string(sorted[end - 1] + 1);
        i = end;
    }
    return out;
}

/// When a device holds most bytes, which command brings that, and what is there then.
Explanation of_peak(const LaneGroup& group, std::uint32_t device)
{
    const DeviceBytes& held = *group.bytesOf(device);
    const CommandGraph& graph = group.shown().graph;
    const Plan& plan = graph.plan;
    const auto gib = [](double bytes) { return format::fixed(bytes, 1) + " GiB"; };
    Explanation out;
    out.title =
        "Peak of device " + std::to_string(device) + ": " + gib(held.peak) + " at " + time_text(plan, held.peak_time);
    out.lines.push_back(describe_short(graph, held.peak_command) + " brings it");
    out.lines.push_back(gib(held.constant) + " constant");
    std::map<std::pair<std::uint32_t, std::string>, std::vector<std::uint32_t>> alive; // chunk, bytes of each
    for (const AliveAtPeak& each : alive_at_peak(group.shown(), group.byte_terms, device, held))
        alive[{graph.chunk[each.forward], gib(each.bytes)}].push_back(graph.microbatch[each.forward]);
    for (auto& [what, microbatches] : alive) {
        std::ranges::sort(microbatches);
        const bool one = microbatches.size() == 1;
        out.lines.push_back((plan.request.chunks > 1 ? "chunk " + std::to_string(what.first + 1) + ", " : "") +
                            (one ? "microbatch " : "microbatches ") + ranges(microbatches) + ": " + what.second +
                            (one ? "" : " each"));
    }
    return out;
}

void add_measured(const LaneGroup& group, CommandId id, Explanation& out)
{
    const MeasuredRun& run = *group.measured;
    const auto ms = [](double value) { return format::fixed(value, 3) + " ms"; };
    const double late = run.late_by(id);
    out.lines = {"ended " + ms(std::fabs(late)) + (late < 0 ? " sooner" : " later") + " than in the simulation",
                 "the simulation gives it " + ms(run.simulated.end[id] - run.simulated.start[id]) +
                     ", the median of its stage and kind"};
    for (const Straggler& each : run.stragglers)
        if (each.command == id)
            out.lines.push_back("a straggler: it costs the step " + ms(each.costs));
}

} // namespace

Explanation words_of_hit(const LaneGroup& group, const LaneHit& hit)
{
    Explanation out;
    if (hit.peak && group.bytesOf(static_cast<std::size_t>(hit.stage)))
        out = of_peak(group, static_cast<std::uint32_t>(hit.stage));
    else if (hit.unplaced >= 0 && static_cast<std::size_t>(hit.unplaced) < group.next_up.size())
        out = of_unplaced(group, static_cast<std::size_t>(hit.unplaced));
    else if (hit.tail >= 0 && group.iteration)
        out = of_tail(group, group.iteration->lanes[static_cast<std::size_t>(hit.tail)]);
    else if (hit.second && group.second) {
        out = explain_command(*group.second, hit.command);
        out.lines = {"of the second iteration"};
    } else if (hit.idle) {
        out = explain_idle(group.shown(), *hit.idle);
    } else if (hit.command != kNoCommand) {
        if (group.still() && !std::isfinite(group.shown().timeline.end[hit.command]))
            return of_head(group, hit.command);
        out = explain_command(group.shown(), hit.command);
        if (group.still())
            std::erase_if(out.lines, [](const std::string& line) { return line.starts_with("could end"); });
        if (group.measured)
            add_measured(group, hit.command, out);
        else if (group.shown().graph.unit(hit.command).first != group.shown().graph.unit(hit.command).second)
            out.lines.push_back("Tab picks the other half");
    }
    return group.asked.any ? without_figures(out) : out;
}

QString unplaced_text(const LaneGroup& group, const Unplaced& command)
{
    std::string word{to_string(command.slot.kind)};
    std::ranges::replace(word, '_', ' ');
    const Request& request = group.request();
    QString out = QStringLiteral("%1 %2").arg(shown(word), shown(item_text(request, command.slot.microbatch)));
    if (request.chunks > 1)
        out += Words::tr(" (chunk %1)").arg(command.slot.chunk + 1);
    return out + Words::tr(" of device %1").arg(command.device);
}

QString stages_text(const Request& request, std::uint32_t device)
{
    if (request.chunks <= 1)
        return {};
    const bool two_ways = request.kind->paths > 1;
    constexpr std::int64_t most = 4;
    QStringList out;
    for (std::int64_t chunk = 0; chunk < request.chunks; ++chunk) {
        if (request.chunks > most && chunk >= 2 && chunk + 1 < request.chunks) {
            if (chunk == 2)
                out << QStringLiteral("…");
            continue;
        }
        const Place place = request.kind->placement(request, device, chunk);
        if (place.virtual_stage == UINT32_MAX) // of a written order: this device has fewer
            continue;
        const QString stage = QString::number(place.virtual_stage + 1);
        out << (two_ways ? stage + (place.path == 0 ? QStringLiteral(" →") : QStringLiteral(" ←")) : stage);
    }
    return out.join(QStringLiteral(" · "));
}

QString wait_text(const MeasuredRun& run, const Wait& wait)
{
    if (wait.waits_for == kNoCommand)
        return {};
    const CommandGraph& graph = run.graph;
    return Words::tr("waits %1 for %2 %3 of device %4")
        .arg(QString::number(wait.until_its_end + wait.after_it, 'f', 2))
        .arg(QLatin1Char(letter(graph.kind[wait.waits_for])))
        .arg(graph.microbatch[wait.waits_for] + 1)
        .arg(graph.stage[wait.waits_for]);
}

QString edit_title(const QString& field, const Scene& scene)
{
    const SceneGroup& group = scene.groups[scene.selected];
    const Request request = request_of(scene, group);
    const auto own = [&](std::string_view name) { return QString::number(parameter(request, name).value_or(0)); };
    if (field == QLatin1String("kind"))
        return group.kind ? Words::tr("Set the order to %1").arg(shown((*group.kind)->short_name))
                          : Words::tr("Set the order to the strategy’s own");
    if (field == QLatin1String("stages"))
        return Words::tr("Set p to %1").arg(group.stages);
    if (field == QLatin1String("microbatches"))
        return Words::tr("Set m to %1").arg(group.microbatches);
    if (field == QLatin1String("chunks"))
        return Words::tr("Set v to %1").arg(group.chunks);
    if (field == QLatin1String("forward"))
        return Words::tr("Set F to %1").arg(scene.times.forward);
    if (field == QLatin1String("backward"))
        return Words::tr("Set B to %1").arg(scene.times.backward);
    if (field == QLatin1String("weight_gradient"))
        return Words::tr("Set W to %1").arg(scene.times.backward - scene.times.input_gradient.value_or(0));
    if (field == QLatin1String("group"))
        return Words::tr("Set the group to %1").arg(own(kGroup));
    if (field == QLatin1String("warm_up"))
        return Words::tr("Set warm-up to × %1").arg(own(kWarmUp));
    if (field == QLatin1String("slices"))
        return Words::tr("Set slices to %1").arg(own(kSlices));
    if (field == QLatin1String("hidden"))
        return Words::tr("Set what pairs hide to %1").arg(own(kHidden));
    if (field == QLatin1String("cap"))
        return scene.cap ? Words::tr("Set the cap to %1").arg(*scene.cap) : Words::tr("Take the cap off");
    if (field == QLatin1String("transfers"))
        return Words::tr("Set transfers to %1").arg(shown(to_string(scene.transfers)));
    if (field == QLatin1String("megatron"))
        return Words::tr("Use Megatron’s arguments");
    if (field == QLatin1String("run_said"))
        return Words::tr("Say what the traces do not");
    if (field == QLatin1String("add"))
        return Words::tr("Add a group of lanes");
    if (field == QLatin1String("remove"))
        return Words::tr("Remove a group of lanes");
    if (field == QLatin1String("critical"))
        return scene.critical_path ? Words::tr("Show the critical path") : Words::tr("Hide the critical path");
    if (field == QLatin1String("bound"))
        return scene.bound ? Words::tr("Show the bound") : Words::tr("Hide the bound");
    if (field == QLatin1String("order"))
        return Words::tr("Edit the order");
    if (field == QLatin1String("order_move"))
        return Words::tr("Move a command");
    if (field == QLatin1String("order_aside"))
        return Words::tr("Put a command aside");
    if (field == QLatin1String("order_place"))
        return Words::tr("Place a command");
    if (field == QLatin1String("order_pair"))
        return Words::tr("Join a pair");
    if (field == QLatin1String("order_part"))
        return Words::tr("Part a pair");
    if (field == QLatin1String("open_order"))
        return Words::tr("Open an order");
    if (field == QLatin1String("open_run"))
        return Words::tr("Open a measured run");
    if (field == QLatin1String("lesson"))
        return Words::tr("Open the lessons");
    if (field == QLatin1String("close_lesson"))
        return Words::tr("Close the lessons");
    if (field == QLatin1String("take_kind"))
        return Words::tr("Take %1 from the table").arg(shown(request.kind->short_name));
    return Words::tr("Change the schedule: %1").arg(QString(field).replace(QLatin1Char('_'), QLatin1Char(' ')));
}

} // namespace blueprinting::ui
