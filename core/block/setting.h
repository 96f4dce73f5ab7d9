#pragma once
#include "core/model/description.h"
#include "core/primitive/expression.h"
#include "core/strategy/parallelism.h"

namespace blueprinting::block {

/// What of a model a list of operations is of: one block, or what stands outside the blocks. A prediction module (mtp)
/// is its input, one more block and a head of its own.
enum class PieceKind { block, embedding, head, mtp_input, mtp_head };
std::string_view to_string(PieceKind kind); ///< "block", …
struct Piece {
    PieceKind kind = PieceKind::block;
    std::int64_t block = 0; ///< of a block, its number
    bool borrowed = false;  ///< of embedding and head: the table is another one's on the same rank
    bool operator==(const Piece&) const = default;

    /// For what is written and read (core/ir/serialise.cpp).
    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("block", self.block, "borrowed", self.borrowed, "kind", self.kind);
    }
};

/// What of model and strategy decides how a piece is written, and the sizes that its symbols stand for.
struct Setting {
    model::Description model;
    Piece piece;
    bool plain = true; ///< a model of six numbers
    std::int64_t microbatch = 1, t = 1, cp = 1, ep = 1, etp = 1;
    std::int64_t exchanging = 1; ///< ranks of context parallelism that exchange heads
    strategy::ContextKind context = strategy::ContextKind::ring;
    bool contiguous = false; ///< each rank has one part of the sequence: the last one has most pairs
    bool scattered =
        false;         ///< between attention and feed-forward part the activation is cut along the sequence (RS+AG)
    bool redo = false; ///< what was gathered is gathered again
    strategy::RecomputePolicy recompute = strategy::RecomputePolicy::none;
    strategy::ModuleSet modules;
    bool shared_key_values = false; ///< one key and value head for all (multiquery), whole on every rank
    bool fused_activation = false;
    bool fused_attention = false;
    bool narrow = false;          ///< linear layers in float8
    bool block_scales = false;    ///< with a scale for few elements
    bool narrow_dispatch = false; ///< rows go to the experts in float8

    [[nodiscard]] bool full() const { return recompute == strategy::RecomputePolicy::full; }
    /// Full or attention alone.
    [[nodiscard]] bool attention_again() const { return recompute != strategy::RecomputePolicy::none; }
    [[nodiscard]] bool again(strategy::Module module) const { return modules.has(module); }
    /// There is something to gather again.
    [[nodiscard]] bool sharded() const { return scattered && t > 1; }
};
Setting setting_of(const model::Description& model, const Piece& piece, const strategy::Execution& execution);

/// Symbols of the model and the strategy in which extents are said.
struct Symbols {
    static constexpr primitive::Symbol a{"a"};        ///< heads
    static constexpr primitive::Symbol b{"b"};        ///< samples of a microbatch
    static constexpr primitive::Symbol c{"c"};        ///< degree of the context axis
    static constexpr primitive::Symbol f{"f"};        ///< feed-forward
    static constexpr primitive::Symbol g{"g"};        ///< key-value heads
    static constexpr primitive::Symbol h{"h"};        ///< hidden
    static constexpr primitive::Symbol k{"k"};        ///< head size
    static constexpr primitive::Symbol s{"s"};        ///< sequence
    static constexpr primitive::Symbol t{"t"};        ///< degree of the tensor axis
    static constexpr primitive::Symbol w{"w"};        ///< window
    static constexpr primitive::Symbol q_rank{"r_q"}; ///< of latent attention
    static constexpr primitive::Symbol kv_rank{"r_kv"};
    static constexpr primitive::Symbol nope{"k_n"};
    static constexpr primitive::Symbol rope{"k_r"};
    static constexpr primitive::Symbol value{"v"};
    static constexpr primitive::Symbol E{"E"};     ///< experts
    static constexpr primitive::Symbol K{"K"};     ///< experts a token
    static constexpr primitive::Symbol R{"R"};     ///< rows that a rank sends to experts
    static constexpr primitive::Symbol fe{"f_e"};  ///< feed-forward of an expert
    static constexpr primitive::Symbol fs{"f_s"};  ///< of the shared experts
    static constexpr primitive::Symbol ep{"ep"};   ///< degree of the expert axis
    static constexpr primitive::Symbol etp{"etp"}; ///< of the ranks that cut one expert
    static constexpr primitive::Symbol V{"V"};     ///< padded rows of the vocabulary
    static constexpr primitive::Symbol positions{"P"};
};
/// What they stand for; only those that the piece may use.
primitive::Bindings bindings_of(const Setting& setting);

} // namespace blueprinting::block
