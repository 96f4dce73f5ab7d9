#include "ui/workspace/jobs.h"

#include <QMetaObject>

#include <algorithm>

namespace blueprinting::ui {

void JobContext::report(double fraction, const QString& text) const
{
    std::function<void()> announce;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->fraction = fraction;
        m_shared->text = text;
        // One event at a time in the GUI thread's queue, however often the work reports.
        if (!m_shared->announced) {
            m_shared->announced = true;
            announce = m_shared->announce;
        }
    }
    if (announce)
        announce();
}

JobRunner::JobRunner(QObject* parent) : QObject(parent)
{
    // A cancelled job may take a moment to notice; the next one must not wait for it.
    m_pool.setMaxThreadCount(std::max(4, 2 * QThread::idealThreadCount()));
}

JobRunner::~JobRunner()
{
    for (const Running& job : m_running)
        job.context.token().cancel();
    m_running.clear();
    m_pool.waitForDone();
}

std::uint64_t JobRunner::startErased(const QString& kind, const QString& title,
                                     std::function<Landing(const JobContext&)> work)
{
    const bool wasStale = stale(kind);
    std::erase_if(m_running, [&](const Running& job) {
        if (job.kind == kind)
            job.context.token().cancel();
        return job.kind == kind;
    });
    Running job;
    job.number = ++m_last;
    job.kind = kind;
    job.title = title;
    const std::uint64_t number = job.number;
    job.context.m_shared->announce = [this, kind, shared = std::weak_ptr(job.context.m_shared)] {
        QMetaObject::invokeMethod(
            this,
            [this, kind, shared] {
                if (const auto held = shared.lock()) {
                    const std::lock_guard lock(held->mutex);
                    held->announced = false;
                }
                Q_EMIT progressed(kind);
            },
            Qt::QueuedConnection);
    };
    m_running.push_back(job);
    m_pool.start([this, number, context = job.context, work = std::move(work)]() mutable {
        Landing landing;
        if (!context.cancelled())
            landing = work(context);
        // The work may hold much; it goes before anything lands.
        work = nullptr;
        QMetaObject::invokeMethod(
            this, [this, number, landing = std::move(landing)] { land(number, landing); }, Qt::QueuedConnection);
    });
    if (!wasStale)
        Q_EMIT staleChanged(kind, true);
    Q_EMIT progressed(kind);
    return number;
}

bool JobRunner::retire(std::uint64_t number)
{
    return std::erase_if(m_running, [&](const Running& job) { return job.number == number; }) > 0;
}

void JobRunner::land(std::uint64_t number, const Landing& landing)
{
    const auto at = std::ranges::find(m_running, number, &Running::number);
    if (at == m_running.end())
        return; // superseded or cancelled meanwhile
    const QString kind = at->kind;
    retire(number);
    if (landing)
        landing();
    if (!stale(kind)) // landing may have started the next one
        Q_EMIT staleChanged(kind, false);
    Q_EMIT finished(kind, static_cast<bool>(landing));
}

void JobRunner::cancel(const QString& kind)
{
    const auto erased = std::erase_if(m_running, [&](const Running& job) {
        if (job.kind == kind)
            job.context.token().cancel();
        return job.kind == kind;
    });
    if (erased == 0)
        return;
    Q_EMIT staleChanged(kind, false);
    Q_EMIT finished(kind, false);
}

void JobRunner::cancelAll()
{
    for (const JobInfo& job : running())
        cancel(job.kind);
}

bool JobRunner::stale(const QString& kind) const
{
    return std::ranges::any_of(m_running, [&](const Running& job) { return job.kind == kind; });
}

std::vector<JobInfo> JobRunner::running() const
{
    std::vector<JobInfo> out;
    for (const Running& job : m_running) {
        const std::lock_guard lock(job.context.m_shared->mutex);
        out.push_back({job.number, job.kind, job.title, job.context.m_shared->fraction, job.context.m_shared->text});
    }
    return out;
}

} // namespace blueprinting::ui
