// Compiled by exhaustive.cmake, never linked. MISSING 0 handles every alternative and must compile; each other number
// leaves one out and must not.
#include "core/base/overloaded.h"
#include "core/strategy/parallelism.h"

using namespace blueprinting;
using namespace blueprinting::strategy;

int schedule(const PipelineSchedule& value)
{
    return std::visit(
        Overloaded {
#if MISSING != 1
            [](const SingleStage&) { return 1; },
#endif
#if MISSING != 2
                [](const OneForwardOneBackward&) { return 2; },
#endif
#if MISSING != 3
                [](const InterleavedOneForwardOneBackward&) { return 3; },
#endif
#if MISSING != 4
                [](const ForwardOnly&) { return 4; },
#endif
                [](int) { return 0; }
        },
        value);
}

int parallelism(const Parallelism& value)
{
    return std::visit(
        Overloaded {
#if MISSING != 5
            [](const TransformerTrainingParallelism&) { return 1; },
#endif
#if MISSING != 6
                [](const TransformerInferenceParallelism&) { return 2; },
#endif
                [](int) { return 0; }
        },
        value);
}
