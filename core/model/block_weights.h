#pragma once
#include "core/base/checked.h"
#include "core/model/description.h"

/// Inside the room: weights of the pieces of a block, in elements, and of them those that a token's matrix products
/// read. `matrices` leaves out norms, biases and sinks.
namespace blueprinting::model::detail {

struct Weights {
    Checked all = 0;
    Checked matrices = 0;
};

Checked norm_weights(const Description& model, std::int64_t size);
std::int64_t norms_of_a_block(const Description& model);
Weights attention_weights(const Description& model);
/// A feed-forward part, or an expert, of width f; nothing for f = 0.
Weights feed_forward_weights(const Description& model, std::int64_t f, bool bias);
Weights router_weights(const Description& model);      ///< of a mixture
Weights shared_gate_weights(const Description& model); ///< of a mixture; nothing without the gate

} // namespace blueprinting::model::detail
