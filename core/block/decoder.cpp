#include "core/block/decoder.h"

#include "core/strategy/derived.h"

namespace blueprinting::block {

using namespace primitive;

DecoderTraits decoder_traits(const strategy::Execution& execution)
{
    return {execution.attention_type == strategy::AttentionType::multiquery, strategy::sequence_parallel(execution),
            execution.fused_activation};
}

Block decoder(const DecoderTraits& traits)
{
    constexpr auto a = Symbols::a, b = Symbols::b, f = Symbols::f, h = Symbols::h, k = Symbols::k, s = Symbols::s,
                   t = Symbols::t;
    constexpr Expression tokens = b * s, width = a * k / t, inner = f / t, group = b * a / t;
    const Expression elements = traits.sequence_cut ? b * s * h / t : b * s * h;
    const Expression kv = traits.shared_key_values ? Expression(k) : width;

    const Layouts stream = over_tensor(traits.sequence_cut ? cut(Sharding::sequence) : kWhole);
    const Layouts shared = over_tensor(kShared), partial = over_tensor(kPartial);
    const Layouts heads = over_tensor(cut(Sharding::heads)), columns = over_tensor(cut(Sharding::columns)),
                  rows = over_tensor(cut(Sharding::rows));
    const Layouts kv_heads = traits.shared_key_values ? Layouts{} : heads;
    const Layouts kv_weight = traits.shared_key_values ? Layouts{} : columns;

    Block out;
    out.stream = {traits.sequence_cut ? tokens / t : tokens, h};
    out.stream_layout = stream;
    out.activations = {tokens * h, elements};
    out.divided = {{"heads", a}, {"feedforward", f}};
    if (traits.sequence_cut)
        out.divided.emplace_back("microbatch tokens", tokens);

    const auto add = [&](Operation operation) { out.operations.push_back(std::move(operation)); };
    const auto on_stream = [&](const char* name, Primitive primitive, std::vector<Expression> extents,
                               std::initializer_list<std::string_view> inputs, Region region = Region::stream) {
        std::vector<Input> read;
        for (const std::string_view input : inputs)
            read.push_back({std::string(input), stream});
        add({name, primitive, std::move(extents), std::move(read), region, stream, {}, out.stream});
    };
    const auto on_scores = [&](const char* name, Primitive primitive, const char* input) {
        add({name, primitive, {(a / t) * s * s * b}, {{input, heads}}, Region::scores, heads, {}, {group, s, s}});
    };

    on_stream("attn.fork", Fork{}, {elements, 2}, {kInput});
    on_stream("attn.norm", LayerNorm{}, {elements, h}, {"attn.fork"}, Region::norm);
    add({"attn.qkv_fork",
         Fork{},
         {tokens * h, 3},
         {{"attn.norm", shared}},
         Region::attention_input,
         shared,
         {},
         {tokens, h}});
    add({"attn.q", Linear{}, {tokens, h, width}, {{"attn.qkv_fork", shared}}, Region::projection, heads, columns});
    add({"attn.k", Linear{}, {tokens, h, kv}, {{"attn.qkv_fork", shared}}, Region::projection, kv_heads, kv_weight});
    add({"attn.v", Linear{}, {tokens, h, kv}, {{"attn.qkv_fork", shared}}, Region::projection, kv_heads, kv_weight});
    add({"attn.qk", BatchMatmul{}, {group, s, k, s}, {{"attn.q", heads}, {"attn.k", kv_heads}}, Region::scores, heads});
    on_scores("attn.softmax", Softmax{}, "attn.qk");
    on_scores("attn.prob_dropout", Dropout{}, "attn.softmax");
    add({"attn.pv",
         BatchMatmul{},
         {group, s, s, k},
         {{"attn.prob_dropout", heads}, {"attn.v", kv_heads}},
         Region::context,
         heads});
    add({"attn.out", Linear{}, {tokens, width, h}, {{"attn.pv", heads}}, Region::projection, partial, rows});
    on_stream("attn.dropout", Dropout{}, {elements}, {"attn.out"});
    on_stream("attn.residual", ResidualAdd{}, {elements}, {"attn.dropout", "attn.fork"});

    on_stream("mlp.fork", Fork{}, {elements, 2}, {"attn.residual"});
    on_stream("mlp.norm", LayerNorm{}, {elements, h}, {"mlp.fork"}, Region::norm);
    add({"mlp.fc1", Linear{}, {tokens, h, inner}, {{"mlp.norm", shared}}, Region::feed_forward, columns, columns});
    add({"mlp.gelu",
         Gelu{0, traits.fused_activation},
         {f * b * s / t},
         {{"mlp.fc1", columns}},
         Region::feed_forward,
         columns,
         {},
         {tokens, inner}});
    add({"mlp.fc2", Linear{}, {tokens, inner, h}, {{"mlp.gelu", columns}}, Region::feed_forward, partial, rows});
    on_stream("mlp.dropout", Dropout{}, {elements}, {"mlp.fc2"});
    on_stream("mlp.residual", ResidualAdd{}, {elements}, {"mlp.dropout", "mlp.fork"});
    return out;
}

} // namespace blueprinting::block
