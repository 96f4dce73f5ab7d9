#pragma once
#include "core/model/description.h"
#include "core/strategy/parallelism.h"

namespace blueprinting::program {

/// What Megatron-LM's theoretical_memory_usage.py (d98e8a64) says of the rank that is loaded most: a view of its own,
/// never mixed with ours. Its activations know no gate, no context parallelism, no experts and no window.
struct MegatronReport {
    double tensor_parameters = 0;     ///< cut over the tensor-parallel ranks
    double replicated_parameters = 0; ///< whole on each of them
    double expert_parameters = 0;
    double weight_and_optimizer_bytes = 0;
    double activation_bytes = 0;
    [[nodiscard]] double parameters() const { return tensor_parameters + replicated_parameters + expert_parameters; }
    [[nodiscard]] double total_bytes() const { return weight_and_optimizer_bytes + activation_bytes; }
};

/// The formula for selective recomputation with sequence parallelism, and the one for all else. The model has a
/// vocabulary. Pure; any thread.
MegatronReport megatron_report(const model::Description& model, const strategy::Execution& execution,
                               bool selective_with_sequence_parallel);

} // namespace blueprinting::program
