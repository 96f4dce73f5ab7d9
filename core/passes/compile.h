#pragma once
#include "core/block/setting.h"
#include "core/model/description.h"
#include "core/passes/checkpoint.h"
#include "core/strategy/parallelism.h"

namespace blueprinting::passes {

/// The three checkpoints of one compilation, in order.
struct Compilation {
    PassCheckpoint model, distributed, portable;
    [[nodiscard]] const ir::ModelIR& model_ir() const { return std::get<ir::ModelIR>(*model.ir); }
    [[nodiscard]] const ir::DistributedTaskIR& distributed_ir() const
    {
        return std::get<ir::DistributedTaskIR>(*distributed.ir);
    }
    [[nodiscard]] const ir::PortablePlanIR& plan() const { return std::get<ir::PortablePlanIR>(*portable.ir); }
};

/// Semantic import, distribute, plan work; each a transaction: input type and digest checked, output and lineage
/// verified, then published. On any failure nothing is published. Knows no system. The execution must have passed the
/// laws (strategy/laws.h); what still cannot be represented is refused (workload.overflow names the task). Pure; any
/// thread.
Result<Compilation> compile(const model::TransformerModel& model, const strategy::Execution& execution,
                            strategy::Rules rules);
/// The same of a piece of any model, under strict rules.
Result<Compilation> compile(const model::Description& model, const block::Piece& piece,
                            const strategy::Execution& execution);

} // namespace blueprinting::passes
