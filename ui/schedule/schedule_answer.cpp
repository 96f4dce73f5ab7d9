#include "core/base/format.h"
#include "core/schedule/explain.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>
#include <array>
#include <cmath>

/// What the view answers: how its groups compare, in one sentence, and why in a few more.
namespace blueprinting::ui {
namespace {

using namespace schedule;

/// A count as a word where that reads better.
QString counted(std::int64_t count)
{
    static const std::array<const char*, 9> words{"", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"};
    return count >= 1 && count <= 8 ? Words::tr(words[static_cast<std::size_t>(count)]) : shown(format::integer(count));
}

QString with_unit(const LaneGroup& group, double value)
{
    return group.drawn->schedule.plan.unit == TimeUnit::units ? Words::tr("%1 units").arg(time_of(group, value))
                                                              : time_of(group, value);
}

bool same_shape(const Request& a, const Request& b) { return a.stages == b.stages && a.microbatches == b.microbatches; }

/// Of the device that holds most.
QString most_held(const LaneGroup& group)
{
    double most = 0;
    for (std::size_t stage = 0; stage < static_cast<std::size_t>(group.request().stages); ++stage)
        most = std::max(most, group.drawn->schedule.peak(stage));
    return peak_text(most);
}

QString name(const LaneGroup& group)
{
    const QString kind = shown(std::string(display_name(group.request().kind)) + own_parameters(group.request()));
    return group.letter.isEmpty() ? kind : group.letter;
}

/// "at p 4, m 8".
QString at_counts(const LaneGroup& group)
{
    return Words::tr("at p %1, m %2").arg(group.request().stages).arg(group.request().microbatches);
}

/// "halve the bubble" for two chunks, "cut the bubble to a third" for three.
QString chunks_headline(const LaneGroup& plain, const LaneGroup& chunked)
{
    const std::int64_t v = chunked.request().chunks;
    const QString effect = v == 2 ? Words::tr("halve the bubble") : Words::tr("cut the bubble to 1/%1").arg(v);
    return Words::tr("%1 chunks per device %2 %7, %3 to %4; device 0 holds %6 activations, not %5")
        .arg(counted(v), effect, time_of(plain, plain.drawn->schedule.bubble_time()),
             with_unit(chunked, chunked.drawn->schedule.bubble_time()), peak_text(plain.drawn->schedule.peak(0)),
             peak_text(chunked.drawn->schedule.peak(0)), at_counts(chunked));
}

/// Of two of which at least one does not fit: by how much, and the time of what does. No order of what cannot run ends
/// sooner.
QString unfit_headline(const LaneGroup& a, const LaneGroup& b)
{
    const LaneGroup& unfit = b.unfit.isEmpty() ? a : b;
    const LaneGroup& other = &unfit == &b ? a : b;
    const QString first = unfit.unfit.left(1).toUpper() + unfit.unfit.mid(1);
    if (!other.unfit.isEmpty())
        return Words::tr("%1: neither %2 nor %3 can run").arg(first, name(unfit), name(other));
    const Schedule& s = other.drawn->schedule;
    return Words::tr("%1: %2 cannot run; %3 takes %4 and loses %5 to the bubble")
        .arg(first, name(unfit), name(other), with_unit(other, s.makespan()),
             shown(format::percent(100 * s.bubble_over_total(), 1, false)));
}

/// Of two of which at least one stands still.
QString still_headline(const LaneGroup& a, const LaneGroup& b)
{
    const LaneGroup& still = a.still() ? a : b;
    const LaneGroup& other = &still == &a ? b : a;
    const QString placed = placed_text(still);
    const QString first =
        !placed.isEmpty()
            ? Words::tr("%1: %2").arg(name(still), placed)
            : Words::tr("%1 stands still at %2").arg(name(still), time_of(still, still.pipeline_end() / still.scale));
    if (other.still())
        return Words::tr("%1, and so does %2").arg(first, name(other));
    return Words::tr("%1; %2 takes %3").arg(first, name(other), with_unit(other, other.drawn->schedule.makespan()));
}

QString bubble_share(const LaneGroup& group)
{
    return shown(format::percent(100 * group.drawn->schedule.bubble_over_total(), 1, false));
}

/// Of two that do not the same work, neither ends sooner: their shares compare.
QString shares_headline(const LaneGroup& a, const LaneGroup& b)
{
    const QString second = name(a) == name(b) ? QString() : name(b) + QLatin1Char(' ');
    return Words::tr("%1 loses %2 to the bubble %3, and %4%5 %6")
        .arg(name(a), bubble_share(a), at_counts(a), second, bubble_share(b), at_counts(b));
}

/// How the second of two compares with the first: in time first, then in what it costs; equal figures are said once.
QString pair_headline(const LaneGroup& a, const LaneGroup& b)
{
    if (a.still() || b.still())
        return still_headline(a, b);
    if (!a.unfit.isEmpty() || !b.unfit.isEmpty())
        return unfit_headline(a, b);
    const Schedule& first = a.drawn->schedule;
    const Schedule& second = b.drawn->schedule;
    if (!a.sameWork(b))
        return shares_headline(a, b);
    if (to_string(a.request().kind) == b.request().kind->with_one_chunk && same_shape(a.request(), b.request()) &&
        !first.analytical_only() && !second.analytical_only() && first.plan.unit == second.plan.unit &&
        std::fabs(first.bubble_time() / static_cast<double>(b.request().chunks) - second.bubble_time()) <
            1e-9 * first.makespan())
        return chunks_headline(a, b);
    const double ends = b.pipeline_end() - a.pipeline_end();
    const bool same_unit = first.plan.unit == second.plan.unit;
    const QString first_peak = most_held(a);
    const QString second_peak = most_held(b);
    const QString held =
        first_peak == second_peak
            ? (first_peak == QLatin1String("1")
                   ? Words::tr("a device holds 1 activation in both")
                   : Words::tr("a device holds %1 activations at most in both").arg(first_peak))
            : Words::tr("a device holds %1 activations at most against %2").arg(second_peak, first_peak);
    if (std::fabs(ends) < 1e-9 * a.pipeline_end())
        return first_peak == second_peak
                   ? Words::tr("%1 and %2 take the same time %5: bubble %3, and %4")
                         .arg(name(a), name(b), with_unit(a, first.bubble_time()), held, at_counts(a))
                   : Words::tr(
                         "%1 and %2 idle alike %6, %3 per device; a device holds %4 activations at most in the one "
                         "and %5 in the other")
                         .arg(name(a), name(b), with_unit(a, first.bubble_time()), first_peak, second_peak,
                              at_counts(a));
    const QString by = same_unit ? with_unit(a, std::fabs(second.makespan() - first.makespan()))
                                 : Words::tr("%1 units").arg(brief(std::fabs(ends)));
    const QString first_share = bubble_share(a);
    const QString second_share = bubble_share(b);
    const QString bubble = first_share == second_share
                               ? Words::tr("both lose %1 to the bubble").arg(first_share)
                               : Words::tr("it loses %1 to the bubble against %2").arg(second_share, first_share);
    return Words::tr("%1 ends %2 %3 than %4 %5: %6, and %7")
        .arg(name(b), by, ends < 0 ? Words::tr("sooner") : Words::tr("later"), name(a), at_counts(a), bubble, held);
}

QString single_headline(const LaneGroup& group)
{
    const Schedule& s = group.drawn->schedule;
    if (const QString placed = placed_text(group); !placed.isEmpty())
        return Words::tr("%1: %2").arg(name(group), placed);
    if (group.still())
        return Words::tr("%1 stands still at %2; %3 of %4 commands ran")
            .arg(name(group), time_of(group, s.still->time),
                 shown(format::integer(static_cast<std::int64_t>(s.still->ran))),
                 shown(format::integer(static_cast<std::int64_t>(s.still->of))));
    if (!group.unfit.isEmpty())
        return Words::tr("%1: %2 would take %3, %4 of it bubble")
            .arg(group.unfit.left(1).toUpper() + group.unfit.mid(1), name(group), with_unit(group, s.makespan()),
                 shown(format::percent(100 * s.bubble_over_total(), 1, false)));
    if (s.analytical_only())
        return Words::tr("%1 has no order for %2 microbatches on %3 devices: analytical only, %4")
            .arg(name(group), shown(format::integer(s.plan.request.microbatches)),
                 shown(format::integer(s.plan.request.stages)), with_unit(group, s.makespan()));
    if (const auto busiest = s.busiest())
        return Words::tr("Device %1 of %2, the busiest, idles %3 of %4 %6: %5 of the total")
            .arg(QString::number(*busiest), name(group), time_of(group, s.bubble_time()),
                 with_unit(group, s.makespan()), bubble_share(group), at_counts(group));
    return Words::tr("%1 idles %2 of %3 per device %6: %4 of the total, %5 of the ideal")
        .arg(name(group), time_of(group, s.bubble_time()), with_unit(group, s.makespan()), bubble_share(group),
             shown(format::percent(100 * s.bubble_over_ideal(), 1, false)), at_counts(group));
}

/// The measured length, what it is more than its medians give, and the straggler that costs most.
QString measured_headline(const MeasuredRun& run)
{
    const auto ms = [](double value) { return QString::number(value, 'f', 2); };
    if (run.host_time)
        return Words::tr("Only the host’s time is there: when work was queued, not when it ran");
    const double more = run.measured.makespan - run.simulated.makespan;
    QString out =
        std::fabs(more) < 0.005
            ? Words::tr("The measured step takes %1 ms, what its own medians give").arg(ms(run.measured.makespan))
            : Words::tr("The measured step takes %1 ms, %2 ms %3 than its own medians give")
                  .arg(ms(run.measured.makespan), ms(std::fabs(more)),
                       more > 0 ? Words::tr("more") : Words::tr("less"));
    const auto worst = std::ranges::max_element(run.stragglers, {}, &Straggler::costs);
    if (worst != run.stragglers.end() && worst->costs > 0)
        out += Words::tr(": a straggler on device %1 alone costs %2")
                   .arg(run.graph.stage[worst->command])
                   .arg(ms(worst->costs));
    return out;
}

/// Which order it is, and what the traces lack.
QString measured_why(const MeasuredRun& run)
{
    QStringList out{Words::tr("The order is %1.").arg(shown(run.recognised.text))};
    for (const Diagnostic& finding : run.findings)
        out << capital(shown(finding.message)) + QLatin1Char('.');
    return out.join(QLatin1Char(' '));
}

QString agreement(const std::vector<const LaneGroup*>& groups)
{
    std::vector<QString> differ;
    std::size_t simulated = 0;
    for (const LaneGroup* group : groups) {
        const auto difference = group->still() || !group->drawn->schedule.closed.holds
                                    ? std::optional<double>()
                                    : group->drawn->schedule.makespan_difference();
        simulated += difference.has_value();
        if (difference && *difference != 0)
            differ.push_back(Words::tr("%1 by %2").arg(name(*group), with_unit(*group, *difference)));
    }
    if (simulated == 0 && groups.front()->still())
        return shown(groups.front()->drawn->schedule.still->words) + QLatin1Char('.');
    if (simulated == 0 && groups.front()->simulation()) {
        const std::string& why = groups.front()->drawn->schedule.closed.note;
        return why.empty() ? Words::tr("There is no closed form here: this is the simulation.")
                           : Words::tr("Simulated: %1.").arg(shown(why));
    }
    if (simulated == 0)
        return Words::tr("Only the closed form: there is no order to simulate.");
    if (!differ.empty()) {
        QString list;
        for (const QString& each : differ)
            list += (list.isEmpty() ? QString() : QStringLiteral(", ")) + each;
        return Words::tr("The simulation differs from the closed form: %1.").arg(list);
    }
    return simulated == 1   ? Words::tr("Closed form and simulation agree.")
           : simulated == 2 ? Words::tr("Closed form and simulation agree for both.")
                            : Words::tr("Closed form and simulation agree for all.");
}

/// "device 0", "devices 0, 1 and 2", "17 devices, device 3 first".
QString devices_text(const std::vector<std::size_t>& devices)
{
    constexpr std::size_t named = 4;
    if (devices.size() == 1)
        return Words::tr("device %1").arg(devices.front());
    if (devices.size() > named)
        return Words::tr("%1 devices, device %2 first").arg(devices.size()).arg(devices.front());
    QStringList all;
    for (const std::size_t each : devices)
        all << QString::number(each);
    const QString last = all.takeLast();
    return Words::tr("devices %1 and %2").arg(all.join(QStringLiteral(", ")), last);
}

/// Each group that holds more than the cap, and where.
std::vector<std::pair<const LaneGroup*, QString>> past_cap(const LaneChart& chart,
                                                           const std::vector<const LaneGroup*>& groups)
{
    std::vector<std::pair<const LaneGroup*, QString>> out;
    for (const LaneGroup* group : groups) {
        if (!chart.cap || !group->simulation())
            continue;
        std::vector<std::size_t> devices;
        for (std::size_t stage = 0; stage < group->shown().stages.size(); ++stage)
            if (group->drawn->schedule.peak(stage) > *chart.cap)
                devices.push_back(stage);
        if (!devices.empty())
            out.emplace_back(group, devices_text(devices));
    }
    return out;
}

/// How often a microbatch goes between devices, over what one chunk on each device needs.
std::int64_t hops(const Request& request) { return request.chunks / request.kind->paths; }

/// "doubles the transfers between devices", "makes … 3-fold", "holds every weight twice"; empty where an order costs
/// neither.
QString cost_of(const LaneGroup& group)
{
    const Request& request = group.request();
    const std::int64_t times = request.stages > 1 ? hops(request) : 1;
    if (request.kind->paths > 1)
        return Words::tr("holds every weight twice");
    return times == 1   ? QString()
           : times == 2 ? Words::tr("doubles the transfers between devices")
                        : Words::tr("makes the transfers between devices %1-fold").arg(times);
}

/// What the orders cost: the cap that they pass, the transfers and weights that they add, in one sentence where it is
/// one order's doing.
QString costs_sentence(const LaneChart& chart, const std::vector<const LaneGroup*>& groups)
{
    const auto past = past_cap(chart, groups);
    std::vector<const LaneGroup*> costly;
    for (const LaneGroup* group : groups)
        if (group->simulation() && !cost_of(*group).isEmpty())
            costly.push_back(group);
    if (past.size() == 1 && costly.size() == 1 && past[0].first == costly[0])
        return Words::tr("%1 exceeds the activation cap of %2 on %3 and %4.")
            .arg(name(*costly[0]), brief(*chart.cap), past[0].second, cost_of(*costly[0]));
    QStringList out;
    QStringList names;
    for (const auto& [group, where] : past)
        names << Words::tr("%1 on %2").arg(name(*group), where);
    if (!names.isEmpty())
        out << Words::tr("The activation cap of %1 is exceeded by %2.")
                   .arg(brief(*chart.cap), names.join(Words::tr(" and by ")));
    QStringList said;
    for (const LaneGroup* group : costly)
        if (const QString each = Words::tr("%1 %2.").arg(name(*group), cost_of(*group)); !said.contains(each))
            said << each;
    return (out + said).join(QLatin1Char(' '));
}

/// Where bytes are shown: the first device to pass the cap, or the most that one holds.
QString bytes_sentence(const LaneGroup& group)
{
    if (!group.bytes)
        return {};
    const auto gib = [](double bytes) { return QString::number(bytes, 'f', 1); };
    std::optional<std::pair<double, std::size_t>> first;
    double then = 0;
    for (std::size_t device = 0; group.bytes_cap && device < group.bytes->size(); ++device)
        for (const DeviceBytes::Level& level : group.bytesOf(device)->levels)
            if (level.bytes > *group.bytes_cap * (1 + 1e-12)) {
                if (!first || level.time < first->first) {
                    first = {level.time, device};
                    then = level.bytes;
                }
                break;
            }
    if (first)
        return Words::tr("%1 is first over the cap of %2 GiB on device %3, at %4, with %5 GiB.")
            .arg(name(group), gib(*group.bytes_cap), QString::number(first->second), time_of(group, first->first),
                 gib(then));
    const std::size_t most = group.fullest();
    return Words::tr("%1 holds at most %2 GiB, on device %3.")
        .arg(name(group), gib(group.bytesOf(most)->peak), QString::number(most));
}

} // namespace

Answer answer_of(const LaneChart& chart)
{
    std::vector<const LaneGroup*> groups;
    for (const LaneGroup& group : chart.groups)
        if (group.drawn && !group.stale)
            groups.push_back(&group);
    if (groups.empty()) {
        const LaneGroup* group = chart.selected_group();
        const bool waiting = group && !group->drawn;
        return {waiting ? group->message : Words::tr("No schedule for these fields"),
                waiting ? QString() : Words::tr("Below, faded: what they gave before.")};
    }
    if (const LaneGroup* selected = chart.selected_group(); selected && selected->measured)
        return {measured_headline(*selected->measured), measured_why(*selected->measured)};
    std::erase_if(groups, [](const LaneGroup* group) { return group->measured != nullptr; });
    Answer out;
    if (chart.asked.any || !chart.lesson.isEmpty()) {
        QStringList names;
        for (const LaneGroup* group : groups)
            names << group->title;
        const QString shown_now = names.join(Words::tr(" and "));
        return chart.lesson.isEmpty() ? Answer{shown_now, {}} : Answer{chart.lesson, shown_now + QLatin1Char('.')};
    }
    out.headline = groups.size() == 1 ? single_headline(*groups[0]) : pair_headline(*groups[0], *groups[1]);
    QStringList why{agreement(groups)};
    if (chart.memory == MemoryShown::bytes)
        for (const LaneGroup* group : groups)
            why << bytes_sentence(*group);
    why << costs_sentence(chart, groups);
    for (const LaneGroup* group : groups)
        for (const Diagnostic& finding : group->findings)
            why << capital(shown(finding.message)) + QLatin1Char('.');
    for (const LaneGroup* group : groups)
        if (group->drawn->schedule.analytical_only() && !group->still() && groups.size() == 1)
            why = QStringList{group->message};
    why.removeAll(QString());
    out.why = why.join(QLatin1Char(' '));
    return out;
}

} // namespace blueprinting::ui
