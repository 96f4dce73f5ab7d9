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

/// Laws first (every violation is a diagnostic), then compile, then both estimates. Pure; any thread.
Result<Evaluation> evaluate(const model::TransformerModel& model, const system::SystemProfile& system,
                            const strategy::Execution& execution, strategy::Rules rules);

/// Rates that people quote, of the evidence view. MFU = 3 × forward matrix operations of all blocks and ranks ×
/// microbatches / (iteration × matrix peak of all ranks), after Chowdhery et al., arXiv 2204.02311, but with the
/// operations of the blocks alone: the models have no vocabulary. HFU adds the recomputed ones. Inference counts the
/// forward once.
struct Rates {
    double samples_per_second = 0;
    double tokens_per_second_per_gpu = 0;
    double mfu = 0; ///< 0–1
    double hfu = 0; ///< 0–1
};
Rates rates(const Evaluation& evaluation, const system::SystemProfile& system);

} // namespace blueprinting::search
