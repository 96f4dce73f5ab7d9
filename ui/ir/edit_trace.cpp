#include "ui/ir/edit_trace.h"

namespace blueprinting::ui {

void EditTrace::note(const Workspace& workspace)
{
    std::map<std::string, Known> known;
    std::vector<std::string> moved;
    for (const SessionStrategy& strategy : workspace.session().strategies) {
        const StrategyResult& result = workspace.result(strategy.id);
        if (!result.evaluation && !result.program)
            continue;
        Known own{result, std::nullopt};
        // A field is edited under one name; an id that bears another one now is another strategy's.
        if (const auto at = m_known.find(strategy.id);
            at != m_known.end() && at->second.now.evaluated.name == result.evaluated.name) {
            // Evaluations are remembered by value: another one is another value.
            const bool same =
                at->second.now.evaluation == result.evaluation && at->second.now.program == result.program;
            own.before = same ? std::move(at->second.before) : std::optional(std::move(at->second.now));
            if (!same)
                moved.push_back(strategy.id);
        }
        known.emplace(strategy.id, std::move(own));
    }
    // An edit is of one strategy; where several moved at once, the session is another one.
    if (moved.size() > 1)
        for (const std::string& id : moved)
            known.at(id).before.reset();
    m_known = std::move(known);
}

std::optional<IrSubject> EditTrace::before(const SessionStrategy& strategy, PieceEvaluations& pieces,
                                           const QString& piece) const
{
    const auto at = m_known.find(strategy.id);
    return at == m_known.end() || !at->second.before ? std::nullopt
                                                     : subject_of(strategy, *at->second.before, pieces, piece);
}

} // namespace blueprinting::ui
