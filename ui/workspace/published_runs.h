#pragma once
#include "core/measured/runs.h"
#include "ui/workspace/workspace.h"

#include <memory>

namespace blueprinting::ui {

/// The published runs that the program carries, beside their predictions: read and priced once for all views of a
/// workspace, by a job. Those of plain models, which are soonest priced, are there first. GUI thread.
class PublishedRuns : public QObject {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("runs.published");
    /// How far the job is, from so many strategies of all.
    static void report(const JobContext& context, std::size_t done, std::size_t all);

    /// Those of this workspace; made when they are first asked for, and gone with it.
    static PublishedRuns& of(Workspace& workspace);

    /// Has them read, where nobody did yet; settled() follows, once for what is there first and once for all.
    void want();
    /// Null until they were read.
    [[nodiscard]] const std::shared_ptr<const measured::Runs>& runs() const { return m_runs; }
    /// Whether rows are still to be priced.
    [[nodiscard]] bool partial() const { return m_runs && !m_whole; }
    /// Why they could not be read; empty where nothing is wrong.
    [[nodiscard]] const Diagnostics& failure() const { return m_failure; }

Q_SIGNALS:
    /// They were read, or could not be (`landed` both times), or the reading was cancelled.
    void settled(bool landed);

private:
    explicit PublishedRuns(Workspace& workspace);
    void price();

    JobRunner& m_jobs;
    std::shared_ptr<const measured::Runs> m_runs;
    bool m_whole = false;
    Diagnostics m_failure;
};

/// What a strategy is likened to published runs by.
measured::Traits traits_of(const SessionStrategy& strategy);
/// The view that its nearest runs are judged in where this one is on the screen: of a data sheet peak-only, which is
/// all that there is, else the view itself.
cost::View likened_in(const SessionStrategy& strategy, cost::View shown);

} // namespace blueprinting::ui
