#pragma once
#include "core/ir/model_ir.h"
#include "core/model/description.h"
#include "core/strategy/parallelism.h"

#include "core/base/result.h"

namespace blueprinting::passes {

inline constexpr std::string_view kImportPass = "transformer-import";
inline constexpr int kImportRevision = 1;

/// What of an execution says what is computed, not where or how often: it alone reaches ModelIR, so that degrees,
/// batches, recomputation and schedules leave its digest as it is.
struct ModelBinding {
    Datatype datatype = Datatype::float16;
    strategy::AttentionType attention_type = strategy::AttentionType::multihead;
    bool training = true;
};
ModelBinding model_binding(const strategy::Execution& execution);

/// The model as one coarse operation. workload.not_positive, workload.overflow (its parameters).
Result<ir::ModelIR> import_transformer(const model::TransformerModel& model, const ModelBinding& binding);
/// Of any model: one that six numbers say is imported as such.
Result<ir::ModelIR> import_transformer(const model::Description& model, const ModelBinding& binding);

} // namespace blueprinting::passes
