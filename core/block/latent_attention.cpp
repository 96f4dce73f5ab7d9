#include "core/block/rows.h"

/// Latent attention as it is trained, keys and values expanded (DeepSeek-V2, arXiv 2405.04434; Megatron-LM): the down
/// projections run whole on every tensor-parallel rank, so that what is gathered are the latents.
namespace blueprinting::block {

using namespace primitive;
using strategy::Module;

namespace {

struct Latent {
    const char *down, *norm, *gather, *up;
    Expression rank, carried, width; ///< of the latent, of what is gathered beside it, of a rank's heads
};

void add_projection(Rows& rows, const Latent& latent)
{
    const Setting& setting = rows.s;
    const bool full = setting.full(), up = setting.again(Module::mla_up_proj);
    const bool regathered = setting.sharded() && (setting.redo || up);
    rows.add_linear(latent.down, {rows.stream_tokens, Symbols::h, latent.carried}, {rows.of_stream("attn.latent_fork")},
                    Region::projection, rows.stream, {}, {.again = full, .reused = true, .dropped = true});
    rows.add({latent.norm,
              Norm{rows.norm_rule()},
              {rows.stream_tokens * latent.rank, rows.norm_weights(latent.rank)},
              {rows.of_stream(latent.down)},
              Region::norm,
              rows.stream,
              {},
              {rows.stream_tokens, latent.carried},
              {.again = full}});
    rows.add_linear(latent.up, {rows.tokens, latent.rank, latent.width},
                    {{latent.norm,
                      rows.shared,
                      {.again = full || setting.redo || up},
                      latent.gather,
                      rows.tokens * latent.carried}},
                    Region::projection, rows.by_head, rows.columns, {.again = full || up, .dropped = regathered});
}

} // namespace

void add_latent_attention(Rows& rows, const std::string& input)
{
    constexpr auto h = Symbols::h, q_rank = Symbols::q_rank, kv_rank = Symbols::kv_rank, nope = Symbols::nope,
                   rope = Symbols::rope, value = Symbols::value;
    const Setting& setting = rows.s;
    const auto& kind = std::get<model::LatentAttention>(setting.model.attention.kind);
    const bool full = setting.full(), norm_again = setting.again(Module::layernorm);
    const bool up = setting.again(Module::mla_up_proj);
    const Expression key_size = nope + rope;
    rows.on_stream("attn.latent_fork", Fork{}, {rows.elements, 2}, {rows.of_stream(input)},
                   {.again = full || norm_again, .dropped = norm_again}, Region::attention_input);
    if (kind.q_rank) {
        add_projection(rows,
                       {"attn.q_down", "attn.q_norm", "attn.f_q", "attn.q_up", q_rank, q_rank, rows.heads * key_size});
    } else {
        const bool held = setting.sharded() && !setting.redo && !up && !norm_again;
        rows.add_linear("attn.q", {rows.tokens, h, rows.heads * key_size},
                        {{"attn.latent_fork",
                          rows.shared,
                          {.again = full || setting.redo || up || norm_again, .reused = true, .dropped = true},
                          "attn.f"}},
                        Region::projection, rows.by_head, rows.columns,
                        {.again = full || up, .reused = !held, .dropped = !held});
    }
    add_projection(rows, {"attn.kv_down", "attn.kv_norm", "attn.f_kv", "attn.kv_up", kv_rank, kv_rank + rope,
                          rows.heads * (nope + value)});
    const Input query{kind.q_rank ? "attn.q_up" : "attn.q", rows.by_head};
    // The rotary part of the key comes past the up projection; where that is run again, it is nowhere else.
    const bool keeps = up && !setting.sharded();
    rows.add({"attn.rotary",
              Rotary{},
              {rows.tokens * (rows.heads + 1) * rope, keeps ? rows.tokens * rope : Expression(0)},
              {query, {"attn.kv_up", rows.by_head}},
              Region::projection,
              rows.by_head,
              {},
              {rows.tokens, rows.heads * key_size},
              {.again = full || up}});
    const bool core_again =
        setting.recompute == strategy::RecomputePolicy::attention_only || setting.again(Module::core_attn);
    const std::string context =
        add_fused_core(rows, {{"attn.rotary", rows.by_head}}, {key_size, value, rows.heads, !up, !core_again});
    rows.add_linear("attn.out", {rows.tokens, rows.heads * value, h}, {{context, rows.by_head}}, Region::projection,
                    rows.partial, rows.rows, {.again = full});
}

} // namespace blueprinting::block
