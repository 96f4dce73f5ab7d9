#include "ui/schedule/measured_group.h"

#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <QFileInfo>

#include <algorithm>

namespace blueprinting::ui {

using namespace schedule;

namespace {

constexpr std::size_t kRuns = 4;

/// In words; what a person can say instead of the files, with where.
QString refusal(const Diagnostics& problems)
{
    QString out;
    QStringList unsaid;
    for (const Diagnostic& problem : problems) {
        if (problem.code == "trace.rank" && problem.location) {
            unsaid << QFileInfo(shown(problem.location->file)).fileName();
            continue;
        }
        out += (out.isEmpty() ? QString() : QStringLiteral("; ")) + shown(to_line(problem));
    }
    if (!unsaid.isEmpty())
        out = Words::tr("Nothing says which rank %1 is.").arg(line_text(unsaid.join(QStringLiteral(", ")))) + out;
    if (can_be_said(problems))
        out += (out.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral(".")) +
               Words::tr(" Say it in Settings, under Open and edit.");
    return out;
}

} // namespace

bool can_be_said(const Diagnostics& refused)
{
    return std::ranges::any_of(refused, [](const Diagnostic& each) {
        return each.code == "trace.rank" || each.code == "trace.rank.twice" ||
               (each.code == "trace.no_spans" && !each.location);
    });
}

const RunCache::Known* RunCache::find(const TraceSource& source) const
{
    const auto it = std::ranges::find_if(m_known, [&](const Known& known) { return known.source == source; });
    return it == m_known.end() ? nullptr : &*it;
}

void RunCache::put(Known known)
{
    m_known.push_front(std::move(known));
    if (m_known.size() > kRuns)
        m_known.pop_back();
}

RunCache::Known read_run(const TraceSource& source)
{
    RunCache::Known out{source, nullptr, {}, nullptr, nullptr};
    auto read = read_measured_run(source.files, source.options, source.patterns);
    if (!read) {
        out.problems = read.diagnostics();
        return out;
    }
    out.run = std::make_shared<const MeasuredRun>(std::move(read).value());
    if (out.run->host_time)
        return out;
    auto drawn = std::make_shared<DrawnSchedule>();
    drawn->schedule.plan = out.run->graph.plan;
    drawn->schedule.simulation = std::make_shared<const Simulation>(as_simulation(out.run->graph, out.run->measured));
    drawn->pairs = !out.run->graph.joined.empty();
    drawn->work = total_work(drawn->schedule.plan);
    const auto devices = out.run->graph.stages();
    drawn->held.resize(devices);
    out.drawn = drawn;
    out.beside = std::make_shared<const Simulation>(as_simulation(out.run->graph, out.run->simulated));
    return out;
}

QString run_title(const TraceSource& source, const MeasuredRun* run)
{
    const QFileInfo first(QString::fromStdString(source.files.front()));
    QString out =
        Words::tr("Measured: %1").arg(line_text(first.fileName().isEmpty() ? first.path() : first.fileName()));
    if (run && !run->iteration.empty())
        out += Words::tr(", step %1").arg(shown(run->iteration));
    if (run && !run->host_time)
        out += QStringLiteral(", ") + shown(run->recognised.text);
    return out;
}

void show_run(const RunCache::Known* known, const TraceSource& source, LaneGroup& group)
{
    group.title = run_title(source, known ? known->run.get() : nullptr);
    if (!known) {
        group.message = Words::tr("Reading the traces…");
        return;
    }
    if (!known->run) {
        group.refused = known->problems;
        group.message = refusal(known->problems);
        return;
    }
    group.findings = known->run->findings;
    if (known->run->host_time) {
        group.message = Words::tr(
            "Only the host’s time is there: when work was queued, not when it ran. No bubble follows from it. "
            "Record CUDA activity too, so that the traces have gpu_user_annotation.");
        return;
    }
    group.message.clear();
    group.drawn = known->drawn;
    group.measured = known->run;
    group.beside = known->beside;
    group.stale = false;
}

} // namespace blueprinting::ui
