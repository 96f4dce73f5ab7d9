#include "core/cost/estimate.h"

#include "core/cost/composition.h"
#include "core/cost/iteration.h"
#include "core/cost/priced_block.h"
#include "core/strategy/derived.h"

namespace blueprinting::cost {

std::string_view to_string(View view)
{
    switch (view) {
    case View::peak_only: return "peak_only";
    case View::system_evidence: return "system_evidence";
    }
    return "";
}

Seconds Breakdown::total() const { return total_of(*this); }

Bytes Memory::total() const { return total_of(*this); }

Result<Estimate> estimate(const ir::PortablePlanIR& plan, const system::SystemProfile& system, View view,
                          strategy::Rules rules)
{
    const strategy::Execution& execution = plan.program.execution;
    Estimate out;
    const auto block = price_block(plan, system, view, &out.tasks);
    if (!block)
        return block.failure_as<Estimate>();
    const Seconds step = block->times.inner(Component::optimizer, ir::Phase::optimizer);
    auto iteration = iterate(*block, step, execution, system, view, rules);
    if (!iteration)
        return iteration.failure_as<Estimate>();
    out.view = view;
    out.training = strategy::is_training(execution);
    out.block = iteration->block;
    out.shape = iteration->shape;
    out.breakdown = iteration->breakdown;
    out.total = iteration->total;
    out.memory = iteration->memory;
    out.capacity = system.capacity();
    out.fits = out.memory.total() <= out.capacity;
    out.findings = findings_of(execution, out.memory, out.capacity);
    return out;
}

} // namespace blueprinting::cost
