#pragma once
#include "core/cost/estimate.h"

#include <optional>
#include <string>

namespace blueprinting::cli {

/// What is asked for. Inputs are names, files or JSON text.
struct ProgramQuestion {
    std::string model, system, execution;
    std::optional<std::int64_t> sequence; ///< in place of the model's own
    std::optional<cost::View> view;       ///< left out as search::shown_view() takes it
    bool json = false;
    bool memory_report = false;                  ///< what Megatron-LM's script says beside it
    std::optional<double> tokens = std::nullopt; ///< of the whole run
};

/// Estimates a model that six numbers do not say, or a strategy with switches that such models' strategies have not,
/// and answers on standard output. Nothing where neither is the case, or where the inputs cannot be told: what six
/// numbers say goes its own way, which also says what is wrong with them.
std::optional<int> estimate_program(const ProgramQuestion& question);

} // namespace blueprinting::cli
