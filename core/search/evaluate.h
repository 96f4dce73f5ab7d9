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
};

/// Laws first (every violation is a diagnostic), then compile, then both estimates. Pure; any thread.
Result<Evaluation> evaluate(const model::TransformerModel& model, const system::SystemProfile& system,
                            const strategy::Execution& execution, strategy::Rules rules);

/// Rates that people quote (spec "Explorer", Compare). MFU = 3 × forward matrix operations of all blocks and ranks ×
/// microbatches / (iteration × matrix peak); HFU adds the recomputed ones. The models have no vocabulary.
struct Rates {
    double samples_per_second = 0;
    double tokens_per_second_per_gpu = 0;
    double mfu = 0; ///< 0–1; meaningful in training
    double hfu = 0;
};
Rates rates(const Evaluation& evaluation, const system::SystemProfile& system);

} // namespace blueprinting::search
