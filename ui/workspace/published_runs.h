#pragma once
#include "core/measured/runs.h"
#include "ui/workspace/workspace.h"

#include <memory>

namespace blueprinting::ui {

/// The published runs that the program carries, beside their predictions: read and priced once for all views of a
/// workspace, by a job. GUI thread.
class PublishedRuns : public QObject {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("runs.published");

    /// Those of this workspace; made when they are first asked for, and gone with it.
    static PublishedRuns& of(Workspace& workspace);

    /// Has them read, where nobody did yet; settled() follows.
    void want();
    /// Null until they were read.
    [[nodiscard]] const std::shared_ptr<const measured::Runs>& runs() const { return m_runs; }
    /// Why they could not be; empty where nothing is wrong.
    [[nodiscard]] const Diagnostics& failure() const { return m_failure; }

Q_SIGNALS:
    /// They were read, or could not be (`landed` both times), or the reading was cancelled.
    void settled(bool landed);

private:
    explicit PublishedRuns(Workspace& workspace);

    JobRunner& m_jobs;
    std::shared_ptr<const measured::Runs> m_runs;
    Diagnostics m_failure;
};

} // namespace blueprinting::ui
