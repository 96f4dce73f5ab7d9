#include "core/model/hugging_face.h"

#include "core/model/description_json.h"
#include "core/model/hugging_face/family.h"
#include "core/model/hugging_face/refusals.h"
#include "core/model/model_laws.h"

#include <algorithm>
#include <array>

namespace blueprinting::model {
namespace {

using namespace hf;

constexpr std::int64_t kAssumedSequence = 8192;
constexpr const char* kDropoutKeys[] = {"attention_dropout", "attn_pdrop", "resid_pdrop", "hidden_dropout",
                                        "hidden_dropout_prob"};

std::vector<Family> families()
{
    std::vector<Family> out;
    for (const auto& rows : {llama_families(), qwen_families(), gemma_families(), glm_families(), deepseek_families(),
                             mixture_families(), layer_norm_families()})
        out.insert(out.end(), rows.begin(), rows.end());
    return out;
}

bool drops(Config& config)
{
    return std::any_of(std::begin(kDropoutKeys), std::end(kDropoutKeys),
                       [&](const char* key) { return config.number(key, 0) > 0; });
}

/// The sequence that is asked for, stated or assumed.
void read_sequence(Config& config, Description& model, const Family& family, std::optional<std::int64_t> asked)
{
    std::optional<std::int64_t> limit = config.maybe({"max_position_embeddings"});
    for (const char* key : {"n_positions", "model_max_length", "max_seq_len"})
        if (!limit)
            limit = config.maybe({key});
    std::optional<std::int64_t> trained = config.maybe({"seq_length"});
    if (family.length_is_limit)
        limit = std::exchange(trained, std::nullopt);
    if (!limit && family.limit > 0 && !trained)
        limit = family.limit;
    if (asked) {
        model.sequence = *asked;
    } else if (trained) {
        model.sequence = *trained;
        config.find("model.hf.sequence_from_seq_length", "seq_length",
                    "the sequence length is the \"seq_length\" of the file, " + std::to_string(*trained));
    } else {
        model.sequence = std::min(limit.value_or(kAssumedSequence), kAssumedSequence);
        config.find(
            "model.hf.sequence_assumed", "max_position_embeddings",
            "the file names no training sequence: " + std::to_string(model.sequence) + " tokens are assumed" +
                (limit && *limit > kAssumedSequence ? " of the " + std::to_string(*limit) + " that it allows" : ""));
    }
    if (limit && model.sequence > *limit)
        config.find("model.hf.sequence_past_limit", "max_position_embeddings",
                    "a sequence of " + std::to_string(model.sequence) + " tokens is past the model's limit of " +
                        std::to_string(*limit));
}

/// Attention in chunks equals full attention while the sequence is no longer than one chunk.
void check_chunks(Config& config, const Description& model)
{
    const std::int64_t chunk = config.integer({"attention_chunk_size"}, 8192);
    if (model.sequence <= chunk)
        config.find("model.hf.chunked_attention_within", "attention_chunk_size",
                    "attention in chunks of " + std::to_string(chunk) + " changes nothing for a sequence of " +
                        std::to_string(model.sequence));
    else
        config.refuse("model.hf.chunked_attention", "attention_chunk_size",
                      "attention in chunks of " + std::to_string(chunk) + " is not modelled for a sequence of " +
                          std::to_string(model.sequence) + "; up to " + std::to_string(chunk) +
                          " it is full attention");
}

void read_family(Config& config, Description& model, const Family& family, std::optional<std::int64_t> asked)
{
    const std::int64_t blocks = config.maybe({"num_hidden_layers", "n_layer", "num_layers"}).value_or(1);
    if (blocks > kMostBlocks)
        config.refuse("reader.range", "num_hidden_layers",
                      "a model has at most " + std::to_string(kMostBlocks) + " blocks, not " + std::to_string(blocks));
    if (config.failed())
        return;
    family.read(config, model);
    model.dropout = model.dropout || drops(config);
    read_sequence(config, model, family, asked);
    if (family.type.starts_with("llama4"))
        check_chunks(config, model);
    if (config.has("quantization_config"))
        config.find("model.hf.quantization_ignored", "quantization_config",
                    "the quantization of the released weights changes no count");
}

/// The file's key for a field of the description, where one name of it stands there.
const char* key_of(const Config& config, std::string_view path)
{
    struct Row {
        std::string_view path;
        Names keys;
    };
    const std::array rows{
        Row{"/attention/kv_heads", {"num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num"}},
        Row{"/moe/groups", {"n_group"}},
        Row{"/moe/group_top", {"topk_group"}},
        Row{"/moe/top_k", {"num_experts_per_tok"}},
        Row{"/mlp/feedforward", {"intermediate_size"}},
        Row{"/moe/feedforward", {"moe_intermediate_size"}},
        Row{"/attention/mla/rope", {"qk_rope_head_dim"}},
        Row{"/attention/mla/nope", {"qk_nope_head_dim"}},
        Row{"/attention/mla/value", {"v_head_dim"}},
        Row{"/moe/experts", {"n_routed_experts", "num_experts", "num_local_experts"}}};
    for (const Row& row : rows)
        for (const char* key : row.keys)
            if (row.path == path && config.has(key))
                return key;
    return "model_type";
}

/// What a description file may not say is no model either: else it could be kept and not be opened again.
void refuse_unsayable(Config& config, const Description& model)
{
    const auto document = JsonDocument::parse(to_json(model).dump(), "");
    if (!document)
        return;
    const auto again = description_from_json(*document, document->root(), "", model.name);
    for (const Diagnostic& each : again.diagnostics())
        config.refuse(each.code, key_of(config, each.path), "as a description, " + each.path + ": " + each.message);
}

Result<HuggingFaceModel> six_numbers(const JsonDocument& document, Config& config, std::string name,
                                     std::optional<std::int64_t> asked, const Diagnostics& problems)
{
    if (const auto meanings = meanings_in(config); !meanings.empty()) {
        refuse_meaning(config, meanings.front());
        return problems;
    }
    auto six = read_hugging_face_config(document, std::move(name));
    if (!six)
        return six.failure_as<HuggingFaceModel>();
    six->sequence = asked.value_or(six->sequence);
    Diagnostic finding{Severity::finding, "model.hf.six_numbers", "/model_type",
                       "\"" + config.model_type() + "\" is read as six numbers: plain blocks alone, without vocabulary",
                       document.locate("/model_type")};
    return HuggingFaceModel{describe(*six), {std::move(finding)}};
}

} // namespace

Result<HuggingFaceModel> read_hugging_face(const JsonDocument& document, std::string name,
                                           std::optional<std::int64_t> sequence)
{
    Diagnostics problems;
    HuggingFaceModel out;
    const Json& root = document.root();
    const bool wrapped = root.is_object() && root.contains("text_config") && root["text_config"].is_object();
    const Json& object = wrapped ? root["text_config"] : root;
    Config config(document, object, wrapped ? "/text_config" : "", problems, out.findings);
    if (config.failed())
        return problems;
    Config outer(document, root, "", problems, out.findings);
    if (wrapped)
        outer.find("model.hf.text_part_only", "text_config",
                   "only the text part of this model is read; parts for images and sound are left out");
    if (refuse_other_architectures(config) || (wrapped && refuse_other_architectures(outer)))
        return problems;
    const std::string type = config.has("model_type") ? config.model_type() : outer.model_type();
    if (is_six_number_family(type) && !wrapped)
        return six_numbers(document, config, std::move(name), sequence, problems);
    const std::vector<Family> known = families();
    const auto family = std::find_if(known.begin(), known.end(), [&](const Family& each) { return each.type == type; });
    if (family == known.end()) {
        std::vector<std::string_view> names;
        for (const Family& each : known)
            names.push_back(each.type);
        refuse_unknown_family(config, names);
        return problems;
    }
    read_family(config, out.description, *family, sequence);
    if (!problems.empty())
        return problems;
    for (ModelViolation& broken : violations(out.description))
        config.refuse(std::move(broken.code), key_of(config, broken.path), std::move(broken.message));
    if (!problems.empty())
        return problems;
    refuse_unsayable(config, out.description);
    if (!problems.empty())
        return problems;
    out.description.name = std::move(name);
    return out;
}

} // namespace blueprinting::model
