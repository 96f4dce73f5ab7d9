#include "core/model/counts.h"

#include "core/model/block_weights.h"

#include <array>

namespace blueprinting::model {
namespace {

using namespace detail;

constexpr std::array kPartNames{"attention", "feed_forward", "routed_experts", "shared_experts",
                                "router",    "norms",        "embedding",      "head"};

/// Weights by part; the index is the part's.
using Parts = std::array<Checked, kPartNames.size()>;

Checked& at(Parts& parts, ModelPart part) { return parts[static_cast<std::size_t>(part)]; }

Parts nothing() { return {0, 0, 0, 0, 0, 0, 0, 0}; }

Checked sum(const Parts& parts)
{
    Checked out = 0;
    for (const Checked each : parts)
        out = out + each;
    return out;
}

/// `times` equal blocks, `routed` experts of each mixture counted.
void add_blocks(Parts& parts, const Description& model, bool mixture, std::int64_t times, std::int64_t routed)
{
    const auto add = [&](ModelPart part, Checked weights) {
        at(parts, part) = at(parts, part) + Checked(times) * weights;
    };
    add(ModelPart::attention, attention_weights(model).all);
    add(ModelPart::norms, Checked(norms_of_a_block(model)) * norm_weights(model, model.hidden));
    if (!mixture) {
        add(ModelPart::feed_forward, feed_forward_weights(model, model.mlp.feedforward, model.mlp.bias).all);
        return;
    }
    const Experts& moe = *model.moe;
    add(ModelPart::routed_experts, Checked(routed) * feed_forward_weights(model, moe.feedforward, moe.expert_bias).all);
    add(ModelPart::shared_experts,
        feed_forward_weights(model, moe.shared_feedforward, moe.expert_bias).all + shared_gate_weights(model).all);
    add(ModelPart::router, router_weights(model).all);
}

Parts whole(const Description& model, std::int64_t routed)
{
    Parts parts = nothing();
    const std::int64_t mixtures = model.moe ? count_in(model.moe->layers, model.blocks) : 0;
    if (mixtures < model.blocks)
        add_blocks(parts, model, false, model.blocks - mixtures, routed);
    if (mixtures > 0)
        add_blocks(parts, model, true, mixtures, routed);
    if (!model.vocabulary)
        return parts;
    const Vocabulary& vocabulary = *model.vocabulary;
    at(parts, ModelPart::embedding) = (Checked(vocabulary.size) + vocabulary.learned_positions) * model.hidden;
    at(parts, ModelPart::norms) =
        at(parts, ModelPart::norms) + Checked(vocabulary.embedding_norm ? 2 : 1) * norm_weights(model, model.hidden);
    if (!vocabulary.tied)
        at(parts, ModelPart::head) = Checked(vocabulary.size) * model.hidden;
    return parts;
}

Checked one_block(const Description& model, std::int64_t block, std::int64_t routed)
{
    Parts parts = nothing();
    add_blocks(parts, model, has_experts(model, block), 1, routed);
    return sum(parts);
}

std::int64_t all_experts(const Description& model) { return model.moe ? model.moe->experts : 0; }

Checked prediction_modules(const Description& model)
{
    const Checked projection = Checked(2) * model.hidden * model.hidden;
    return Checked(model.mtp_modules) * (projection + Checked(3) * norm_weights(model, model.hidden) +
                                         one_block(model, model.blocks - 1, all_experts(model)));
}

} // namespace

std::string_view to_string(ModelPart part) { return kPartNames[static_cast<std::size_t>(part)]; }

std::optional<ParameterCounts> count_parameters(const Description& model)
{
    const Parts every = whole(model, all_experts(model));
    const Checked total = sum(every);
    const Checked active = sum(whole(model, model.moe ? model.moe->top_k : 0));
    const Checked lookup =
        model.vocabulary && !model.vocabulary->tied ? Checked(model.vocabulary->size) * model.hidden : Checked(0);
    const Checked without_lookup = active - lookup;
    const Checked mtp = prediction_modules(model);
    const Checked first = one_block(model, 0, all_experts(model));
    const Checked last = one_block(model, model.blocks - 1, all_experts(model));
    const Checked rows = model.vocabulary ? Checked(model.vocabulary->size) * model.hidden : Checked(0);
    const Checked with_head = total + rows;
    const Checked with_modules = total + mtp + Checked(2) * rows;
    for (const Checked& each : {total, active, without_lookup, mtp, first, last, with_head, with_modules})
        if (!each.ok())
            return std::nullopt;
    ParameterCounts out;
    out.total = total.value();
    out.active_with_embedding = active.value();
    out.active_without_lookup = without_lookup.value();
    out.mtp = mtp.value();
    out.first_block = first.value();
    out.last_block = last.value();
    if (model.vocabulary && model.vocabulary->tied)
        out.with_stored_head = with_head.value();
    if (model.vocabulary && model.mtp_modules > 0)
        out.with_stored_modules = with_modules.value();
    for (std::size_t i = 0; i < every.size(); ++i)
        if (every[i].value() > 0)
            out.parts.push_back({static_cast<ModelPart>(i), every[i].value()});
    return out;
}

std::optional<std::int64_t> block_parameters(const Description& model, std::int64_t block)
{
    return one_block(model, block, all_experts(model)).get();
}

std::optional<std::int64_t> padded_vocabulary(const Vocabulary& vocabulary, std::int64_t tensor_degree)
{
    const Checked rows = Checked(vocabulary.pad_multiple) * tensor_degree;
    if (!rows.ok())
        return std::nullopt;
    const std::int64_t groups = vocabulary.size / rows.value() + (vocabulary.size % rows.value() != 0 ? 1 : 0);
    return (Checked(groups) * rows).get();
}

} // namespace blueprinting::model
