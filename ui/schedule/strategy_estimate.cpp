#include "ui/schedule/strategy_estimate.h"

#include "core/program/schedule_plan.h"
#include "core/strategy/derived.h"
#include "ui/style/shown.h"

namespace blueprinting::ui {

StrategyEstimate::StrategyEstimate(const StrategyResult& result) : m_plain(result.evaluation), m_program(result.program)
{
    if (!*this)
        return;
    m_execution = result.evaluated.execution;
    m_system = std::make_shared<const system::SystemProfile>(result.evaluated.system);
}

bool StrategyEstimate::training() const { return m_plain ? m_plain->evidence.training : m_program->evidence.training; }

std::int64_t StrategyEstimate::virtual_stages() const { return strategy::virtual_stages(m_execution); }

Bytes StrategyEstimate::needed() const
{
    return m_plain ? m_plain->evidence.memory.total() : m_program->evidence.needed();
}

Bytes StrategyEstimate::capacity() const { return m_plain ? m_plain->evidence.capacity : m_program->evidence.capacity; }

Result<schedule::EstimatedPlan> StrategyEstimate::plan(const schedule::EstimateOptions& options) const
{
    return m_plain ? schedule::plan_from_estimate(m_execution, m_plain->evidence, options)
                   : program::schedule_plan(m_program->program, m_program->evidence, *m_system, options);
}

Result<schedule::Plan> StrategyEstimate::plan(const schedule::Request& request) const
{
    return m_plain ? schedule::plan_of_estimate(request, m_plain->evidence)
                   : program::plan_of_estimate(request, m_program->program, m_program->evidence, *m_system);
}

schedule::ByteTerms StrategyEstimate::bytes(const schedule::Request& request) const
{
    schedule::ByteTerms out = m_plain ? schedule::byte_terms_of(request, m_plain->compilation.plan(), m_plain->evidence)
                                      : program::byte_terms_of(request, m_program->program, m_program->evidence);
    for (std::vector<double>* list : {&out.constant, &out.activation, &out.keep, &out.temporary})
        for (double& bytes : *list)
            bytes /= kGibibyte;
    return out;
}

schedule::Tail StrategyEstimate::tail(const schedule::Request& request) const
{
    return m_plain ? schedule::tail_of(request, m_plain->evidence) : program::tail_of(request, m_program->evidence);
}

} // namespace blueprinting::ui
