#include "ui/workspace/evaluations.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace blueprinting::ui {

std::shared_ptr<Known> evaluated(const LegalForm& form, strategy::Rules rules)
{
    auto known = std::make_shared<Known>();
    known->form = form;
    known->rules = rules;
    known->references.resize(oracle::sources().size());
    known->violations = violations_of(form.model, form.system, form.execution, rules);
    if (!known->violations.empty()) {
        known->blocks = law_blocks_of(known->violations, form.model, form.system, form.execution, rules);
        return known;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto keep = [&](auto result, auto& into) {
        using Whole = std::remove_reference_t<decltype(*result)>;
        if (result)
            into = std::make_shared<const Whole>(*std::move(result));
        else
            known->diagnostics = result.diagnostics();
    };
    if (is_modern(form.model, form.execution)) {
        // The references that are asked are of models of six numbers under their strategies: none is here.
        std::ranges::fill(known->references, std::make_shared<const oracle::Answer>());
        keep(program::evaluate(form.model.whole(), form.system, form.execution), known->program);
    } else {
        keep(search::evaluate(form.model, form.system, form.execution, rules), known->evaluation);
    }
    known->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return known;
}

LegalForm form_of(const SessionStrategy& strategy) { return {strategy.model, strategy.system, strategy.execution}; }

std::shared_ptr<Known> Evaluations::of(const LegalForm& form, strategy::Rules rules)
{
    const auto at =
        std::ranges::find_if(m_known, [&](const auto& known) { return known->rules == rules && known->form == form; });
    if (at != m_known.end()) {
        m_known.splice(m_known.begin(), m_known, at);
        return m_known.front();
    }
    put(evaluated(form, rules));
    return m_known.front();
}

bool Evaluations::knows(const LegalForm& form, strategy::Rules rules) const
{
    return std::ranges::any_of(m_known,
                               [&](const auto& known) { return known->rules == rules && known->form == form; });
}

void Evaluations::adopt(std::shared_ptr<Known> known)
{
    if (!knows(known->form, known->rules))
        put(std::move(known));
}

void Evaluations::remember(std::size_t least) { m_most = std::max(m_most, least); }

void Evaluations::put(std::shared_ptr<Known> known)
{
    if (known->legal()) {
        ++m_spent.strategies;
        m_spent.milliseconds += known->milliseconds;
    }
    m_known.push_front(std::move(known));
    if (m_known.size() > m_most)
        m_known.pop_back();
}

Evaluations::Spent Evaluations::take_spent() { return std::exchange(m_spent, {}); }

void Evaluations::forget_reference(std::size_t reference)
{
    for (const auto& known : m_known)
        if (known->evaluation)
            known->references[reference].reset();
}

} // namespace blueprinting::ui
