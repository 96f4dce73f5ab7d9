#pragma once
#include <cstdint>
#include <variant>
#include <vector>

namespace blueprinting::model {

/// Which blocks of a model something holds for. Blocks count from 0. Pure values; any thread.
struct NoBlocks {
    bool operator==(const NoBlocks&) const = default;
};
struct AllBlocks {
    bool operator==(const AllBlocks&) const = default;
};
/// Blocks 0, 2, 4 … (Gemma-2's windows).
struct EvenBlocks {
    bool operator==(const EvenBlocks&) const = default;
};
/// Blocks `first` and behind it (DeepSeek's `first_k_dense_replace`).
struct BlocksFrom {
    std::int64_t first = 0;
    bool operator==(const BlocksFrom&) const = default;
};
/// Blocks i with (i + 1) mod `step` = 0 (Qwen's `decoder_sparse_step`).
struct EveryNthBlock {
    std::int64_t step = 1;
    bool operator==(const EveryNthBlock&) const = default;
};
/// The blocks named, ascending, each once.
struct ListedBlocks {
    std::vector<std::int64_t> numbers;
    bool operator==(const ListedBlocks&) const = default;
};
using BlockSet = std::variant<NoBlocks, AllBlocks, EvenBlocks, BlocksFrom, EveryNthBlock, ListedBlocks>;

bool contains(const BlockSet& set, std::int64_t block);
/// How many of the blocks 0 … blocks − 1 it holds.
std::int64_t count_in(const BlockSet& set, std::int64_t blocks);
/// Whether both hold the same of the blocks 0 … blocks − 1, however they are written.
bool same_blocks(const BlockSet& left, const BlockSet& right, std::int64_t blocks);

} // namespace blueprinting::model
