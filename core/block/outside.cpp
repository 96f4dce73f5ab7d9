#include "core/block/rows.h"

/// What stands outside the blocks: the embedding, the head with its loss, and what a prediction module has before and
/// behind its block. Nothing of it is recomputed.
namespace blueprinting::block {

using namespace primitive;

namespace {

/// The table is cut along its rows: every rank gives a part of the sum.
void add_lookup(Rows& rows, const char* name)
{
    Embedding lookup;
    lookup.borrowed = rows.s.piece.borrowed;
    rows.add({name,
              lookup,
              {rows.tokens, Symbols::h, Expression(Symbols::V) / Symbols::t},
              {{std::string(kInput), rows.stream}},
              Region::vocabulary,
              rows.partial,
              rows.rows,
              {rows.tokens, Symbols::h}});
}

} // namespace

Block embedding(const Setting& setting)
{
    constexpr auto h = Symbols::h;
    Rows rows(setting);
    const model::Vocabulary& vocabulary = *setting.model.vocabulary;
    add_lookup(rows, "embedding.lookup");
    std::string last = "embedding.lookup";
    const auto next = [&](const char* name, Primitive primitive, std::vector<Expression> extents) {
        rows.on_stream(name, primitive, std::move(extents), {rows.of_stream(last, {.dropped = true})}, {},
                       Region::vocabulary);
        last = name;
    };
    if (vocabulary.learned_positions > 0)
        next("embedding.positions", Positions{}, {rows.elements, Symbols::positions * h});
    if (vocabulary.scale)
        next("embedding.scale", Scale{}, {rows.elements});
    if (vocabulary.embedding_norm) {
        rows.norm_of_stream("embedding.norm", rows.of_stream(last, {.dropped = true}), {});
        last = "embedding.norm";
    }
    if (setting.model.dropout)
        next("embedding.dropout", Dropout{}, {rows.elements});
    rows.block().output = rows.of_stream(last, {.dropped = true});
    return rows.take();
}

Block head(const Setting& setting)
{
    constexpr auto h = Symbols::h, V = Symbols::V, t = Symbols::t;
    Rows rows(setting);
    const bool regathered = setting.sharded() && setting.redo;
    rows.norm_of_stream("head.norm", rows.of_stream(std::string(kInput)), {});
    rows.add({"head.logits",
              setting.piece.borrowed ? Primitive(BorrowedLinear{}) : Primitive(Linear{}),
              {rows.tokens, h, Expression(V) / t},
              {{"head.norm", rows.shared, {.again = setting.redo}}},
              Region::vocabulary,
              rows.columns,
              rows.columns,
              {},
              {.dropped = regathered}});
    rows.add({"head.loss",
              Loss{},
              {rows.tokens * (V / t), setting.model.vocabulary->soft_cap ? 3 : 0},
              {{"head.logits", rows.columns}},
              Region::vocabulary,
              rows.columns,
              {},
              {rows.tokens, Expression(V) / t}});
    std::string last = "head.loss";
    for (const char* name : {"head.largest", "head.target", "head.sum"}) {
        rows.add({name,
                  RankSum{},
                  {rows.tokens},
                  {{last, rows.columns}},
                  Region::vocabulary,
                  rows.columns,
                  {},
                  {rows.tokens, Expression(V) / t},
                  {.reused = true, .dropped = true},
                  strategy::Axis::tensor});
        last = name;
    }
    return rows.take();
}

Block mtp_input(const Setting& setting)
{
    constexpr auto h = Symbols::h;
    Rows rows(setting);
    add_lookup(rows, "mtp.lookup");
    rows.norm_of_stream("mtp.hidden_norm", rows.of_stream(std::string(kInput)), {});
    rows.norm_of_stream("mtp.embedding_norm", rows.of_stream("mtp.lookup", {.dropped = true}), {});
    rows.add_linear("mtp.projection", {rows.stream_tokens, 2 * h, h},
                    {rows.of_stream("mtp.hidden_norm"), rows.of_stream("mtp.embedding_norm")}, Region::projection,
                    rows.stream, {}, {});
    return rows.take();
}

} // namespace blueprinting::block
