#include "core/program/megatron_report.h"

#include "core/model/counts.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::program {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

/// Parameters of the pieces of a block as the script counts them, and how often they stand.
struct Pieces {
    double attention = 0, dense = 0, shared = 0, routed = 0;
    double norms = 0, router = 0, gate = 0;
    double dense_blocks = 0, expert_blocks = 0, expert_modules = 0, dense_modules = 0;
    double vocabulary = 0, final_norm = 0;
};

double attention_of(const model::Description& m, double norm_weights)
{
    const double h = real(m.hidden), a = real(m.attention.heads);
    if (const auto* heads = std::get_if<model::MultiHeadAttention>(&m.attention.kind))
        return 2 * h * h * (1 + real(heads->kv_heads) / a) * (a * real(heads->head_size) / h);
    const auto& latent = std::get<model::LatentAttention>(m.attention.kind);
    const double query = a * real(latent.nope + latent.rope);
    const double q = latent.q_rank ? real(*latent.q_rank) * (h + query + norm_weights) : h * query;
    return q + real(latent.kv_rank) * (h + a * real(latent.nope + latent.value) + norm_weights) +
           h * real(latent.rope) + a * real(latent.value) * h;
}

Pieces pieces_of(const model::Description& m, std::int64_t t)
{
    const double h = real(m.hidden), gated = m.mlp.gated ? 1.5 : 1;
    const double norm_weights = m.norm.kind == model::NormKind::rms ? 1 : 2;
    Pieces out;
    out.attention = attention_of(m, norm_weights);
    out.dense = 2 * h * real(m.mlp.feedforward) * gated;
    out.norms = 2 * h * norm_weights;
    out.final_norm = h * norm_weights;
    out.vocabulary = h * real(model::padded_vocabulary(*m.vocabulary, t).value_or(0));
    const std::int64_t with_experts = m.moe ? model::count_in(m.moe->layers, m.blocks) : 0;
    out.expert_blocks = real(with_experts);
    out.dense_blocks = real(m.blocks - with_experts);
    (m.moe ? out.expert_modules : out.dense_modules) = real(m.mtp_modules);
    if (m.moe) {
        out.shared = 2 * h * real(m.moe->shared_feedforward) * gated;
        out.routed = 2 * h * real(m.moe->feedforward) * real(m.moe->experts) * gated;
        out.router = h * real(m.moe->experts);
        out.gate = m.moe->shared_gate ? h : 0;
    }
    return out;
}

/// 4·f/h and the like: where no block is dense, the width is an expert's.
double feedforward_of(const model::Description& m)
{
    return real(m.mlp.feedforward > 0 || !m.moe ? m.mlp.feedforward : m.moe->feedforward);
}

double activations(const model::Description& m, const strategy::Execution& execution, bool selective)
{
    const double t = real(strategy::tensor_degree(execution)), p = real(strategy::pipeline_degree(execution));
    const double v = real(strategy::virtual_stages(execution));
    const double microbatches = real(strategy::microbatch_count(execution));
    const double in_flight = v > 1 ? 1 + (p - 1) / (p * v) : p > 1 ? std::min(1.0, microbatches / p) : 1;
    const double h = real(m.hidden), tokens = real(m.sequence * execution.microbatch_size);
    const double rows = real(model::padded_vocabulary(*m.vocabulary, strategy::tensor_degree(execution)).value_or(0));
    const double embedding = 8 * tokens * p + tokens * h * p;
    if (selective) {
        const double blocks = tokens * h * (18 + 4 * feedforward_of(m) / h) * real(m.blocks);
        return (in_flight * (blocks + embedding) + (p == 1 ? 4 * tokens * h * (1 + rows / h) : 0)) / t;
    }
    const double blocks = tokens * h * (10 + 24 / t) * real(m.blocks);
    return 1.05 * (in_flight * (blocks + embedding) + (p == 1 ? 2 * (tokens * rows / t + tokens * h) : 0));
}

} // namespace

MegatronReport megatron_report(const model::Description& model, const strategy::Execution& execution,
                               bool selective_with_sequence_parallel)
{
    const double t = real(strategy::tensor_degree(execution)), p = real(strategy::pipeline_degree(execution));
    const strategy::ExpertParallel& expert = strategy::expert(execution);
    const Pieces each = pieces_of(model, strategy::tensor_degree(execution));
    MegatronReport out;
    const double dense = each.attention + each.dense, with_experts = each.attention + each.shared;
    const double replicated = each.norms + each.router + each.gate;
    out.tensor_parameters = ((each.dense_blocks * dense + each.expert_blocks * with_experts) / p +
                             each.dense_modules * dense + each.expert_modules * with_experts + each.vocabulary +
                             (!model.vocabulary->tied && p == 1 ? each.vocabulary : 0)) /
                            t;
    out.replicated_parameters =
        (each.dense_blocks * each.norms + each.expert_blocks * replicated + each.final_norm) / p +
        each.dense_modules * each.norms + each.expert_modules * replicated;
    out.expert_parameters = (each.expert_blocks * each.routed / p + each.expert_modules * each.routed) /
                            real(expert.tensor_degree * expert.degree);
    const bool distributed = strategy::optimizer_sharding(execution);
    const auto bytes = [&](std::int64_t ranks) { return distributed ? 6 + 12 / real(ranks) : 18; };
    out.weight_and_optimizer_bytes =
        (out.tensor_parameters + out.replicated_parameters) * bytes(strategy::data_degree(execution)) +
        out.expert_parameters * bytes(strategy::expert_data_degree(execution));
    out.activation_bytes = activations(model, execution, selective_with_sequence_parallel);
    return out;
}

} // namespace blueprinting::program
