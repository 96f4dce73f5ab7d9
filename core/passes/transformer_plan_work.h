#pragma once
#include "core/base/result.h"
#include "core/ir/portable_ir.h"

namespace blueprinting::passes {

inline constexpr std::string_view kPlanPass = "transformer-plan-work";
inline constexpr int kPlanRevision = 1;

/// Exact work, buffers and memory of a distributed block. Binds no device and writes no duration. `source` is the
/// digest of the distributed block. workload.overflow names the task.
Result<ir::PortablePlanIR> plan_work(const ir::DistributedTaskIR& distributed, const Digest& source);

} // namespace blueprinting::passes
