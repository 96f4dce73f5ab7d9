#include "ui/workspace/stale_mark.h"

#include "ui/style/foreign_text.h"

#include <algorithm>
#include <utility>

namespace blueprinting::ui {

StaleMark::StaleMark(JobRunner& jobs, QStringList kinds, QWidget* parent)
    : ToneLabel({}, Tone::caution, parent), m_jobs(jobs), m_kinds(std::move(kinds))
{
    setObjectName(QStringLiteral("staleMark"));
    setText(tr("stale"));
    QSizePolicy policy = sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    setSizePolicy(policy);
    setVisible(false);
    connect(&m_jobs, &JobRunner::staleChanged, this, &StaleMark::refresh);
}

void StaleMark::setShowing(bool showing)
{
    m_showing = showing;
    refresh();
}

void StaleMark::setOutdated(const QString& why)
{
    m_why = why;
    refresh();
}

void StaleMark::refresh()
{
    const bool running = std::ranges::any_of(m_kinds, [this](const QString& kind) { return m_jobs.stale(kind); });
    const bool stale = m_showing && (running || !m_why.isEmpty());
    if (stale) {
        const QString reason =
            running ? tr("A newer result is being computed; this one is of the previous run.") : m_why;
        setToolTip(plain_tooltip(reason));
        setAccessibleName(line_text(tr("stale: %1").arg(reason)));
    }
    setVisible(stale);
    if (std::exchange(m_stale, stale) != stale)
        Q_EMIT staleChanged(stale);
}

} // namespace blueprinting::ui
