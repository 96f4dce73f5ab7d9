#include "core/accounting/comparison.h"

#include "core/base/format.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::accounting {
namespace {

double off_percent(double predicted, double reference)
{
    return reference == 0 ? (predicted == 0 ? 0 : HUGE_VAL) : 100.0 * std::fabs(predicted - reference) / reference;
}

Form form_of(std::string_view variant)
{
    if (variant == "FlashOptim")
        return kFlash;
    return {.weight_split = variant == "Weight Split", .quantised_moments = variant == "Opt. Quant."};
}

constexpr Options kWithoutScales{.group_scales = false};
constexpr Options kWithScales{};

Result<TotalComparison> compare_total(const PublishedTotal& published)
{
    const auto optimizer = optimizer_from(published.optimizer);
    if (!optimizer)
        return optimizer.failure_as<TotalComparison>();
    TotalComparison out;
    out.published = published;
    out.predicted.total = per_parameter(*optimizer, kWithoutScales).total();
    out.predicted.total_with_scales = per_parameter(*optimizer, kWithScales).total();
    if (optimizer->form == kFlash) {
        out.predicted.gradient_release =
            per_parameter(*optimizer, {.group_scales = false, .gradient_release = true}).total();
        out.predicted.gradient_release_with_scales =
            per_parameter(*optimizer, {.group_scales = true, .gradient_release = true}).total();
    }
    out.matches =
        published.total.agrees_with(out.predicted.total) &&
        (!published.gradient_release ||
         (out.predicted.gradient_release && published.gradient_release->agrees_with(*out.predicted.gradient_release)));
    return out;
}

RowComparison compare_row(const PublishedRow& published, UpdateRule rule, std::int64_t parameters)
{
    RowComparison out;
    out.published = published;
    out.predicted = predict_row(rule, form_of(published.variant), parameters);
    const double weights = gibibytes(out.predicted.parameters);
    const double state = gibibytes(out.predicted.optimizer_state);
    out.parameters_match = published.parameters.agrees_with(weights);
    out.optimizer_state_match = published.optimizer_state.agrees_with(state);
    out.deviation_percent =
        std::max(off_percent(weights, published.parameters.value), off_percent(state, published.optimizer_state.value));
    return out;
}

CountCheck check_count(const PublishedGroup& group, std::int64_t architecture)
{
    CountCheck out;
    out.architecture = architecture;
    for (const PublishedRow& row : group.rows)
        if (form_of(row.variant) == kReference) {
            const double width_of_weight = per_parameter(StandardOptimizer{}, kWithScales).weights();
            out.implied = row.parameters.value * kGibibyte / width_of_weight;
            out.deviation_percent = off_percent(out.implied, static_cast<double>(architecture));
            out.within_printing =
                row.parameters.agrees_with(static_cast<double>(architecture) * width_of_weight / kGibibyte);
        }
    return out;
}

Result<GroupComparison> compare_group(const PublishedGroup& group, const std::vector<ArchitectureCount>& architectures)
{
    const auto optimizer = optimizer_from(group.optimizer);
    if (!optimizer)
        return optimizer.failure_as<GroupComparison>();
    const auto architecture = std::ranges::find(architectures, group.model, &ArchitectureCount::model);
    if (architecture == architectures.end())
        return Diagnostic{.code = "accounting.model.unknown",
                          .path = "",
                          .message = "no parameter count is known for the model \"" + group.model + "\" of Table " +
                                     group.table};
    GroupComparison out;
    out.table = group.table;
    out.model = group.model;
    out.optimizer = group.optimizer;
    out.count = check_count(group, architecture->parameters);
    for (const PublishedRow& row : group.rows)
        out.rows.push_back(compare_row(row, optimizer->rule, architecture->parameters));
    return out;
}

Result<CheckpointComparison> compare_checkpoint(const PublishedCheckpoint& published)
{
    const auto optimizer = optimizer_from(published.optimizer);
    if (!optimizer)
        return optimizer.failure_as<CheckpointComparison>();
    const StandardOptimizer flash{optimizer->rule, kFlash};
    CheckpointComparison out;
    out.published = published;
    CheckpointPrediction& p = out.predicted;
    p.reference_bytes = per_parameter(*optimizer, kWithoutScales).checkpoint();
    p.flash_bytes = per_parameter(flash, kWithoutScales).checkpoint();
    p.flash_bytes_with_scales = per_parameter(flash, kWithScales).checkpoint();
    const double implied = published.reference_gibibytes.value * kGibibyte / p.reference_bytes;
    p.parameters = std::llround(implied);
    p.reference = Bytes(implied * p.reference_bytes);
    p.flash = Bytes(implied * p.flash_bytes);
    p.flash_with_scales = Bytes(implied * p.flash_bytes_with_scales);
    p.reduction_percent = 100.0 * (1.0 - p.flash / p.reference);
    p.reduction_with_scales_percent = 100.0 * (1.0 - p.flash_with_scales / p.reference);
    out.matches = published.reference_bytes.agrees_with(p.reference_bytes) &&
                  published.flash_bytes.agrees_with(p.flash_bytes) &&
                  published.reference_gibibytes.agrees_with(gibibytes(p.reference)) &&
                  published.flash_gibibytes.agrees_with(gibibytes(p.flash)) && p.reduction_percent > 50.0;
    return out;
}

} // namespace

bool Report::totals_match() const { return std::ranges::all_of(totals, &TotalComparison::matches); }

std::size_t Report::rows() const
{
    std::size_t count = 0;
    for (const GroupComparison& group : groups)
        count += group.rows.size();
    return count;
}

std::size_t Report::rows_matching() const
{
    std::size_t count = 0;
    for (const GroupComparison& group : groups)
        count += static_cast<std::size_t>(std::ranges::count_if(group.rows, &RowComparison::matches));
    return count;
}

RowPrediction predict_row(UpdateRule rule, Form form, std::int64_t parameters)
{
    const PerParameter bytes = per_parameter(StandardOptimizer{rule, form}, kWithScales);
    const auto count = static_cast<double>(parameters);
    return {Bytes(count * bytes.weights()), Bytes(count * bytes.state())};
}

Result<Report> compare(const Publication& publication)
{
    Report report;
    for (const PublishedTotal& total : publication.totals) {
        const auto compared = compare_total(total);
        if (!compared)
            return compared.failure_as<Report>();
        report.totals.push_back(*compared);
    }
    for (const PublishedGroup& group : publication.groups) {
        const auto compared = compare_group(group, publication.architectures);
        if (!compared)
            return compared.failure_as<Report>();
        report.groups.push_back(*compared);
    }
    const auto checkpoint = compare_checkpoint(publication.checkpoint);
    if (!checkpoint)
        return checkpoint.failure_as<Report>();
    report.checkpoint = *checkpoint;
    return report;
}

Diagnostics deviations(const Report& report)
{
    Diagnostics out;
    for (const GroupComparison& group : report.groups)
        for (const RowComparison& row : group.rows) {
            if (row.matches())
                continue;
            const auto predicted = [](Bytes bytes, const PrintedFigure& printed) {
                return format::fixed(gibibytes(bytes), printed.decimals + 1);
            };
            out.push_back({.severity = Severity::finding,
                           .code = "accounting.deviation",
                           .path = "",
                           .message = "Table " + group.table + ", " + group.model + " " + group.optimizer + ", " +
                                      row.published.variant + ": published " + row.published.parameters.text + " / " +
                                      row.published.optimizer_state.text + " GiB, predicted " +
                                      predicted(row.predicted.parameters, row.published.parameters) + " / " +
                                      predicted(row.predicted.optimizer_state, row.published.optimizer_state) +
                                      " GiB, off by " + format::percent(row.deviation_percent, 1, false)});
        }
    return out;
}

} // namespace blueprinting::accounting
