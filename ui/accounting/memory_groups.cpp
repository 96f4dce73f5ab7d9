#include "ui/accounting/memory_groups.h"

#include "core/accounting/estimate_share.h"
#include "ui/style/words.h"
#include "ui/workspace/letters.h"

namespace blueprinting::ui {

MemoryUnderOptimizers memory_under_optimizers(const Workspace& workspace, const std::vector<OptimizerRow>& rows)
{
    MemoryUnderOptimizers out;
    MemoryGroup modelled{QStringLiteral("as_modelled"), Words::tr("as modelled"), true, {}};
    std::vector<MemoryGroup> under;
    for (const OptimizerRow& row : rows)
        under.push_back({row.key, row.name, false, {}});

    bool one_capacity = true;
    const auto& strategies = workspace.session().strategies;
    for (const SessionStrategy& strategy : strategies) {
        if (!strategy.visible)
            continue;
        const QString letter = workspace.letter(strategy.id);
        const StrategyResult& result = workspace.result(strategy.id);
        if (!result.evaluation) {
            out.never_legal << letter;
            continue;
        }
        const cost::Estimate& estimate = result.evaluation->evidence;
        const auto share = accounting::share_of(estimate, result.evaluated.execution);
        if (!share) {
            out.inference << letter;
            continue;
        }
        MemoryBar bar{strategy.id,       letter,         QString::fromStdString(strategy.name),
                      chip_of(strategy), result.current, accounting::as_modelled(estimate),
                      estimate.capacity};
        modelled.bars.push_back(bar);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            bar.memory = accounting::memory_under(rows[i].bytes, *share);
            under[i].bars.push_back(bar);
        }
        if (!accounting::can_release_gradients(*share))
            out.accumulating << letter;
        if (out.capacity && *out.capacity != bar.capacity)
            one_capacity = false;
        out.capacity = bar.capacity;
    }
    if (!one_capacity)
        out.capacity.reset();
    if (modelled.bars.empty())
        return out;
    out.groups.push_back(std::move(modelled));
    out.groups.insert(out.groups.end(), under.begin(), under.end());
    return out;
}

} // namespace blueprinting::ui
