#include "core/block/rows.h"

/// The feed-forward part of a dense block: two matrices, or three with a gate.
namespace blueprinting::block {

using namespace primitive;
using strategy::Module;

namespace {

ActivationRule rule_of(model::Activation activation)
{
    switch (activation) {
    case model::Activation::gelu: return ActivationRule::gelu;
    case model::Activation::silu: return ActivationRule::silu;
    case model::Activation::relu2: return ActivationRule::relu2;
    }
    return ActivationRule::gelu;
}

} // namespace

Operation activation_of(const Rows& rows, std::string name, Expression width, const Expression& tokens,
                        std::optional<Expression> weighted)
{
    const model::FeedForward& mlp = rows.s.model.mlp;
    Operation out;
    out.name = std::move(name);
    out.extents = {width * tokens};
    out.shape = {tokens, std::move(width)};
    out.region = Region::feed_forward;
    out.gives = rows.columns;
    if (mlp.gated) {
        out.primitive = GatedActivation{rule_of(mlp.activation)};
        out.extents.push_back(weighted.value_or(0));
    } else if (mlp.activation == model::Activation::gelu) {
        out.primitive = Gelu{0, rows.s.fused_activation};
    } else {
        out.primitive = Activation{rule_of(mlp.activation)};
    }
    return out;
}

void add_feed_forward(Rows& rows, const std::string& input)
{
    constexpr auto b = Symbols::b, f = Symbols::f, h = Symbols::h, s = Symbols::s, t = Symbols::t;
    const Setting& setting = rows.s;
    const model::FeedForward& mlp = setting.model.mlp;
    const bool full = setting.full(), norm_again = setting.again(Module::layernorm);
    const bool all = setting.again(Module::mlp), only_activation = setting.again(Module::mlp_act);
    const bool parallel = setting.model.layout == model::BlockLayout::parallel;
    const bool has_input = input == "attn.qkv_fork"; // shared with attention, which holds it
    const bool regathered = norm_again || full || ((setting.plain || setting.sharded()) && (setting.redo || all));
    const Expression inner = Expression(f) / t;
    const Keeping first =
        has_input ? Keeping{.again = full || all, .reused = true, .dropped = true}
                  : Keeping{.again = full || all, .dropped = setting.plain ? full || setting.redo || all : regathered};
    rows.add_linear("mlp.fc1", {rows.tokens, h, mlp.gated ? 2 * f / t : inner},
                    {{input, rows.shared, {.again = full || setting.redo || norm_again || all, .dropped = norm_again}}},
                    Region::feed_forward, rows.columns, rows.columns, first, mlp.bias);
    Operation activation =
        activation_of(rows, setting.plain ? "mlp.gelu" : "mlp.act", inner, rows.tokens, std::nullopt);
    if (setting.cp == 1)
        activation.extents.front() = f * b * s / t;
    activation.inputs = {{"mlp.fc1", rows.columns}};
    activation.keeping = {.again = full || all || only_activation, .dropped = all};
    const std::string activated = activation.name;
    rows.add(std::move(activation));
    rows.add_linear("mlp.fc2", {rows.tokens, inner, h}, {{activated, rows.columns}}, Region::feed_forward, rows.partial,
                    rows.rows, {.again = full || all, .dropped = all || only_activation}, mlp.bias);
    if (parallel)
        rows.add({"mlp.add",
                  Add{},
                  {rows.whole},
                  {{"attn.out", rows.partial}, {"mlp.fc2", rows.partial}},
                  Region::stream,
                  rows.partial,
                  {},
                  {rows.tokens, h},
                  {.again = full}});
}

} // namespace blueprinting::block
