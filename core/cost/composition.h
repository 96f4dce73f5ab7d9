#pragma once
#include "core/cost/estimate.h"
#include "core/ir/portable_ir.h"

#include <algorithm>
#include <cmath>

/// How an iteration and its memory are put together from one block's figures, on plain numbers alone. The single
/// estimate and the search over many strategies call these same functions, so that their figures are the same to the
/// last bit: no figure has a second formula. No allocation; any thread.
namespace blueprinting::cost {

/// What a block repeats with every microbatch, summed by component, and all of it together.
struct RepeatedWork {
    std::array<Seconds, kComponents> inner{}, edge{};
    Seconds inner_block, edge_block; ///< one block forward and backward
};

inline RepeatedWork repeated_work(const BlockTimes& block)
{
    RepeatedWork out;
    for (std::size_t i = 0; i < kBlockSums.size(); ++i) {
        const Repeats repeats = row_of(kBlockSums[i].component).repeats;
        if (repeats != Repeats::blocks && repeats != Repeats::chunks)
            continue;
        const auto component = static_cast<std::size_t>(kBlockSums[i].component);
        out.inner[component] += block.inner(i);
        out.edge[component] += block.edge(i);
        out.inner_block += block.inner(i);
        out.edge_block += block.edge(i);
    }
    return out;
}

/// What a strategy adds to its block: once a step, and with every transfer between two stages.
struct AddedWork {
    Seconds optimizer, exchange; ///< of one block
    Seconds there, back;         ///< one transfer forward, and one backward
};

/// How often a strategy does what: n, v, c, m and what follows from them and from p.
struct Repetitions {
    std::int64_t blocks_per_stage = 1, virtual_stages = 1, blocks_per_chunk = 1, microbatches = 1;
    double bubbles = 0;
    double blocks = 1;       ///< n
    double inner_blocks = 0; ///< c − 1
    double in_blocks = 1;    ///< m·n
    double in_chunks = 1;    ///< m·v
    double held = 1;         ///< n·φ, block activations of the first stage at its fullest
    double factor = 1;       ///< φ
};

inline Repetitions repetitions(std::int64_t p, std::int64_t v, std::int64_t n, std::int64_t m)
{
    Repetitions out;
    out.virtual_stages = v;
    out.blocks_per_stage = n;
    out.blocks_per_chunk = n / v;
    out.microbatches = m;
    const std::int64_t over = m % p;
    const std::int64_t extra = over == 0 ? 0 : (v - 1) * (p - over);
    out.bubbles = static_cast<double>(p - 1 + extra);
    out.blocks = static_cast<double>(n);
    out.inner_blocks = static_cast<double>(out.blocks_per_chunk - 1);
    out.in_blocks = static_cast<double>(m) * out.blocks;
    out.in_chunks = static_cast<double>(m) * static_cast<double>(v);
    // Microbatches whose activations the first stage holds at its fullest; interleaving holds more of them.
    const auto in_flight = static_cast<double>(std::min(m, p));
    out.factor = v == 1 ? in_flight : in_flight * (1 + static_cast<double>(p - 1) / static_cast<double>(v * p));
    out.held = out.blocks * out.factor;
    return out;
}

/// One chunk forward and backward; its last block also hands the results on.
inline Seconds chunk_of(const RepeatedWork& work, const Repetitions& times, Seconds edge_block)
{
    return work.inner_block * times.inner_blocks + edge_block;
}

inline Seconds edge_block_of(const RepeatedWork& work, Seconds there, Seconds back)
{
    Seconds out = work.edge_block;
    out += there;
    out += back;
    return out;
}

/// The components of an iteration.
inline Breakdown compose(const RepeatedWork& work, const AddedWork& added, const Repetitions& times, Seconds chunk,
                         Seconds imbalance)
{
    Breakdown out;
    const auto one = [&]<std::size_t i>(std::integral_constant<std::size_t, i>) {
        constexpr Component component = kComponentRows[i].component;
        constexpr Repeats repeats = kComponentRows[i].repeats;
        if constexpr (repeats == Repeats::blocks)
            out.seconds[i] = times.in_blocks * work.inner[i];
        else if constexpr (repeats == Repeats::chunks)
            out.seconds[i] = times.in_chunks * (work.inner[i] * times.inner_blocks + work.edge[i]);
        else if constexpr (repeats == Repeats::transfers)
            out.seconds[i] = times.in_chunks * (added.there + added.back);
        else if constexpr (repeats == Repeats::step)
            out.seconds[i] = times.blocks * (component == Component::optimizer ? added.optimizer : added.exchange);
        else
            out.seconds[i] = times.bubbles * chunk - imbalance;
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) { (one(std::integral_constant<std::size_t, i>()), ...); }
    (std::make_index_sequence<kComponents>());
    return out;
}

/// The total of an iteration: its components in their order.
inline Seconds total_of(const Breakdown& breakdown)
{
    Seconds sum;
    for (const Seconds part : breakdown.seconds)
        sum += part;
    return sum;
}

/// What a block's memory is once the strategy says over how many ranks the optimizer is shared out.
struct BlockBytes {
    double weight = 0, working = 0, storage = 0, checkpoint = 0, gradient = 0, weight_gradient_unsharded = 0;
    double weight_gradient = 0, optimizer = 0; ///< of one share
    bool full = false;                         ///< recomputes whole blocks, which store nothing
};

inline BlockBytes block_bytes(const ir::BlockMemoryFacts& block, std::int64_t shards, bool full)
{
    BlockBytes out;
    out.weight = static_cast<double>(block.weight);
    out.working = static_cast<double>(block.activation_working);
    out.storage = static_cast<double>(block.activation_storage);
    out.checkpoint = static_cast<double>(block.activation_checkpoint);
    out.gradient = static_cast<double>(block.activation_gradient);
    out.weight_gradient_unsharded = static_cast<double>(block.weight_gradient_unsharded);
    // The shards are this strategy's: the block may have been compiled for another.
    out.weight_gradient = ir::Quotient{block.weight_gradient.numerator, shards}.value();
    out.optimizer = ir::Quotient{block.optimizer.numerator, shards}.value();
    out.full = full;
    return out;
}

/// Of one processor of the first stage in training.
inline Memory training_memory(const BlockBytes& block, const Repetitions& times)
{
    Memory out;
    out[MemoryPart::weights] = Bytes(times.blocks * block.weight);
    out[MemoryPart::activations] = Bytes(block.full ? block.working : block.working + block.storage * (times.held - 1));
    out[MemoryPart::activation_checkpoints] = Bytes(times.blocks * block.checkpoint * times.factor);
    out[MemoryPart::activation_gradients] = Bytes(block.gradient);
    out[MemoryPart::weight_gradients] =
        Bytes(block.weight_gradient_unsharded + block.weight_gradient * (times.blocks - 1));
    out[MemoryPart::optimizer] = Bytes(times.blocks * block.optimizer);
    return out;
}

/// All kinds of memory in their order.
inline Bytes total_of(const Memory& memory)
{
    Bytes sum;
    for (const Bytes part : memory.bytes)
        sum += part;
    return sum;
}

} // namespace blueprinting::cost
