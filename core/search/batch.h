#pragma once
#include "core/base/cancel.h"
#include "core/search/evaluate.h"
#include "core/search/inputs.h"

#include <functional>
#include <string>
#include <string_view>

namespace blueprinting::search {

/// {"id", "ok": true, "view", "training", "total_seconds", "timing_seconds": {nine}, "peak_only_total_seconds",
/// "memory_bytes": {…, total}, "capacity_bytes", "fits", "workload": {nineteen}, "rates", "digests",
/// "evidence_revision", "findings"}; total and timing are of `view`. `id` is a JSON value. Inference has the four
/// components and two kinds of memory that exist for it, and no HFU. "calibration" stands where the system states one
/// of what was used, and "reserved_bytes", which are in no other figure; "evidence_revision" is null of a datasheet,
/// which has none.
Json estimate_json(const Json& id, const Inputs& inputs, const Evaluation& evaluation, cost::View view);

/// {"id", "ok": false, "diagnostics": [{"severity", "code", "path", "message"[, "file", "line", "column"]}]}
Json refusal_json(const Json& id, const Diagnostics& diagnostics);

/// One input line, evaluated; never fails: a bad line is answered with its diagnostics. What is priced as a program is
/// answered as answer_json() (program_answer.h) does, findings of reading a model among the others. `place` is what the
/// line is called in them ("jobs.jsonl"), `number` counts from 1; `view` as shown_view() takes it. Pure; any thread.
Json evaluate_line(std::string_view line, const std::string& place, std::size_t number, strategy::Rules rules,
                   std::optional<cost::View> view);

struct BatchCounts {
    std::size_t lines = 0;
    std::size_t refused = 0;
    std::size_t ended_behind = 0; ///< the line behind which the rest was not read; 0 where all was
};

/// So many refused lines one behind the other are no batch with mistakes but another kind of file.
inline constexpr std::size_t kMostRefusedInARow = 10000;

/// Every line of a JSONL text (blank ones are no lines), in parallel; `sink` gets the answers one by one in the order
/// of the lines, each without its line break, never two at once. Behind kMostRefusedInARow refused lines in a row it
/// ends. Cancelled between lines.
Result<BatchCounts> evaluate_batch(std::string_view text, const std::string& place, strategy::Rules rules,
                                   std::optional<cost::View> view, const std::function<void(const std::string&)>& sink,
                                   const CancelToken& cancel);

} // namespace blueprinting::search
