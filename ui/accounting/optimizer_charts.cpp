#include "ui/accounting/optimizer_charts.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blueprinting::ui {

using namespace accounting;

namespace {

QString gib(Bytes bytes) { return shown(format::fixed(bytes.value() / kGibibyte, 1)); }

struct PartStyle {
    Role role;
    std::size_t color; ///< place in the theme's optimizer parts
};
constexpr std::array kParts{PartStyle{Role::master, 0},        PartStyle{Role::correction, 1},
                            PartStyle{Role::gradient, 2},      PartStyle{Role::first_moment, 3},
                            PartStyle{Role::second_moment, 4}, PartStyle{Role::scales, 5}};

QString part_name(Role role)
{
    switch (role) {
    case Role::master: return Words::tr("master");
    case Role::correction: return Words::tr("correction");
    case Role::gradient: return Words::tr("gradient");
    case Role::first_moment: return Words::tr("m");
    case Role::second_moment: return Words::tr("v");
    case Role::state: return Words::tr("state");
    case Role::scales: return Words::tr("scales");
    }
    return {};
}

struct MemoryStyle {
    const char* key; ///< as a session's selection names it; empty for what is no single kind
    const char* name;
    std::size_t color; ///< place in the theme's memory kinds
    Bytes StrategyMemory::*part;
};
constexpr std::array kMemory{
    MemoryStyle{"memory.weights", QT_TRANSLATE_NOOP("blueprinting::ui", "weights"), 0, &StrategyMemory::weights},
    MemoryStyle{"memory.weight_gradients", QT_TRANSLATE_NOOP("blueprinting::ui", "gradients"), 1,
                &StrategyMemory::gradients},
    MemoryStyle{"memory.optimizer", QT_TRANSLATE_NOOP("blueprinting::ui", "state"), 2, &StrategyMemory::state},
    MemoryStyle{"", QT_TRANSLATE_NOOP("blueprinting::ui", "the rest"), 3, &StrategyMemory::rest}};

QString hover_of(const MemoryStyle& style, const MemoryBar& bar, const MemoryGroup& group)
{
    const Bytes part = bar.memory.*style.part;
    const Bytes total = bar.memory.total();
    QString text =
        Words::tr("%1, %2, %3: %4 of %5 GiB, %6")
            .arg(bar.name, group.name, Words::tr(style.name), shown(format::fixed(part.value() / kGibibyte, 2)),
                 shown(format::fixed(total.value() / kGibibyte, 2)),
                 shown(format::percent(100 * (part / total), 1, false)));
    if (bar.stage)
        text += u'\n' + Words::tr("Stage %1 needs most here").arg(*bar.stage);
    if (style.part == &StrategyMemory::rest && bar.stage)
        text +=
            u'\n' + Words::tr("Activations, what a block works with, and weights gathered for a while: no optimizer "
                              "changes them");
    else if (style.part == &StrategyMemory::rest)
        text += u'\n' + Words::tr("Activations, checkpoints and activation gradients: no optimizer changes them");
    else if (group.reference && style.part == &StrategyMemory::state && !bar.stage)
        text += u'\n' + Words::tr("The workload's own: a 32-bit master copy and two moments, 12 bytes per parameter");
    return text;
}

BarRow memory_row(const MemoryGroup& group, const MemoryBar& bar)
{
    BarRow row{.key = group.key + u'/' + QString::fromStdString(bar.strategy),
               .chip = bar.letter,
               .chip_place = bar.chip,
               .group = group.name,
               .group_bold = group.reference,
               .faded = !bar.current};
    for (const MemoryStyle& style : kMemory) {
        BarSegment segment{.key = QString::fromLatin1(style.key),
                           .name = Words::tr(style.name),
                           .value = (bar.memory.*style.part).value() / kGibibyte,
                           .color = ColorToken::memory(style.color),
                           .hover = hover_of(style, bar, group)};
        row.segments.push_back(segment);
    }
    const bool fits = bar.free() >= Bytes();
    const bool unlimited = is_out_of_sight(bar.capacity, bar.memory.total());
    row.read_outs = {{gib(bar.memory.total()), fits ? Tone::text : Tone::bad, group.reference},
                     {unlimited ? Words::tr("boundless") : gib(bar.free()), fits ? Tone::secondary : Tone::bad, false}};
    if (!bar.current)
        row.note = Words::tr("last legal figures");
    return row;
}

} // namespace

bool is_out_of_sight(Bytes capacity, Bytes used) { return capacity > used * 1000.0; }

BarChart bytes_chart(const std::vector<OptimizerRow>& rows)
{
    BarChart chart{.columns = {{Words::tr("total")},
                               {Words::tr("with release"), Glyph::none,
                                Words::tr("Total where each gradient is applied and freed as it comes"), 1}},
                   .axis_title = Words::tr("Bytes per parameter"),
                   .names = SegmentNames::none,
                   .labels_right = true,
                   .bar_height = 27,
                   .most_bar = 46};
    format::Series totals(0), released(0);
    for (const OptimizerRow& optimizer : rows) {
        totals.exactly(optimizer.bytes.total());
        if (optimizer.with_release)
            released.exactly(*optimizer.with_release);
    }
    for (const OptimizerRow& optimizer : rows) {
        BarRow row{.key = optimizer.key, .label = optimizer.name, .bold = optimizer.switched};
        const double total = optimizer.bytes.total();
        for (const PartStyle& part : kParts) {
            BarSegment segment{.key = QString::fromUtf8(to_string(part.role).data()),
                               .name = part_name(part.role),
                               .value = optimizer.bytes[part.role],
                               .color = ColorToken::optimizerPart(part.color)};
            segment.text = shown(format::shortest(segment.value));
            segment.hover =
                Words::tr("%1, %2: %3 of %4 bytes per parameter\n%5")
                    .arg(optimizer.name, segment.name, segment.text, shown(format::shortest(total)), optimizer.also);
            if (segment.value > 0)
                row.segments.push_back(segment);
        }
        row.read_outs = {{shown(totals.text(total)), Tone::text, true},
                         {optimizer.with_release ? shown(released.text(*optimizer.with_release)) : QStringLiteral("–"),
                          optimizer.with_release ? Tone::text : Tone::secondary, false}};
        chart.rows.push_back(std::move(row));
        chart.axis_end = std::max(chart.axis_end, 4 * std::ceil(total / 4));
    }
    chart.tick_step = 4;
    return chart;
}

std::vector<LegendItem> bytes_legend(const std::vector<OptimizerRow>& rows)
{
    std::vector<LegendItem> items;
    for (const PartStyle& part : kParts)
        if (std::ranges::any_of(rows, [&](const OptimizerRow& row) { return row.bytes[part.role] > 0; }))
            items.push_back({part_name(part.role), ColorToken::optimizerPart(part.color)});
    return items;
}

BarChart memory_chart(const MemoryUnderOptimizers& memory, const QString& selected)
{
    BarChart chart{.columns = {{Words::tr("total")}, {Words::tr("free"), Glyph::none, Words::tr("GPU memory left"), 1}},
                   .axis_title = Words::tr("Memory per GPU (GiB)"),
                   .selected_segment = selected,
                   .names = SegmentNames::none,
                   .labels_right = true,
                   .bar_height = 25,
                   .most_bar = 46,
                   .row_gap = 3};
    Bytes longest;
    for (const MemoryGroup& group : memory.groups)
        for (const MemoryBar& bar : group.bars) {
            longest = std::max(longest, bar.memory.total());
            chart.rows.push_back(memory_row(group, bar));
            if (!memory.capacity && !is_out_of_sight(bar.capacity, bar.memory.total()))
                chart.rows.back().marks.push_back({Glyph::upright, bar.capacity.value() / kGibibyte,
                                                   Words::tr("capacity %1 GiB").arg(gib(bar.capacity))});
        }
    if (memory.capacity && !is_out_of_sight(*memory.capacity, longest)) {
        chart.capacity = memory.capacity->value() / kGibibyte;
        chart.capacity_label = Words::tr("capacity %1 GiB").arg(shown(format::shortest(*chart.capacity)));
    }
    return chart;
}

std::vector<LegendItem> memory_legend()
{
    std::vector<LegendItem> items;
    for (const MemoryStyle& style : kMemory)
        items.push_back({Words::tr(style.name), ColorToken::memory(style.color)});
    return items;
}

} // namespace blueprinting::ui
