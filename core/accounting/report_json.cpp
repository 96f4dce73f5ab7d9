#include "core/accounting/report_json.h"

namespace blueprinting::accounting {
namespace {

Json optional_number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json to_json(const TotalComparison& total)
{
    Json published{{"total", total.published.total.text}};
    if (total.published.gradient_release)
        published["gradient_release"] = total.published.gradient_release->text;
    return {{"optimizer", total.published.optimizer},
            {"published", published},
            {"predicted",
             {{"total", total.predicted.total},
              {"total_with_scales", total.predicted.total_with_scales},
              {"gradient_release", optional_number(total.predicted.gradient_release)},
              {"gradient_release_with_scales", optional_number(total.predicted.gradient_release_with_scales)}}},
            {"matches", total.matches}};
}

Json to_json(const GroupComparison& group, const RowComparison& row)
{
    return {{"table", group.table},
            {"model", group.model},
            {"optimizer", group.optimizer},
            {"variant", row.published.variant},
            {"published",
             {{"parameters_gib", row.published.parameters.text},
              {"optimizer_state_gib", row.published.optimizer_state.text}}},
            {"predicted",
             {{"parameters_gib", gibibytes(row.predicted.parameters)},
              {"optimizer_state_gib", gibibytes(row.predicted.optimizer_state)}}},
            {"parameters_match", row.parameters_match},
            {"optimizer_state_match", row.optimizer_state_match},
            {"matches", row.matches()},
            {"deviation_percent", row.deviation_percent}};
}

Json to_json(const GroupComparison& group, const CountCheck& count)
{
    return {{"table", group.table},
            {"model", group.model},
            {"optimizer", group.optimizer},
            {"implied_by_the_table", count.implied},
            {"architecture", count.architecture},
            {"deviation_percent", count.deviation_percent},
            {"within_printing", count.within_printing}};
}

Json to_json(const CheckpointComparison& checkpoint)
{
    const PublishedCheckpoint& published = checkpoint.published;
    const CheckpointPrediction& predicted = checkpoint.predicted;
    return {{"published",
             {{"claim", published.claim},
              {"reference_bytes_per_parameter", published.reference_bytes.text},
              {"flash_bytes_per_parameter", published.flash_bytes.text},
              {"reference_gib", published.reference_gibibytes.text},
              {"flash_gib", published.flash_gibibytes.text}}},
            {"predicted",
             {{"reference_bytes_per_parameter", predicted.reference_bytes},
              {"flash_bytes_per_parameter", predicted.flash_bytes},
              {"flash_bytes_per_parameter_with_scales", predicted.flash_bytes_with_scales},
              {"parameters", predicted.parameters},
              {"reference_gib", gibibytes(predicted.reference)},
              {"flash_gib", gibibytes(predicted.flash)},
              {"flash_gib_with_scales", gibibytes(predicted.flash_with_scales)},
              {"reduction_percent", predicted.reduction_percent},
              {"reduction_with_scales_percent", predicted.reduction_with_scales_percent}}},
            {"matches", checkpoint.matches}};
}

Json to_json(const Part& part)
{
    Json out{{"name", part.name},
             {"role", to_string(part.role)},
             {"datatype", to_string(part.type)},
             {"bytes_per_parameter", width(part.type)}};
    if (part.scale)
        out["scale"] = {{"datatype", to_string(part.scale->type)},
                        {"elements", part.scale->elements},
                        {"bytes_per_parameter", width(part.scale->type) / static_cast<double>(part.scale->elements)}};
    return out;
}

} // namespace

Json to_json(const Report& report)
{
    Json table1 = Json::array(), comparisons = Json::array(), deviating = Json::array(), counts = Json::array();
    for (const TotalComparison& total : report.totals)
        table1.push_back(to_json(total));
    for (const GroupComparison& group : report.groups) {
        counts.push_back(to_json(group, group.count));
        for (const RowComparison& row : group.rows) {
            comparisons.push_back(to_json(group, row));
            if (!row.matches())
                deviating.push_back(comparisons.back());
        }
    }
    return {{"table1_matches", report.totals_match()},
            {"checkpoint_matches", report.checkpoint.matches},
            {"rows", report.rows()},
            {"rows_matching", report.rows_matching()},
            {"deviations", deviating},
            {"table1", table1},
            {"comparisons", comparisons},
            {"parameter_counts", counts},
            {"checkpoint", to_json(report.checkpoint)}};
}

Json to_json(const Optimizer& optimizer, const Options& options, const std::optional<Footprint>& footprint)
{
    Json listed = Json::array();
    for (const Part& part : parts(optimizer, options))
        listed.push_back(to_json(part));
    const PerParameter bytes = per_parameter(optimizer, options);
    Json out{{"optimizer", name(optimizer)},
             {"options", {{"group_scales", options.group_scales}, {"gradient_release", options.gradient_release}}},
             {"parts", listed},
             {"bytes_per_parameter",
              {{"weights", bytes.weights()},
               {"gradient", bytes.gradient()},
               {"state", bytes.state()},
               {"total", bytes.total()},
               {"checkpoint", bytes.checkpoint()}}}};
    if (footprint) {
        out["parameters"] = footprint->parameters;
        out["bytes"] = {{"weights", footprint->weights.value()},
                        {"gradients", footprint->gradients.value()},
                        {"state", footprint->state.value()},
                        {"total", footprint->total().value()},
                        {"checkpoint", footprint->checkpoint.value()}};
    }
    return out;
}

} // namespace blueprinting::accounting
