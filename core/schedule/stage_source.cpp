#include "core/schedule/stage_source.h"

namespace blueprinting::schedule {

Result<SourcePlan> plan_of(const StageSource& source, const SourceOptions& options)
{
    const StageSource::Facts& facts = source.facts();
    Request request = facts.own;
    if (options.kind)
        request.kind = *options.kind;
    if (!facts.training && has_backward(request.kind))
        return Diagnostic{Severity::error, "schedule.kind.inference", "kind",
                          "kind is " + std::string(to_string(request.kind)) +
                              "; inference has no backward: it runs forward-only"};
    if (const auto& chunks = request.kind->chunks; chunks.least == chunks.most)
        request.chunks = chunks.least;
    request.transfers = options.transfers;
    request.separate_recompute = options.separate_recompute && facts.recomputes && facts.training;
    auto plan = source.plan(request);
    if (!plan)
        return plan.failure_as<SourcePlan>();
    return SourcePlan{std::move(plan).value(), source.findings(request)};
}

} // namespace blueprinting::schedule
