#include "ui/workspace/published_runs.h"

#include "ui/workspace/figures.h"

namespace blueprinting::ui {

PublishedRuns& PublishedRuns::of(Workspace& workspace)
{
    auto* known = workspace.findChild<PublishedRuns*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new PublishedRuns(workspace);
}

PublishedRuns::PublishedRuns(Workspace& workspace) : QObject(&workspace), m_jobs(workspace.jobs())
{
    connect(&m_jobs, &JobRunner::finished, this, [this](const QString& kind, bool landed) {
        if (kind == kJob)
            Q_EMIT settled(landed);
    });
}

void PublishedRuns::report(const JobContext& context, std::size_t done, std::size_t all)
{
    constexpr std::size_t step = 16; // more often nobody sees
    if (done % step == 0 || done == all)
        context.report(static_cast<double>(done) / static_cast<double>(all));
}

void PublishedRuns::want()
{
    if (m_whole || !m_failure.empty() || m_jobs.stale(kJob))
        return;
    price();
}

/// Plain rows first, then the others beside them.
void PublishedRuns::price()
{
    using Shared = std::shared_ptr<const measured::Runs>;
    m_jobs.start(
        kJob, tr("Pricing the published runs"),
        [known = m_runs](const JobContext& context) -> Result<Shared> {
            const auto progress = [&context](std::size_t done, std::size_t all) { report(context, done, all); };
            const auto runs = [&]() -> Result<measured::Runs> {
                if (known)
                    return measured::Runs::completed(*known, context.token(), progress);
                auto rows = measured::carried_rows();
                if (!rows)
                    return rows.failure_as<measured::Runs>();
                return measured::Runs::of(*std::move(rows), measured::Reach::plain, context.token(), progress);
            };
            auto made = runs();
            if (!made)
                return made.failure_as<Shared>();
            return std::make_shared<const measured::Runs>(*std::move(made));
        },
        [this](Result<Shared> runs) {
            if (runs.cancelled())
                return;
            if (!runs) {
                m_failure = runs.diagnostics();
                return;
            }
            m_whole = m_runs != nullptr;
            m_runs = *std::move(runs);
            if (!m_whole)
                price(); // the rest
        });
}

measured::Traits traits_of(const SessionStrategy& strategy)
{
    const std::string& system = strategy.system.name;
    return is_modern(strategy.model, strategy.execution)
               ? measured::traits(strategy.model.whole(), system, strategy.execution)
               : measured::traits(strategy.model.numbers(), system, strategy.execution);
}

cost::View likened_in(const SessionStrategy& strategy, cost::View shown)
{
    return is_bound(strategy) ? cost::View::peak_only : shown;
}

} // namespace blueprinting::ui
