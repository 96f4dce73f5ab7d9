#include "core/base/object_reader.h"
#include "core/model/transformer_model.h"

#include <algorithm>
#include <array>

namespace blueprinting::model {
namespace {

using Names = std::initializer_list<const char*>;

constexpr Names kHidden{"hidden_size", "n_embd", "n_embed", "d_model"};
constexpr Names kInner{"intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size"};
constexpr Names kHeads{"num_attention_heads", "n_head", "n_heads", "num_heads"};
constexpr Names kBlocks{"num_hidden_layers", "n_layer", "n_layers", "num_layers"};
constexpr Names kSequence{"max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length"};

/// The names of each number, Calculon's first.
struct Member {
    std::string_view name;
    const char* calculon;
    Names config;
};
constexpr Member kMembers[] = {
    {"hidden", "hidden", kHidden},   {"feedforward", "feedforward", kInner},   {"sequence", "seq_size", kSequence},
    {"heads", "attn_heads", kHeads}, {"head_size", "attn_size", {"head_dim"}}, {"blocks", "num_blocks", kBlocks}};

constexpr std::array kFourTimesHidden{"gpt2", "gptj", "gpt_neo", "gpt_bigcode", "codegen", "bloom", "falcon", "mpt"};
/// Families whose feed-forward part has a gate, a third matrix of h × f.
constexpr std::array kGated{"llama", "mistral", "mixtral", "qwen2", "qwen2_moe",
                            "qwen3", "gemma",   "gemma2",  "phi3",  "cohere"};

bool present(const ObjectReader& reader, const Json& config, const char* key)
{
    return reader.has(key) && !config.at(key).is_null();
}

/// The value under whichever of the names the config uses. All that are there must agree.
std::optional<std::int64_t> one_of(ObjectReader& reader, const Json& config, Names names)
{
    std::optional<std::int64_t> value;
    const char* used = nullptr;
    for (const char* key : names) {
        if (!present(reader, config, key))
            continue;
        const auto n = reader.integer(key, 1);
        if (!n)
            return std::nullopt;
        if (value && *value != *n) {
            reader.fail("reader.alias_conflict", key,
                        "\"" + std::string(key) + "\" is " + std::to_string(*n) + ", but \"" + used +
                            "\", which means the same, is " + std::to_string(*value));
            return std::nullopt;
        }
        value = n;
        used = used ? used : key;
    }
    return value;
}

bool any_present(const ObjectReader& reader, const Json& config, Names names)
{
    return std::any_of(names.begin(), names.end(), [&](const char* key) { return present(reader, config, key); });
}

std::optional<std::int64_t> required(ObjectReader& reader, const Json& config, Names names)
{
    if (any_present(reader, config, names))
        return one_of(reader, config, names);
    std::string list;
    for (const char* key : names)
        list += (list.empty() ? "\"" : ", \"") + std::string(key) + "\"";
    reader.fail("reader.missing", *names.begin(), "one of the keys " + list + " is needed");
    return std::nullopt;
}

std::string model_type(const Json& config)
{
    const auto at = config.find("model_type");
    return at != config.end() && at->is_string() ? at->get<std::string>() : std::string();
}

template <std::size_t N>
bool contains(const std::array<const char*, N>& list, const std::string& name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

std::optional<std::int64_t> feedforward(ObjectReader& reader, const Json& config, std::optional<std::int64_t> hidden)
{
    if (any_present(reader, config, kInner))
        return one_of(reader, config, kInner);
    std::int64_t ratio = 4;
    if (present(reader, config, "expansion_ratio")) {
        const auto stated = reader.integer("expansion_ratio", 1);
        if (!stated)
            return std::nullopt;
        ratio = *stated;
    } else if (!contains(kFourTimesHidden, model_type(config)) && !reader.has("n_embd")) {
        return required(reader, config, kInner);
    }
    if (!hidden)
        return std::nullopt;
    if (*hidden > kMaxInteger / ratio) {
        reader.fail("reader.range", "hidden_size",
                    "the feed-forward size, " + std::to_string(ratio) + "·" + std::to_string(*hidden) +
                        ", is past 2^53");
        return std::nullopt;
    }
    return ratio * *hidden;
}

std::optional<std::int64_t> head_size(ObjectReader& reader, const Json& config, std::optional<std::int64_t> hidden,
                                      std::optional<std::int64_t> heads)
{
    if (present(reader, config, "head_dim"))
        return reader.integer("head_dim", 1);
    if (!hidden || !heads)
        return std::nullopt;
    if (*hidden % *heads != 0) {
        reader.fail("model.head_size.fraction", "head_dim",
                    "there is no \"head_dim\", and the hidden size " + std::to_string(*hidden) +
                        " does not divide by the " + std::to_string(*heads) + " heads");
        return std::nullopt;
    }
    return *hidden / *heads;
}

} // namespace

Result<TransformerModel> read_hugging_face_config(const JsonDocument& document, std::string name)
{
    Diagnostics problems;
    const Json& config = document.root();
    ObjectReader reader(document, config, "", problems);
    if (!reader.valid())
        return problems;
    if (const auto at = config.find("is_encoder_decoder"); at != config.end() && *at == true)
        return document.error("model.encoder_decoder", "/is_encoder_decoder",
                              "this is an encoder-decoder model; only models of one stack of equal blocks can be read");
    const auto hidden = required(reader, config, kHidden);
    const auto heads = required(reader, config, kHeads);
    const auto blocks = required(reader, config, kBlocks);
    const auto sequence = required(reader, config, kSequence);
    const auto inner = feedforward(reader, config, hidden);
    const auto size = head_size(reader, config, hidden, heads);
    if (!problems.empty())
        return problems;
    return TransformerModel{std::move(name), *hidden, *inner, *sequence, *heads, *size, *blocks};
}

std::optional<SourceLocation> locate_member(const JsonDocument& document, const std::string& pointer,
                                            std::string_view member)
{
    const auto found = [&](const char* key) -> std::optional<SourceLocation> {
        const SourceLocation where = document.locate(pointer + pointer_step(key));
        return where.line > 0 ? std::optional(where) : std::nullopt;
    };
    for (const Member& each : kMembers) {
        if (each.name != member)
            continue;
        if (const auto where = found(each.calculon))
            return where;
        for (const char* key : each.config)
            if (const auto where = found(key))
                return where;
    }
    return std::nullopt;
}

Diagnostics hugging_face_findings(const JsonDocument& document)
{
    Diagnostics findings;
    const Json& config = document.root();
    if (!config.is_object())
        return findings;
    const auto find = [&](Names names) -> std::optional<std::pair<std::string, std::int64_t>> {
        for (const char* key : names)
            if (const auto at = config.find(key); at != config.end())
                if (const auto n = as_integer(*at))
                    return std::pair(std::string(key), *n);
        return std::nullopt;
    };
    const auto note = [&](const std::string& key, std::string code, std::string message) {
        findings.push_back({Severity::finding, std::move(code), pointer_step(key), std::move(message),
                            document.locate(pointer_step(key))});
    };
    const auto heads = find(kHeads);
    const auto groups = find({"num_key_value_heads", "num_kv_heads"});
    if (heads && groups && groups->second == 1 && heads->second != 1)
        note(groups->first, "model.multiquery",
             "one key-value head: choose the attention type multiquery in the execution");
    else if (heads && groups && groups->second != heads->second)
        note(groups->first, "model.grouped_query",
             std::to_string(groups->second) + " key-value heads for " + std::to_string(heads->second) +
                 " heads: grouped-query attention is not modelled; keys and values are counted at full width");
    if (const auto experts = find({"num_local_experts", "num_experts", "n_routed_experts"});
        experts && experts->second > 1)
        note(experts->first, "model.experts",
             std::to_string(experts->second) + " experts: a mixture of experts is not modelled; one expert is counted");
    if (const std::string type = model_type(config); contains(kGated, type))
        note("model_type", "model.gated",
             "\"" + type + "\" gates its feed-forward part with a third matrix, which is not modelled");
    return findings;
}

} // namespace blueprinting::model
