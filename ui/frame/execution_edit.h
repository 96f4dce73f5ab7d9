#pragma once
#include "core/strategy/laws.h"
#include "core/strategy/parallelism.h"

#include <cstdint>
#include <optional>

/// Single fields of an execution, read and set: what the editor's controls and the quick fixes do. Setting one leaves
/// every other as it is, whatever the laws say of the outcome. Pure.
namespace blueprinting::ui {

/// The numeric value of a field; nothing where the field is not a number or the execution has none (no v under 1F1B).
std::optional<std::int64_t> number_of(const strategy::Execution& execution, strategy::Field field);
/// Sets a numeric field. Virtual stages of 1 mean plain 1F1B; of more make the schedule interleaved.
void set_number(strategy::Execution& execution, strategy::Field field, std::int64_t value);

void set_tensor_communication(strategy::Execution& execution, strategy::TensorCommunication communication);
void set_schedule(strategy::Execution& execution, const strategy::PipelineSchedule& schedule);
/// Training only; nothing happens to an inference execution.
void set_recompute(strategy::Execution& execution, strategy::RecomputePolicy policy);
void set_optimizer_sharding(strategy::Execution& execution, bool sharding);
/// Training or inference with the same tensor and pipeline degrees. Data-parallel groups become independent replicas
/// and the other way round; what only training has (recompute, all-gather redo, sharding, chunks) goes, and comes back
/// as none.
void set_training(strategy::Execution& execution, bool training);

} // namespace blueprinting::ui
