#include "ui/compare/compare_model.h"

#include "core/base/format.h"
#include "ui/compare/compare_text.h"
#include "ui/widgets/axis.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/last_legal.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui::compare {

namespace {

/// Length of the memory axis by that of a bar past its capacity.
constexpr double kRoomToSay = 1.25;

double largest_total(const Contest& contest)
{
    double largest = 0;
    for (const Contender& one : contest.contenders)
        largest = std::max({largest, one.evidence().total.value(), one.peak_only().total.value()});
    return largest;
}

bool any_training(const Contest& contest)
{
    return std::any_of(contest.contenders.begin(), contest.contenders.end(), [](const Contender& one) { return one.training(); });
}

BarRow row_of(const Contender& one)
{
    BarRow row;
    row.key = shown(one.id);
    row.label = one.name;
    row.chip = one.letter;
    row.chip_place = one.chip;
    row.faded = !one.current();
    return row;
}

/// Of the strategy that the row is of, in the list of strategies.
std::size_t place_of_row(const Contest& contest, const BarRow& row)
{
    for (const Contender& one : contest.contenders)
        if (shown(one.id) == row.key)
            return one.place;
    for (const Outsider& one : contest.without)
        if (shown(one.id) == row.key)
            return one.place;
    return 0;
}

/// Rows of those that never were legal stand where they do in the list of strategies.
void add_outsiders(BarChart& chart, const Contest& contest)
{
    for (const Outsider& one : contest.without) {
        BarRow row;
        row.key = shown(one.id);
        row.label = one.name;
        row.chip = one.letter;
        row.chip_place = one.chip;
        row.faded = true;
        row.note = Words::tr("no legal figures yet");
        row.note_stays = true;
        const auto after = std::find_if(chart.rows.begin(), chart.rows.end(), [&](const BarRow& other) { return place_of_row(contest, other) > one.place; });
        chart.rows.insert(after, std::move(row));
    }
}

std::vector<BarSegment> time_segments(const Contender& one, const cost::Estimate& estimate, const TimeUnit& unit, const QString& view)
{
    std::vector<BarSegment> segments;
    for (const cost::Component component : kAllComponents) {
        if (!cost::exists(component, estimate.training))
            continue;
        const double seconds = estimate.breakdown[component].value();
        BarSegment segment;
        segment.key = component_key(component);
        segment.name = component_title(component);
        segment.value = seconds * unit.per_second;
        segment.color = component_color(component);
        segment.hatched = component_hatched(component);
        segment.text = shown(format::fixed(segment.value, unit.decimals));
        segment.hover = Words::tr("%1, %2 (%3): %4 %5, %6 of %7 %5")
                            .arg(segment.name, one.name, view, shown(format::fixed(segment.value, unit.decimals + 1)), unit.name,
                                 shown(format::percent(estimate.total.value() > 0 ? 100 * (estimate.breakdown[component] / estimate.total) : 0, 1, false)),
                                 shown(format::fixed(estimate.total.value() * unit.per_second, unit.decimals)));
        if (!one.current())
            segment.hover += Words::tr("; last legal figures");
        segments.push_back(std::move(segment));
    }
    return segments;
}

/// "25.9 GiB free", of which capacity where rows differ, or by how much it does not fit.
void write_note(BarRow& row, Bytes used, Bytes capacity, bool common)
{
    const Bytes free = capacity - used;
    const QString size = capacity_gib(capacity);
    // A capacity of a row's own has no other name.
    row.note_stays = !common || row.faded;
    if (boundless(capacity)) {
        row.note = Words::tr("no limit");
    } else if (free.value() < 0) {
        const QString over = gib(Bytes(-free.value()), 1);
        row.note = common ? Words::tr("does not fit, %1 GiB over").arg(over) : Words::tr("does not fit, %1 GiB over %2 GiB").arg(over, size);
        // By how much stands among the read-outs; beside a capacity of its own there is less room.
        row.short_note = common ? Words::tr("does not fit, %1 over").arg(over) : Words::tr("does not fit");
        row.note_tone = Tone::bad;
    } else {
        row.note = common ? Words::tr("%1 GiB free").arg(gib(free, 1)) : Words::tr("%1 GiB free of %2 GiB").arg(gib(free, 1), size);
        row.short_note = common ? QString() : Words::tr("of %1 GiB").arg(size);
    }
    if (row.faded) {
        row.note = Words::tr("%1, %2").arg(row.note, last_legal_words());
        row.short_note = free.value() >= 0 || boundless(capacity) ? Words::tr("last legal")
                         : common ? Words::tr("last legal, %1 over").arg(gib(Bytes(-free.value()), 1))
                                  : Words::tr("last legal, %1 over %2").arg(gib(Bytes(-free.value()), 1), size);
    }
}

/// A capacity that is the same for all who have one, for one line through all rows.
std::optional<Bytes> common_capacity(const Contest& contest)
{
    std::optional<Bytes> capacity;
    for (const Contender& one : contest.contenders) {
        if (boundless(one.evidence().capacity))
            return std::nullopt;
        if (capacity && *capacity != one.evidence().capacity)
            return std::nullopt;
        capacity = one.evidence().capacity;
    }
    return capacity;
}

} // namespace

TimeUnit time_unit(double largest)
{
    TimeUnit unit{QStringLiteral("s"), 1, 2};
    if (largest > 0 && largest < 1e-3)
        unit = {QStringLiteral("µs"), 1e6, 2};
    else if (largest > 0 && largest < 1)
        unit = {QStringLiteral("ms"), 1e3, 2};
    // Four digits of the largest.
    const double shown = largest * unit.per_second;
    unit.decimals = shown >= 1000 ? 0 : shown >= 100 ? 1 : shown >= 10 ? 2 : 3;
    return unit;
}

namespace {

/// What a column of Calculon is, and in its own words why a strategy has nothing there.
QString with_refusals(const Contest& contest, QString tip)
{
    for (const Contender& one : contest.contenders)
        if (const oracle::Answer* answer = one.result->calculon.get(); answer && !answer->refusal.empty())
            tip += QLatin1Char('\n') + Words::tr("%1: %2").arg(one.name, shown(answer->refusal));
    return tip;
}

} // namespace

BarChart time_chart(const Contest& contest, const Selection& selection)
{
    const TimeUnit unit = time_unit(largest_total(contest));
    BarChart chart;
    chart.axis_title = Words::tr("Iteration time (%1)").arg(unit.name);
    chart.selected_segment = shown(selection.component);
    // In two lines the paper stands under Calculon: an error is never beside what it is not the error of.
    chart.columns = {{Words::tr("evidence"), Glyph::filled, Words::tr("Filled bar: with the system's efficiency curves"), 0, CompactPlace{0, false}},
                     {Words::tr("peak-only"), Glyph::outlined, Words::tr("Outlined bar: peak rates alone"), 0, CompactPlace{1, false}},
                     {Words::tr("Calculon"), Glyph::diamond, with_refusals(contest, Words::tr("Diamond: the reference implementation's total")), 0, CompactPlace{2, false}},
                     {Words::tr("error"), Glyph::none, with_refusals(contest, Words::tr("Evidence against Calculon")), 0, CompactPlace{3, false}},
                     {Words::tr("paper"), Glyph::upright, Words::tr("Upright bar: the published measurement, Table 5 of arXiv 2205.05198"), 0, CompactPlace{2, true}},
                     {Words::tr("error"), Glyph::none, Words::tr("Evidence against the paper"), 0, CompactPlace{3, true}}};
    for (const Contender& one : contest.contenders) {
        BarRow row = row_of(one);
        row.segments = time_segments(one, one.evidence(), unit, Words::tr("evidence"));
        row.outline = time_segments(one, one.peak_only(), unit, Words::tr("peak-only"));
        if (row.faded) {
            row.note = last_legal_words();
            row.short_note = Words::tr("last legal");
            row.note_stays = true;
        }
        const double seconds = one.evidence().total.value();
        const Tone tone = one.current() ? Tone::text : Tone::secondary;
        row.read_outs = {{shown(format::fixed(seconds * unit.per_second, unit.decimals)), tone, one.current()},
                         {shown(format::fixed(one.peak_only().total.value() * unit.per_second, unit.decimals)), tone}};
        for (const auto& [answer, paper] : {std::pair(one.result->calculon.get(), false), std::pair(one.result->paper.get(), true)}) {
            const ReferenceText text = seconds_reference(answer, seconds, unit.per_second, unit.decimals);
            row.read_outs.push_back(text.value);
            row.read_outs.push_back(text.error);
            if (answer && answer->total_seconds.has_value())
                row.marks.push_back({paper ? Glyph::upright : Glyph::diamond, answer->total_seconds.value * unit.per_second,
                                     Words::tr("%1, %2: %3 %4").arg(paper ? Words::tr("Paper") : Words::tr("Calculon"), one.name, text.value.text, unit.name)});
        }
        chart.rows.push_back(std::move(row));
    }
    add_outsiders(chart, contest);
    return chart;
}

BarChart memory_chart(const Contest& contest, const Selection& selection)
{
    BarChart chart;
    chart.axis_title = Words::tr("Memory per GPU (GiB)");
    chart.selected_segment = shown(selection.component);
    chart.names = SegmentNames::every_row;
    chart.bar_height = 28;
    chart.row_gap = 10;
    chart.columns = {{Words::tr("used"), Glyph::none, {}, 0, CompactPlace{0, false}},
                     {Words::tr("free"), Glyph::none, Words::tr("Capacity less what is used"), 0, CompactPlace{1, false}},
                     {Words::tr("Calculon"), Glyph::diamond, with_refusals(contest, Words::tr("Diamond: the reference implementation's total")), 0, CompactPlace{2, false}},
                     {Words::tr("error"), Glyph::none, with_refusals(contest, Words::tr("Against Calculon")), 0, CompactPlace{3, false}},
                     {QString(), Glyph::none, {}, 0, CompactPlace{2, true}},
                     {Words::tr("paper"), Glyph::none, Words::tr("Figures of memory stand in Figures 1 and 7 of arXiv 2205.05198, not for these cases"), 0, CompactPlace{3, true}}};
    const std::optional<Bytes> common = common_capacity(contest);
    if (common) {
        chart.capacity = common->value() / kGibibyte;
        chart.capacity_label = Words::tr("capacity %1 GiB").arg(capacity_gib(*common));
    }
    for (const Contender& one : contest.contenders) {
        const cost::Estimate& estimate = one.evidence();
        const Bytes used = estimate.memory.total();
        BarRow row = row_of(one);
        for (const cost::MemoryPart part : kMemoryStack) {
            if (!cost::exists(part, estimate.training))
                continue;
            BarSegment segment;
            segment.key = memory_key(part);
            segment.name = memory_title(part);
            segment.value = estimate.memory[part].value() / kGibibyte;
            segment.color = memory_color(part);
            segment.text = gib(estimate.memory[part], 1);
            segment.hover = Words::tr("%1, %2: %3 GiB, %4 of %5 GiB")
                                .arg(segment.name, one.name, gib(estimate.memory[part], 3),
                                     shown(format::percent(used.value() > 0 ? 100 * (estimate.memory[part] / used) : 0, 1, false)), gib(used, 2));
            if (!one.current())
                segment.hover += Words::tr("; last legal figures");
            row.segments.push_back(std::move(segment));
        }
        const Tone tone = one.current() ? Tone::text : Tone::secondary;
        const Bytes free = estimate.capacity - used;
        const bool bound = !boundless(estimate.capacity);
        if (bound && !common)
            row.capacity = estimate.capacity.value() / kGibibyte;
        write_note(row, used, estimate.capacity, common.has_value());
        const ReferenceText calculon = memory_reference(one.result->calculon.get(), used);
        const ReferenceText paper = memory_reference(one.result->paper.get(), used);
        if (const oracle::Answer* answer = one.result->calculon.get(); answer && answer->memory_bytes.has_value())
            row.marks.push_back({Glyph::diamond, answer->memory_bytes.value / kGibibyte,
                                 Words::tr("%1, %2: %3 GiB").arg(Words::tr("Calculon"), one.name, calculon.value.text)});
        row.read_outs = {{gib(used, 2), tone, one.current()},
                         {bound ? gib(free, 2) : Words::tr("no limit"), !bound ? Tone::secondary : free.value() < 0 ? Tone::bad : tone},
                         calculon.value, calculon.error, paper.value, paper.error};
        // Beside what does not fit there is room to say so.
        if (bound && free.value() < 0)
            chart.axis_end = std::max(chart.axis_end, kRoomToSay * used.value() / kGibibyte);
        chart.rows.push_back(std::move(row));
    }
    add_outsiders(chart, contest);
    if (chart.axis_end > 0)
        chart.axis_end = nice_end(std::max(chart.axis_end, extent_of(chart)));
    return chart;
}

std::vector<LegendItem> time_legend(const Contest& contest)
{
    const bool training = any_training(contest);
    std::vector<LegendItem> items;
    for (const cost::Component component : kAllComponents)
        if (cost::exists(component, training))
            items.push_back({component_title(component), component_color(component), component_hatched(component)});
    return items;
}

std::vector<LegendItem> memory_legend(const Contest& contest)
{
    const bool training = any_training(contest);
    std::vector<LegendItem> items;
    for (const cost::MemoryPart part : kMemoryStack)
        if (cost::exists(part, training))
            items.push_back({memory_title(part), memory_color(part)});
    return items;
}

} // namespace blueprinting::ui::compare
