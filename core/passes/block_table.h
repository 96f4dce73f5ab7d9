#pragma once
#include "core/base/result.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"

#include <array>
#include <string_view>
#include <vector>

namespace blueprinting::passes {

/// One row of the decoder block (spec "The block, in order"), cut for one tensor-parallel rank and one microbatch.
struct BlockRow {
    std::int64_t row = 0; ///< 1–24
    std::string_view name;
    ir::Primitive primitive;
    std::vector<std::int64_t> inputs; ///< rows whose output it reads; 0 is the block's input
    std::vector<std::int64_t> shape;  ///< of its output
    ir::Sharding sharding = ir::Sharding::replicated;
    std::vector<std::int64_t> weight_shape; ///< empty where it has none
    ir::Sharding weight_sharding = ir::Sharding::replicated;
    bool recomputed = false;     ///< its forward is cloned
    bool recommunicates = false; ///< a boundary whose collective is repeated
    ir::StorageFlags storage;
};

/// The rows that exist: without the four boundaries where t = 1. workload.overflow names the task whose shape does not
/// fit; workload.indivisible names what t does not divide (a strategy that passed its laws has none).
Result<std::vector<BlockRow>> block_rows(const ir::DecoderSemantics& model, const strategy::Execution& execution);

} // namespace blueprinting::passes
