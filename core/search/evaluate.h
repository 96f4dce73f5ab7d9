#pragma once
#include "core/cost/estimate.h"
#include "core/ir/block_metrics.h"
#include "core/passes/compile.h"
#include "core/strategy/laws.h"

namespace blueprinting::search {

/// A strategy taken all the way: legal, compiled, priced in both views. What both front ends show is read from this.
struct Evaluation {
    passes::Compilation compilation;
    cost::Estimate peak_only;
    cost::Estimate evidence;
    ir::BlockMetrics metrics;
    [[nodiscard]] const cost::Estimate& in(cost::View view) const
    {
        return view == cost::View::peak_only ? peak_only : evidence;
    }
};

/// The weakest calibration of the curves and networks that an estimate of this execution reads; nothing where the
/// system states none. Every number that is shown of the estimate says so where it is a datasheet's.
std::optional<system::CalibrationStatus> calibration(const system::SystemProfile& system,
                                                     const strategy::Execution& execution);

/// The view to show where these were used: the one asked for, else evidence, else peak-only, which is all that there is
/// of a datasheet. system.no_evidence where evidence is asked for all the same.
Result<cost::View> shown_view(std::optional<system::CalibrationStatus> status,
                              std::optional<cost::View> asked = std::nullopt);

/// What is true of the system's figures and refuses nothing: system.bfloat16_as_float16, system.datasheet.
Diagnostics system_findings(const system::SystemProfile& system, const strategy::Execution& execution);

/// Laws first (every violation is a diagnostic), then compile, then both estimates, with system_findings() in
/// each; of a datasheet both views say the same. Pure; any thread.
Result<Evaluation> evaluate(const model::TransformerModel& model, const system::SystemProfile& system,
                            const strategy::Execution& execution, strategy::Rules rules);

/// Rates that people quote, of the evidence view (of a datasheet: peak-only). MFU = 3 × forward matrix operations of
/// all blocks and ranks × microbatches / (iteration × matrix peak of all ranks), after Chowdhery et al., arXiv
/// 2204.02311, but with the operations of the blocks alone: the models have no vocabulary. HFU adds the recomputed
/// ones. Inference counts the forward once.
struct Rates {
    double samples_per_second = 0;
    double tokens_per_second_per_gpu = 0;
    double mfu = 0; ///< 0–1
    double hfu = 0; ///< 0–1
};
Rates rates(const Evaluation& evaluation, const system::SystemProfile& system);

} // namespace blueprinting::search
