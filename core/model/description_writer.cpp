#include "core/base/overloaded.h"
#include "core/model/description_json.h"
#include "core/model/description_names.h"

namespace blueprinting::model {
namespace {

/// An object that holds only what differs from the default.
class Sparse {
public:
    template <class T>
    Sparse& put(const char* key, const T& value, const T& fallback)
    {
        if (!(value == fallback))
            m_out[key] = value;
        return *this;
    }
    template <class E, std::size_t N>
    Sparse& put(const char* key, const names::Table<E, N>& table, E value, E fallback)
    {
        if (value != fallback)
            m_out[key] = names::name_of(table, value);
        return *this;
    }
    Sparse& put(const char* key, Json value, bool wanted = true)
    {
        if (wanted)
            m_out[key] = std::move(value);
        return *this;
    }
    Json take() { return std::move(m_out); }

private:
    Json m_out = Json::object();
};

Json to_json(const BlockSet& set)
{
    return std::visit(Overloaded{[](const NoBlocks&) { return Json("none"); },
                                 [](const AllBlocks&) { return Json("all"); },
                                 [](const EvenBlocks&) { return Json("even"); },
                                 [](const BlocksFrom& s) {
                                     return Json{{"first_dense", s.first}};
                                 },
                                 [](const EveryNthBlock& s) {
                                     return Json{{"every", s.step}};
                                 },
                                 [](const ListedBlocks& s) { return Json(s.numbers); }},
                      set);
}

Json to_json(const Vocabulary& v)
{
    const Vocabulary fallback;
    return Sparse()
        .put("size", v.size)
        .put("pad_multiple", v.pad_multiple, fallback.pad_multiple)
        .put("tied", v.tied, false)
        .put("learned_positions", v.learned_positions, fallback.learned_positions)
        .put("embedding_norm", v.embedding_norm, false)
        .put("scale", v.scale, false)
        .put("soft_cap", v.soft_cap, false)
        .take();
}

Json to_json(const Attention& attention)
{
    Sparse out;
    out.put("heads", attention.heads)
        .put("window", attention.window ? Json(*attention.window) : Json(), attention.window.has_value())
        .put("window_layers", to_json(attention.window_layers),
             !std::holds_alternative<NoBlocks>(attention.window_layers))
        .put("soft_cap", attention.soft_cap, false)
        .put("causal", attention.causal, true);
    std::visit(Overloaded{[&](const MultiHeadAttention& m) {
                              out.put("kv_heads", m.kv_heads, attention.heads)
                                  .put("head_size", m.head_size)
                                  .put("qkv_bias", m.qkv_bias, false)
                                  .put("out_bias", m.out_bias, false)
                                  .put("qk_norm", names::kQueryKeyNorms, m.qk_norm, QueryKeyNorm::none)
                                  .put("rotary_dims", m.rotary_dims, std::int64_t{0})
                                  .put("sinks", m.sinks, false);
                          },
                          [&](const LatentAttention& m) {
                              out.put("kind", "mla")
                                  .put("mla", {{"q_rank", m.q_rank ? Json(*m.q_rank) : Json()},
                                               {"kv_rank", m.kv_rank},
                                               {"nope", m.nope},
                                               {"rope", m.rope},
                                               {"value", m.value}});
                          }},
               attention.kind);
    return out.take();
}

Json to_json(const FeedForward& mlp)
{
    return Sparse()
        .put("feedforward", mlp.feedforward, std::int64_t{0})
        .put("activation", names::kActivations, mlp.activation, Activation::gelu)
        .put("gated", mlp.gated, false)
        .put("bias", mlp.bias, false)
        .take();
}

Json to_json(const Norm& norm)
{
    return Sparse()
        .put("kind", names::kNormKinds, norm.kind, NormKind::layer)
        .put("placement", names::kPlacements, norm.placement, NormPlacement::pre)
        .put("bias", norm.bias, norm.kind == NormKind::layer)
        .take();
}

Json to_json(const Experts& moe)
{
    return Sparse()
        .put("experts", moe.experts)
        .put("top_k", moe.top_k)
        .put("feedforward", moe.feedforward)
        .put("shared_feedforward", moe.shared_feedforward, std::int64_t{0})
        .put("shared_gate", moe.shared_gate, false)
        .put("layers", to_json(moe.layers), !std::holds_alternative<AllBlocks>(moe.layers))
        .put("router_bias", names::kRouterBiases, moe.router_bias, RouterBias::none)
        .put("expert_bias", moe.expert_bias, false)
        .put("score", names::kScores, moe.score, RouterScore::softmax)
        .put("groups", moe.groups, std::int64_t{1})
        .put("group_top", moe.group_top, std::int64_t{1})
        .put("aux_loss", moe.aux_loss, false)
        .put("capacity", moe.capacity ? Json(*moe.capacity) : Json(), moe.capacity.has_value())
        .put("imbalance", moe.imbalance, 1.0)
        .put("probabilities", names::kProbabilities, moe.probabilities, ProbabilityPlace::activation)
        .take();
}

} // namespace

Json to_json(const Description& model)
{
    Sparse out;
    out.put("hidden", model.hidden).put("blocks", model.blocks).put("sequence", model.sequence);
    if (model.vocabulary)
        out.put("vocabulary", to_json(*model.vocabulary));
    out.put("attention", to_json(model.attention))
        .put("mlp", to_json(model.mlp), !(model.mlp == FeedForward{}))
        .put("norm", to_json(model.norm), !(model.norm == Norm{}))
        .put("layout", names::kLayouts, model.layout, BlockLayout::sequential)
        .put("dropout", model.dropout, false);
    if (model.moe)
        out.put("moe", to_json(*model.moe));
    out.put("mtp", {{"modules", model.mtp_modules}}, model.mtp_modules != 0);
    return out.take();
}

} // namespace blueprinting::model
