#pragma once
#include "core/model/description.h"

namespace blueprinting::model {

/// More blocks than any model has: lists by block are made of them.
inline constexpr std::int64_t kMostBlocks = 1'000'000;

/// One broken law of a model alone; laws that also need a strategy are the strategy's. `path` is a JSON pointer into
/// the description ("/attention/kv_heads").
struct ModelViolation {
    std::string code;
    std::string path;
    std::string message; ///< one sentence with the values and what is allowed
    bool operator==(const ModelViolation&) const = default;
};

/// Every broken law at once, in the order of the fields; empty means that it is a model. Pure; any thread.
/// Codes: model.kv_heads.indivisible, model.rotary.too_wide, model.window.without_layers, model.window.without_size,
/// model.block_list, model.norm.rms_bias, model.layout.parallel, model.norm.shared, model.feedforward.missing,
/// model.moe.groups, model.moe.top_k, model.moe.shared_gate, model.mtp.without_vocabulary.
std::vector<ModelViolation> violations(const Description& model);

} // namespace blueprinting::model
