#pragma once
#include "core/base/cancel.h"
#include "core/base/json_document.h"
#include "core/model/description.h"
#include "core/strategy/parallelism.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Published training runs: what was run, on what, how fast, and what the source does not say.
namespace blueprinting::measured {

/// A: log or artefact of the run itself. B: table of whoever ran it. C: derived, composed or second-hand; never in a
/// headline.
enum class Grade { a, b, c };
std::string_view to_string(Grade grade); ///< "A"
inline constexpr std::array kEveryGrade{Grade::a, Grade::b, Grade::c};
inline constexpr std::array kHeadlineGrades{Grade::a, Grade::b};
inline constexpr std::array kDerivedGrades{Grade::c};

/// A printed rate whose FLOP definition is unknown, read by one of them.
struct Reading {
    std::string definition;
    double tokens_per_second_per_gpu = 0;
};

/// A run that the program can express without modern models.
struct PlainCase {
    model::TransformerModel model;
    strategy::Execution execution;
};

/// A run that asks for more than six numbers, of the model or of the strategy.
struct ModernCase {
    model::Description model;
    strategy::Execution execution;
};

struct Row {
    std::string id;
    std::string source;
    Grade grade = Grade::c;
    std::string model_name;
    std::optional<std::string> system; ///< preset; none where no preset is near
    std::string machine; ///< "system_note" as compact JSON: another machine than the preset; "" where it is the same
    std::string strategy_is; ///< "as stated", "with assumed parts", "nearest"; "" without a strategy
    std::optional<std::int64_t> gpus;
    std::optional<std::int64_t> sequence;            ///< tokens
    std::optional<std::int64_t> global_batch;        ///< samples
    std::optional<double> seconds_per_iteration;     ///< as printed
    std::optional<double> tokens_per_second_per_gpu; ///< printed, or derived as `tokens_from` says
    std::string tokens_from;
    std::vector<Reading> candidates; ///< where the rate has no single reading
    std::vector<std::string> open;   ///< what the source does not say
    std::vector<std::string> assumed, not_modelled, inconsistent;
    std::string caveat, why_not;
    std::string expressible_with; ///< "plain", "modern"; "" where it is not expressible
    std::optional<PlainCase> plain;
    std::optional<ModernCase> modern;
    double left_out = 0;     ///< share of the FLOPs that the plain form leaves out
    Json json;               ///< the whole line, as it was read
    SourceLocation location; ///< file and line that it was read from

    /// The strategy that ran; null where the row cannot be priced.
    [[nodiscard]] const strategy::Execution* execution() const;
    /// Seconds an iteration: printed, else tokens of the batch over tokens a second; none where neither is known.
    [[nodiscard]] std::optional<double> seconds() const;
    /// "bloom" of "bloom-prequel-L609": who ran it.
    [[nodiscard]] std::string family() const;
    /// Rows with the same key are strategies of one thing: source, model, system, machine, GPUs, sequence and batch.
    [[nodiscard]] std::string cell_key() const;
    /// The strategy as canonical text, whatever spelling the row has; two rows of a cell with the same are one run
    /// repeated.
    [[nodiscard]] std::string strategy_key() const;
};

/// One line. Strict: an unknown key, a wrong type, a grade that is none, a row that can be priced whose model or
/// strategy cannot be read are each an error with line and pointer (reader.*, measured.model, measured.time). `line`
/// counts from 1.
Result<Row> read_row(std::string text, const std::string& file, std::size_t line);

/// Every line of a JSONL text; blank ones are no rows. Refused lines are reported, each by file and line, and then no
/// row is returned. measured.duplicate_id where two lines have one id. Each of the three is cancelled between lines.
Result<std::vector<Row>> read_rows(std::string_view text, const std::string& file, const CancelToken& cancel = {});

/// A CSV: its first line names the columns model, system, gpus, tensor, pipeline, data, microbatch, global_batch,
/// sequence, recompute and seconds_per_iteration or tokens_per_second_per_gpu; id, source, grade and other fields of a
/// strategy by their names. What it does not say of a strategy stands among what the row assumes. Every refused line is
/// named (measured.csv, .column, .cells, .value, .time, .model, .system, .gpus).
Result<std::vector<Row>> read_table(std::string_view text, const std::string& file, const CancelToken& cancel = {});

/// Either of the two, told apart by content; measured.empty where there is no run.
Result<std::vector<Row>> read_runs(std::string_view text, const std::string& file, const CancelToken& cancel = {});

/// measured.duplicate_id for each of the rows whose id an earlier one has, or one of those `before` them.
Diagnostics repeated_ids(std::span<const Row> before, std::span<const Row> rows);

/// The runs that the program carries, in the order of data/measured/SOURCES.json. Reads them; any thread.
Result<std::vector<Row>> carried_rows();

} // namespace blueprinting::measured
