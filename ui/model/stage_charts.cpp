#include "ui/model/model_rows.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

QString stage_label(const program::StageEstimate& stage, std::size_t stages)
{
    if (stages == 1)
        return Words::tr("each GPU");
    return Words::tr("stage %1").arg(stage.content.index);
}

/// "7 blocks, embedding".
QString content_words(const program::StageContent& content)
{
    QStringList out;
    if (content.embedding)
        out << Words::tr("embedding");
    out << (content.blocks == 1 ? Words::tr("1 block") : Words::tr("%1 blocks").arg(content.blocks));
    if (content.mtp_modules > 0)
        out << Words::tr("prediction module");
    if (content.head)
        out << Words::tr("head");
    return out.join(QStringLiteral(", "));
}

/// The components that are more than nothing on some stage.
std::vector<program::Component> present(const program::ProgramEstimate& estimate)
{
    std::vector<program::Component> out;
    for (std::size_t i = 0; i < program::kComponents; ++i) {
        const auto component = static_cast<program::Component>(i);
        if (component != program::Component::pipeline_bubble &&
            std::ranges::any_of(estimate.stages, [&](const program::StageEstimate& stage) {
                return stage.time.microbatch()[component].value() > 0;
            }))
            out.push_back(component);
    }
    return out;
}

double slowest(const program::ProgramEstimate& estimate)
{
    double out = 0;
    for (const program::StageEstimate& stage : estimate.stages)
        out = std::max(out, stage.time.microbatch().total().value());
    return out;
}

} // namespace

namespace {

BarChart empty_memory_chart(const ModelSubject& subject)
{
    BarChart chart{.columns = {{Words::tr("used"), Glyph::none, Words::tr("GiB on the fullest GPU of the stage")},
                               {Words::tr("free"), Glyph::none, Words::tr("Capacity less what is used")}},
                   .axis_title = Words::tr("Memory on the fullest GPU (GiB)"),
                   .names = SegmentNames::none,
                   .bar_height = 18,
                   .most_bar = 30,
                   .row_gap = 5};
    const double capacity = subject.estimate().capacity.value();
    if (capacity < 1e6 * kGibibyte) {
        chart.capacity = capacity / kGibibyte;
        chart.capacity_label = Words::tr("capacity %1 GiB").arg(shown(format::significant(capacity / kGibibyte, 4)));
        if (const double reserve = subject.strategy.system.reserved_bytes.value_or(0); reserve > 0)
            chart.gates = {{(capacity - reserve) / kGibibyte, Words::tr("reserve")}};
    }
    return chart;
}

/// What a stage holds, as parts of its bar, and what that leaves.
void fill_memory(BarRow& row, const program::StageEstimate& stage, double capacity)
{
    const double used = stage.memory.total();
    row.hover = Words::tr("%1: %2").arg(row.label, content_words(stage.content));
    for (std::size_t part = 0; part < program::kStageMemoryParts; ++part) {
        const auto kind = static_cast<program::StageMemoryPart>(part);
        const double bytes = stage.memory[kind];
        if (bytes <= 0)
            continue;
        row.segments.push_back({.key = QStringLiteral("memory.") + shown(to_string(kind)),
                                .name = stage_memory_title(kind),
                                .value = bytes / kGibibyte,
                                .color = stage_memory_color(kind),
                                .text = gib_text(bytes),
                                .hover = Words::tr("%1, %2 (%3): %4 of %5 GiB")
                                             .arg(stage_memory_title(kind), row.label, content_words(stage.content),
                                                  gib_text(bytes, 3), gib_text(used, 2))});
    }
    const double free = capacity - used;
    if (free < 0)
        row.state = Words::tr("does not fit by %1 GiB").arg(gib_text(-free));
    row.read_outs = {{gib_text(used), free < 0 ? Tone::bad : Tone::text, row.bold},
                     {gib_text(free), free < 0 ? Tone::bad : Tone::secondary}};
}

} // namespace

BarChart stage_memory_chart(const ModelSubject& subject)
{
    const program::ProgramEstimate& estimate = subject.estimate();
    BarChart chart = empty_memory_chart(subject);
    for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
        const program::StageEstimate& stage = estimate.stages[i];
        BarRow row{.key = QString::number(i), .label = stage_label(stage, estimate.stages.size()), .bold = false};
        if (i == estimate.fullest && estimate.stages.size() > 1)
            row.bold = true, row.tag = Words::tr("fullest");
        row.faded = !subject.current;
        fill_memory(row, stage, estimate.capacity.value());
        chart.rows.push_back(std::move(row));
    }
    return chart;
}

BarChart strategy_memory_chart(const ModelSubject& subject, const std::vector<OneOfMany>& all)
{
    BarChart chart = empty_memory_chart(subject);
    for (const OneOfMany& each : all) {
        const program::ProgramEstimate& estimate = each.program->peak_only;
        BarRow row{.key = each.letter,
                   .label = each.name,
                   .bold = each.selected,
                   .chip = each.letter,
                   .chip_place = each.chip,
                   .faded = !each.current};
        fill_memory(row, estimate.stages[estimate.fullest], estimate.capacity.value());
        chart.rows.push_back(std::move(row));
    }
    return chart;
}

std::vector<LegendItem> stage_memory_legend()
{
    std::vector<LegendItem> out;
    for (std::size_t part = 0; part < program::kStageMemoryParts; ++part) {
        const auto kind = static_cast<program::StageMemoryPart>(part);
        out.push_back({stage_memory_title(kind), stage_memory_color(kind)});
    }
    return out;
}

BarChart stage_time_chart(const ModelSubject& subject)
{
    const program::ProgramEstimate& estimate = subject.estimate();
    const double most = slowest(estimate);
    BarChart chart{
        .columns = {{Words::tr("ms"), Glyph::none, Words::tr("Milliseconds of one microbatch, forward and backward")}},
        .axis_title = Words::tr("Time of one microbatch (ms)"),
        .names = SegmentNames::none,
        .bar_height = 18,
        .most_bar = 30,
        .row_gap = 5};
    for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
        const program::StageEstimate& stage = estimate.stages[i];
        const program::Breakdown times = stage.time.microbatch();
        const double total = times.total().value();
        BarRow row{.key = QString::number(i), .label = stage_label(stage, estimate.stages.size()), .bold = false};
        row.faded = !subject.current;
        const auto milliseconds = [](double seconds) { return shown(format::significant(seconds * 1e3, 4)); };
        for (const program::Component component : present(estimate)) {
            const double seconds = times[component].value();
            if (seconds > 0)
                row.segments.push_back({.key = component_key(component),
                                        .name = component_title(component),
                                        .value = seconds * 1e3,
                                        .color = component_color(component),
                                        .text = milliseconds(seconds),
                                        .hover = Words::tr("%1, %2: %3 of %4 ms")
                                                     .arg(component_title(component), row.label, milliseconds(seconds),
                                                          milliseconds(total))});
        }
        if (const double waits = most - total; waits > 1e-3 * most)
            row.segments.push_back({.key = QStringLiteral("waits"),
                                    .name = Words::tr("Waits"),
                                    .value = waits * 1e3,
                                    .color = component_color(program::Component::pipeline_bubble),
                                    .hatched = true,
                                    .text = milliseconds(waits),
                                    .hover = Words::tr("%1 waits %2 ms for the slowest in each microbatch")
                                                 .arg(row.label, milliseconds(waits))});
        row.read_outs = {{milliseconds(total), Tone::text, total >= most * (1 - 1e-9)}};
        chart.rows.push_back(std::move(row));
    }
    return chart;
}

std::vector<LegendItem> stage_time_legend(const ModelSubject& subject)
{
    std::vector<LegendItem> out;
    for (const program::Component component : present(subject.estimate()))
        out.push_back({component_title(component), component_color(component)});
    if (subject.estimate().stages.size() > 1)
        out.push_back({Words::tr("Waits"), component_color(program::Component::pipeline_bubble), true});
    return out;
}

StagePicture stage_picture(const ModelSubject& subject)
{
    StagePicture out{stage_memory_chart(subject), stage_time_chart(subject), {}, {}};
    out.time.axis_title =
        subject.bound ? Words::tr("%1: %2").arg(out.time.axis_title, bound_tag()) : out.time.axis_title;
    for (const program::StageEstimate& stage : subject.estimate().stages)
        out.blocks.push_back(QString::number(stage.content.blocks));
    if (subject.estimate().stages.size() > 1)
        out.fullest = subject.estimate().fullest;
    return out;
}

} // namespace blueprinting::ui
