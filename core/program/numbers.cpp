#include "core/program/numbers.h"

namespace blueprinting::program {
namespace {

double returned_rows(const ir::PortablePlanIR& plan)
{
    for (const ir::PortableTask& task : plan.tasks)
        if (const auto* permute = std::get_if<ir::Permute>(&task.primitive))
            return static_cast<double>(permute->rows) * static_cast<double>(permute->hidden) *
                   static_cast<double>(bytes_per_element(plan.program.execution.datatype));
    return 0;
}

} // namespace

PieceNumbers numbers_of(const ir::PortablePlanIR& plan)
{
    PieceNumbers out;
    out.weights = weights_of(plan);
    out.memory = plan.memory;
    out.returned_rows = returned_rows(plan);
    for (const ir::PortableTask& task : plan.tasks) {
        if (const auto* loss = std::get_if<ir::Loss>(&task.primitive))
            out.logits = static_cast<double>(loss->elements);
        if (task.phase == ir::Phase::optimizer)
            out.step.push_back({task.facts, is_routed(task), std::holds_alternative<ir::NarrowLinear>(task.primitive)});
    }
    return out;
}

} // namespace blueprinting::program
