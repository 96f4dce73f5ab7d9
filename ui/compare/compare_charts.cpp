#include "ui/compare/compare_model.h"

#include "core/base/format.h"
#include "ui/compare/compare_ranking.h"
#include "ui/compare/compare_text.h"
#include "ui/widgets/charts/axis.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/fit_words.h"
#include "ui/widgets/last_legal.h"
#include "ui/workspace/reference_words.h"

#include <algorithm>

namespace blueprinting::ui::compare {

namespace {

/// Length of an axis by that of a bar beside which something must be said: that it does not fit, or is not legal.
constexpr double kRoomToSay = 1.25;

/// How all times of the chart are written: figures stand beside what they are held against.
TimeUnit unit_of(const Contest& contest)
{
    double largest = 0;
    for (const Contender& one : contest.contenders)
        largest = std::max({largest, one.evidence().total.value(), one.peak_only().total.value()});
    TimeUnit unit = time_unit(largest);
    for (const Contender& one : contest.contenders)
        for (const auto& answer : one.result->references)
            if (answer && answer->total_seconds.has_value())
                unit.against(one.evidence().total.value(), answer->total_seconds.value);
    return unit;
}

/// And all sizes, in GiB.
format::Series sizes_of(const Contest& contest)
{
    format::Series sizes(4, 2);
    for (const Contender& one : contest.contenders) {
        const double used = one.evidence().memory.total().value() / kGibibyte;
        sizes.add(used);
        for (const auto& answer : one.result->references)
            if (answer && answer->memory_bytes.has_value())
                sizes.against(used, answer->memory_bytes.value / kGibibyte);
    }
    return sizes;
}

/// Which references have something to say of any strategy that is drawn. The columns of one that has not would hold one
/// word.
std::vector<bool> speaking_of(const Contest& contest)
{
    std::vector<bool> out(oracle::sources().size(), false);
    for (const Contender& one : contest.contenders)
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = out[i] || speaks(one.result->references[i].get());
    return out;
}

/// Figure and error of a reference; where it does not cover the strategy, the word has a tip with why and what to do.
void add_reference(BarRow& row, ReferenceText text, const oracle::Answer* answer, const oracle::Source& source)
{
    if (!speaks(answer))
        text.error.tooltip = not_covered(source);
    row.read_outs.push_back(std::move(text.value));
    row.read_outs.push_back(std::move(text.error));
}

/// Where the columns stand once room is short: each beside what it is the figure of, peak-only under evidence, the
/// second reference under the first, and an error behind what it is the error of.
void place_columns(BarChart& chart)
{
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        const std::size_t pair = i < 2 ? 0 : (i - 2) / 2; // of own figures, then of a reference and its error
        chart.columns[i].compact =
            i < 2 ? CompactPlace{0, i == 1} : CompactPlace{1 + pair / 2 * 2 + i % 2, pair % 2 == 1};
    }
}

/// Models of six numbers have all components of theirs side by side; beside other models there are more of them, and
/// what nobody has is left out.
bool is_drawn(const Contest& contest, cost::Component component)
{
    return std::ranges::all_of(contest.contenders, &Contender::plain) ||
           std::ranges::any_of(contest.contenders, [component](const Contender& one) {
               return one.evidence().breakdown[component].value() > 0;
           });
}

bool any_training(const Contest& contest)
{
    return std::ranges::any_of(contest.contenders, [](const Contender& one) { return one.training(); });
}

BarRow row_of(const Contender& one)
{
    BarRow row{
        .key = shown(one.id), .label = one.name, .chip = one.letter, .chip_place = one.chip, .faded = !one.current()};
    if (!one.fits())
        row.state = one.current() ? does_not_fit(one.evidence())
                                  : Words::tr("%1, %2").arg(last_legal_words(), does_not_fit(one.evidence()));
    return row;
}

/// Where an end was asked for: the round value past it and past every bar.
void round_axis(BarChart& chart)
{
    if (chart.axis_end > 0)
        chart.axis_end = nice_end(std::max(chart.axis_end, extent_of(chart)));
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

/// Rows of those that never were legal stand where they do in the list of strategies; below all that have a size by
/// which they are sorted.
void add_outsiders(BarChart& chart, const Contest& contest, Order order)
{
    for (const Outsider& one : contest.without) {
        BarRow row{.key = shown(one.id),
                   .label = one.name,
                   .chip = one.letter,
                   .chip_place = one.chip,
                   .note = Words::tr("no legal figures yet"),
                   .note_stays = true,
                   .faded = true};
        const auto after =
            order != Order::list ? chart.rows.end() : std::ranges::find_if(chart.rows, [&](const BarRow& other) {
                return place_of_row(contest, other) > one.place;
            });
        chart.rows.insert(after, std::move(row));
    }
}

/// A hover of what is no offer says so.
void add_state(QString& hover, const Contender& one)
{
    if (!one.fits())
        hover += QStringLiteral("; ") + does_not_fit(one.evidence());
    if (!one.current())
        hover += Words::tr("; last legal figures");
}

std::vector<BarSegment> time_segments(const Contender& one, const cost::Estimate& estimate, const TimeUnit& unit,
                                      const QString& view)
{
    std::vector<BarSegment> segments;
    for (const cost::Component component : kAllComponents) {
        if (!cost::exists(component, estimate.training))
            continue;
        const double seconds = estimate.breakdown[component].value();
        BarSegment segment{.key = component_key(component),
                           .name = component_title(component),
                           .value = seconds * unit.per_second,
                           .color = component_color(component),
                           .hatched = component_hatched(component),
                           .text = unit.text(seconds)};
        segment.hover =
            Words::tr("%1, %2 (%3): %4 %5, %6 of %7 %5")
                .arg(segment.name, one.name, view, shown(format::fixed(segment.value, unit.series.decimals() + 1)),
                     unit.name,
                     shown(format::percent(
                         estimate.total.value() > 0 ? 100 * (estimate.breakdown[component] / estimate.total) : 0, 1,
                         false)),
                     unit.text(estimate.total.value()));
        add_state(segment.hover, one);
        segments.push_back(std::move(segment));
    }
    // What plain models have not, where there is some.
    for (std::size_t i = 0; i < program::kFurtherComponents.size(); ++i) {
        const double seconds = one.further_in(estimate.view, i).value();
        if (seconds <= 0)
            continue;
        const auto component = static_cast<program::Component>(cost::kComponents + i);
        segments.push_back({.key = component_key(component),
                            .name = component_title(component),
                            .value = seconds * unit.per_second,
                            .color = component_color(component),
                            .text = unit.text(seconds),
                            .hover = Words::tr("%1, %2 (%3): %4 %5 of %6 %5")
                                         .arg(component_title(component), one.name, view, unit.text(seconds), unit.name,
                                              unit.text(estimate.total.value()))});
        add_state(segments.back().hover, one);
    }
    return segments;
}

/// Of a program it is all that a block works with, or the head.
QString memory_name(const Contender& one, cost::MemoryPart part)
{
    return !one.plain() && part == cost::MemoryPart::activation_gradients ? Words::tr("Working") : memory_title(part);
}

std::vector<BarSegment> memory_segments(const Contender& one)
{
    const cost::Estimate& estimate = one.evidence();
    const Bytes used = estimate.memory.total();
    std::vector<BarSegment> segments;
    for (const cost::MemoryPart part : kMemoryStack) {
        if (!cost::exists(part, estimate.training))
            continue;
        BarSegment segment{.key = memory_key(part),
                           .name = memory_name(one, part),
                           .value = estimate.memory[part].value() / kGibibyte,
                           .color = memory_color(part),
                           .text = gib(estimate.memory[part], 1)};
        segment.hover =
            Words::tr("%1, %2: %3 GiB, %4 of %5 GiB")
                .arg(segment.name, one.name, gib(estimate.memory[part], 3),
                     shown(format::percent(used.value() > 0 ? 100 * (estimate.memory[part] / used) : 0, 1, false)),
                     gib(used, 2));
        add_state(segment.hover, one);
        segments.push_back(std::move(segment));
    }
    return segments;
}

/// "25.9 GiB free", of which capacity where rows differ, or by how much it does not fit.
void write_note(BarRow& row, const cost::Estimate& estimate, bool common)
{
    const Bytes capacity = estimate.capacity;
    const Bytes free = capacity - estimate.memory.total();
    const QString size = capacity_gib(capacity);
    // A capacity of a row's own has no other name.
    row.note_stays = !common || row.faded;
    if (boundless(capacity)) {
        row.note = Words::tr("no limit");
    } else if (free.value() < 0) {
        row.note = common ? does_not_fit(estimate) : Words::tr("%1, capacity %2 GiB").arg(does_not_fit(estimate), size);
        row.short_note = Words::tr("does not fit"); // by how much stands among the read-outs
        row.note_tone = Tone::bad;
    } else {
        row.note = common ? Words::tr("%1 GiB free").arg(gib(free, 1))
                          : Words::tr("%1 GiB free of %2 GiB").arg(gib(free, 1), size);
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

/// Where the iteration's end would lie if the prediction were off as the nearest published runs are: at both ends of
/// their errors.
void add_whisker(BarRow& row, const Contender& one, const TimeUnit& unit)
{
    if (!one.near || one.near->nearest.empty())
        return;
    const double seconds = one.evidence().total.value();
    const double low = seconds / (1 + one.near->high_percent / 100), high = seconds / (1 + one.near->low_percent / 100);
    row.whisker = BarWhisker{
        low * unit.per_second, high * unit.per_second,
        Words::tr("%1: %2 to %3 %4, if it is off as the %5 nearest published runs are: from %6 to %7 %, of %8")
                .arg(one.name, unit.text(low), unit.text(high), unit.name)
                .arg(one.near->nearest.size())
                .arg(shown(format::with_sign(one.near->low_percent, 1)),
                     shown(format::with_sign(one.near->high_percent, 1)),
                     one.near->sources == 1 ? Words::tr("one source")
                                            : Words::tr("%1 sources").arg(one.near->sources)) +
            (one.bound ? Words::tr("; all in peak-only, for of its system only the data sheet is known") : QString())};
}

/// What a column of a reference is, and in its own words why a strategy has nothing there.
QString with_refusals(const Contest& contest, std::size_t reference, QString tip)
{
    for (const Contender& one : contest.contenders)
        if (const auto& answer = one.result->references[reference]; answer && !answer->refusal.empty())
            tip += QLatin1Char('\n') + Words::tr("%1: %2").arg(one.name, shown(answer->refusal));
    return tip;
}

QString mark_words(Glyph glyph)
{
    return glyph == Glyph::diamond   ? Words::tr("Diamond: %1")
           : glyph == Glyph::upright ? Words::tr("Upright bar: %1")
                                     : Words::tr("Ring: %1");
}

/// Columns of each reference that speaks: its figure, and how far we are from it.
void add_columns(BarChart& chart, const Contest& contest, const std::vector<bool>& speaking, bool memory)
{
    for (std::size_t i = 0; i < speaking.size(); ++i) {
        const oracle::Source& source = oracle::sources()[i];
        if (!speaking[i])
            continue;
        const QString header = shown(source.words.header);
        if (memory && !source.memory) { // a word for each strategy, and no figure
            chart.columns.push_back({QString(), Glyph::none, {}});
            chart.columns.push_back({header, Glyph::none, shown(source.words.memory)});
            continue;
        }
        chart.columns.push_back(
            {header, glyph_of(source),
             with_refusals(
                 contest, i,
                 mark_words(glyph_of(source)).arg(shown(memory ? source.words.memory : source.words.total)))});
        chart.columns.push_back({Words::tr("error"), Glyph::none,
                                 with_refusals(contest, i,
                                               (memory ? Words::tr("Against %1") : Words::tr("Evidence against %1"))
                                                   .arg(shown(source.words.in_sentence)))});
    }
    place_columns(chart);
}

} // namespace

BarChart time_chart(const Contest& contest, const Selection& selection, Order order)
{
    const TimeUnit unit = unit_of(contest);
    const std::vector<bool> speaking = speaking_of(contest);
    BarChart chart{.columns = {{Words::tr("evidence"), Glyph::filled,
                                Words::tr("Filled bar: with the system's efficiency curves")},
                               {Words::tr("peak-only"), Glyph::outlined, Words::tr("Outlined bar: peak rates alone")}},
                   .axis_title = Words::tr("Iteration time (%1)").arg(unit.name),
                   .whisker_name = Words::tr("nearest runs"),
                   .selected_segment = shown(selection.component),
                   .most_bar = 54};
    add_columns(chart, contest, speaking, false);
    for (const std::size_t at : ordered(contest, order)) {
        const Contender& one = contest.contenders[at];
        BarRow row = row_of(one);
        if (one.bound) {
            row.tag = bound_tag();
            row.state = row.state.isEmpty() ? row.tag : QStringLiteral("%1; %2").arg(row.state, row.tag);
        }
        row.segments = time_segments(one, one.evidence(), unit, Words::tr("evidence"));
        row.outline = time_segments(one, one.peak_only(), unit, Words::tr("peak-only"));
        if (row.faded) {
            row.note = last_legal_words();
            row.short_note = Words::tr("last legal");
        } else if (!one.fits()) {
            row.note = does_not_fit(one.evidence());
            row.short_note = Words::tr("does not fit");
            row.note_tone = Tone::bad;
        }
        row.note_stays = !row.note.isEmpty();
        const double seconds = one.evidence().total.value();
        add_whisker(row, one, unit);
        if (row.note_stays)
            chart.axis_end = std::max(chart.axis_end, kRoomToSay * seconds * unit.per_second);
        const Tone tone = one.current() ? Tone::text : Tone::secondary;
        row.read_outs = {{unit.text(seconds), one.current() && !one.fits() ? Tone::bad : tone, one.current()},
                         {unit.text(one.peak_only().total.value()), tone}};
        for (std::size_t i = 0; i < speaking.size(); ++i) {
            const oracle::Source& source = oracle::sources()[i];
            const oracle::Answer* answer = one.result->references[i].get();
            const ReferenceText text = seconds_reference(answer, seconds, unit);
            if (speaking[i])
                add_reference(row, text, answer, source);
            if (answer && answer->total_seconds.has_value())
                row.marks.push_back(
                    {glyph_of(source), answer->total_seconds.value * unit.per_second,
                     Words::tr("%1, %2: %3 %4").arg(shown(source.words.name), one.name, text.value.text, unit.name)});
        }
        chart.rows.push_back(std::move(row));
    }
    add_outsiders(chart, contest, order);
    round_axis(chart);
    const LeftOut left = left_out(speaking);
    chart.aside = left.words;
    chart.aside_tip = left.why;
    return chart;
}

BarChart memory_chart(const Contest& contest, const Selection& selection, Order order)
{
    BarChart chart{.columns = {{Words::tr("used"), Glyph::none, {}},
                               {Words::tr("free"), Glyph::none, Words::tr("Capacity less what is used")}},
                   .axis_title = Words::tr("Memory per GPU (GiB)"),
                   .selected_segment = shown(selection.component),
                   .names = SegmentNames::every_row,
                   .bar_height = 28,
                   .most_bar = 54,
                   .row_gap = 10};
    const std::vector<bool> speaking = speaking_of(contest);
    add_columns(chart, contest, speaking, true);
    const std::optional<Bytes> common = common_capacity(contest);
    if (common) {
        chart.capacity = common->value() / kGibibyte;
        chart.capacity_label = Words::tr("capacity %1 GiB").arg(capacity_gib(*common));
    }
    const format::Series read_out = sizes_of(contest);
    for (const std::size_t at : ordered(contest, order)) {
        const Contender& one = contest.contenders[at];
        const cost::Estimate& estimate = one.evidence();
        const Bytes used = estimate.memory.total();
        BarRow row = row_of(one);
        row.segments = memory_segments(one);
        const Tone tone = one.current() ? Tone::text : Tone::secondary;
        const Bytes free = estimate.capacity - used;
        const bool bound = !boundless(estimate.capacity);
        if (bound && !common)
            row.capacity = estimate.capacity.value() / kGibibyte;
        write_note(row, estimate, common.has_value());
        const auto size = [&read_out](Bytes bytes) { return shown(read_out.text(bytes.value() / kGibibyte)); };
        row.read_outs = {{size(used), tone, one.current()},
                         {bound ? size(free) : Words::tr("no limit"), !bound             ? Tone::secondary
                                                                      : free.value() < 0 ? Tone::bad
                                                                                         : tone}};
        for (std::size_t i = 0; i < speaking.size(); ++i) {
            const oracle::Source& source = oracle::sources()[i];
            const oracle::Answer* answer = one.result->references[i].get();
            const ReferenceText text = memory_reference(answer, used, read_out);
            if (speaking[i])
                add_reference(row, text, answer, source);
            if (answer && answer->memory_bytes.has_value())
                row.marks.push_back(
                    {glyph_of(source), answer->memory_bytes.value / kGibibyte,
                     Words::tr("%1, %2: %3 GiB").arg(shown(source.words.name), one.name, text.value.text)});
        }
        // Beside what does not fit there is room to say so.
        if (bound && free.value() < 0)
            chart.axis_end = std::max(chart.axis_end, kRoomToSay * used.value() / kGibibyte);
        chart.rows.push_back(std::move(row));
    }
    add_outsiders(chart, contest, order);
    round_axis(chart);
    return chart;
}

std::vector<LegendItem> time_legend(const Contest& contest)
{
    const bool training = any_training(contest);
    std::vector<LegendItem> items;
    for (const cost::Component component : kAllComponents)
        if (cost::exists(component, training) && is_drawn(contest, component))
            items.push_back({component_title(component), component_color(component), component_hatched(component)});
    for (std::size_t i = 0; i < program::kFurtherComponents.size(); ++i) {
        const auto component = static_cast<program::Component>(cost::kComponents + i);
        if (std::ranges::any_of(contest.contenders, [&](const Contender& one) {
                return one.further_in(cost::View::system_evidence, i).value() > 0;
            }))
            items.push_back({component_title(component), component_color(component)});
    }
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
