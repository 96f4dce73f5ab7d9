#include "app/blueprinting/estimate_text.h"

#include "app/blueprinting/table.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/base/overloaded.h"
#include "core/strategy/derived.h"
#include "core/strategy/field_table.h"

#include <algorithm>
#include <array>

namespace blueprinting::cli {
namespace {

using Align = Table::Align;
using cost::View;

/// Nobody measured what the times rest on.
bool is_bound(const search::Inputs& inputs)
{
    return search::calibration(inputs.system, inputs.execution) == system::CalibrationStatus::datasheet;
}

/// What is known first: the time, and that it fits; or that it does not, before a time that nobody can have.
std::string result_words(const search::Inputs& inputs, const cost::Estimate& estimate, View view)
{
    const Bytes need = estimate.memory.total();
    const std::string of = format::gibibytes(need, 2) + " of " + format::gibibytes(estimate.capacity, 2);
    const bool bound = is_bound(inputs);
    const std::string time = (bound ? "at least " : "") + format::seconds(estimate.total);
    const std::string by =
        view_words(view) + (bound ? ": " + std::string(in_words(system::CalibrationStatus::datasheet)) : "");
    if (!estimate.fits)
        return "does not fit by " + format::gibibytes(estimate.excess(), 2) + " (needs " + of +
               "); an iteration would take " + time + " (" + by + ")";
    const Bytes free = estimate.capacity - need;
    return time + " per iteration (" + by + "), fits: " + of + ", " + format::gibibytes(free, 2) + " free (" +
           format::percent(100 * (free / estimate.capacity), 1, false) + ")";
}

std::string schedule_words(const strategy::Execution& execution)
{
    const std::int64_t v = strategy::virtual_stages(execution);
    const std::string chunks = ", " + format::integer(v) + " chunks per stage";
    return std::visit(
        Overloaded{[](const strategy::SingleStage&) { return std::string("one stage"); },
                   [](const strategy::OneForwardOneBackward&) { return std::string("1F1B"); },
                   [&](const strategy::InterleavedOneForwardOneBackward&) { return "interleaved 1F1B" + chunks; },
                   [&](const strategy::ForwardOnly&) { return "forward only" + (v > 1 ? chunks : ""); }},
        strategy::pipeline(execution).schedule);
}

std::string communication_words(const strategy::Execution& execution)
{
    const auto value = static_cast<std::size_t>(strategy::tensor(execution).communication);
    const strategy::Word& word = strategy::row(strategy::Field::tensor_communication).words[value];
    return std::string(word.strict ? word.label : word.key);
}

/// Choices and switches that the sentence above does not speak of, where they are not as a strategy begins.
std::string other_words(const strategy::Execution& execution)
{
    using strategy::Field;
    static constexpr std::array said{Field::tensor_communication,
                                     Field::recompute,
                                     Field::schedule,
                                     Field::optimizer_sharding,
                                     Field::fused_activation,
                                     Field::all_gather_redo,
                                     Field::purpose,
                                     Field::attention_type,
                                     Field::datatype};
    std::string out;
    for (const strategy::FieldRow& row : strategy::field_rows()) {
        const bool number = row.kind == strategy::Kind::integer || row.kind == strategy::Kind::tier;
        const auto value = row.get(execution);
        if (number || std::find(said.begin(), said.end(), row.field) != said.end() || value == row.silent())
            continue;
        out += " · " + strategy::label_of(row.field) + " " + std::string(row.label_of(value.value_or(0)));
    }
    return out;
}

std::string strategy_words(const search::Inputs& inputs)
{
    const strategy::Execution& execution = inputs.execution;
    const bool training = strategy::is_training(execution);
    std::string out = "TP " + format::integer(strategy::tensor_degree(execution)) + " · PP " +
                      format::integer(strategy::pipeline_degree(execution)) + (training ? " · DP " : " · replicas ") +
                      format::integer(strategy::data_degree(execution)) + " = " +
                      format::integer(strategy::world_size(execution)) + " GPUs · " + schedule_words(execution) +
                      " · batch " + format::integer(execution.global_batch) + ", microbatch " +
                      format::integer(execution.microbatch_size) + " = " +
                      format::integer(strategy::microbatch_count(execution)) +
                      (strategy::microbatch_count(execution) == 1 ? " microbatch\n" : " microbatches\n");
    out += communication_words(execution) + (execution.all_gather_redo ? ", all-gather redo" : "");
    if (training)
        out += " · recompute " + in_words(to_string(strategy::recompute(execution)));
    if (strategy::optimizer_sharding(execution))
        out += " · optimizer sharded";
    out += std::string(" · ") + std::string(to_string(execution.datatype));
    if (execution.attention_type != strategy::AttentionType::multihead)
        out += " · " + std::string(to_string(execution.attention_type));
    if (execution.fused_activation)
        out += " · activation fused";
    return out + other_words(execution) + "\n";
}

/// Both views beside each other, but of a datasheet peak-only alone: it has no other.
std::string time_table(const search::Inputs& inputs, const search::Evaluation& evaluation, View view)
{
    const bool both = !is_bound(inputs);
    const View other = view == View::peak_only ? View::system_evidence : View::peak_only;
    const cost::Estimate& shown = evaluation.in(view);
    const cost::Estimate& beside = evaluation.in(other);
    format::Series times(0, 4);
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        times.against(shown.breakdown.seconds[i].value(), beside.breakdown.seconds[i].value());
    times.against(shown.total.value(), beside.total.value());
    std::vector<Table::Column> columns{
        {"component"}, {view_words(view) + ", s", Align::right}, {"share", Align::right}};
    if (both)
        columns.push_back({view_words(other) + ", s", Align::right});
    Table table(std::move(columns));
    const auto add = [&](std::string name, Seconds seconds, double share, Seconds of_other) {
        std::vector<std::string> row{std::move(name), times.text(seconds.value()),
                                     format::percent(100 * share, 1, false)};
        if (both)
            row.push_back(times.text(of_other.value()));
        table.add(std::move(row));
    };
    for (std::size_t i = 0; i < cost::kComponents; ++i) {
        const auto component = static_cast<cost::Component>(i);
        if (!cost::exists(component, shown.training))
            continue;
        add(in_words(to_string(component)), shown.breakdown[component], shown.breakdown[component] / shown.total,
            beside.breakdown[component]);
    }
    add("iteration", shown.total, 1, beside.total);
    return table.text();
}

std::string memory_table(const search::Inputs& inputs, const cost::Estimate& estimate)
{
    Table table({{"memory"}, {"GiB", Align::right}});
    for (std::size_t i = 0; i < cost::kMemoryParts; ++i) {
        const auto part = static_cast<cost::MemoryPart>(i);
        if (!cost::exists(part, estimate.training))
            continue;
        table.add({in_words(to_string(part)), format::fixed(estimate.memory[part].value() / kGibibyte, 3)});
    }
    table.add({"total", format::fixed(estimate.memory.total().value() / kGibibyte, 3)});
    if (const double reserved = inputs.system.reserved_bytes.value_or(0); reserved > 0)
        table.add({"not included: reserved on the system", format::fixed(reserved / kGibibyte, 3)});
    return table.text();
}

} // namespace

std::string view_words(View view) { return view == View::peak_only ? "peak-only" : "evidence"; }

std::string in_words(std::string_view key)
{
    std::string out(key);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

std::string estimate_text(const search::Inputs& inputs, const search::Evaluation& evaluation, View view)
{
    const cost::Estimate& shown = evaluation.in(view);
    const search::Rates rates = search::rates(evaluation, inputs.system);
    const auto& compilation = evaluation.compilation;
    std::string out = visible_line(inputs.model.name) + " on " + visible_line(inputs.system.name) + ": " +
                      result_words(inputs, shown, view) + "\n" + strategy_words(inputs) + "\n";
    out += time_table(inputs, evaluation, view) + "\n" + memory_table(inputs, shown) + "\n";
    out += std::string(is_bound(inputs) ? "rates (peak-only, at most): " : "rates (evidence): ") +
           format::significant(rates.samples_per_second) + " samples/s · " +
           format::significant(rates.tokens_per_second_per_gpu) + " tokens/s per GPU · MFU " +
           format::percent(100 * rates.mfu, 1, false) +
           (shown.training ? ", HFU " + format::percent(100 * rates.hfu, 1, false) + " (blocks alone, no vocabulary)\n"
                           : " (forward operations of the blocks alone, no vocabulary)\n");
    const Digest revision = system::evidence_revision(inputs.system);
    out += (revision.empty() ? "datasheet " + visible_line(inputs.system.name) : "evidence " + revision.short_hex()) +
           " · model " + compilation.model.output.short_hex() + " · distributed " +
           compilation.distributed.output.short_hex() + " · portable " + compilation.portable.output.short_hex() + "\n";
    return out;
}

} // namespace blueprinting::cli
