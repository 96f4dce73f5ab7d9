#pragma once
#include "core/base/json_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What a publication printed. These types hold no prediction; comparison.h sets the two side by side.
namespace blueprinting::accounting {

/// A number as printed: "0.10" has two decimals, and is not "0.1".
struct PrintedFigure {
    std::string text;
    double value = 0;
    int decimals = 0;
    bool operator==(const PrintedFigure&) const = default;

    /// Whether `prediction`, rounded to the printed decimals, is this figure.
    [[nodiscard]] bool agrees_with(double prediction) const;
};

/// Digits with at most one point between them; accounting.figure.syntax otherwise.
Result<PrintedFigure> printed_figure_from(const std::string& text);

/// Bytes per parameter of one optimizer.
struct PublishedTotal {
    std::string optimizer;
    PrintedFigure total;
    std::optional<PrintedFigure> gradient_release; ///< none where it is not published
    bool operator==(const PublishedTotal&) const = default;
};

/// Model memory in GiB of one variant: "Reference", "FlashOptim", "Weight Split", "Opt. Quant.".
struct PublishedRow {
    std::string variant;
    PrintedFigure parameters, optimizer_state;
    bool operator==(const PublishedRow&) const = default;
};

struct PublishedGroup {
    std::string table, source, model, optimizer;
    std::vector<PublishedRow> rows;
    bool operator==(const PublishedGroup&) const = default;
};

struct PublishedCheckpoint {
    std::string source, claim, optimizer;
    PrintedFigure reference_bytes, flash_bytes;         ///< per parameter
    PrintedFigure reference_gibibytes, flash_gibibytes; ///< of the 7B model
    bool operator==(const PublishedCheckpoint&) const = default;
};

/// How many parameters a named architecture has. Not a figure of the publication.
struct ArchitectureCount {
    std::string model;
    std::int64_t parameters = 0;
    bool operator==(const ArchitectureCount&) const = default;
};

Result<std::vector<PublishedTotal>> read_totals(const JsonDocument& document);
Result<std::vector<PublishedGroup>> read_groups(const JsonDocument& document);
Result<PublishedCheckpoint> read_checkpoint(const JsonDocument& document);
Result<std::vector<ArchitectureCount>> read_architectures(const JsonDocument& document);

struct Publication {
    std::vector<PublishedTotal> totals; ///< Table 1
    std::vector<PublishedGroup> groups; ///< Tables 4, 6 and 8
    PublishedCheckpoint checkpoint;     ///< section 3.4
    std::vector<ArchitectureCount> architectures;
};

/// FlashOptim (arXiv 2602.23349v1), as carried in the program.
Result<Publication> flashoptim();

} // namespace blueprinting::accounting
