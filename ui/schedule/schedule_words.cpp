#include "ui/schedule/schedule_words.h"

#include "core/base/format.h"
#include "core/schedule/explain.h"
#include "ui/schedule/schedule_colors.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

/// A count as a word where that reads better.
QString counted(std::int64_t count)
{
    static const std::array<const char*, 9> words{"", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"};
    return count >= 1 && count <= 8 ? Words::tr(words[static_cast<std::size_t>(count)]) : shown(format::integer(count));
}

QString time(const LaneGroup& group, double value) { return shown(time_text(group.drawn->schedule.plan, value)); }

QString with_unit(const LaneGroup& group, double value)
{
    return shown(duration_text(group.drawn->schedule.plan, value));
}

bool same_shape(const Request& a, const Request& b) { return a.stages == b.stages && a.microbatches == b.microbatches; }

QString name(const LaneGroup& group)
{
    const QString kind = shown(std::string(display_name(group.request().kind)));
    return group.letter.isEmpty() ? kind : group.letter;
}

/// "halve the bubble" for two chunks, "cut the bubble to a third" for three.
QString chunks_headline(const LaneGroup& plain, const LaneGroup& chunked)
{
    const std::int64_t v = chunked.request().chunks;
    const QString effect = v == 2 ? Words::tr("halve the bubble") : Words::tr("cut the bubble to 1/%1").arg(v);
    return Words::tr("%1 chunks per stage %2, from %3 to %4, and raise stage 0’s activations from %5 to %6")
        .arg(counted(v), effect, time(plain, plain.drawn->schedule.bubble_time()),
             with_unit(chunked, chunked.drawn->schedule.bubble_time()), peak_text(plain.drawn->schedule.peak(0)),
             peak_text(chunked.drawn->schedule.peak(0)));
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

/// How the second of two compares with the first: in time first, then in what it costs; equal figures are said once.
QString pair_headline(const LaneGroup& a, const LaneGroup& b)
{
    if (!a.unfit.isEmpty() || !b.unfit.isEmpty())
        return unfit_headline(a, b);
    const Schedule& first = a.drawn->schedule;
    const Schedule& second = b.drawn->schedule;
    if (to_string(a.request().kind) == b.request().kind->with_one_chunk && same_shape(a.request(), b.request()) &&
        !first.analytical_only() && !second.analytical_only() && first.plan.unit == second.plan.unit &&
        std::fabs(first.bubble_time() / static_cast<double>(b.request().chunks) - second.bubble_time()) <
            1e-9 * first.makespan())
        return chunks_headline(a, b);
    const double ends = b.end() - a.end();
    const bool same_unit = first.plan.unit == second.plan.unit;
    const QString first_peak = peak_text(first.peak(0));
    const QString second_peak = peak_text(second.peak(0));
    const QString held =
        first_peak == second_peak
            ? (first_peak == QLatin1String("1") ? Words::tr("stage 0 holds 1 activation in both")
                                                : Words::tr("stage 0 holds %1 activations in both").arg(first_peak))
            : Words::tr("stage 0 holds %1 activations against %2").arg(second_peak, first_peak);
    if (std::fabs(ends) < 1e-9 * a.end())
        return first_peak == second_peak
                   ? Words::tr("%1 and %2 take the same time: bubble %3, and %4")
                         .arg(name(a), name(b), with_unit(a, first.bubble_time()), held)
                   : Words::tr("%1 and %2 idle alike, %3 per stage; stage 0 holds %4 activations in the one "
                               "and %5 in the other")
                         .arg(name(a), name(b), with_unit(a, first.bubble_time()), first_peak, second_peak);
    const QString by = same_unit ? with_unit(a, std::fabs(second.makespan() - first.makespan()))
                                 : Words::tr("%1 units").arg(brief(std::fabs(ends)));
    const QString first_share = shown(format::percent(100 * first.bubble_over_total(), 1, false));
    const QString second_share = shown(format::percent(100 * second.bubble_over_total(), 1, false));
    const QString bubble = first_share == second_share
                               ? Words::tr("both lose %1 to the bubble").arg(first_share)
                               : Words::tr("it loses %1 to the bubble against %2").arg(second_share, first_share);
    return Words::tr("%1 ends %2 %3 than %4: %5, and %6")
        .arg(name(b), by, ends < 0 ? Words::tr("sooner") : Words::tr("later"), name(a), bubble, held);
}

QString single_headline(const LaneGroup& group)
{
    const Schedule& s = group.drawn->schedule;
    if (!group.unfit.isEmpty())
        return Words::tr("%1: %2 would take %3, %4 of it bubble")
            .arg(group.unfit.left(1).toUpper() + group.unfit.mid(1), name(group), with_unit(group, s.makespan()),
                 shown(format::percent(100 * s.bubble_over_total(), 1, false)));
    if (s.analytical_only())
        return Words::tr("%1 microbatches have no interleaved order on %2 stages: analytical only, %3")
            .arg(shown(format::integer(s.plan.request.microbatches)), shown(format::integer(s.plan.request.stages)),
                 with_unit(group, s.makespan()));
    return Words::tr("%1 idles %2 of %3 per stage: %4 of the total, %5 of the ideal")
        .arg(name(group), time(group, s.bubble_time()), with_unit(group, s.makespan()),
             shown(format::percent(100 * s.bubble_over_total(), 1, false)),
             shown(format::percent(100 * s.bubble_over_ideal(), 1, false)));
}

QString agreement(const std::vector<const LaneGroup*>& groups)
{
    std::vector<QString> differ;
    std::size_t simulated = 0;
    for (const LaneGroup* group : groups) {
        const auto difference = group->drawn->schedule.makespan_difference();
        simulated += difference.has_value();
        if (difference && *difference != 0)
            differ.push_back(Words::tr("%1 by %2").arg(name(*group), with_unit(*group, *difference)));
    }
    if (simulated == 0 && groups.front()->simulation())
        return Words::tr("There is no closed form for this.");
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

/// The first stage of each group that holds more than the cap: "Interleaved 1F1B on stage 0".
std::vector<std::pair<const LaneGroup*, std::size_t>> past_cap(const LaneChart& chart,
                                                               const std::vector<const LaneGroup*>& groups)
{
    std::vector<std::pair<const LaneGroup*, std::size_t>> out;
    for (const LaneGroup* group : groups) {
        if (!chart.cap || !group->simulation())
            continue;
        for (std::size_t stage = 0; stage < group->shown().stages.size(); ++stage)
            if (group->drawn->schedule.peak(stage) > *chart.cap) {
                out.emplace_back(group, stage);
                break;
            }
    }
    return out;
}

/// Is another kind with its stages cut into chunks.
bool interleaves(Kind kind) { return !kind->with_one_chunk.empty(); }

/// What the orders cost: the cap that they pass and the transfers that they add, in one sentence where it is one
/// order's doing.
QString costs_sentence(const LaneChart& chart, const std::vector<const LaneGroup*>& groups)
{
    const auto past = past_cap(chart, groups);
    const auto found = std::ranges::find_if(groups, [](const LaneGroup* group) {
        return interleaves(group->request().kind) && group->request().stages > 1;
    });
    const LaneGroup* interleaved = found == groups.end() ? nullptr : *found;
    const std::int64_t v = interleaved ? interleaved->request().chunks : 1;
    const auto alone =
        std::ranges::count_if(groups, [](const LaneGroup* group) { return interleaves(group->request().kind); }) == 1;
    if (past.size() == 1 && past[0].first == interleaved && alone)
        return v == 2 ? Words::tr("Interleaving exceeds the activation cap of %1 on stage %2 and doubles the "
                                  "transfers between stages.")
                            .arg(brief(*chart.cap))
                            .arg(past[0].second)
                      : Words::tr("Interleaving exceeds the activation cap of %1 on stage %2 and makes the "
                                  "transfers between stages %3-fold.")
                            .arg(brief(*chart.cap))
                            .arg(past[0].second)
                            .arg(v);
    QStringList out;
    QStringList names;
    for (const auto& [group, stage] : past)
        names << Words::tr("%1 on stage %2").arg(name(*group), QString::number(stage));
    if (!names.isEmpty())
        out << Words::tr("The activation cap of %1 is exceeded by %2.")
                   .arg(brief(*chart.cap), names.join(Words::tr(" and by ")));
    if (interleaved)
        out << (v == 2 ? Words::tr("Interleaving doubles the transfers between stages.")
                       : Words::tr("Interleaving makes the transfers between stages %1-fold.").arg(v));
    return out.join(QLatin1Char(' '));
}

/// The first few and the last of a stage list; more of it in the tooltip.
Cell stages_cell(const std::vector<QString>& all)
{
    constexpr std::size_t most = 5;
    constexpr qsizetype most_in_tip = 64;
    QStringList shown;
    QStringList whole;
    for (std::size_t i = 0; i < all.size(); ++i) {
        whole << all[i];
        if (all.size() <= most || i < most - 2 || i + 1 == all.size())
            shown << all[i];
        else if (i == most - 2)
            shown << QStringLiteral("…");
    }
    Cell cell{.value = whole.join(QLatin1Char(' ')), .text = shown.join(QStringLiteral("  "))};
    if (all.size() > most)
        cell.tooltip = whole.mid(0, most_in_tip).join(QStringLiteral("  ")) +
                       (whole.size() > most_in_tip ? QStringLiteral("  …") : QString());
    return cell;
}

TableRow comparison_row(const LaneGroup& group, std::size_t index)
{
    const Schedule& s = group.drawn->schedule;
    const Tone tone = group.stale ? Tone::secondary : Tone::text;
    const auto number = [&](double value, const QString& shown) { return number_cell(value, shown, tone); };
    TableRow row;
    row.key = QString::number(index);
    Cell first = text_cell(shown(std::string(display_name(s.plan.request.kind))), tone);
    if (!group.letter.isEmpty()) {
        first.chip = group.letter;
        first.chip_place = group.chip;
    }
    if (!group.unfit.isEmpty()) {
        first.note = group.unfit;
        first.tooltip = group.unfit;
    }
    row.cells.push_back(first);
    Cell formula = text_cell(shown(s.closed.formula), Tone::secondary);
    formula.tooltip =
        shown(s.closed.formula + "\n" + s.closed.source + (s.closed.note.empty() ? "" : "\n" + s.closed.note));
    row.cells.push_back(formula);
    const Cell nothing = text_cell(QStringLiteral("–"), Tone::secondary);
    row.cells.push_back(s.closed.exists ? number(s.closed.makespan, time(group, s.closed.makespan)) : nothing);
    const auto difference = s.makespan_difference();
    if (difference) {
        row.cells.push_back(number(s.makespan(), time(group, s.makespan())));
        row.cells.push_back(*difference == 0
                                ? number_cell(0, QStringLiteral("0"), Tone::secondary)
                                : number_cell(*difference, time(group, *difference), sign_tone(*difference, 0)));
    } else if (s.simulation) {
        row.cells.push_back(number(s.makespan(), time(group, s.makespan())));
        row.cells.push_back(nothing);
    } else {
        Cell none = text_cell(Words::tr("analytical only"), Tone::caution);
        none.tooltip = s.findings.empty() ? QString() : shown(s.findings.front().message);
        row.cells.push_back(none);
        row.cells.push_back(text_cell(QStringLiteral("–"), Tone::secondary));
    }
    row.cells.push_back(number(s.bubble_time(), time(group, s.bubble_time())));
    row.cells.push_back(number(s.bubble_over_ideal(), shown(format::percent(100 * s.bubble_over_ideal(), 2, false))));
    row.cells.push_back(number(s.bubble_over_total(), shown(format::percent(100 * s.bubble_over_total(), 2, false))));
    std::vector<QString> idle;
    std::vector<QString> peaks;
    if (s.simulation)
        for (std::size_t i = 0; i < s.simulation->stages.size(); ++i) {
            const StageSummary& stage = s.simulation->stages[i];
            idle.push_back(shown(format::fixed(stage.span() > 0 ? 100 * stage.internal_idle / stage.span() : 0, 1)));
            peaks.push_back(peak_text(s.peak(i)));
        }
    row.cells.push_back(s.simulation ? stages_cell(idle) : text_cell(QStringLiteral("–"), Tone::secondary));
    row.cells.push_back(s.simulation ? stages_cell(peaks) : text_cell(QStringLiteral("–"), Tone::secondary));
    const auto peak_difference = s.peak_difference();
    const bool peaks_known = s.closed.exists && !s.closed.peak_activations.empty();
    Cell closed_peak = peaks_known
                           ? text_cell(Words::tr("%1 on stage 0").arg(peak_text(s.closed.peak_activations.front())),
                                       peak_difference && *peak_difference != 0 ? Tone::above : tone)
                           : nothing;
    closed_peak.tooltip = shown(s.closed.peak_formula + (s.closed.note.empty() ? "" : "\n" + s.closed.note));
    row.cells.push_back(closed_peak);
    for (std::size_t column : {std::size_t{8}, std::size_t{9}})
        row.cells[column].tone = tone;
    return row;
}

} // namespace

QString brief(double value)
{
    const std::string one = format::fixed(value, 1);
    return shown(std::fabs(value * 10 - std::round(value * 10)) < 1e-6 ? one : format::significant(value, 3));
}

QString peak_text(double value)
{
    QString out = brief(value);
    if (out.endsWith(QLatin1String(".0")))
        out.chop(2);
    return out;
}

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
    Answer out;
    out.headline = groups.size() == 1 ? single_headline(*groups[0]) : pair_headline(*groups[0], *groups[1]);
    QStringList why{agreement(groups)};
    why << costs_sentence(chart, groups);
    for (const LaneGroup* group : groups)
        if (group->drawn->schedule.analytical_only() && groups.size() == 1)
            why = QStringList{group->message};
    why.removeAll(QString());
    out.why = why.join(QLatin1Char(' '));
    return out;
}

QStringList group_summaries(const LaneGroup& group)
{
    if (!group.drawn)
        return {};
    const Schedule& s = group.drawn->schedule;
    const QString makespan = time(group, s.makespan());
    const QString bubble = time(group, s.bubble_time());
    const QString total = shown(format::percent(100 * s.bubble_over_total(), 1, false));
    return {Words::tr("makespan %1    bubble %2: %3 of total, %4 of ideal")
                .arg(makespan, bubble, total, shown(format::percent(100 * s.bubble_over_ideal(), 1, false))),
            Words::tr("makespan %1    bubble %2: %3 of total").arg(makespan, bubble, total),
            Words::tr("makespan %1    bubble %2").arg(makespan, bubble),
            Words::tr("bubble %1 of %2").arg(bubble, makespan)};
}

std::vector<Column> comparison_columns(const LaneChart& chart)
{
    bool seconds = false, units = false;
    for (const LaneGroup& group : chart.groups)
        if (group.drawn)
            (group.drawn->schedule.plan.unit == schedule::TimeUnit::seconds ? seconds : units) = true;
    const QString unit = seconds && units ? Words::tr("s, or units where costs are free")
                         : seconds        ? QStringLiteral("s")
                                          : Words::tr("units");
    const auto time = [&unit](Column column, const QString& heading) {
        return saved_as(std::move(column), QStringLiteral("%1 (%2)").arg(heading, unit));
    };
    const auto column = [](const char* id, const QString& header, ColumnKind kind, const QString& tooltip = {}) {
        Column out{.id = QLatin1String(id), .header = header, .tooltip = tooltip, .kind = kind};
        return out;
    };
    std::vector<Column> out{
        column("schedule", Words::tr("Schedule"), ColumnKind::text),
        column("formula", Words::tr("Closed form"), ColumnKind::text,
               Words::tr("F, B, I and W are times of a full stage")),
        time(column("closed", Words::tr("makespan"), ColumnKind::number, Words::tr("By the closed form")),
             Words::tr("makespan by the closed form")),
        time(column("simulated", Words::tr("simulated"), ColumnKind::number,
                    Words::tr("Makespan of the simulation, command by command")),
             Words::tr("makespan simulated")),
        time(column("differ", Words::tr("differ"), ColumnKind::number, Words::tr("Simulated minus closed form")),
             Words::tr("simulated minus closed form")),
        time(column("bubble", Words::tr("bubble"), ColumnKind::number,
                    Words::tr("Makespan minus the work of one stage")),
             Words::tr("bubble")),
        saved_as(column("ideal", Words::tr("of ideal"), ColumnKind::number,
                        Words::tr("Bubble over the work of a stage: (p − 1)/(v·m) for 1F1B, GPipe and interleaved")),
                 Words::tr("bubble of ideal (%)"), 0.01),
        saved_as(column("total", Words::tr("of total"), ColumnKind::number,
                        Words::tr("Bubble over the makespan: (p − 1)/(v·m + p − 1) for 1F1B, GPipe and interleaved")),
                 Words::tr("bubble of total (%)"), 0.01),
        saved_as(column("internal", Words::tr("internal idle % by stage"), ColumnKind::number,
                        Words::tr("Idle between a stage’s own first and last command, over that span")),
                 Words::tr("internal idle by stage (%)")),
        saved_as(column("peaks", Words::tr("peak activations by stage"), ColumnKind::number,
                        Words::tr("Until the backward or the input gradient, in full stages")),
                 Words::tr("peak activations by stage (full stages)")),
        saved_as(column("closed_peak", Words::tr("closed form"), ColumnKind::number, Words::tr("Peak on stage 0")),
                 Words::tr("peak activations by the closed form (full stages)"))};
    out[1].stretch = true;
    return out;
}

std::vector<GivesWay> comparison_columns_that_give_way()
{
    std::vector<GivesWay> out;
    for (const char* id :
         {"closed_peak", "internal", "peaks", "total", "ideal", "differ", "formula", "closed", "bubble"})
        out.push_back({{QLatin1String(id)}});
    return out;
}

std::vector<TableRow> comparison_rows(const LaneChart& chart)
{
    std::vector<TableRow> out;
    for (std::size_t i = 0; i < chart.groups.size(); ++i)
        if (chart.groups[i].drawn)
            out.push_back(comparison_row(chart.groups[i], i));
    return out;
}

std::vector<LegendItem> legend_of(const LaneChart& chart)
{
    std::array<bool, kShades> used{};
    bool links = false;
    bool any = false;
    for (const LaneGroup& group : chart.groups) {
        if (!group.simulation())
            continue;
        any = true;
        const Request& r = group.request();
        const auto mark = [&](CommandKind kind) {
            used[2 * static_cast<std::size_t>(kind)] = true;
            if (r.chunks > 1)
                used[2 * static_cast<std::size_t>(kind) + 1] = true;
        };
        for (const CommandKind kind : commands_each(r))
            mark(kind);
        links = links || !group.shown().graph.links.empty();
    }
    std::int64_t chunks = 1;
    for (const LaneGroup& group : chart.groups)
        if (group.simulation())
            chunks = std::max(chunks, group.request().chunks);
    const QString even = chunks > 2 ? Words::tr("%1, chunk 2, 4, …") : Words::tr("%1, chunk 2");
    const std::array<QString, kCommandKinds> names{Words::tr("forward"),        Words::tr("backward"),
                                                   Words::tr("input gradient"), Words::tr("weight gradient"),
                                                   Words::tr("recompute"),      Words::tr("transfer")};
    std::vector<LegendItem> out;
    for (std::size_t half = 0; half < 2; ++half)
        for (std::size_t kind = 0; kind < kCommandKinds; ++kind)
            if (used[2 * kind + half])
                out.push_back({half == 0 ? names[kind] : even.arg(names[kind]), shade_token(2 * kind + half)});
    if (!any)
        return out;
    if (links)
        out.push_back({names[5], shade_token(2 * static_cast<std::size_t>(CommandKind::send))});
    out.push_back({Words::tr("idle"), ColorToken::component(8), true});
    out.push_back({Words::tr("activations held"), ColorToken(&Theme::strip)});
    if (chart.cap)
        out.push_back({Words::tr("over the cap"), ColorToken(Tone::bad)});
    return out;
}

QString narration_of(const LaneChart& chart)
{
    const LaneGroup* group = chart.selected_group();
    if (!group || !group->simulation())
        return {};
    return shown(narrate(*group->simulation(), chart.time / group->scale));
}

} // namespace blueprinting::ui
