#pragma once
#include "core/base/json_document.h"
#include "core/base/text_stream.h"
#include "core/search/explain.h"
#include "core/search/scaling.h"

#include <span>

namespace blueprinting::search {

/// A question with what was found.
struct Answers {
    Question question;
    Shard shard;
    std::size_t top = 10;           ///< how many of the first are told
    std::vector<Layout> layouts;    ///< of each number of devices
    std::vector<Exploration> found; ///< of each
    double seconds = 0;             ///< that the search took by the clock
};

/// Explores every space of a question. `progress` counts over them all. Errors as Layout::make(); cancelled as
/// explore().
Result<Answers> answer(const Question& question, const Shard& shard, std::size_t top,
                       const std::function<void(std::uint64_t)>& progress, const CancelToken& cancel);

/// One found strategy compiled whole: as one line of a batch (batch.h) with its number for "id", "execution" in
/// Calculon's keys added and the workload left out; "fits" leaves room for the reserve. Of an extended question the
/// execution is in its typed form, and what one block does not stand for is as program::estimate_json() without its
/// pieces and stages. Errors as evaluate(); none for
/// a strategy that explore() found legal. Pure; any thread.
Result<Json> found_json(const Question& question, const Layout& layout, const Found& found);

/// {"model", "system", "devices", "global_batch", "view", "shard", "strategies", "legal", "refused": {law: count},
/// "refused_alone": {law: count}, "fitting", "seconds", "rate_per_second", "front": […], "top": […], "band":
/// {"percent", "count", "common": {knob: value}, "differ": {knob: [{"value", "count"}]}, "leanest"}, "marginals":
/// {knob: [{"value", "best_seconds", "best_memory_bytes", "legal", "fitting"}]}}: the front and the first by rank, each
/// as found_json; knobs and their values as in Calculon's file. With several numbers of devices what is of one of them
/// stands in "counts", and "scaling" beside it. "calibration" stands where the system states one. A shard adds "part"
/// (part_json.h). Errors as found_json. Any thread.
Result<Json> answers_json(const Answers& answers);

/// {"legal", "diagnostics"} where laws refuse it, else with "number", "rank", "of", "behind_percent", "total_seconds",
/// "memory_bytes", "fits", "best", "change", "held". Each strategy has "calibration" where the system states one of
/// what it uses.
Json explanation_json(const Question& question, const Explanation& explanation);
/// [{"knob", "direction", "to", "with": {knob: value}, "seconds_change", "memory_bytes_change", "total_seconds",
/// "memory_bytes", "fits", "moved_most"}]
Json neighbours_json(const Question& question, std::span<const Neighbour> neighbours);

/// The name of a knob in files and its value there: Calculon's where it has them.
std::string knob_name(strategy::Field field);
Json knob_json(strategy::Field field, std::int64_t value);

/// A table of strategies, a header and a line each: number, degrees and knobs, seconds, bytes, whether it fits. Fields
/// are those of Calculon's execution file where it has them, and `calibration` of the system where it states one.
/// Numbers in full; handed on as it is made; any thread.
void found_csv(const Layout& layout, std::span<const Found> found, const TextSink& sink,
               std::optional<system::CalibrationStatus> calibration = std::nullopt);
/// The same, each a JSON object on its line: {"number", "execution", "total_seconds", "memory_bytes", "fits"[,
/// "calibration"]}.
void found_jsonl(const Layout& layout, std::span<const Found> found, const TextSink& sink,
                 std::optional<system::CalibrationStatus> calibration = std::nullopt);

enum class TableForm { csv, jsonl };
/// The same of all legal strategies of a question or, where `front_of` is given, of those: by devices, then number.
/// With several numbers of devices "devices" is the first column; a shard adds "question", a digest, and "shard" as the
/// last, which a merge drops; where it has no legal strategy, one row holds these two alone. Ends early where the sink
/// takes no more. Cancelled as explore().
Result<Done> write_strategies(const Question& question, const Shard& shard, TableForm form,
                              const std::vector<Exploration>* front_of, const TextSink& sink,
                              const CancelToken& cancel);

} // namespace blueprinting::search
