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

void push_bubble(const LaneGroup& group, Tone tone, TableRow& row)
{
    const Schedule& s = group.drawn->schedule;
    row.cells.push_back(number_cell(s.bubble_time(), time_of(group, s.bubble_time()), tone));
    for (const double share : {s.bubble_over_ideal(), s.bubble_over_total()})
        row.cells.push_back(number_cell(share, shown(format::percent(100 * share, 1, false)), tone));
}

/// What an open question asks for, in the columns that would tell it.
void hide_asked(const Asked& asked, TableRow& row)
{
    const auto hide = [&](std::initializer_list<std::size_t> columns) {
        for (const std::size_t column : columns)
            row.cells[column] = text_cell(QStringLiteral("?"), Tone::secondary);
    };
    if (asked.makespan)
        hide({2, 3, 4, 5, 6, 7});
    if (asked.bubble)
        hide({5, 6, 7});
    if (asked.idle)
        hide({8});
    if (asked.peak)
        hide({9, 10});
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
    // A form that is not this plan's says nothing of it; the tooltip says why.
    Cell formula = text_cell(s.closed.holds ? shown(s.closed.formula) : Words::tr("simulated"), Tone::secondary);
    formula.tooltip =
        shown(s.closed.formula + "\n" + s.closed.source + (s.closed.note.empty() ? "" : "\n" + s.closed.note));
    row.cells.push_back(formula);
    const Cell nothing = text_cell(QStringLiteral("–"), Tone::secondary);
    row.cells.push_back(s.closed.exists && s.closed.holds ? number(s.closed.makespan, time_of(group, s.closed.makespan))
                                                          : nothing);
    const auto difference = s.closed.holds ? s.makespan_difference() : std::optional<double>();
    if (difference) {
        row.cells.push_back(number(s.makespan(), time_of(group, s.makespan())));
        row.cells.push_back(*difference == 0
                                ? number_cell(0, QStringLiteral("0"), Tone::secondary)
                                : number_cell(*difference, time_of(group, *difference), sign_tone(*difference, 0)));
    } else if (s.simulation) {
        row.cells.push_back(number(s.makespan(), time_of(group, s.makespan())));
        row.cells.push_back(nothing);
    } else {
        Cell none = text_cell(!s.still                         ? Words::tr("analytical only")
                              : !group.drawn->unplaced.empty() ? Words::tr("not complete")
                                                               : Words::tr("stands still"),
                              Tone::caution);
        none.tooltip = s.findings.empty() ? QString() : shown(s.findings.front().message);
        row.cells.push_back(none);
        row.cells.push_back(text_cell(QStringLiteral("–"), Tone::secondary));
    }
    if (s.still)
        for (int column = 0; column < 3; ++column)
            row.cells.push_back(nothing);
    else
        push_bubble(group, tone, row);
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
                           ? text_cell(Words::tr("%1 on device 0").arg(peak_text(s.closed.peak_activations.front())),
                                       peak_difference && *peak_difference != 0 ? Tone::above : tone)
                           : nothing;
    closed_peak.tooltip = shown(s.closed.peak_formula + (s.closed.note.empty() ? "" : "\n" + s.closed.note));
    row.cells.push_back(closed_peak);
    for (std::size_t column : {std::size_t{8}, std::size_t{9}})
        row.cells[column].tone = tone;
    hide_asked(group.asked, row);
    return row;
}

} // namespace

QString brief(double value)
{
    const std::string one = format::fixed(value, 1);
    return shown(std::fabs(value * 10 - std::round(value * 10)) < 1e-6 ? one : format::significant(value, 3));
}

QString capital(const QString& text) { return text.left(1).toUpper() + text.mid(1); }

QString time_of(const LaneGroup& group, double value)
{
    const Plan& plan = group.drawn->schedule.plan;
    return shown(plan.unit == TimeUnit::units ? format::fixed(value, std::max(group.decimals, decimals_of(value)))
                                              : time_text(plan, value));
}

int decimals_of(double value)
{
    constexpr int most = 3;
    for (int decimals = 1; decimals < most; ++decimals) {
        const double scaled = value * std::pow(10, decimals);
        if (std::fabs(scaled - std::round(scaled)) < 1e-6)
            return decimals;
    }
    return most;
}

QString peak_text(double value)
{
    QString out = brief(value);
    if (out.endsWith(QLatin1String(".0")))
        out.chop(2);
    return out;
}

QString placed_text(const LaneGroup& group)
{
    if (!group.still() || group.drawn->unplaced.empty())
        return {};
    const std::size_t placed = group.drawn->schedule.still->of;
    return Words::tr("%1 of %2 commands placed")
        .arg(shown(format::integer(static_cast<std::int64_t>(placed))),
             shown(format::integer(static_cast<std::int64_t>(placed + group.drawn->unplaced.size()))));
}

QStringList group_summaries(const LaneGroup& group)
{
    if (!group.drawn)
        return {};
    const Schedule& s = group.drawn->schedule;
    if (group.measured) {
        const MeasuredRun& run = *group.measured;
        const auto ms = [](double value) { return QString::number(value, 'f', 2); };
        const QString measured = Words::tr("measured %1 ms").arg(ms(run.measured.makespan));
        const double more = run.measured.makespan - run.simulated.makespan;
        if (run.host_time)
            return {Words::tr("host time: when work was queued")};
        return {Words::tr("%1    simulated with its medians %2 ms    %3 by %4 ms: %5")
                    .arg(measured, ms(run.simulated.makespan), more < 0 ? Words::tr("sooner") : Words::tr("later"),
                         ms(std::fabs(more)),
                         shown(format::percent(100 * std::fabs(more) / run.simulated.makespan, 1, false))),
                Words::tr("%1    simulated %2 ms").arg(measured, ms(run.simulated.makespan)), measured};
    }
    if (const QString placed = placed_text(group); !placed.isEmpty()) {
        const bool all_ran = s.still->ran == s.still->of;
        return {(all_ran ? Words::tr("%1; they end at %2") : Words::tr("%1; stands still at %2"))
                    .arg(placed, time_of(group, s.still->time)),
                placed};
    }
    if (group.still())
        return {Words::tr("stands still at %1; %2 of %3 commands ran")
                    .arg(time_of(group, s.still->time), shown(format::integer(static_cast<std::int64_t>(s.still->ran))),
                         shown(format::integer(static_cast<std::int64_t>(s.still->of)))),
                Words::tr("stands still at %1").arg(time_of(group, s.still->time))};
    const QString unknown = QStringLiteral("?");
    QString makespan = group.asked.makespan ? unknown : time_of(group, s.makespan());
    const QString bubble = group.asked.bubble || group.asked.makespan ? unknown : time_of(group, s.bubble_time());
    // Where devices do not work the same, the bubble is that of the busiest; no question's answer stands here.
    const auto busiest = group.asked.any ? std::nullopt : s.busiest();
    const QString where = busiest ? Words::tr("%1 on device %2").arg(bubble).arg(*busiest) : bubble;
    const auto percent = [&](double share) {
        return group.asked.bubble || group.asked.makespan ? unknown : shown(format::percent(100 * share, 1, false));
    };
    const QString total = percent(s.bubble_over_total());
    if (group.iteration && !group.asked.makespan)
        makespan += Words::tr(" · iteration %1").arg(time_of(group, group.iteration->end));
    if (group.second && !group.asked.makespan)
        makespan += Words::tr(" · both %1").arg(time_of(group, group.second_end));
    QStringList out{Words::tr("makespan %1    bubble %2: %3 of total, %4 of ideal")
                        .arg(makespan, where, total, percent(s.bubble_over_ideal())),
                    Words::tr("makespan %1    bubble %2: %3 of total").arg(makespan, where, total),
                    Words::tr("makespan %1    bubble %2").arg(makespan, bubble),
                    Words::tr("bubble %1 of %2").arg(bubble, makespan)};
    const LowerBound& bound = group.drawn->bound;
    if (group.bounded && bound.time && !group.asked.makespan) {
        const double over = s.makespan() / *bound.time - 1;
        out.prepend(
            Words::tr("%1    %2 over its bound of %3")
                .arg(out[1], shown(format::percent(100 * std::max(0.0, over), 1, false)), time_of(group, *bound.time)));
    }
    return out;
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
                    Words::tr("Makespan minus the work of the busiest device")),
             Words::tr("bubble")),
        saved_as(column("ideal", Words::tr("of ideal"), ColumnKind::number,
                        Words::tr("Bubble over the work of the busiest device")),
                 Words::tr("bubble of ideal (%)"), 0.01),
        saved_as(column("total", Words::tr("of total"), ColumnKind::number, Words::tr("Bubble over the makespan")),
                 Words::tr("bubble of total (%)"), 0.01),
        saved_as(column("internal", Words::tr("internal idle % by device"), ColumnKind::number,
                        Words::tr("Idle between a device’s own first and last command, over that span")),
                 Words::tr("internal idle by device (%)")),
        saved_as(column("peaks", Words::tr("peak activations by device"), ColumnKind::number,
                        Words::tr("Until the backward or the input gradient, in full stages")),
                 Words::tr("peak activations by device (full stages)")),
        saved_as(column("closed_peak", Words::tr("closed form"), ColumnKind::number, Words::tr("Peak on device 0")),
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
        if (chart.groups[i].drawn && !chart.groups[i].measured)
            out.push_back(comparison_row(chart.groups[i], i));
    return out;
}

std::vector<LegendItem> legend_of(const LaneChart& chart)
{
    std::array<bool, kCommandKinds> used{};
    bool links = false, any = false, pairs = false, two_ways = false, measured = false, end = false, bytes = false;
    std::int64_t chunks = 1;
    for (const LaneGroup& group : chart.groups) {
        if (!group.simulation())
            continue;
        any = true;
        const Request& r = group.request();
        if (r.written) { // its kind may have either backward: what stands in it counts
            for (const CommandKind kind : group.shown().graph.kind)
                used[static_cast<std::size_t>(kind)] = true;
            used[static_cast<std::size_t>(CommandKind::send)] = false;
        } else {
            for (const CommandKind kind : commands_each(r))
                used[static_cast<std::size_t>(kind)] = true;
        }
        if (r.kind->paths > 1)
            two_ways = true;
        else
            chunks = std::max(chunks, r.chunks);
        links = links || !group.shown().graph.links.empty();
        pairs = pairs || group.drawn->pairs;
        measured = measured || group.measured;
        end = end || group.iteration;
        bytes = bytes || (group.bytes && chart.memory == MemoryShown::bytes);
    }
    const std::array<QString, kCommandKinds> names{Words::tr("forward"),        Words::tr("backward"),
                                                   Words::tr("input gradient"), Words::tr("weight gradient"),
                                                   Words::tr("recompute"),      Words::tr("transfer")};
    std::vector<LegendItem> out;
    if (!any)
        return out;
    for (std::size_t kind = 0; kind < kCommandKinds; ++kind)
        if (used[kind])
            out.push_back({names[kind], shade_token(shade_of(static_cast<CommandKind>(kind), 0))});
    constexpr std::int64_t most_shades = 4;
    // Where a lane has forwards and whole backwards alone, both shades of chunk 2 are named, side by side.
    const auto has = [&](CommandKind kind) { return used[static_cast<std::size_t>(kind)]; };
    const bool plain = chunks == 2 && !two_ways && has(CommandKind::backward) && !has(CommandKind::input_gradient) &&
                       !has(CommandKind::recompute);
    if (plain) {
        const std::size_t tint = tint_of(chunks, 1);
        out.push_back({Words::tr("chunk 2: F"), shade_token(shade_of(CommandKind::forward, tint))});
        out.push_back({Words::tr("B"), shade_token(shade_of(CommandKind::backward, tint))});
        chunks = 1;
    }
    for (std::uint32_t chunk = 1; chunk < std::min(chunks, most_shades); ++chunk)
        out.push_back({chunk == 1 && two_ways ? Words::tr("← or chunk 2") : Words::tr("chunk %1").arg(chunk + 1),
                       shade_token(shade_of(CommandKind::forward, tint_of(chunks, chunk)))});
    if (two_ways && chunks == 1)
        out.push_back({Words::tr("← the other way"), shade_token(shade_of(CommandKind::forward, tint_of(2, 1)))});
    if (pairs)
        out.push_back({Words::tr("one above the other: both at once"), ColorToken(Tone::secondary)});
    if (links && !measured)
        out.push_back({names[5], shade_token(shade_of(CommandKind::send, 0))});
    if (end) {
        out.push_back({Words::tr("reduce, gather"), tail_token(TailStep::What::reduce)});
        out.push_back({Words::tr("step"), tail_token(TailStep::What::step)});
    }
    out.push_back({Words::tr("idle"), ColorToken::component(8), true});
    if (measured) {
        out.push_back({Words::tr("later than simulated"), ColorToken(&Theme::above_fill)});
        out.push_back({Words::tr("sooner"), ColorToken(&Theme::below_fill)});
        return out;
    }
    if (chart.memory != MemoryShown::off)
        out.push_back({bytes ? Words::tr("held") : Words::tr("activations held"), ColorToken(&Theme::strip)});
    if (chart.memory == MemoryShown::chunks ? chart.cap.has_value() : bytes)
        out.push_back({Words::tr("over the cap"), ColorToken(Tone::bad)});
    return out;
}

QString narration_of(const LaneChart& chart)
{
    const LaneGroup* group = chart.selected_group();
    if (!group || !group->simulation() || (group->asked.any && !group->still()))
        return {};
    if (group->still())
        return capital(shown(group->drawn->schedule.still->words)) + QLatin1Char('.');
    return shown(narrate(*group->simulation(), chart.time / group->scale));
}

} // namespace blueprinting::ui
