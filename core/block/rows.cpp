#include "core/block/rows.h"

namespace blueprinting::block {

using namespace primitive;

Rows::Rows(const Setting& setting) : s(setting)
{
    constexpr auto a = Symbols::a, b = Symbols::b, c = Symbols::c, g = Symbols::g, h = Symbols::h, t = Symbols::t;
    tokens = setting.cp > 1 ? b * Symbols::s / c : b * Symbols::s;
    stream_tokens = setting.scattered ? tokens / t : tokens;
    whole = tokens * h;
    elements = setting.scattered ? tokens * h / t : tokens * h;
    heads = Expression(a) / t;
    const auto* kind = std::get_if<model::MultiHeadAttention>(&setting.model.attention.kind);
    const std::int64_t all = kind ? kind->kv_heads : setting.model.attention.heads;
    if (setting.shared_key_values)
        kv_heads = 1;
    else if (all == setting.model.attention.heads)
        kv_heads = heads;
    else
        kv_heads = setting.t > all ? Expression(1) : Expression(g) / t;

    stream = over_tensor(setting.scattered ? cut(Sharding::sequence) : kWhole);
    shared = over_tensor(kShared);
    partial = over_tensor(kPartial);
    by_head = over_tensor(cut(Sharding::heads));
    columns = over_tensor(cut(Sharding::columns));
    rows = over_tensor(cut(Sharding::rows));

    m_out.stream = {stream_tokens, h};
    m_out.stream_layout = stream;
    m_out.activations = {whole, elements};
}

void Rows::on_stream(const char* name, Primitive primitive, std::vector<Expression> extents, std::vector<Input> inputs,
                     Keeping keeping, Region region)
{
    add({name, primitive, std::move(extents), std::move(inputs), region, stream, {}, m_out.stream, keeping});
}

void Rows::add_linear(std::string name, std::vector<Expression> sizes, std::vector<Input> inputs, Region region,
                      Layouts gives, Layouts weights, Keeping keeping, bool bias)
{
    Primitive primitive = bias ? Primitive(BiasedLinear{}) : Primitive(Linear{});
    if (s.narrow) {
        NarrowLinear narrow;
        narrow.block_scales = s.block_scales;
        primitive = narrow;
        sizes.insert(sizes.begin(), 1);
        sizes.push_back(bias ? sizes.back() : Expression(0));
    }
    add({std::move(name), primitive, std::move(sizes), std::move(inputs), region, gives, weights, {}, keeping});
}

void Rows::add_grouped(std::string name, std::vector<Expression> sizes, std::vector<Input> inputs, Keeping keeping,
                       const Expression& biases)
{
    Primitive primitive = GroupedLinear{};
    if (s.narrow) {
        NarrowLinear narrow;
        narrow.block_scales = s.block_scales;
        narrow.groups = 0;
        primitive = narrow;
    }
    sizes.push_back(biases);
    add({std::move(name), primitive, std::move(sizes), std::move(inputs), Region::experts, stream, {}, {}, keeping});
}

Expression Rows::norm_weights(const Expression& size) const
{
    return s.model.norm.kind == model::NormKind::layer && s.model.norm.bias ? 2 * size : size;
}

NormRule Rows::norm_rule() const
{
    return s.model.norm.kind == model::NormKind::layer ? NormRule::layer : NormRule::rms;
}

void Rows::norm_of_stream(const char* name, Input input, Keeping keeping)
{
    if (norm_rule() == NormRule::layer && s.model.norm.bias)
        return on_stream(name, LayerNorm{}, {elements, Symbols::h}, {std::move(input)}, keeping, Region::norm);
    on_stream(name, Norm{norm_rule()}, {elements, norm_weights(Symbols::h)}, {std::move(input)}, keeping, Region::norm);
}

} // namespace blueprinting::block
