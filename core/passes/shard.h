#pragma once
#include "core/base/result.h"
#include "core/block/collectives.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"

namespace blueprinting::passes {

/// An operation of a block with its numbers: what one tensor-parallel rank does for one microbatch.
struct ShardedOperation {
    std::string name;
    ir::Primitive primitive;
    std::vector<std::size_t> inputs; ///< indices into the list; kBlockInput for the block's input
    std::vector<std::int64_t> shape; ///< of its output
    ir::Sharding sharding = ir::Sharding::replicated;
    std::vector<std::int64_t> weight_shape; ///< empty where it has none
    ir::Sharding weight_sharding = ir::Sharding::replicated;
    block::Region region = block::Region::stream;
    std::optional<strategy::Axis> over; ///< of a collective
    bool exists = true;                 ///< a collective over one rank does not: whoever reads it reads what it reads
    bool recomputed = false;            ///< its forward is cloned
    bool communicates_again = false;    ///< a collective whose forward is repeated
    ir::StorageFlags storage;
    [[nodiscard]] bool collective() const { return ir::communicates(primitive); }
};

struct ShardedBlock {
    std::vector<ShardedOperation> operations;
    std::vector<std::int64_t> input_shape;
    ir::Sharding input_sharding = ir::Sharding::replicated;
};

/// The whole description of what a model operation says, in six numbers or in more.
model::Description description_of(const ir::DecoderSemantics& model);

/// A piece of a model cut for one rank, with its collectives, and what is stored of it. workload.overflow names the
/// operation whose shape does not fit; workload.indivisible names what t does not divide (a strategy that passed its
/// laws has none).
Result<ShardedBlock> shard(const block::Setting& setting, const strategy::Execution& execution);

} // namespace blueprinting::passes
