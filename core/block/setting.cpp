#include "core/block/setting.h"

#include "core/model/counts.h"
#include "core/strategy/derived.h"

#include <cmath>

namespace blueprinting::block {
namespace {

/// Rows that a rank of T tokens sends to experts, as many as the fullest gets: ⌈T·K·imbalance⌉, or with a capacity so
/// many for each expert.
std::int64_t expert_rows(const model::Experts& moe, std::int64_t tokens)
{
    const auto wanted = static_cast<double>(tokens) * static_cast<double>(moe.top_k);
    if (moe.capacity)
        return static_cast<std::int64_t>(std::ceil(*moe.capacity * wanted / static_cast<double>(moe.experts))) *
               moe.experts;
    return static_cast<std::int64_t>(std::ceil(wanted * moe.imbalance));
}

} // namespace

std::string_view to_string(PieceKind kind)
{
    switch (kind) {
    case PieceKind::block: return "block";
    case PieceKind::embedding: return "embedding";
    case PieceKind::head: return "head";
    case PieceKind::mtp_input: return "mtp_input";
    case PieceKind::mtp_head: return "mtp_head";
    }
    return "";
}

Setting setting_of(const model::Description& model, const Piece& piece, const strategy::Execution& execution)
{
    Setting out;
    out.model = model;
    out.piece = piece;
    out.plain = model::plain_model(model).has_value();
    out.microbatch = execution.microbatch_size;
    out.t = strategy::tensor_degree(execution);
    const strategy::ContextParallel& context = strategy::context(execution);
    out.cp = context.degree;
    out.context = context.kind;
    out.contiguous = context.degree > 1 && context.balance == strategy::ContextBalance::contiguous &&
                     context.kind != strategy::ContextKind::all_to_all;
    out.exchanging = context.kind == strategy::ContextKind::all_to_all ? context.degree
                     : context.kind == strategy::ContextKind::hybrid   ? context.inner
                                                                       : 1;
    const strategy::ExpertParallel& expert = strategy::expert(execution);
    out.ep = expert.degree;
    out.etp = expert.tensor_degree;
    out.narrow_dispatch = expert.dispatch == strategy::DispatchFormat::float8;
    out.narrow = execution.precision.recipe == strategy::PrecisionRecipe::float8_linear;
    out.block_scales = execution.precision.scale >= strategy::Float8Scale::block128;
    out.scattered = strategy::sequence_parallel(execution);
    out.redo = execution.all_gather_redo;
    out.recompute = strategy::recompute(execution);
    out.modules = strategy::modules(execution);
    out.shared_key_values = execution.attention_type == strategy::AttentionType::multiquery;
    out.fused_activation = execution.fused_activation;
    out.fused_attention = execution.fused_attention;
    return out;
}

primitive::Bindings bindings_of(const Setting& setting)
{
    const model::Description& m = setting.model;
    primitive::Bindings out;
    out.bind(Symbols::a, m.attention.heads);
    out.bind(Symbols::b, setting.microbatch);
    out.bind(Symbols::h, m.hidden);
    out.bind(Symbols::s, m.sequence);
    out.bind(Symbols::t, setting.t);
    out.bind(Symbols::c, setting.cp);
    if (m.vocabulary && setting.piece.kind != PieceKind::block) {
        out.bind(Symbols::V, model::padded_vocabulary(*m.vocabulary, setting.t).value_or(0));
        out.bind(Symbols::positions, m.vocabulary->learned_positions);
        return out;
    }
    out.bind(Symbols::f, m.mlp.feedforward);
    if (const auto window = model::window_of(m, setting.piece.block))
        out.bind(Symbols::w, *window);
    if (const auto* heads = std::get_if<model::MultiHeadAttention>(&m.attention.kind)) {
        out.bind(Symbols::g, heads->kv_heads);
        out.bind(Symbols::k, heads->head_size);
    } else {
        const auto& latent = std::get<model::LatentAttention>(m.attention.kind);
        if (latent.q_rank)
            out.bind(Symbols::q_rank, *latent.q_rank);
        out.bind(Symbols::kv_rank, latent.kv_rank);
        out.bind(Symbols::nope, latent.nope);
        out.bind(Symbols::rope, latent.rope);
        out.bind(Symbols::value, latent.value);
    }
    if (!m.moe || !model::has_experts(m, setting.piece.block))
        return out;
    const std::int64_t tokens = setting.microbatch * m.sequence / setting.cp / (setting.sharded() ? setting.t : 1);
    out.bind(Symbols::E, m.moe->experts);
    out.bind(Symbols::K, m.moe->top_k);
    out.bind(Symbols::R, expert_rows(*m.moe, tokens));
    out.bind(Symbols::fe, m.moe->feedforward);
    out.bind(Symbols::fs, m.moe->shared_feedforward);
    out.bind(Symbols::ep, setting.ep);
    out.bind(Symbols::etp, setting.etp);
    return out;
}

} // namespace blueprinting::block
