#include "ui/workspace/published_runs.h"

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

void PublishedRuns::want()
{
    if (m_runs || !m_failure.empty() || m_jobs.stale(kJob))
        return;
    using Shared = std::shared_ptr<const measured::Runs>;
    m_jobs.start(
        kJob, tr("Pricing the published runs"),
        [](const JobContext& context) -> Result<Shared> {
            auto rows = measured::carried_rows();
            if (!rows)
                return rows.failure_as<Shared>();
            auto runs = measured::Runs::of(*std::move(rows), measured::Reach::plain, context.token());
            if (!runs)
                return runs.failure_as<Shared>();
            return std::make_shared<const measured::Runs>(*std::move(runs));
        },
        [this](Result<Shared> runs) {
            if (runs)
                m_runs = *std::move(runs);
            else if (!runs.cancelled())
                m_failure = runs.diagnostics();
        });
}

} // namespace blueprinting::ui
