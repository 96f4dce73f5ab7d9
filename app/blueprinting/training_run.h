#pragma once
#include "core/base/diagnostic.h"
#include "core/base/json_document.h"
#include "core/base/units.h"
#include "core/strategy/parallelism.h"

#include <optional>
#include <string>

namespace blueprinting::cli {

/// What a run of so many tokens takes at a predicted speed: only where somebody says how many.
struct TrainingRun {
    double tokens = 0;
    double gpu_hours = 0, days = 0; ///< on all GPUs of the strategy
    std::int64_t gpus = 0;
};
/// Nothing where no tokens are given.
std::optional<TrainingRun> training_run(std::optional<double> tokens, const strategy::Execution& execution,
                                        std::int64_t sequence, Seconds iteration);
/// {"tokens", "gpu_hours", "days", "gpus"}
Json to_json(const TrainingRun& run);
/// A line; `bound`: the speed is the most that it can be.
std::string run_words(const TrainingRun& run, bool bound);
/// Why tokens cannot be asked of it: it serves, and trains on none.
Diagnostics no_training();

} // namespace blueprinting::cli
