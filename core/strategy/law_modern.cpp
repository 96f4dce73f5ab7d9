#include "core/strategy/facts.h"
#include "core/strategy/layout.h"

#include <algorithm>

/// Laws of what goes beyond models of six numbers: grouped and latent attention, experts, context parallelism,
/// sharding, layouts, modules. None is broken where neither model nor strategy says any of it.
namespace blueprinting::strategy::detail {
namespace {

using model::Description;

const model::MultiHeadAttention* heads_of(const F& f)
{
    return f.description ? std::get_if<model::MultiHeadAttention>(&f.description->attention.kind) : nullptr;
}

/// g, also of latent attention, whose expanded keys are one a head.
std::int64_t kv_heads(const F& f)
{
    const auto* heads = heads_of(f);
    return heads ? heads->kv_heads : f.heads;
}

bool one_divides_the_other(std::int64_t a, std::int64_t b) { return a >= 1 && b >= 1 && (a % b == 0 || b % a == 0); }

template <std::int64_t F::*degree>
bool less_than_one(const F& f)
{
    return f.*degree < 1;
}
template <Field field, std::int64_t F::*degree>
constexpr Law positive(std::string (*message)(const F&))
{
    return {"strategy.degree.not_positive", about<field>, involving<field>, less_than_one<degree>, message};
}

bool context_holds(const F& f) { return f.description && f.cp > 1 && f.sequence >= 1; }

bool sequence_is_cut_unevenly(const F& f)
{
    if (!context_holds(f))
        return false;
    const bool halves = f.description->attention.causal && context(*f.execution).kind != ContextKind::all_to_all;
    const std::int64_t step = halves ? 2 * f.cp : f.cp;
    if (f.sequence % step != 0)
        return true;
    return f.cuts_sequence() && f.t >= 1 && f.sequence % (f.t * f.cp) != 0;
}

/// Ranks that exchange heads for parts of the sequence; 1 where none does.
std::int64_t exchanging(const F& f)
{
    switch (context(*f.execution).kind) {
    case ContextKind::all_to_all: return f.cp;
    case ContextKind::hybrid: return context(*f.execution).inner;
    default: return 1;
    }
}

bool heads_are_exchanged_unevenly(const F& f)
{
    if (!context_holds(f) || f.t < 1 || f.heads < 1 || f.heads % f.t != 0)
        return false;
    const std::int64_t n = exchanging(f);
    if (n < 1 || f.cp % n != 0)
        return true;
    return f.heads / f.t % n != 0 || !one_divides_the_other(std::max<std::int64_t>(kv_heads(f) / f.t, 1), n);
}

std::int64_t stage_ranks(const F& f) { return f.t * f.cp * f.d; }

bool has_module(const F& f, Module module)
{
    const Description& d = *f.description;
    const bool dense = !d.moe || model::count_in(d.moe->layers, d.blocks) < d.blocks;
    switch (module) {
    case Module::core_attn: return true;
    case Module::layernorm: return d.norm.placement != model::NormPlacement::post;
    case Module::mla_up_proj: return model::is_latent(d);
    case Module::mlp: return dense;
    case Module::mlp_act: return dense || (d.moe && d.moe->shared_feedforward > 0);
    case Module::moe:
    case Module::moe_act: return d.moe.has_value();
    case Module::shared_experts: return d.moe && d.moe->shared_feedforward > 0;
    }
    return false;
}

std::string absent_modules(const F& f)
{
    std::string out;
    for (const Module module : kModules)
        if (modules(*f.execution).has(module) && !has_module(f, module))
            out += (out.empty() ? "" : ", ") + std::string(to_string(module));
    return out;
}

std::optional<Diagnostic> wrong_layout(const F& f)
{
    if (!f.description || f.even_layout() || f.p < 1 || f.v < 1 || f.blocks < 1)
        return std::nullopt;
    const auto chunks = chunks_of(pipeline(*f.execution).layout, {f.blocks, f.description->mtp_modules, f.p, f.v,
                                                                  f.description->vocabulary.has_value()});
    if (chunks)
        return std::nullopt;
    return chunks.diagnostics().front();
}

/// A group that stands on a named tier needs it as wide as its ranks lie apart.
struct Group {
    Axis axis;
    Field tier;
    std::string_view name;
};
constexpr std::array kGroups{Group{Axis::tensor, Field::tensor_tier, "tensor parallelism"},
                             Group{Axis::pipeline, Field::pipeline_tier, "pipeline parallelism"},
                             Group{Axis::data, Field::data_tier, "data parallelism"},
                             Group{Axis::context, Field::context_tier, "context parallelism"},
                             Group{Axis::expert, Field::expert_tier, "expert parallelism"}};

MeshAxis axis_of(const F& f, std::size_t group) { return mesh(*f.execution)[kGroups[group].axis]; }

bool named_here(const F& f, const MeshAxis& axis)
{
    return axis.tier >= 0 && axis.tier < std::ssize(f.system->networks);
}

constexpr std::uint64_t kRanks = bits({Field::tensor_degree, Field::context_degree, Field::data_degree,
                                       Field::pipeline_degree, Field::expert_degree, Field::expert_tensor_degree});

template <std::size_t group>
constexpr Law reaches_too_far{"strategy.network.too_small",
                              about<kGroups[group].tier>,
                              [](const F&) { return kRanks | bit(kGroups[group].tier); },
                              [](const F& f) {
                                  if (!f.beyond)
                                      return false;
                                  const MeshAxis axis = axis_of(f, group);
                                  return axis.degree > 1 && named_here(f, axis) &&
                                         axis.degree > f.system->networks[static_cast<std::size_t>(axis.tier)].size /
                                                           std::max<std::int64_t>(axis.stride, 1);
                              },
                              [](const F& f) {
                                  const MeshAxis axis = axis_of(f, group);
                                  return std::string(kGroups[group].name) + " of " + n(axis.degree) + ", its ranks " +
                                         n(axis.stride) + " apart, does not lie within the " +
                                         n(f.system->networks[static_cast<std::size_t>(axis.tier)].size) +
                                         " processors of network tier " + n(axis.tier);
                              },
                              {},
                              {},
                              [](const F& f) { return "/networks/" + n(axis_of(f, group).tier) + "/size"; }};

template <std::size_t group>
constexpr Law unknown_tier{"strategy.network.unknown_tier",
                           about<kGroups[group].tier>,
                           involving<kGroups[group].tier>,
                           [](const F& f) {
                               const MeshAxis axis = axis_of(f, group);
                               return row(kGroups[group].tier).get(*f.execution).has_value() && !named_here(f, axis);
                           },
                           [](const F& f) {
                               return std::string(kGroups[group].name) + " is placed on network tier " +
                                      n(axis_of(f, group).tier) + ", and the system has " +
                                      n(std::ssize(f.system->networks)) + ", counted from 0";
                           },
                           {},
                           {},
                           [](const F&) { return std::string("/networks"); }};

constexpr std::array kRows{
    positive<Field::context_degree, &F::cp>(
        [](const F& f) { return "the context-parallel degree must be at least 1, not " + n(f.cp); }),
    positive<Field::expert_degree, &F::ep>(
        [](const F& f) { return "the expert-parallel degree must be at least 1, not " + n(f.ep); }),
    positive<Field::expert_tensor_degree, &F::etp>(
        [](const F& f) { return "the expert tensor-parallel degree must be at least 1, not " + n(f.etp); }),
    Law{"model.kv_heads.conflict", about<Field::attention_type>, involving<Field::attention_type, Field::model>,
        [](const F& f) { return f.beyond && f.execution->attention_type == AttentionType::multiquery; },
        [](const F&) {
            return std::string("this model says itself how many key-value heads it has; the attention type of the "
                               "strategy stays \"multihead\"");
        }},
    Law{"strategy.kv_heads.indivisible",
        about<Field::tensor_degree>,
        involving<Field::tensor_degree, Field::model>,
        [](const F& f) {
            // As many as heads are spoken of as those.
            return f.beyond && f.t >= 1 && kv_heads(f) != f.heads && !one_divides_the_other(kv_heads(f), f.t);
        },
        [](const F& f) {
            return "of the tensor-parallel degree " + n(f.t) + " and the " + n(kv_heads(f)) +
                   " key-value heads neither divides the other";
        },
        {},
        "attention/kv_heads"},
    Law{"strategy.qk_norm.tensor",
        about<Field::tensor_degree>,
        involving<Field::tensor_degree, Field::model>,
        [](const F& f) { return heads_of(f) && heads_of(f)->qk_norm == model::QueryKeyNorm::full && f.t > 1; },
        [](const F& f) {
            return "the norm of queries and keys runs over all heads, which a tensor-parallel degree of " + n(f.t) +
                   " would cut";
        },
        {},
        "attention/qk_norm"},
    Law{"strategy.context.sequence_indivisible",
        about<Field::context_degree>,
        involving<Field::context_degree, Field::context_kind, Field::tensor_degree, Field::tensor_communication,
                  Field::model>,
        sequence_is_cut_unevenly,
        [](const F& f) {
            const bool halves =
                f.description->attention.causal && context(*f.execution).kind != ContextKind::all_to_all;
            return "the sequence length " + n(f.sequence) + " is no multiple of " + (halves ? "twice " : "") +
                   "the context-parallel degree " + n(f.cp) +
                   (f.cuts_sequence() ? ", and of it times the tensor-parallel degree " + n(f.t) : std::string());
        },
        {},
        "sequence"},
    Law{"strategy.context.heads_indivisible",
        about<Field::context_degree>,
        involving<Field::context_degree, Field::context_kind, Field::context_inner, Field::tensor_degree, Field::model>,
        heads_are_exchanged_unevenly,
        [](const F& f) {
            return n(exchanging(f)) + " ranks of the " + n(f.cp) + " of context parallelism cannot exchange the " +
                   n(f.heads / f.t) + " heads and " + n(std::max<std::int64_t>(kv_heads(f) / f.t, 1)) +
                   " key-value heads of a rank evenly";
        },
        {},
        "attention/heads"},
    Law{"strategy.attention.needs_fused", about<Field::fused_attention>,
        involving<Field::fused_attention, Field::context_degree, Field::model>,
        [](const F& f) {
            return f.description && !f.execution->fused_attention && (f.cp > 1 || model::is_latent(*f.description));
        },
        [](const F& f) {
            return std::string(f.cp > 1 ? "context parallelism" : "latent attention") +
                   " needs fused attention: scores of a part of the sequence are never stored";
        }},
    Law{"strategy.expert.without_experts", about<Field::expert_degree>,
        involving<Field::expert_degree, Field::expert_tensor_degree, Field::model>,
        [](const F& f) { return f.description && !f.experts() && (f.ep > 1 || f.etp > 1); },
        [](const F& f) {
            return "the model has no experts for an expert-parallel degree of " + n(f.ep) + " and " + n(f.etp) +
                   " ranks an expert";
        }},
    Law{"strategy.expert.experts_indivisible",
        about<Field::expert_degree>,
        involving<Field::expert_degree, Field::model>,
        [](const F& f) { return f.experts() && f.ep >= 1 && f.experts()->experts % f.ep != 0; },
        [](const F& f) {
            return "the expert-parallel degree " + n(f.ep) + " does not divide the " + n(f.experts()->experts) +
                   " experts";
        },
        {},
        "moe/experts"},
    Law{"strategy.expert.world_indivisible", about<Field::expert_degree>,
        involving<Field::expert_degree, Field::expert_tensor_degree, Field::tensor_degree, Field::context_degree,
                  Field::data_degree>,
        [](const F& f) {
            return f.experts() && f.ep >= 1 && f.etp >= 1 && stage_ranks(f) >= 1 &&
                   stage_ranks(f) % (f.ep * f.etp) != 0;
        },
        [](const F& f) {
            return n(f.etp) + "·" + n(f.ep) + " ranks of experts do not divide the " + n(f.t) + "·" + n(f.cp) + "·" +
                   n(f.d) + " = " + n(stage_ranks(f)) + " ranks of a stage";
        }},
    Law{"strategy.expert.feedforward_indivisible",
        about<Field::expert_tensor_degree>,
        involving<Field::expert_tensor_degree, Field::model>,
        [](const F& f) { return f.experts() && f.etp >= 1 && f.experts()->feedforward % f.etp != 0; },
        [](const F& f) {
            return "the expert tensor-parallel degree " + n(f.etp) +
                   " does not divide the experts' feed-forward size " + n(f.experts()->feedforward);
        },
        {},
        "moe/feedforward"},
    Law{"strategy.expert.shared_indivisible",
        about<Field::tensor_degree>,
        involving<Field::tensor_degree, Field::model>,
        [](const F& f) { return f.experts() && f.t >= 1 && f.experts()->shared_feedforward % f.t != 0; },
        [](const F& f) {
            return "the tensor-parallel degree " + n(f.t) + " does not divide the shared experts' feed-forward size " +
                   n(f.experts()->shared_feedforward);
        },
        {},
        "moe/shared_feedforward"},
    Law{"strategy.expert.needs_sequence_parallel", about<Field::tensor_communication>,
        involving<Field::tensor_communication, Field::tensor_degree, Field::model>,
        [](const F& f) {
            return f.experts() && f.t > 1 && f.communication != TensorCommunication::reduce_scatter_all_gather;
        },
        [](const F& f) {
            return "experts with a tensor-parallel degree of " + n(f.t) +
                   " need reduce_scatter_all_gather: each rank routes its own tokens";
        }},
    Law{"strategy.sharding.without_dp", about<Field::sharding>,
        involving<Field::sharding, Field::data_degree, Field::context_degree>,
        [](const F& f) {
            return strategy::data(*f.execution).sharding != StateSharding::none && f.gradient_group() == 1;
        },
        [](const F&) { return std::string("sharding needs a data- or context-parallel degree above 1"); }},
    Law{"strategy.sharding.group_indivisible", about<Field::sharding_group>,
        involving<Field::sharding_group, Field::data_degree, Field::context_degree>,
        [](const F& f) {
            const auto group = strategy::data(*f.execution).group;
            return group && f.gradient_group() >= 1 && (*group < 1 || f.gradient_group() % *group != 0);
        },
        [](const F& f) {
            return "the shard group of " + n(*strategy::data(*f.execution).group) + " does not divide the " +
                   n(f.gradient_group()) + " ranks of the gradient group";
        }},
    Law{"strategy.sharding.prefetch", about<Field::prefetch>, involving<Field::prefetch>,
        [](const F& f) {
            const std::int64_t prefetch = strategy::data(*f.execution).prefetch;
            return prefetch < 0 || prefetch > 2;
        },
        [](const F& f) { return "prefetch is 0, 1 or 2 units, not " + n(strategy::data(*f.execution).prefetch); }},
    Law{"strategy.data.gradient_bytes", about<Field::gradient_bytes>, involving<Field::gradient_bytes>,
        [](const F& f) {
            const auto bytes = strategy::data(*f.execution).gradient_bytes;
            return bytes && *bytes != 2 && *bytes != 4;
        },
        [](const F& f) {
            return "a gradient has 2 or 4 bytes, not " + n(*strategy::data(*f.execution).gradient_bytes);
        }},
    Law{"strategy.recompute.layers", about<Field::recompute_layers>,
        involving<Field::recompute_layers, Field::recompute, Field::recompute_method>,
        [](const F& f) {
            const bool said = full_layers(*f.execution) != 1 || full_method(*f.execution) != FullRecompute::uniform;
            return said && (full_layers(*f.execution) < 1 || f.recompute != RecomputePolicy::full);
        },
        [](const F& f) {
            if (f.recompute != RecomputePolicy::full)
                return "only full recomputation goes over blocks, not " + std::string(to_string(f.recompute));
            return "full recomputation goes over at least 1 block, not " + n(full_layers(*f.execution));
        }},
    Law{"strategy.recompute.module_absent", about<Field::recompute_modules>,
        involving<Field::recompute_modules, Field::model>,
        [](const F& f) { return f.description && !absent_modules(f).empty(); },
        [](const F& f) { return "no block of the model has: " + absent_modules(f); }},
    Law{"strategy.pipeline.layout", about<Field::layout>,
        involving<Field::layout, Field::pipeline_degree, Field::virtual_stages, Field::schedule, Field::model>,
        [](const F& f) { return wrong_layout(f).has_value(); }, [](const F& f) { return wrong_layout(f)->message; }},
    unknown_tier<3>,
    unknown_tier<4>,
    reaches_too_far<0>,
    reaches_too_far<1>,
    reaches_too_far<2>,
    reaches_too_far<3>,
    reaches_too_far<4>,
};

} // namespace

std::span<const Law> modern_laws() { return kRows; }

} // namespace blueprinting::strategy::detail
