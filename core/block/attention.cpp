#include "core/block/rows.h"

#include <algorithm>

/// Attention of queries, keys and values by head: with grouped keys, norms of queries and keys, rotary positions; its
/// core as products and a softmax whose scores are stored, or fused.
namespace blueprinting::block {

using namespace primitive;
using strategy::Module;

namespace {

/// Query-key pairs of one sequence and head.
Expression pairs(const Setting& setting)
{
    constexpr auto s = Symbols::s, w = Symbols::w;
    if (!setting.model.attention.causal)
        return s * s;
    if (model::window_of(setting.model, setting.piece.block))
        return w * (w + 1) / 2 + (s - w) * w;
    return s * (s + 1) / 2;
}

/// The pairs of the last of several parts, which has most of them.
std::int64_t last_pairs(const Setting& setting)
{
    const std::int64_t s = setting.model.sequence, first = s - s / setting.cp + 1;
    const std::int64_t window = model::window_of(setting.model, setting.piece.block).value_or(s);
    std::int64_t out = 0;
    const std::int64_t cut = std::clamp(window, first - 1, s); // up to there a token sees all before it
    out += (cut - first + 1) * (first + cut) / 2;
    return out + (s - cut) * window;
}

/// The scores are stored: all s² of them, whether a window hides some or not.
void add_stored_core(Rows& rows, const Input& query, const Input& key, const Input& value, bool sinks)
{
    constexpr auto a = Symbols::a, b = Symbols::b, k = Symbols::k, t = Symbols::t, s = Symbols::s;
    const Setting& setting = rows.s;
    const bool core = setting.attention_again() || setting.again(Module::core_attn);
    const Expression group = b * a / t, scores = (a / t) * s * s * b;
    const auto* kind = std::get_if<model::MultiHeadAttention>(&setting.model.attention.kind);
    const bool grouped = !setting.shared_key_values && kind && kind->kv_heads != setting.model.attention.heads;
    const auto product = [&](const char* name, const Expression& m, const Expression& n, const Expression& width,
                             std::vector<Input> inputs, Region region, Keeping keeping) {
        std::vector<Expression> extents{group, m, n, width};
        if (grouped)
            extents.push_back(rows.heads / rows.kv_heads);
        rows.add({name,
                  grouped ? Primitive(GroupedBatchMatmul{}) : Primitive(BatchMatmul{}),
                  std::move(extents),
                  std::move(inputs),
                  region,
                  rows.by_head,
                  {},
                  {},
                  keeping});
    };
    const auto on_scores = [&](const char* name, Primitive primitive, std::vector<Expression> extents,
                               const char* input, Keeping keeping) {
        rows.add({name,
                  primitive,
                  std::move(extents),
                  {{input, rows.by_head}},
                  Region::scores,
                  rows.by_head,
                  {},
                  {group, s, s},
                  keeping});
    };
    product("attn.qk", s, k, s, {query, key}, Region::scores, {.again = core, .output_dropped = core});
    const char* scored = "attn.softmax";
    if (sinks || setting.model.attention.soft_cap)
        on_scores("attn.softmax", ScoreSoftmax{},
                  {scores, setting.model.attention.soft_cap ? 3 : 0, sinks ? rows.heads : Expression(0)}, "attn.qk",
                  {.again = core, .output_dropped = core});
    else
        on_scores("attn.softmax", Softmax{}, {scores}, "attn.qk", {.again = core, .output_dropped = core});
    if (setting.model.dropout) {
        on_scores("attn.prob_dropout", Dropout{}, {scores}, "attn.softmax", {.again = core, .dropped = core});
        scored = "attn.prob_dropout";
    }
    product("attn.pv", s, s, k, {{scored, rows.by_head}, value}, Region::context,
            {.again = setting.full() || setting.again(Module::core_attn)});
}

} // namespace

std::string add_fused_core(Rows& rows, std::vector<Input> inputs, const CoreShape& shape)
{
    add_context_before(rows, inputs, shape.key_size, shape.value_size, shape.kv_heads);
    const Setting& setting = rows.s;
    const Expression exchanged = setting.exchanging;
    const bool exchanges = setting.exchanging > 1;
    const Expression sequence = Expression(Symbols::b) * Symbols::s;
    FusedCore core;
    core.keeps_inputs = shape.keeps_inputs;
    core.keeps_sums = shape.keeps_sums;
    const bool again = setting.attention_again() || setting.again(Module::core_attn);
    const bool last = setting.contiguous && setting.model.attention.causal;
    rows.add({"attn.core",
              core,
              {Symbols::b * rows.heads * (last ? Expression(last_pairs(setting)) : pairs(setting)),
               setting.cp > 1 && !last ? Expression(Symbols::c) : Expression(1), rows.tokens * rows.heads,
               sequence * (exchanges ? max(ceil(over(shape.kv_heads, exchanged)), Expression(1)) : shape.kv_heads),
               rows.tokens * (exchanges ? max(shape.kv_heads, exchanged) : shape.kv_heads), shape.key_size,
               shape.value_size, (setting.model.dropout ? 1 : 0) + (setting.model.attention.soft_cap ? 3 : 0),
               shape.sinks ? rows.heads : Expression(0)},
              std::move(inputs),
              Region::context,
              rows.by_head,
              shape.sinks ? rows.by_head : Layouts{},
              {rows.tokens, rows.heads * shape.value_size},
              {.again = again}});
    return add_context_behind(rows, shape.value_size);
}

void add_attention(Rows& rows, const std::string& input)
{
    constexpr auto h = Symbols::h, k = Symbols::k;
    const Setting& setting = rows.s;
    const auto& kind = std::get<model::MultiHeadAttention>(setting.model.attention.kind);
    const bool full = setting.full(), norm_again = setting.again(Module::layernorm);
    // What a rank can gather again it need not keep. (A model of six numbers drops it also where nothing is cut, as the
    // reference does, although nobody could give it back.)
    const bool regathered =
        norm_again || ((setting.plain || setting.sharded()) && (setting.attention_again() || setting.redo));
    const bool with_heads = setting.shared_key_values;
    const Layouts kv = with_heads ? Layouts{} : rows.by_head, kv_weight = with_heads ? Layouts{} : rows.columns;
    const Expression width = Symbols::a * k / Symbols::t;
    const Expression kv_width = setting.shared_key_values                        ? Expression(k)
                                : kind.kv_heads == setting.model.attention.heads ? width
                                : setting.t > kind.kv_heads                      ? Expression(k)
                                                                                 : Symbols::g * k / Symbols::t;
    const std::int64_t more = setting.model.layout == model::BlockLayout::parallel &&
                                      setting.model.norm.placement == model::NormPlacement::shared
                                  ? 1
                                  : 0;
    rows.add({"attn.qkv_fork",
              Fork{},
              {rows.whole, 3 + more},
              {{input, rows.shared, {.again = regathered, .dropped = norm_again}}},
              Region::attention_input,
              rows.shared,
              {},
              {rows.tokens, h},
              {.again = regathered, .dropped = regathered}});
    const auto project = [&](const char* name, const Expression& to, const Layouts& gives, const Layouts& weight) {
        rows.add_linear(name, {rows.tokens, h, to}, {{"attn.qkv_fork", rows.shared}}, Region::projection, gives, weight,
                        {.again = full, .reused = true, .dropped = true}, kind.qkv_bias);
    };
    project("attn.q", width, rows.by_head, rows.columns);
    project("attn.k", kv_width, kv, kv_weight);
    project("attn.v", kv_width, kv, kv_weight);

    Input query{"attn.q", rows.by_head}, key{"attn.k", kv};
    const Expression both = rows.tokens * (rows.heads + rows.kv_heads);
    const auto on_both = [&](const char* name, Primitive primitive, std::vector<Expression> extents) {
        std::vector<Input> read{query};
        if (key.name != query.name)
            read.push_back(key);
        rows.add({name,
                  primitive,
                  std::move(extents),
                  std::move(read),
                  Region::projection,
                  rows.by_head,
                  {},
                  {rows.tokens, (rows.heads + rows.kv_heads) * k},
                  {.again = full}});
        query = key = {name, rows.by_head};
    };
    if (kind.qk_norm == model::QueryKeyNorm::l2)
        on_both("attn.qk_norm", Norm{NormRule::l2}, {both * k, 0});
    else if (kind.qk_norm == model::QueryKeyNorm::head)
        on_both("attn.qk_norm", Norm{rows.norm_rule()}, {both * k, 2 * rows.norm_weights(k)});
    else if (kind.qk_norm == model::QueryKeyNorm::full)
        on_both("attn.qk_norm", Norm{rows.norm_rule()},
                {both * k, rows.norm_weights(Symbols::a * k) + rows.norm_weights(Symbols::g * k)});
    if (kind.rotary_dims > 0)
        on_both("attn.rotary", Rotary{}, {both * kind.rotary_dims, 0});

    const Input value{"attn.v", kv};
    std::string context = "attn.pv";
    if (setting.fused_attention) {
        std::vector<Input> read{query};
        if (key.name != query.name)
            read.push_back(key);
        read.push_back(value);
        // The row sums come back with the core that is run again.
        const bool sums =
            setting.recompute != strategy::RecomputePolicy::attention_only && !setting.again(Module::core_attn);
        context = add_fused_core(rows, std::move(read), {k, k, rows.kv_heads, true, sums, kind.sinks});
    } else {
        add_stored_core(rows, query, key, value, kind.sinks);
    }
    rows.add_linear("attn.out", {rows.tokens, width, h}, {{context, rows.by_head}}, Region::projection, rows.partial,
                    rows.rows, {.again = full}, kind.out_bias);
}

} // namespace blueprinting::block
