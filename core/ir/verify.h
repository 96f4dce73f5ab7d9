#pragma once
#include "core/base/diagnostic.h"
#include "core/ir/serialise.h"

namespace blueprinting::ir {

/// All problems of one IR, each with dotted code (ir.ssa.use_before_definition, ir.id.duplicate, ir.lineage.sources,
/// ir.tasks.order, ir.model.forbidden, …), path into the IR and message. Empty means sound. Pure; any thread.
Diagnostics verify(const ModelIR& ir);
Diagnostics verify(const DistributedTaskIR& ir);
Diagnostics verify(const PortablePlanIR& ir);
Diagnostics verify(const AnyIR& ir);

/// That every lineage source exists in the IR it must come from.
Diagnostics verify_lineage(const DistributedTaskIR& ir, const ModelIR& source);
Diagnostics verify_lineage(const PortablePlanIR& ir, const DistributedTaskIR& source);

} // namespace blueprinting::ir
