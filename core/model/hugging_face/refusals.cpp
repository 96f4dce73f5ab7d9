#include "core/model/hugging_face/refusals.h"

#include <algorithm>
#include <array>

namespace blueprinting::model::hf {
namespace {

constexpr std::array kHybrid{"nemotron_h",       "qwen3_next",      "falcon_h1", "jamba",        "bamba", "zamba",
                             "zamba2",           "mamba",           "mamba2",    "falcon_mamba", "lfm2",  "minimax",
                             "granitemoehybrid", "recurrent_gemma", "rwkv",      "kimi_linear"};
constexpr std::array kSparse{"deepseek_v32", "deepseek_v4", "glm_moe_dsa"};
constexpr std::array kPerBlock{"deci", "nemotron-nas", "openelm", "gemma3n"};
constexpr std::array kSixNumbers{"opt", "gptj", "codegen", "gpt_neo", "mpt", "cohere", "stablelm", "phi", "starcoder2"};
constexpr std::array kLayerTypes{"full_attention", "sliding_attention", "chunked_attention"};
constexpr std::array kGatedActivations{"silu", "swish", "swiglu", "geglu", "gelu_pytorch_tanh"};

constexpr std::string_view kLatent = "latent attention: head size and cache are not heads times head size";
constexpr std::string_view kFewerHeads = "fewer key and value heads than heads";
constexpr std::string_view kHeadSize = "a head's size is not hidden / heads";
constexpr std::string_view kGate = "this activation very likely has a third matrix, a gate";
constexpr std::string_view kMixture = "a mixture of experts: the feed-forward size is not the expert's";
constexpr std::string_view kUnlike = "blocks are not alike";
constexpr std::string_view kWindow = "attention is not over the whole sequence, or over another one";

constexpr std::array kMeanings{
    Meaning{"kv_lora_rank", kLatent},
    Meaning{"q_lora_rank", kLatent},
    Meaning{"qk_nope_head_dim", kLatent},
    Meaning{"v_head_dim", kLatent},
    Meaning{"multi_query", kFewerHeads},
    Meaning{"multi_query_attention", kFewerHeads},
    Meaning{"multi_query_group_num", kFewerHeads},
    Meaning{"n_head_kv", kFewerHeads},
    Meaning{"num_kv_heads", kFewerHeads},
    Meaning{"num_key_value_heads", kFewerHeads},
    Meaning{"head_dim", kHeadSize},
    Meaning{"kv_channels", kHeadSize},
    Meaning{"hidden_act", kGate},
    Meaning{"hidden_activation", kGate},
    Meaning{"num_experts", kMixture},
    Meaning{"num_local_experts", kMixture},
    Meaning{"n_routed_experts", kMixture},
    Meaning{"moe_intermediate_size", kMixture},
    Meaning{"n_shared_experts", kMixture},
    Meaning{"shared_expert_intermediate_size", kMixture},
    Meaning{"layer_types", kUnlike},
    Meaning{"layers_block_type", kUnlike},
    Meaning{"hybrid_override_pattern", kUnlike},
    Meaning{"full_attention_interval", kUnlike},
    Meaning{"linear_num_value_heads", kUnlike},
    Meaning{"block_configs", kUnlike},
    Meaning{"sliding_window", kWindow},
    Meaning{"attention_chunk_size", kWindow},
    Meaning{"index_topk", kWindow},
    Meaning{"cross_attention_layers", kWindow},
};

template <std::size_t N>
bool contains(const std::array<const char*, N>& list, std::string_view name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

bool has_other_layers(const Config& config)
{
    const Json* types = config.present("layer_types");
    return types && types->is_array() && std::any_of(types->begin(), types->end(), [](const Json& type) {
               return !type.is_string() || !contains(kLayerTypes, type.get_ref<const std::string&>());
           });
}

/// Refused by a key if it stands there, else by the family's name.
bool refuse(Config& config, const char* code, bool by_key, const char* key, bool by_type, const std::string& why)
{
    if (by_key || by_type)
        config.refuse(code, by_key ? key : "model_type", why);
    return by_key || by_type;
}

} // namespace

bool refuse_other_architectures(Config& config)
{
    const std::string type = config.model_type();
    if (const Json* both = config.present("is_encoder_decoder"); both && *both == true) {
        config.refuse("model.encoder_decoder", "is_encoder_decoder",
                      "this is an encoder-decoder model; only models of one stack of blocks can be read");
        return true;
    }
    constexpr const char* hybrid = "model.hf.hybrid";
    const std::string mixed = "this model mixes attention with blocks of another kind (state-space, recurrent or "
                              "linear attention), which are not modelled";
    if (refuse(config, hybrid, config.has("hybrid_override_pattern"), "hybrid_override_pattern",
               contains(kHybrid, type), mixed) ||
        refuse(config, hybrid, has_other_layers(config), "layer_types", false, mixed))
        return true;
    const bool sparse = contains(kSparse, type);
    if (refuse(config, "model.hf.sparse_attention", !sparse && config.has("index_topk"), "index_topk", sparse,
               "this model's attention picks the keys it sees, which is not modelled"))
        return true;
    const Json* inner = config.present("intermediate_size");
    const std::string unlike = "the sizes of this model's blocks differ from block to block, which is not modelled";
    return refuse(config, "model.hf.per_block_sizes", config.has("block_configs"), "block_configs", false, unlike) ||
           refuse(config, "model.hf.per_block_sizes", inner && inner->is_array(), "intermediate_size",
                  contains(kPerBlock, type), unlike);
}

std::vector<Meaning> meanings_in(const Config& config)
{
    std::vector<Meaning> out;
    for (const Meaning& each : kMeanings)
        if (config.has(each.key) && (each.meaning != kGate || contains(kGatedActivations, config.text(each.key))))
            out.push_back(each);
    return out;
}

bool is_six_number_family(std::string_view model_type) { return contains(kSixNumbers, model_type); }

void refuse_meaning(Config& config, const Meaning& first)
{
    config.refuse("model.hf.meaning", first.key,
                  "\"" + config.model_type() + "\" is read as six numbers alone, which cannot say what \"" + first.key +
                      "\" means: " + std::string(first.meaning));
}

void refuse_unknown_family(Config& config, const std::vector<std::string_view>& known)
{
    std::string message = config.has("model_type") ? "\"model_type\" " + shown(*config.present("model_type")) +
                                                         " is not a family that can be read"
                                                   : "there is no \"model_type\" that names the family";
    message += "; those are ";
    for (std::size_t i = 0; i < known.size(); ++i)
        message += (i == 0 ? "" : ", ") + std::string(known[i]);
    const auto meanings = meanings_in(config);
    for (std::size_t i = 0; i < meanings.size(); ++i)
        message += (i == 0 ? ". In this file \"" : "; \"") + std::string(meanings[i].key) +
                   "\" means: " + std::string(meanings[i].meaning);
    config.refuse("model.hf.unknown_family", "model_type", std::move(message));
}

} // namespace blueprinting::model::hf
