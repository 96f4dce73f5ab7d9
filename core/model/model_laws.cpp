#include "core/model/model_laws.h"

namespace blueprinting::model {
namespace {

using Violations = std::vector<ModelViolation>;

std::string n(std::int64_t value) { return std::to_string(value); }

void list_law(Violations& out, const BlockSet& set, std::int64_t blocks, const char* path, const char* what)
{
    const auto* list = std::get_if<ListedBlocks>(&set);
    if (!list)
        return;
    std::int64_t before = -1;
    for (const std::int64_t number : list->numbers) {
        if (number <= before || number >= blocks) {
            out.push_back({"model.block_list", path,
                           std::string(what) + " are block numbers in ascending order, each once, 0 to " +
                               n(blocks - 1) + "; " + n(number) + " does not fit there"});
            return;
        }
        before = number;
    }
}

void attention_laws(Violations& out, const Description& model)
{
    const Attention& attention = model.attention;
    if (const auto* heads = std::get_if<MultiHeadAttention>(&attention.kind)) {
        if (heads->kv_heads < 1 || attention.heads % heads->kv_heads != 0)
            out.push_back(
                {"model.kv_heads.indivisible", "/attention/kv_heads",
                 "the " + n(heads->kv_heads) + " key-value heads do not divide the " + n(attention.heads) + " heads"});
        if (heads->rotary_dims > heads->head_size)
            out.push_back({"model.rotary.too_wide", "/attention/rotary_dims",
                           "rotary positions turn " + n(heads->rotary_dims) + " of a head's " + n(heads->head_size) +
                               " dimensions; at most all of them"});
    }
    const bool layers = !std::holds_alternative<NoBlocks>(attention.window_layers);
    if (attention.window && !layers)
        out.push_back({"model.window.without_layers", "/attention/window",
                       "a window of " + n(*attention.window) + " belongs to no block; \"window_layers\" names them"});
    if (!attention.window && layers)
        out.push_back({"model.window.without_size", "/attention/window_layers",
                       "these blocks have a window, but \"window\" gives no size"});
    list_law(out, attention.window_layers, model.blocks, "/attention/window_layers", "window_layers");
}

void block_laws(Violations& out, const Description& model)
{
    if (model.norm.kind == NormKind::rms && model.norm.bias)
        out.push_back(
            {"model.norm.rms_bias", "/norm/bias", "an RMS norm has no bias; \"bias\" true is for layer norms"});
    const bool parallel = model.layout == BlockLayout::parallel;
    const NormPlacement placement = model.norm.placement;
    if (parallel && (model.moe || placement == NormPlacement::post || placement == NormPlacement::pre_post))
        out.push_back({"model.layout.parallel", "/layout",
                       "a parallel block takes norms of placement \"pre\" or \"shared\" and no experts"});
    if (!parallel && placement == NormPlacement::shared)
        out.push_back({"model.norm.shared", "/norm/placement",
                       "one norm for attention and feed-forward part needs the layout \"parallel\""});
    const std::int64_t mixtures = model.moe ? count_in(model.moe->layers, model.blocks) : 0;
    if (model.mlp.feedforward == 0 && mixtures < model.blocks)
        out.push_back({"model.feedforward.missing", "/mlp/feedforward",
                       n(model.blocks - mixtures) + " of " + n(model.blocks) +
                           " blocks are dense and need a feed-forward size of at least 1"});
}

void expert_laws(Violations& out, const Description& model)
{
    const Experts& moe = *model.moe;
    if (moe.groups < 1 || moe.experts % moe.groups != 0)
        out.push_back({"model.moe.groups", "/moe/groups",
                       n(moe.groups) + " groups do not divide the " + n(moe.experts) + " experts"});
    else if (moe.group_top > moe.groups)
        out.push_back(
            {"model.moe.groups", "/moe/group_top",
             "a token is sent to at most the " + n(moe.groups) + " groups that there are, not " + n(moe.group_top)});
    else if (moe.top_k > moe.group_top * (moe.experts / moe.groups))
        out.push_back({"model.moe.groups", "/moe/top_k",
                       "a token's " + n(moe.top_k) + " experts do not fit into " + n(moe.group_top) + " groups of " +
                           n(moe.experts / moe.groups)});
    if (moe.shared_gate && moe.shared_feedforward == 0)
        out.push_back({"model.moe.shared_gate", "/moe/shared_gate", "there is no shared expert for this gate"});
    list_law(out, moe.layers, model.blocks, "/moe/layers", "layers");
}

void prediction_laws(Violations& out, const Description& model)
{
    if (model.mtp_modules > 0 && !model.vocabulary)
        out.push_back({"model.mtp.without_vocabulary", "/mtp/modules",
                       "multi-token prediction needs a vocabulary: it predicts tokens"});
}

} // namespace

std::vector<ModelViolation> violations(const Description& model)
{
    Violations out;
    attention_laws(out, model);
    block_laws(out, model);
    if (model.moe)
        expert_laws(out, model);
    prediction_laws(out, model);
    return out;
}

} // namespace blueprinting::model
