#include "core/block/rows.h"

/// Context parallelism: each rank has a part of every sequence, and an attention core over it needs the keys and values
/// of the other parts, or all of the sequence for some of the heads.
namespace blueprinting::block {

using namespace primitive;
using strategy::Axis;
using strategy::ContextKind;

namespace {

void add_collective(Rows& rows, const char* name, Primitive primitive, std::vector<Expression> extents,
                    std::vector<Input>& inputs, const Expression& width)
{
    // A core that runs again has them brought again; so has a backward pass that keeps its own part alone.
    const bool gathers = std::holds_alternative<ContextGather>(primitive);
    const bool core_again = rows.s.attention_again() || rows.s.again(strategy::Module::core_attn);
    rows.add({name,
              primitive,
              std::move(extents),
              inputs,
              Region::context,
              rows.by_head,
              {},
              {rows.tokens, width},
              {.again = gathers || core_again, .reused = true, .dropped = true},
              Axis::context});
    inputs = {{name, rows.by_head}};
}

} // namespace

void add_context_before(Rows& rows, std::vector<Input>& inputs, const Expression& key_size,
                        const Expression& value_size, const Expression& kv_heads)
{
    const Setting& setting = rows.s;
    if (setting.cp == 1)
        return;
    const Expression width = rows.heads * key_size + kv_heads * (key_size + value_size);
    const Expression exchanged = max(kv_heads, Expression(setting.exchanging));
    if (setting.exchanging > 1)
        add_collective(rows, "attn.into", Exchange{},
                       {rows.tokens * (rows.heads * key_size + exchanged * (key_size + value_size))}, inputs, width);
    switch (setting.context) {
    case ContextKind::all_to_all: return;
    case ContextKind::all_gather:
        return add_collective(rows, "attn.kv_gather", ContextGather{},
                              {Expression(Symbols::b) * Symbols::s * kv_heads * (key_size + value_size)}, inputs,
                              width);
    case ContextKind::ring:
    case ContextKind::hybrid: {
        const std::int64_t ranks = setting.cp / setting.exchanging;
        if (ranks > 1)
            add_collective(rows, "attn.ring", RingPass{}, {rows.tokens * exchanged * (key_size + value_size), ranks},
                           inputs, width);
    }
    }
}

std::string add_context_behind(Rows& rows, const Expression& value_size)
{
    if (rows.s.cp == 1 || rows.s.exchanging == 1)
        return "attn.core";
    std::vector<Input> inputs{{"attn.core", rows.by_head}};
    add_collective(rows, "attn.out_of", Exchange{}, {rows.tokens * rows.heads * value_size}, inputs,
                   rows.heads * value_size);
    return "attn.out_of";
}

} // namespace blueprinting::block
