#pragma once
#include "core/model/description.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Weights of a model, exactly, as released checkpoints hold them: V rows of the vocabulary, no padding. Pure; any
/// thread. Every function gives nothing where a count is past 2^63. Formulas: the papers of each family and the
/// configuration classes of huggingface/transformers.
namespace blueprinting::model {

/// What a count is of. Biases belong to the part whose product they follow, norms of queries and keys to attention.
enum class ModelPart {
    attention,
    feed_forward,
    routed_experts,
    shared_experts, ///< with their gate
    router,
    norms,     ///< of blocks, of the embedding, and the final one
    embedding, ///< with learned positions
    head       ///< 0 where it is tied
};
std::string_view to_string(ModelPart part); ///< "attention", "feed_forward", …

struct PartCount {
    ModelPart part;
    std::int64_t parameters; ///< elements
    bool operator==(const PartCount&) const = default;
};

struct ParameterCounts {
    std::int64_t total = 0;                 ///< without multi-token prediction
    std::int64_t active_with_embedding = 0; ///< top_k experts in place of all
    std::int64_t active_without_lookup = 0; ///< that, less the embedding where it is not also the head
    std::int64_t mtp = 0;                   ///< of the multi-token-prediction modules, in none of the three
    std::int64_t first_block = 0;
    std::int64_t last_block = 0;
    std::vector<PartCount> parts; ///< of `total`, in the order of ModelPart, only those that the model has
    /// What files of checkpoints hold beyond: a tied head a second time; the modules with an embedding and head of
    /// their own. Nothing where there is no such copy.
    std::optional<std::int64_t> with_stored_head, with_stored_modules;
};
std::optional<ParameterCounts> count_parameters(const Description& model);

/// The weights of one block.
std::optional<std::int64_t> block_parameters(const Description& model, std::int64_t block);

/// V_p = ⌈V/(m·t)⌉·m·t rows, m the pad multiple, t the tensor-parallel degree ≥ 1 (Megatron-LM's vocabulary padding).
std::optional<std::int64_t> padded_vocabulary(const Vocabulary& vocabulary, std::int64_t tensor_degree);

} // namespace blueprinting::model
