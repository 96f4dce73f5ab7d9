#pragma once
#include "core/base/result.h"
#include "core/block/setting.h"
#include "core/ir/portable_ir.h"
#include "core/model/description.h"
#include "core/strategy/parallelism.h"

namespace blueprinting::passes {

/// The plan that compile() publishes, made by the same three passes but without checkpoints: no digest (source and
/// strategy fingerprint are empty) and no verification. For a search, which looks at the work alone; what it shows of a
/// strategy is compiled whole. Errors as compile(). Pure; any thread.
Result<ir::PortablePlanIR> block_plan(const model::TransformerModel& model, const strategy::Execution& execution,
                                      strategy::Rules rules);
/// The same of a piece of any model.
Result<ir::PortablePlanIR> piece_plan(const model::Description& model, const block::Piece& piece,
                                      const strategy::Execution& execution);

} // namespace blueprinting::passes
