#include "core/block/decoder.h"

#include "core/block/rows.h"

namespace blueprinting::block {

using namespace primitive;
using model::NormPlacement;
using strategy::Module;

Block embedding(const Setting& setting);
Block head(const Setting& setting);
Block mtp_input(const Setting& setting);

namespace {

void attention(Rows& rows, const std::string& input)
{
    model::is_latent(rows.s.model) ? add_latent_attention(rows, input) : add_attention(rows, input);
}

/// One half of a sequential block: fork, norm, the part itself, norm, dropout, residual.
template <class Part>
void half(Rows& rows, const std::string& section, const std::string& input, const std::string& gives, Part part)
{
    const Setting& setting = rows.s;
    const NormPlacement placement = setting.model.norm.placement;
    const bool full = setting.full(), post = placement == NormPlacement::post;
    const bool sum_again = full || (section == "mlp" && (setting.again(Module::mlp)));
    const std::string fork = section + ".fork", norm = section + ".norm";
    rows.on_stream(fork.c_str(), Fork{}, {rows.elements, 2}, {rows.of_stream(input)},
                   {.again = full, .reused = post, .dropped = post});
    if (!post)
        rows.norm_of_stream(norm.c_str(), rows.of_stream(fork),
                            {.again = full || setting.again(Module::layernorm), .reused = true, .dropped = true});
    part(post ? fork : norm);
    Input last = rows.of_stream(gives, {.again = sum_again, .dropped = true}, section + ".g");
    const auto next = [&](std::string name) { last = rows.of_stream(std::move(name)); };
    if (post || placement == NormPlacement::pre_post) {
        rows.norm_of_stream((section + ".post_norm").c_str(), last, {.again = full});
        next(section + ".post_norm");
    }
    if (setting.model.dropout) {
        rows.on_stream((section + ".dropout").c_str(), Dropout{}, {rows.elements}, {last}, {.again = full});
        next(section + ".dropout");
    }
    rows.on_stream((section + ".residual").c_str(), ResidualAdd{}, {rows.elements}, {last, rows.of_stream(fork)},
                   {.again = full, .reused = true, .dropped = true});
}

void sequential(Rows& rows)
{
    const model::Description& model = rows.s.model;
    const bool experts = model::has_experts(model, rows.s.piece.block);
    half(rows, "attn", std::string(kInput), "attn.out", [&](const std::string& input) { attention(rows, input); });
    const std::string gives = !experts ? "mlp.fc2" : model.moe->shared_feedforward > 0 ? "moe.add" : "moe.unpermute";
    half(rows, "mlp", "attn.residual", gives,
         [&](const std::string& input) { experts ? add_experts(rows, input) : add_feed_forward(rows, input); });
}

/// Attention and feed-forward part read the same activation and are summed: one boundary behind both.
void parallel(Rows& rows)
{
    const Setting& setting = rows.s;
    const bool full = setting.full(), shared = setting.model.norm.placement == NormPlacement::shared;
    const Keeping norm{.again = full || setting.again(Module::layernorm), .reused = true, .dropped = true};
    rows.on_stream("attn.fork", Fork{}, {rows.elements, shared ? 2 : 3}, {rows.of_stream(std::string(kInput))},
                   {.again = full});
    rows.norm_of_stream("attn.norm", rows.of_stream("attn.fork"), norm);
    if (!shared)
        rows.norm_of_stream("mlp.norm", rows.of_stream("attn.fork"), norm);
    attention(rows, "attn.norm");
    add_feed_forward(rows, shared ? "attn.qkv_fork" : "mlp.norm");
    Input last = rows.of_stream("mlp.add", {.again = full, .dropped = true});
    if (setting.model.dropout) {
        rows.on_stream("mlp.dropout", Dropout{}, {rows.elements}, {last}, {.again = full});
        last = rows.of_stream("mlp.dropout");
    }
    rows.on_stream("mlp.residual", ResidualAdd{}, {rows.elements}, {last, rows.of_stream("attn.fork")},
                   {.again = full, .reused = true, .dropped = true});
}

} // namespace

Block decoder(const Setting& setting)
{
    switch (setting.piece.kind) {
    case PieceKind::embedding: return embedding(setting);
    case PieceKind::head:
    case PieceKind::mtp_head: return head(setting);
    case PieceKind::mtp_input: return mtp_input(setting);
    case PieceKind::block: break;
    }
    Rows rows(setting);
    rows.block().divided = {{"heads", Symbols::a}};
    if (setting.model.mlp.feedforward > 0)
        rows.block().divided.emplace_back("feedforward", Symbols::f);
    if (setting.scattered)
        rows.block().divided.emplace_back("microbatch tokens", rows.tokens);
    setting.model.layout == model::BlockLayout::parallel ? parallel(rows) : sequential(rows);
    return rows.take();
}

} // namespace blueprinting::block
