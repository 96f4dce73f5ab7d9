#include "core/base/object_reader.h"
#include "core/model/description_json.h"
#include "core/model/description_names.h"
#include "core/model/model_laws.h"

namespace blueprinting::model {
namespace {

/// More than any model has; past it a walk over the blocks would be felt.
constexpr const char* kUnusedByLatent[] = {"kv_heads", "head_size", "qkv_bias",   "out_bias",
                                           "qk_norm",  "sinks",     "rotary_dims"};

/// One object of the description. An absent key keeps what the field holds, which is its default.
class Part {
public:
    Part(const JsonDocument& document, const Json& value, std::string pointer, Diagnostics& problems)
        : m_document(document), m_problems(problems), reader(document, value, std::move(pointer), problems)
    {
    }

    void integer(const char* key, std::int64_t& out, std::int64_t least)
    {
        if (reader.has(key))
            out = reader.integer(key, least).value_or(least);
    }
    void needed(const char* key, std::int64_t& out) { out = reader.integer(key, 1).value_or(1); }
    void flag(const char* key, bool& out)
    {
        if (reader.has(key))
            out = reader.boolean(key).value_or(out);
    }
    /// A number above 0.
    void positive(const char* key, double& out)
    {
        if (!reader.has(key))
            return;
        const auto value = reader.number(key);
        if (value && *value <= 0)
            reader.fail("reader.range", key, "\"" + std::string(key) + "\" must be above 0, not " + shown(*value));
        out = value.value_or(out);
    }
    template <class E, std::size_t N>
    void choice(const char* key, const names::Table<E, N>& table, E& out)
    {
        if (!reader.has(key))
            return;
        const auto text = reader.string(key);
        if (!text)
            return;
        std::string list;
        for (const auto& [name, value] : table) {
            if (name == *text) {
                out = value;
                return;
            }
            list += (list.empty() ? "\"" : ", \"") + std::string(name) + "\"";
        }
        reader.fail("reader.choice", key,
                    "\"" + std::string(key) + "\" must be one of " + list + ", not " + shown(*text));
    }
    /// "all", "none", a list of block numbers, and what else the field takes.
    void blocks(const char* key, BlockSet& out, bool windows)
    {
        if (!reader.has(key))
            return;
        const Json& value = *reader.any(key);
        if (value == "all")
            out = AllBlocks{};
        else if (windows && value == "none")
            out = NoBlocks{};
        else if (windows && value == "even")
            out = EvenBlocks{};
        else if (value.is_array())
            list(key, value, out);
        else if (!windows && value.is_object())
            rule(key, value, out);
        else
            reader.fail("reader.choice", key,
                        "\"" + std::string(key) + "\" must be " +
                            (windows ? "\"none\", \"all\", \"even\" or a list of block numbers"
                                     : "\"all\", {\"first_dense\": n}, {\"every\": n} or a list of block numbers") +
                            ", not " + shown(value));
    }
    /// The object under a key, read by `read`; nothing where it is absent.
    template <class Read>
    void inside(const char* key, Read read)
    {
        if (!reader.has(key))
            return;
        if (const Json* value = reader.object(key)) {
            Part part(m_document, *value, reader.pointer(key), m_problems);
            read(part);
            part.reader.finish();
        }
    }

private:
    void list(const char* key, const Json& value, BlockSet& out)
    {
        ListedBlocks blocks;
        for (std::size_t i = 0; i < value.size(); ++i) {
            const auto number = as_integer(value[i]);
            if (!number || *number < 0) {
                m_problems.push_back(m_document.error("reader.type", reader.pointer(key) + pointer_step(i),
                                                      "a block number from 0 is expected, not " + shown(value[i])));
                return;
            }
            blocks.numbers.push_back(*number);
        }
        out = std::move(blocks);
    }
    void rule(const char* key, const Json& value, BlockSet& out)
    {
        ObjectReader inner(m_document, value, reader.pointer(key), m_problems);
        if (inner.has("every"))
            out = EveryNthBlock{inner.integer("every", 1).value_or(1)};
        else
            out = BlocksFrom{inner.integer("first_dense", 0).value_or(0)};
        inner.finish("one of \"first_dense\" and \"every\" rules");
    }

    const JsonDocument& m_document;
    Diagnostics& m_problems;

public:
    ObjectReader reader;
};

void read(Part& part, Vocabulary& out)
{
    part.needed("size", out.size);
    part.integer("pad_multiple", out.pad_multiple, 1);
    part.flag("tied", out.tied);
    part.integer("learned_positions", out.learned_positions, 0);
    part.flag("embedding_norm", out.embedding_norm);
    part.flag("scale", out.scale);
    part.flag("soft_cap", out.soft_cap);
}

void read_latent(Part& part, Attention& attention)
{
    LatentAttention out;
    for (const char* key : kUnusedByLatent)
        if (part.reader.has(key)) {
            part.reader.ignore(key);
            part.reader.fail("model.mla.unused_field", key,
                             "latent attention (\"kind\": \"mla\") has no \"" + std::string(key) + "\"");
        }
    if (!part.reader.has("mla"))
        part.reader.object("mla"); // reports that it is missing
    part.inside("mla", [&](Part& mla) {
        const Json* q_rank = mla.reader.any("q_rank");
        if (q_rank && !q_rank->is_null())
            out.q_rank = mla.reader.integer("q_rank", 1);
        mla.needed("kv_rank", out.kv_rank);
        mla.needed("nope", out.nope);
        mla.needed("rope", out.rope);
        mla.needed("value", out.value);
    });
    attention.kind = out;
}

void read_heads(Part& part, Attention& attention)
{
    MultiHeadAttention out;
    out.kv_heads = attention.heads;
    part.integer("kv_heads", out.kv_heads, 1);
    part.needed("head_size", out.head_size);
    part.flag("qkv_bias", out.qkv_bias);
    part.flag("out_bias", out.out_bias);
    part.choice("qk_norm", names::kQueryKeyNorms, out.qk_norm);
    part.integer("rotary_dims", out.rotary_dims, 0);
    part.flag("sinks", out.sinks);
    attention.kind = out;
}

void read(Part& part, Attention& out)
{
    part.needed("heads", out.heads);
    bool latent = false;
    part.choice("kind", names::Table<bool, 2>{{{"mha", false}, {"mla", true}}}, latent);
    latent ? read_latent(part, out) : read_heads(part, out);
    if (part.reader.has("window")) {
        if (part.reader.any("window")->is_null())
            out.window.reset();
        else
            out.window = part.reader.integer("window", 1);
    }
    part.blocks("window_layers", out.window_layers, true);
    part.flag("soft_cap", out.soft_cap);
    part.flag("causal", out.causal);
}

void read(Part& part, FeedForward& out)
{
    part.integer("feedforward", out.feedforward, 0);
    part.choice("activation", names::kActivations, out.activation);
    part.flag("gated", out.gated);
    part.flag("bias", out.bias);
}

void read(Part& part, Norm& out)
{
    part.choice("kind", names::kNormKinds, out.kind);
    part.choice("placement", names::kPlacements, out.placement);
    out.bias = out.kind == NormKind::layer;
    part.flag("bias", out.bias);
}

void read(Part& part, Experts& out)
{
    part.needed("experts", out.experts);
    part.needed("top_k", out.top_k);
    part.needed("feedforward", out.feedforward);
    part.integer("shared_feedforward", out.shared_feedforward, 0);
    part.flag("shared_gate", out.shared_gate);
    part.blocks("layers", out.layers, false);
    part.choice("router_bias", names::kRouterBiases, out.router_bias);
    part.flag("expert_bias", out.expert_bias);
    part.choice("score", names::kScores, out.score);
    part.integer("groups", out.groups, 1);
    part.integer("group_top", out.group_top, 1);
    part.flag("aux_loss", out.aux_loss);
    if (part.reader.has("capacity")) {
        if (part.reader.any("capacity")->is_null())
            out.capacity.reset();
        else
            part.positive("capacity", out.capacity.emplace(1));
    }
    part.positive("imbalance", out.imbalance);
    if (out.imbalance > 0 && out.imbalance < 1)
        part.reader.fail("reader.range", "imbalance",
                         "\"imbalance\" is the fullest rank over the mean: at least 1, not " + shown(out.imbalance));
    part.choice("probabilities", names::kProbabilities, out.probabilities);
}

void read(Part& part, Description& out)
{
    if (part.reader.has("schema"))
        part.reader.choice("schema", {kDescriptionSchema});
    if (part.reader.has("name"))
        out.name = part.reader.string("name").value_or(out.name);
    part.needed("hidden", out.hidden);
    part.needed("blocks", out.blocks);
    if (out.blocks > kMostBlocks)
        part.reader.fail("reader.range", "blocks",
                         "\"blocks\" must be at most " + std::to_string(kMostBlocks) + ", not " +
                             std::to_string(out.blocks));
    part.needed("sequence", out.sequence);
    part.inside("vocabulary", [&](Part& inner) { read(inner, out.vocabulary.emplace()); });
    if (!part.reader.has("attention"))
        part.reader.object("attention"); // reports that it is missing
    part.inside("attention", [&](Part& inner) { read(inner, out.attention); });
    part.inside("mlp", [&](Part& inner) { read(inner, out.mlp); });
    part.inside("norm", [&](Part& inner) { read(inner, out.norm); });
    part.choice("layout", names::kLayouts, out.layout);
    part.flag("dropout", out.dropout);
    part.inside("moe", [&](Part& inner) { read(inner, out.moe.emplace()); });
    part.inside("mtp", [&](Part& inner) { inner.integer("modules", out.mtp_modules, 0); });
    part.reader.finish();
}

} // namespace

bool looks_like_description(const Json& value)
{
    return value.is_object() &&
           (value.contains("attention") || value.value("schema", Json()) == Json(kDescriptionSchema));
}

Result<Description> description_from_json(const JsonDocument& document, const Json& value, const std::string& pointer,
                                          std::string name)
{
    Diagnostics problems;
    Description out;
    out.name = std::move(name);
    Part part(document, value, pointer, problems);
    if (part.reader.valid())
        read(part, out);
    if (!problems.empty())
        return problems;
    for (ModelViolation& broken : violations(out))
        problems.push_back(document.error(std::move(broken.code), pointer + broken.path, std::move(broken.message)));
    if (!problems.empty())
        return problems;
    return out;
}

} // namespace blueprinting::model
