#pragma once
#include "ui/widgets/controls/tone_label.h"
#include "ui/workspace/jobs.h"

#include <QStringList>

namespace blueprinting::ui {

/// The word "stale" beside a result that a background job gave, for as long as it is not the newest: while a job of one
/// of its kinds is under way, or since what it was made from changed. Stands on screen only while it holds and keeps
/// its place in the layout otherwise, so that nothing jumps. Put it into the heading of the panel that shows the
/// result, through View::addStaleMark(), so that the frame says it on the tab too. Its object name is "staleMark";
/// tests ask isVisible() and text(). GUI thread.
class StaleMark : public ToneLabel {
    Q_OBJECT
public:
    /// `kinds` are those of JobRunner::start; with none, only setOutdated() speaks.
    StaleMark(JobRunner& jobs, QStringList kinds, QWidget* parent = nullptr);

    /// Whether a result stands there at all (at first: no). Without one nothing is stale, and a first run is merely
    /// under way.
    void setShowing(bool showing);
    /// `why` the result is not of the present input ("Calculon was changed since"); empty where it is. A view calls it
    /// when the input moves and again, empty, when a result of the present input lands. It holds however the jobs
    /// stand.
    void setOutdated(const QString& why);

    [[nodiscard]] bool stale() const { return m_stale; }

Q_SIGNALS:
    void staleChanged(bool stale);

private:
    void refresh();

    JobRunner& m_jobs;
    QStringList m_kinds;
    QString m_why;
    bool m_showing = false;
    bool m_stale = false;
};

} // namespace blueprinting::ui
