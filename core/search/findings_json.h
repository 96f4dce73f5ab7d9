#pragma once
#include "core/base/json_document.h"
#include "core/base/text_stream.h"
#include "core/search/explore.h"

#include <span>

namespace blueprinting::search {

/// What was searched, for the answer to name it.
struct Question {
    model::TransformerModel model;
    system::SystemProfile system;
    Space space;
    Shard shard;
    cost::View view = cost::View::system_evidence;
};

/// One found strategy compiled whole: as one line of a batch (batch.h) with its number for "id", "execution" in
/// Calculon's keys added and the workload left out. Errors as evaluate(); none for a strategy that explore() found
/// legal. Pure; any thread.
Result<Json> found_json(const Question& question, const Layout& layout, const Found& found);

/// {"model", "system", "devices", "global_batch", "view", "shard", "strategies", "legal", "refused": {law: count},
/// "fitting", "seconds", "rate_per_second", "front": […], "top": […]}: the front and the `top` fastest, each as
/// found_json. `seconds` is what the search took by the clock. Errors as found_json. Any thread.
Result<Json> exploration_json(const Question& question, const Layout& layout, const Exploration& exploration,
                              std::size_t top, double seconds);

/// A table of strategies, a header and a line each: number, degrees and knobs, seconds, bytes, whether it fits. Fields
/// are those of Calculon's execution file where it has them. Numbers in full; handed on as it is made; any thread.
void found_csv(const Layout& layout, std::span<const Found> found, const TextSink& sink);
/// The same, each a JSON object on its line: {"number", "execution", "total_seconds", "memory_bytes", "fits"}.
void found_jsonl(const Layout& layout, std::span<const Found> found, const TextSink& sink);

} // namespace blueprinting::search
