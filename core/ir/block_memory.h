#pragma once
#include "core/base/result.h"
#include "core/ir/portable_ir.h"

namespace blueprinting::ir {

/// Bytes that one block keeps, from its forward tasks, their storage flags and the strategy (spec "The nineteen block
/// metrics"): working = Σ held over tasks not `reused`; storage = Σ held, less what ¬out and ¬act drop, 0 under full
/// recomputation; a checkpoint is one whole block input under full. In inference only weights and activations exist,
/// and nothing is dropped. workload.overflow where a sum does not fit.
Result<BlockMemoryFacts> block_memory(const std::vector<PortableTask>& tasks, const ProgramSemantics& program);

} // namespace blueprinting::ir
