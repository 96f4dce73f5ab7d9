#pragma once
#include "core/accounting/footprint.h"
#include "core/accounting/published.h"

/// Published figures beside predictions. The two stay in their own records; a comparison holds one of each and what
/// follows from both. A deviation is a finding to show, not a failure.
namespace blueprinting::accounting {

/// Predicted bytes per parameter of a Table 1 row, as whole bytes and with the scales that the table leaves out.
struct TotalPrediction {
    double total = 0;
    double total_with_scales = 0;
    std::optional<double> gradient_release; ///< where the recipe's form has one: the Flash optimizers
    std::optional<double> gradient_release_with_scales;
    bool operator==(const TotalPrediction&) const = default;
};

struct TotalComparison {
    PublishedTotal published;
    TotalPrediction predicted;
    bool matches = false;
    bool operator==(const TotalComparison&) const = default;
};

/// Predicted bytes of a row of Tables 4, 6 and 8: weights, and what the optimizer holds beside them.
struct RowPrediction {
    Bytes parameters, optimizer_state;
    bool operator==(const RowPrediction&) const = default;
};

struct RowComparison {
    PublishedRow published;
    RowPrediction predicted;
    bool parameters_match = false;
    bool optimizer_state_match = false;
    double deviation_percent = 0; ///< the larger relative error of the two, whether or not they match
    [[nodiscard]] bool matches() const { return parameters_match && optimizer_state_match; }
    bool operator==(const RowComparison&) const = default;
};

/// The parameter count that a table's reference row implies (GiB · 2^30 / 4) against the architecture's.
struct CountCheck {
    double implied = 0;
    std::int64_t architecture = 0;
    double deviation_percent = 0; ///< of the implied count from the architecture's, without sign
    bool within_printing = false; ///< the architecture's count prints as the table's figure
    bool operator==(const CountCheck&) const = default;
};

struct GroupComparison {
    std::string table, model, optimizer;
    CountCheck count;
    std::vector<RowComparison> rows;
    bool operator==(const GroupComparison&) const = default;
};

struct CheckpointPrediction {
    double reference_bytes = 0, flash_bytes = 0, flash_bytes_with_scales = 0; ///< per parameter
    std::int64_t parameters = 0; ///< implied by the published reference size
    Bytes reference, flash, flash_with_scales;
    double reduction_percent = 0, reduction_with_scales_percent = 0;
    bool operator==(const CheckpointPrediction&) const = default;
};

struct CheckpointComparison {
    PublishedCheckpoint published;
    CheckpointPrediction predicted;
    bool matches = false; ///< both widths, both sizes, and more than half is saved
    bool operator==(const CheckpointComparison&) const = default;
};

struct Report {
    std::vector<TotalComparison> totals;
    std::vector<GroupComparison> groups;
    CheckpointComparison checkpoint;

    [[nodiscard]] bool totals_match() const;
    [[nodiscard]] std::size_t rows() const;
    [[nodiscard]] std::size_t rows_matching() const;
};

/// Bytes of a variant's two rows for a model of so many parameters, with scales.
RowPrediction predict_row(UpdateRule rule, Form form, std::int64_t parameters);

/// accounting.optimizer.unknown or accounting.model.unknown where the publication names what the recipes or the
/// architecture counts do not know.
Result<Report> compare(const Publication& publication);

/// "Table 6, ResNet-50 AdamW, FlashOptim: published 0.05 / 0.08 GiB, predicted 0.048 / 0.074 GiB, off by 7.0 %", one a
/// row that does not match (accounting.deviation, severity finding).
Diagnostics deviations(const Report& report);

} // namespace blueprinting::accounting
