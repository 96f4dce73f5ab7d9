#include "core/model/block_weights.h"

namespace blueprinting::model::detail {
namespace {

Checked query_key_norm(const Description& model, const MultiHeadAttention& m)
{
    switch (m.qk_norm) {
    case QueryKeyNorm::head: return Checked(2) * norm_weights(model, m.head_size);
    case QueryKeyNorm::full:
        return norm_weights(model, model.attention.heads * m.head_size) + norm_weights(model, m.kv_heads * m.head_size);
    case QueryKeyNorm::none:
    case QueryKeyNorm::l2: break;
    }
    return 0;
}

Weights of(const Description& model, const MultiHeadAttention& m)
{
    const Checked h = model.hidden;
    const Checked a = model.attention.heads;
    const Checked g = m.kv_heads;
    const Checked k = m.head_size;
    const Checked matrices = Checked(2) * h * a * k + Checked(2) * h * g * k;
    Checked all = matrices + query_key_norm(model, m);
    if (m.qkv_bias)
        all = all + (a + Checked(2) * g) * k;
    if (m.out_bias)
        all = all + h;
    if (m.sinks)
        all = all + a;
    return {all, matrices};
}

Weights of(const Description& model, const LatentAttention& m)
{
    const Checked h = model.hidden;
    const Checked a = model.attention.heads;
    const Checked query = Checked(m.nope) + m.rope;
    Checked matrices = m.q_rank ? h * *m.q_rank + Checked(*m.q_rank) * a * query : h * a * query;
    matrices = matrices + h * (Checked(m.kv_rank) + m.rope) + Checked(m.kv_rank) * a * (Checked(m.nope) + m.value) +
               a * m.value * h;
    const Checked norms = norm_weights(model, m.kv_rank) + (m.q_rank ? norm_weights(model, *m.q_rank) : Checked(0));
    return {matrices + norms, matrices};
}

} // namespace

Checked norm_weights(const Description& model, std::int64_t size)
{
    return model.norm.kind == NormKind::layer && model.norm.bias ? Checked(2) * size : Checked(size);
}

std::int64_t norms_of_a_block(const Description& model)
{
    switch (model.norm.placement) {
    case NormPlacement::pre:
    case NormPlacement::post: return 2;
    case NormPlacement::pre_post: return 4;
    case NormPlacement::shared: return 1;
    }
    return 0;
}

Weights attention_weights(const Description& model)
{
    return std::visit([&](const auto& kind) { return of(model, kind); }, model.attention.kind);
}

Weights feed_forward_weights(const Description& model, std::int64_t f, bool bias)
{
    if (f == 0)
        return {};
    const Checked matrices = Checked(model.mlp.gated ? 3 : 2) * model.hidden * f;
    return {bias ? matrices + Checked(model.mlp.gated ? 2 : 1) * f + model.hidden : matrices, matrices};
}

Weights router_weights(const Description& model)
{
    const Checked matrix = Checked(model.hidden) * model.moe->experts;
    return {model.moe->router_bias == RouterBias::none ? matrix : matrix + model.moe->experts, matrix};
}

Weights shared_gate_weights(const Description& model)
{
    return model.moe->shared_gate ? Weights{model.hidden, model.hidden} : Weights{};
}

} // namespace blueprinting::model::detail
