#include "core/model/hugging_face/parts.h"

#include <algorithm>
#include <array>

namespace blueprinting::model::hf {
namespace {

constexpr std::array kGelu{"gelu", "gelu_new", "gelu_fast", "gelu_pytorch_tanh", "gelu_python", "geglu"};
constexpr std::array kSilu{"silu", "swish", "swiglu"};

double partial_rotary(Config& config, double fallback)
{
    if (config.has("partial_rotary_factor"))
        return config.number("partial_rotary_factor", fallback);
    if (const Json* rope = config.present("rope_parameters"); rope && rope->is_object())
        if (const auto at = rope->find("partial_rotary_factor"); at != rope->end() && at->is_number())
            return at->get<double>();
    return fallback;
}

} // namespace

MultiHeadAttention& heads_of(Description& model) { return std::get<MultiHeadAttention>(model.attention.kind); }

std::int64_t head_size(Config& config, const Description& model, std::optional<std::int64_t> fallback)
{
    if (const auto stated = config.maybe({"head_dim"}))
        return *stated;
    if (fallback)
        return *fallback;
    if (model.hidden % model.attention.heads != 0) {
        config.refuse("model.head_size.fraction", "head_dim",
                      "there is no \"head_dim\", and the hidden size " + std::to_string(model.hidden) +
                          " does not divide by the " + std::to_string(model.attention.heads) + " heads");
        return 1;
    }
    return model.hidden / model.attention.heads;
}

void require_activation(Config& config, Names keys, bool gelu)
{
    const auto known = [&](const std::string& name) {
        return gelu ? std::find(kGelu.begin(), kGelu.end(), name) != kGelu.end()
                    : std::find(kSilu.begin(), kSilu.end(), name) != kSilu.end();
    };
    for (const char* key : keys)
        if (config.has(key) && !known(config.text(key)))
            config.refuse("model.hf.meaning", key,
                          "\"" + std::string(key) + "\" is " + shown(*config.present(key)) + ", where \"" +
                              config.model_type() + "\" has " + (gelu ? "GeLU" : "SiLU") +
                              "; what it would mean for the block is not known");
}

void read_standard(Config& config, Description& model, const Defaults& defaults)
{
    model.hidden = config.need({"hidden_size"});
    model.blocks = config.need({"num_hidden_layers"});
    model.attention.heads = defaults.heads ? config.integer({"num_attention_heads"}, *defaults.heads)
                                           : config.need({"num_attention_heads"});
    MultiHeadAttention heads;
    // A null means as many as heads; only an absent key has the class's own figure.
    const bool is_null = config.stands("num_key_value_heads") && !config.has("num_key_value_heads");
    heads.kv_heads = is_null
                         ? model.attention.heads
                         : config.integer({"num_key_value_heads"}, defaults.kv_heads.value_or(model.attention.heads));
    heads.head_size = head_size(config, model, defaults.head_size);
    heads.rotary_dims = static_cast<std::int64_t>(static_cast<double>(heads.head_size) *
                                                  partial_rotary(config, defaults.partial_rotary));
    heads.qkv_bias = heads.out_bias = config.flag("attention_bias", false);
    model.attention.kind = heads;
    model.mlp.feedforward = config.need({"intermediate_size"});
    model.mlp.gated = true;
    model.mlp.activation = defaults.gelu ? Activation::gelu : Activation::silu;
    require_activation(config, {"hidden_act", "hidden_activation"}, defaults.gelu);
    model.norm = {NormKind::rms, NormPlacement::pre, false};
    Vocabulary vocabulary;
    vocabulary.size =
        defaults.vocabulary ? config.integer({"vocab_size"}, *defaults.vocabulary) : config.need({"vocab_size"});
    vocabulary.tied = config.flag("tie_word_embeddings", defaults.tied);
    model.vocabulary = vocabulary;
}

BlockSet block_set(std::int64_t blocks, const std::function<bool(std::int64_t)>& holds)
{
    ListedBlocks list;
    for (std::int64_t i = 0; i < blocks; ++i)
        if (holds(i))
            list.numbers.push_back(i);
    for (const BlockSet& shorter : {BlockSet(NoBlocks{}), BlockSet(AllBlocks{}), BlockSet(EvenBlocks{})})
        if (same_blocks(list, shorter, blocks))
            return shorter;
    return list;
}

void set_window(Description& model, std::optional<std::int64_t> size, BlockSet blocks)
{
    if (!size || count_in(blocks, model.blocks) == 0)
        return;
    model.attention.window = size;
    model.attention.window_layers = std::move(blocks);
}

std::optional<BlockSet> sliding_layers(Config& config, const Description& model)
{
    const Json* types = config.present("layer_types");
    if (!types)
        return std::nullopt;
    if (!types->is_array() || static_cast<std::int64_t>(types->size()) != model.blocks) {
        config.refuse("model.hf.layer_types", "layer_types",
                      "\"layer_types\" must name each of the " + std::to_string(model.blocks) + " blocks");
        return std::nullopt;
    }
    return block_set(model.blocks,
                     [&](std::int64_t i) { return (*types)[static_cast<std::size_t>(i)] == "sliding_attention"; });
}

bool has_auxiliary_loss(Config& config)
{
    return config.flag("output_router_logits", false) && config.number("router_aux_loss_coef", 0.001) > 0;
}

void set_biases(Description& model, bool attention, bool feedforward)
{
    heads_of(model).qkv_bias = heads_of(model).out_bias = attention;
    model.mlp.bias = feedforward;
}

} // namespace blueprinting::model::hf
