#pragma once
#include "core/model/transformer_model.h"
#include "core/passes/compile.h"
#include "core/strategy/mapping.h"

#include <string>

/// Strategies that several tests start from, and records that they are held against.
namespace cases {

using namespace blueprinting;

/// h 8, f 32, s 4, a 4, k 2, L 6: small enough for arithmetic in a test.
inline model::TransformerModel small_model() { return {"small", 8, 32, 4, 4, 2, 6}; }

/// t 2, p 1, d 3 of a batch of 6 with microbatch 2 in float16.
inline strategy::Execution
small(strategy::TensorCommunication communication = strategy::TensorCommunication::all_reduce,
      strategy::RecomputePolicy recompute = strategy::RecomputePolicy::none, std::int64_t t = 2)
{
    strategy::Execution out;
    strategy::TransformerTrainingParallelism parallelism;
    parallelism.tensor = {t, communication};
    parallelism.data = {3, false};
    parallelism.recompute = recompute;
    out.parallelism = parallelism;
    out.global_batch = 6;
    out.microbatch_size = 2;
    return out;
}

inline strategy::TransformerTrainingParallelism& training(strategy::Execution& execution)
{
    return std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
}

inline strategy::Execution small_inference()
{
    strategy::Execution out = small();
    out.parallelism =
        strategy::TransformerInferenceParallelism{{2, strategy::TensorCommunication::all_reduce}, {}, {3}};
    return out;
}

inline passes::Compilation compile_small(const strategy::Execution& execution,
                                         strategy::Rules rules = strategy::Rules::calculon_compatible)
{
    return passes::compile(small_model(), execution, rules).value();
}

inline std::string first_line(const Diagnostics& diagnostics)
{
    return diagnostics.empty() ? std::string() : to_line(diagnostics.front());
}

inline bool has_code(const Diagnostics& diagnostics, const std::string& code)
{
    for (const Diagnostic& each : diagnostics)
        if (each.code == code)
            return true;
    return false;
}

} // namespace cases
