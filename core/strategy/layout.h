#pragma once
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::strategy {

/// What one chunk of a pipeline holds, in this order.
struct ChunkContent {
    bool embedding = false;
    std::int64_t first_block = 0; ///< of the model; meaningless without blocks
    std::int64_t blocks = 0;
    std::int64_t mtp_modules = 0;
    bool head = false;
    bool operator==(const ChunkContent&) const = default;
};

/// What a layout is laid over.
struct LayoutShape {
    std::int64_t blocks = 0, mtp_modules = 0, stages = 1, virtual_stages = 1;
    bool vocabulary = false; ///< without one nothing holds an embedding or a head
};

/// The p·v chunks of a layout; chunk number c·p + stage is the c-th of its stage. Empty ("even"): p | L and v | L/p.
/// "edges": p·v | L + 2, one block less in the first and in the last chunk. Else Megatron-Core's notation: E embedding,
/// t block, m prediction module, L loss, "|" between chunks, "x*n" and "(…)*n" repeat, commas mean nothing.
/// strategy.pipeline.layout with the letter, count or chunk that is wrong. Pure; any thread.
Result<std::vector<ChunkContent>> chunks_of(std::string_view layout, const LayoutShape& shape);

} // namespace blueprinting::strategy
