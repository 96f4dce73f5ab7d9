#pragma once
#include "app/blueprinting/load.h"
#include "core/schedule/stage_source.h"
#include "core/search/evaluate.h"

namespace blueprinting::cli {

/// A strategy's stages for a schedule, of six numbers or of any other model.
struct StrategySource {
    std::shared_ptr<const schedule::StageSource> stages;
    Diagnostics findings; ///< of the estimate, and of reading the model
    std::optional<system::CalibrationStatus> calibration;
    search::Origins origins;
};
/// Every problem of the inputs, with its place.
Result<StrategySource> strategy_source(const InputArguments& arguments, strategy::Rules rules,
                                       std::optional<cost::View> view);

} // namespace blueprinting::cli
