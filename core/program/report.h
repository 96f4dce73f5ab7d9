#pragma once
#include "core/base/json_document.h"
#include "core/program/estimate.h"
#include "core/strategy/laws.h"

namespace blueprinting::program {

/// The block metrics of a plan by their names.
Json metrics_json(const PieceMetrics& metrics);
/// {"context": …, "expert": …, "data": …}: what a kind of block sends over these axes, for one microbatch and rank;
/// only those that it uses. `nodes` as expert_messages().
Json messages_json(const Program& program, const BlockKind& kind, std::int64_t nodes);
/// Of a part of a model outside the blocks: "embedding", "head" or "mtp" (its input, its block and its head together).
Json parts_json(const Program& program);

/// {"selective_with_sequence_parallel": {…}, "otherwise": {…}} (megatron_report.h); null without a vocabulary.
Json megatron_json(const Program& program);

/// One line of an estimate: {"id", "ok": true, "view", "training", "total_seconds", "timing_seconds": {thirteen},
/// "peak_only_total_seconds", "memory_bytes": {…, "total", "stage"}, "capacity_bytes", "fits", "rates", "blocks",
/// "parts", "stages", "evidence_revision", "findings"}, the revision null of a datasheet, and "reserved_bytes" where
/// the system states them. `peak_only` is the other view's, or the same.
Json estimate_json(const Json& id, const Program& program, const system::SystemProfile& system,
                   const ProgramEstimate& shown, const ProgramEstimate& peak_only);
/// {"id", "ok": false, "diagnostics": [{…, "nearest": [below, above]}]}
/// `placed` says each violation as a diagnostic, in their order.
Json refusal_json(const Json& id, const std::vector<strategy::Violation>& violations, const Diagnostics& placed);

} // namespace blueprinting::program
