#include "ui/accounting/memory_groups.h"

#include "core/accounting/estimate_share.h"
#include "core/strategy/derived.h"
#include "ui/style/words.h"
#include "ui/workspace/letters.h"

namespace blueprinting::ui {

namespace {

/// A strategy's bars: as it is modelled, and under each row.
struct Figures {
    MemoryBar modelled;
    std::vector<MemoryBar> under;
    bool accumulates = false;
};

std::optional<Figures> figures_of(const cost::Estimate& estimate, const strategy::Execution& execution,
                                  const std::vector<OptimizerRow>& rows, MemoryBar bar)
{
    const auto share = accounting::share_of(estimate, execution);
    if (!share)
        return std::nullopt;
    bar.capacity = estimate.capacity;
    bar.memory = accounting::as_modelled(estimate);
    Figures out{bar, {}, !accounting::can_release_gradients(*share)};
    for (const OptimizerRow& row : rows) {
        bar.memory = accounting::memory_under(row.bytes, *share);
        out.under.push_back(bar);
    }
    return out;
}

/// Of stages that differ: the one that needs most, which may be another under another optimizer.
std::optional<Figures> figures_of(const program::Evaluation& evaluation, const std::vector<OptimizerRow>& rows,
                                  MemoryBar bar)
{
    const program::ProgramEstimate& estimate = evaluation.evidence;
    std::vector<accounting::StageShare> shares;
    for (const program::StageEstimate& stage : estimate.stages) {
        const auto share = accounting::share_of(evaluation.program, stage);
        if (!share)
            return std::nullopt;
        shares.push_back(*share);
    }
    bar.capacity = estimate.capacity;
    bar.memory = accounting::as_modelled(estimate.stages[estimate.fullest]);
    bar.stage = estimate.fullest;
    Figures out{bar, {}, strategy::microbatch_count(evaluation.program.execution) > 1};
    for (const OptimizerRow& row : rows) {
        bar.memory = {};
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const auto memory = accounting::memory_under(row.bytes, shares[i]);
            if (i > 0 && memory.total() <= bar.memory.total())
                continue;
            bar.memory = memory;
            bar.stage = i;
        }
        out.under.push_back(bar);
    }
    return out;
}

} // namespace

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
        if (!result.evaluation && !result.program) {
            out.never_legal << letter;
            continue;
        }
        const MemoryBar bar{
            strategy.id, letter, QString::fromStdString(strategy.name), chip_of(strategy), result.current, {}, {}};
        const auto figures = result.program
                                 ? figures_of(*result.program, rows, bar)
                                 : figures_of(result.evaluation->evidence, result.evaluated.execution, rows, bar);
        if (!figures) {
            out.inference << letter;
            continue;
        }
        modelled.bars.push_back(figures->modelled);
        for (std::size_t i = 0; i < rows.size(); ++i)
            under[i].bars.push_back(figures->under[i]);
        if (figures->accumulates)
            out.accumulating << letter;
        const Bytes capacity = figures->modelled.capacity;
        if (out.capacity && *out.capacity != capacity)
            one_capacity = false;
        out.capacity = capacity;
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
