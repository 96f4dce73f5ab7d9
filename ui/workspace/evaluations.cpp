#include "ui/workspace/evaluations.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace blueprinting::ui {
namespace {

constexpr std::size_t kRemembered = 64;

std::shared_ptr<Known> evaluate(const LegalForm& form, strategy::Rules rules)
{
    auto known = std::make_shared<Known>();
    known->form = form;
    known->rules = rules;
    known->violations = strategy::violations(form.model, form.system, form.execution, rules);
    if (!known->violations.empty())
        return known;
    const auto start = std::chrono::steady_clock::now();
    Result<search::Evaluation> result = search::evaluate(form.model, form.system, form.execution, rules);
    known->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (result)
        known->evaluation = std::make_shared<const search::Evaluation>(std::move(*result));
    else
        known->diagnostics = result.diagnostics();
    return known;
}

} // namespace

LegalForm form_of(const SessionStrategy& strategy) { return {strategy.model, strategy.system, strategy.execution}; }

std::shared_ptr<Known> Evaluations::of(const LegalForm& form, strategy::Rules rules)
{
    const auto at = std::find_if(m_known.begin(), m_known.end(),
                                 [&](const auto& known) { return known->rules == rules && known->form == form; });
    if (at != m_known.end()) {
        m_known.splice(m_known.begin(), m_known, at);
        return m_known.front();
    }
    m_known.push_front(evaluate(form, rules));
    if (m_known.front()->legal()) {
        ++m_spent.strategies;
        m_spent.milliseconds += m_known.front()->milliseconds;
    }
    if (m_known.size() > kRemembered)
        m_known.pop_back();
    return m_known.front();
}

Evaluations::Spent Evaluations::take_spent() { return std::exchange(m_spent, {}); }

void Evaluations::forget_calculon()
{
    for (const auto& known : m_known)
        known->calculon.reset();
}

void Evaluations::forget_references()
{
    forget_calculon();
    for (const auto& known : m_known)
        known->paper.reset();
}

} // namespace blueprinting::ui
