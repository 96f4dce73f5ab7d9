#pragma once
#include "core/model/block_set.h"
#include "core/model/transformer_model.h"

#include <optional>
#include <string>
#include <variant>

/// A decoder-only Transformer as it is trained today: grouped or latent attention, gated or plain feed-forward parts,
/// experts, windows, tied or separate heads. Sizes are elements or counts; symbols in brackets are those that formulas
/// use. Values; any thread. What a legal one is: model_laws.h; its JSON: description_json.h.
namespace blueprinting::model {

enum class Activation { gelu, silu, relu2 };
enum class NormKind { layer, rms };
/// Where a block's norms stand: before attention and feed-forward part; behind both (OLMo-2); both (Gemma-2, four); or
/// one for both of a parallel block (Falcon-7B).
enum class NormPlacement { pre, post, pre_post, shared };
/// Over what a query's or key's norm runs: nothing, each head, all heads together; l2 has no weights.
enum class QueryKeyNorm { none, head, full, l2 };
enum class BlockLayout { sequential, parallel };
/// The router's bias: of its linear layer, or a correction that only rules which experts are taken (DeepSeek-V3).
enum class RouterBias { none, linear, correction };
enum class RouterScore { softmax, sigmoid };
/// Where a token's expert probabilities are multiplied in.
enum class ProbabilityPlace { activation, unpermute };

struct Vocabulary {
    std::int64_t size = 0;              ///< V, tokens
    std::int64_t pad_multiple = 128;    ///< rows are padded to this multiple times the tensor-parallel degree
    bool tied = false;                  ///< the head is the embedding's matrix
    std::int64_t learned_positions = 0; ///< rows of a learned position embedding
    bool embedding_norm = false;
    bool scale = false;    ///< embeddings are multiplied by √h
    bool soft_cap = false; ///< logits pass a tanh
    bool operator==(const Vocabulary&) const = default;
};

/// Each query head has a key-value head, or a share of one.
struct MultiHeadAttention {
    std::int64_t kv_heads = 0;  ///< g, divides the heads
    std::int64_t head_size = 0; ///< k
    bool qkv_bias = false;
    bool out_bias = false;
    QueryKeyNorm qk_norm = QueryKeyNorm::none;
    std::int64_t rotary_dims = 0; ///< of each head's k
    bool sinks = false;           ///< one learned logit a head
    bool operator==(const MultiHeadAttention&) const = default;
};

/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434): queries, keys and values from low-rank latents.
struct LatentAttention {
    std::optional<std::int64_t> q_rank; ///< none: one full query projection
    std::int64_t kv_rank = 0;
    std::int64_t nope = 0;  ///< of a head's query and key, the part without positions
    std::int64_t rope = 0;  ///< the part with rotary positions; its key is shared by all heads
    std::int64_t value = 0; ///< size of a head's value
    bool operator==(const LatentAttention&) const = default;
};

struct Attention {
    std::int64_t heads = 0; ///< a
    std::variant<MultiHeadAttention, LatentAttention> kind;
    std::optional<std::int64_t> window; ///< w, tokens that a token of a windowed block looks back on, itself included
    BlockSet window_layers;
    bool soft_cap = false; ///< scores pass a tanh
    bool causal = true;
    bool operator==(const Attention&) const = default;
};

struct FeedForward {
    std::int64_t feedforward = 0; ///< f of dense blocks; 0 only where every block is a mixture
    Activation activation = Activation::gelu;
    bool gated = false; ///< a third matrix; rules the experts too, as the activation does
    bool bias = false;
    bool operator==(const FeedForward&) const = default;
};

struct Norm {
    NormKind kind = NormKind::layer;
    NormPlacement placement = NormPlacement::pre;
    bool bias = true; ///< of layer norms; an RMS norm has none
    bool operator==(const Norm&) const = default;
};

struct Experts {
    std::int64_t experts = 0;            ///< E
    std::int64_t top_k = 0;              ///< K, experts a token is sent to
    std::int64_t feedforward = 0;        ///< f_e, of one expert
    std::int64_t shared_feedforward = 0; ///< f_s, of all shared experts together
    bool shared_gate = false;
    BlockSet layers = AllBlocks{};
    RouterBias router_bias = RouterBias::none;
    bool expert_bias = false; ///< of routed and shared experts
    RouterScore score = RouterScore::softmax;
    std::int64_t groups = 1;    ///< of experts; a token's experts come from group_top of them
    std::int64_t group_top = 1; ///< M, the most groups that a token is sent to
    bool aux_loss = false;
    std::optional<double> capacity; ///< C; none: no token is dropped
    double imbalance = 1;           ///< rows of the fullest rank over the mean
    ProbabilityPlace probabilities = ProbabilityPlace::activation;
    bool operator==(const Experts&) const = default;
};

struct Description {
    std::string name;                     ///< a display alias: never digested
    std::int64_t hidden = 0;              ///< h
    std::int64_t blocks = 0;              ///< L
    std::int64_t sequence = 0;            ///< s, tokens
    std::optional<Vocabulary> vocabulary; ///< none: no embedding and no head
    Attention attention;
    FeedForward mlp;
    Norm norm;
    BlockLayout layout = BlockLayout::sequential;
    bool dropout = false;
    std::optional<Experts> moe;
    std::int64_t mtp_modules = 0; ///< multi-token prediction modules behind the last block
    bool operator==(const Description&) const = default;
};

bool is_latent(const Description& model);
/// Sizes of one head's key and value (d_k, d_v): k and k, or nope + rope and value.
std::int64_t key_size(const Description& model);
std::int64_t value_size(const Description& model);
bool has_experts(const Description& model, std::int64_t block);
/// The block's window where it has one that is narrower than the sequence; nothing where it sees all of it.
std::optional<std::int64_t> window_of(const Description& model, std::int64_t block);

/// The description of a model of six numbers: no vocabulary, every head with its own key and value, plain GeLU, layer
/// norms with bias before each part, dropout.
Description describe(const TransformerModel& model);
/// The six numbers of a description that says exactly what describe() says; nothing for any other.
std::optional<TransformerModel> plain_model(const Description& model);

} // namespace blueprinting::model
