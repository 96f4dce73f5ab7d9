#include "app/blueprinting/search_text.h"

#include "app/blueprinting/estimate_text.h"
#include "app/blueprinting/table.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::cli {
namespace {

using Align = Table::Align;
using strategy::Field;

std::string counted(std::uint64_t count) { return format::integer(static_cast<std::int64_t>(count)); }

std::string communication_word(const strategy::Execution& execution)
{
    const bool scattered =
        strategy::tensor(execution).communication == strategy::TensorCommunication::reduce_scatter_all_gather;
    return std::string(scattered ? "RS + AG" : "all-reduce") + (execution.all_gather_redo ? ", redo" : "");
}

/// "TP 8, PP 8, DP 1, v 3"
std::string degrees(const strategy::Execution& execution)
{
    std::string out;
    for (const Field field : {Field::tensor_degree, Field::pipeline_degree, Field::data_degree, Field::virtual_stages})
        out += (out.empty() ? "" : ", ") + search::value_label(field, search::knob_value(field, execution));
    for (const Field field : {Field::context_degree, Field::expert_degree, Field::expert_tensor_degree})
        if (const std::int64_t degree = search::knob_value(field, execution); degree > 1)
            out += ", " + search::value_label(field, degree);
    return out;
}

/// What is said of times where a system's figures are those of a data sheet.
std::string_view bound_words(const search::Question& question)
{
    return system::has_evidence(question.system) ? "" : "peak-only: upper bound, not calibrated";
}

/// Of an extended space: the further fields of which there are several values.
std::string further_table(const search::Layout& layout, std::span<const search::Found> chosen)
{
    std::vector<Table::Column> columns{{"number", Align::right}, {"s", Align::right}, {"GiB", Align::right}};
    std::vector<Field> fields;
    for (const search::Layout::Knob& knob : layout.knobs()) {
        const strategy::FieldRow& row = strategy::row(knob.field);
        const bool always = !search::is_further(knob.field) && row.kind != strategy::Kind::tier;
        if (knob.values.size() < 2 && !always)
            continue;
        fields.push_back(knob.field);
        columns.push_back(
            {strategy::label_of(knob.field),
             row.kind == strategy::Kind::integer || row.kind == strategy::Kind::tier ? Align::right : Align::left});
    }
    Table table(std::move(columns));
    for (const search::Found& found : chosen) {
        const strategy::Execution execution = layout.at(found.number);
        std::vector<std::string> cells{counted(found.number), format::fixed(found.total.value(), 4),
                                       format::fixed(found.memory.value() / kGibibyte, 2)};
        for (const Field field : fields) {
            const std::int64_t value = search::knob_value(field, execution);
            cells.push_back(field == Field::tensor_communication ? communication_word(execution)
                                                                 : search::value_word(field, value));
        }
        table.add(std::move(cells));
    }
    return table.text();
}

std::string found_table(const search::Layout& layout, std::span<const search::Found> chosen)
{
    if (layout.extended())
        return further_table(layout, chosen);
    Table table({{"number", Align::right},
                 {"s", Align::right},
                 {"GiB", Align::right},
                 {"TP", Align::right},
                 {"PP", Align::right},
                 {"DP", Align::right},
                 {"v", Align::right},
                 {"microbatch", Align::right},
                 {"recompute"},
                 {"TP communication"},
                 {"optimizer"}});
    for (const search::Found& found : chosen) {
        const strategy::Execution execution = layout.at(found.number);
        table.add(
            {counted(found.number), format::fixed(found.total.value(), 4),
             format::fixed(found.memory.value() / kGibibyte, 2), format::integer(strategy::tensor_degree(execution)),
             format::integer(strategy::pipeline_degree(execution)), format::integer(strategy::data_degree(execution)),
             format::integer(strategy::virtual_stages(execution)), format::integer(execution.microbatch_size),
             in_words(to_string(strategy::recompute(execution))), communication_word(execution),
             strategy::optimizer_sharding(execution) ? "sharded" : "whole"});
    }
    return table.text();
}

std::string refused_table(const search::Exploration& found)
{
    Table table({{"refused by"}, {"strategies", Align::right}, {"alone", Align::right}});
    for (const auto& [law, times] : found.refused) {
        const auto alone = found.refused_alone.find(law);
        table.add({law, counted(times), alone == found.refused_alone.end() ? "–" : counted(alone->second)});
    }
    return table.text();
}

/// Nothing counts: which law or memory left nothing, and what would open it.
std::string nothing(const search::Question& question, const search::Layout& layout, const search::Exploration& found)
{
    if (found.smallest) {
        const Bytes limit = question.judgement().limit;
        return "\nNone fits: the smallest needs " + format::gibibytes(found.smallest->memory, 2) + " of " +
               format::gibibytes(limit, 2) + ", at " + degrees(layout.at(found.smallest->number)) +
               "; more devices or a larger memory would open it.\n";
    }
    const auto most = std::max_element(found.refused.begin(), found.refused.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == found.refused.end())
        return "";
    const auto alone = std::max_element(found.refused_alone.begin(), found.refused_alone.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    return "\nNone is legal: " + most->first + " refuses " + counted(most->second) + " of " +
           counted(found.strategies) +
           (alone == found.refused_alone.end()
                ? "; no law refuses one alone"
                : "; most would be opened by " + alone->first + ", which alone refuses " + counted(alone->second)) +
           ".\n";
}

std::string band_text(const search::Layout& layout, const search::Band& band)
{
    if (band.count < 2)
        return "";
    std::string common;
    for (const search::Band::Value& each : band.common(layout))
        common += (common.empty() ? "" : ", ") + search::value_label(each.field, each.value);
    std::string out = "\nWithin " + format::significant(band.percent, 1) + " %: " + counted(band.count) +
                      " strategies, which the model cannot order" + (common.empty() ? "" : "; all with " + common) +
                      ".";
    if (band.leanest)
        out += " The leanest takes " + format::gibibytes(band.leanest->memory, 2) + " and " +
               format::fixed(band.leanest->total.value(), 4) + " s: number " + counted(band.leanest->number) + ", " +
               degrees(layout.at(band.leanest->number)) + ".";
    return out + "\n";
}

std::string count_text(const search::Answers& answers, std::size_t index, bool front)
{
    const search::Question& question = answers.question;
    const search::Exploration& found = answers.found[index];
    const search::Layout& layout = answers.layouts[index];
    const std::int64_t devices = question.devices[index];
    std::string out =
        visible_line(question.model.name) + " on " + format::integer(devices) + " × " +
        visible_line(question.system.name) + ", batch " + format::integer(question.global_batch(devices)) +
        (answers.shard.count > 1 ? ", shard " + counted(answers.shard.index) + " of " + counted(answers.shard.count)
                                 : "") +
        ": " + counted(found.strategies) + (found.strategies == 1 ? " strategy, " : " strategies, ") +
        counted(found.legal) + " legal, " + counted(found.fitting) + (found.fitting == 1 ? " fits" : " fit");
    if (answers.found.size() == 1)
        out += "; " + format::seconds(Seconds(answers.seconds));
    out += "\n";
    if (!found.refused.empty())
        out += "\n" + refused_table(found);
    if (found.top.empty())
        return out + nothing(question, layout, found);
    const std::span<const search::Found> chosen(
        front ? found.front : std::span(found.top).first(std::min(found.top.size(), answers.top)));
    const bool bound = !system::has_evidence(question.system);
    const std::string view = bound                                    ? " (peak-only: upper bound, not calibrated)"
                             : question.view == cost::View::peak_only ? " (peak-only)"
                                                                      : " (evidence)";
    const std::string fit = question.must_fit ? " that fit" : "";
    const std::string first = question.rank == search::RankBy::memory ? "The leanest" : "The fastest";
    if (!chosen.empty())
        out += "\n" +
               (front ? "Nothing" + std::string(question.must_fit ? " that fits" : "") + " is both as fast and smaller"
                      : first + fit) +
               view + ":\n" + found_table(layout, chosen);
    return out + band_text(layout, found.band);
}

std::string scaling_text(const search::Answers& answers)
{
    const search::Question& question = answers.question;
    const search::Scaling scaling = search::scaling_of(question, answers.layouts, answers.found);
    if (!scaling.reference)
        return "";
    Table table({{"devices", Align::right},
                 {"s", Align::right},
                 {"tokens/s and GPU", Align::right},
                 {"efficiency", Align::right},
                 {"grown by DP alone", Align::right},
                 {"strategy"},
                 {"changes"}});
    for (const search::ScalingPoint& point : scaling.points) {
        if (!point.best) {
            table.add({format::integer(point.devices), "none", "", "", "", "", ""});
            continue;
        }
        std::string changes;
        for (const Field field : point.changes)
            changes +=
                (changes.empty() ? "" : ", ") + search::value_label(field, search::knob_value(field, point.execution));
        table.add({format::integer(point.devices), format::fixed(point.best->total.value(), 4),
                   format::fixed(point.tokens_per_second_per_gpu, 1), format::percent(100 * point.efficiency, 1, false),
                   point.grown ? format::percent(100 * point.grown->efficiency, 1, false) +
                                     (point.grown->found.fits ? "" : ", does not fit")
                               : "–",
                   degrees(point.execution), changes});
    }
    return "\nThe best of each, held against " + format::integer(*scaling.reference) +
           " devices, whose strategy is also grown by DP alone" +
           (system::has_evidence(question.system) ? "" : " (" + std::string(bound_words(question)) + ")") + ":\n" +
           table.text();
}

std::string signed_gibibytes(Bytes bytes) { return format::with_sign(bytes.value() / kGibibyte, 2); }

std::string with_partners(const search::Neighbour& each)
{
    std::string out = search::value_label(each.field, search::knob_value(each.field, each.to.execution));
    for (const Field partner : each.partners)
        out += (partner == each.partners.front() ? " with " : ", ") +
               search::value_label(partner, search::knob_value(partner, each.to.execution));
    return out;
}

} // namespace

std::string search_text(const search::Answers& answers, bool front)
{
    std::string out;
    for (std::size_t i = 0; i < answers.found.size(); ++i)
        out += (i == 0 ? "" : "\n") + count_text(answers, i, front);
    return answers.found.size() > 1 ? out + scaling_text(answers) : out;
}

std::string explanation_text(const search::Question& question, const search::Explanation& explanation)
{
    if (!explanation.mine.legal()) {
        std::string out = "Laws refuse it:\n";
        for (const Diagnostic& each : strategy::as_diagnostics(explanation.mine.broken))
            out += "  " + each.code + ": " + each.message + "\n";
        return out;
    }
    const search::Found& mine = explanation.mine.found;
    const std::string_view bound = bound_words(question);
    std::string out = degrees(explanation.mine.execution) + ": " + format::fixed(mine.total.value(), 4) + " s, " +
                      format::gibibytes(mine.memory, 2) + (mine.fits ? "" : ", does not fit") +
                      (bound.empty() ? "" : " (" + std::string(bound) + ")") + "\n";
    if (!explanation.best)
        return out + "No strategy of the space " + (question.must_fit ? "fits" : "is legal") + ".\n";
    out += explanation.rank ? "Rank " + counted(*explanation.rank) + " of " + counted(explanation.counting) + ", "
                            : std::string("Not ranked; ");
    out += format::percent(explanation.behind_percent, 1, false) +
           " behind the best: " + degrees(explanation.best_execution) + ", " +
           format::fixed(explanation.best->total.value(), 4) + " s, " + format::gibibytes(explanation.best->memory, 2) +
           "\n";
    if (explanation.change)
        out += "The best single change: " + with_partners(*explanation.change) + ", from " +
               format::percent(explanation.behind_percent, 1, false) + " to " +
               format::percent(explanation.change_behind_percent, 1, false) + " behind" +
               (explanation.change->to.found.fits ? ", fits" : "") + "\n";
    else
        out += "No single change is better.\n";
    Table table({{"its"}, {"best with it, s", Align::right}, {"costs", Align::right}});
    for (const search::Explanation::Held& each : explanation.held)
        table.add({search::value_label(each.field, each.value),
                   each.best_seconds ? format::fixed(*each.best_seconds, 4) : "none fits",
                   each.best_seconds ? format::percent(each.cost_percent, 1, false) : "–"});
    return out + "\n" + table.text();
}

std::string neighbours_text(const search::Question& question, std::span<const search::Neighbour> neighbours)
{
    Table table({{"knob"},
                 {"to"},
                 {"s", Align::right},
                 {"Δ s", Align::right},
                 {"Δ GiB", Align::right},
                 {"fits"},
                 {"moved most"}});
    for (const search::Neighbour& each : neighbours)
        table.add({std::string(strategy::row(each.field).title) + (each.direction < 0 ? ", down" : ", up"),
                   with_partners(each), format::fixed(each.to.found.total.value(), 4),
                   format::with_sign(each.seconds.value(), 4), signed_gibibytes(each.bytes),
                   each.to.found.fits ? "yes" : "no", each.moved_part ? in_words(to_string(*each.moved_part)) : ""});
    const std::string_view bound = bound_words(question);
    return (bound.empty() ? "" : "Times are " + std::string(bound) + ".\n") + table.text();
}

} // namespace blueprinting::cli
