#include "ui/workspace/references.h"

#include <mutex>
#include <utility>

namespace blueprinting::ui {
namespace {

using AnswerPtr = std::shared_ptr<const oracle::Answer>;

struct Answered {
    std::shared_ptr<Known> known;
    AnswerPtr calculon, paper;
};

struct Outcome {
    std::vector<Answered> answers;
    oracle::Identity calculon;
    Diagnostics diagnostics;
};

/// An error of the set-up becomes an answer that covers nothing and says why, so that nobody asks again and again.
AnswerPtr ask_one(oracle::Oracle* oracle, const oracle::Question& question, const CancelToken& cancel,
                  Diagnostics& diagnostics)
{
    if (!oracle)
        return std::make_shared<const oracle::Answer>();
    Result<oracle::Answer> answer = oracle->ask(question, cancel);
    if (answer)
        return std::make_shared<const oracle::Answer>(std::move(*answer));
    if (answer.cancelled())
        return nullptr;
    diagnostics.insert(diagnostics.end(), answer.diagnostics().begin(), answer.diagnostics().end());
    oracle::Answer none;
    none.refusal = answer.diagnostics().front().message;
    return std::make_shared<const oracle::Answer>(std::move(none));
}

} // namespace

struct References::Oracles {
    OracleFactory make_calculon, make_paper;
    std::mutex mutex; ///< an oracle answers one question at a time
    bool made = false;
    std::unique_ptr<oracle::Oracle> calculon, paper;
};

References::References(JobRunner& jobs, OracleFactory calculon, OracleFactory paper, QObject* parent)
    : QObject(parent), m_jobs(jobs)
{
    setOracles(std::move(calculon), std::move(paper));
    connect(&m_jobs, &JobRunner::finished, this, [this](const QString& kind, bool landed) {
        if (kind == kJob && !landed)
            giveUp();
    });
}

References::~References() = default;

void References::setOracles(OracleFactory calculon, OracleFactory paper)
{
    m_asking.clear();
    m_jobs.cancel(kJob);
    m_oracles = std::make_shared<Oracles>();
    m_oracles->make_calculon = std::move(calculon);
    m_oracles->make_paper = std::move(paper);
    m_calculonIdentity = {};
    m_diagnostics.clear();
}

OracleFactory References::calculonFactory() const { return m_oracles->make_calculon; }

void References::giveUp()
{
    oracle::Answer cancelled;
    cancelled.refusal = tr("cancelled before it answered").toStdString();
    const auto answer = std::make_shared<const oracle::Answer>(std::move(cancelled));
    const auto asking = std::exchange(m_asking, {});
    for (const auto& known : asking)
        if (!known->calculon)
            known->calculon = answer; // the paper costs nothing and is asked anew
    if (!asking.empty())
        Q_EMIT answered();
}

void References::ask(const std::vector<std::shared_ptr<Known>>& wanted)
{
    std::vector<Answered> open;
    for (const auto& known : wanted)
        if (known->legal() && (!known->calculon || !known->paper))
            open.push_back({known, known->calculon, known->paper});
    if (open.empty())
        return;
    m_asking.clear();
    for (const Answered& entry : open)
        m_asking.push_back(entry.known);
    m_jobs.start(
        kJob, {},
        [open, oracles = m_oracles](const JobContext& context) mutable {
            const std::lock_guard lock(oracles->mutex);
            if (!std::exchange(oracles->made, true)) {
                oracles->calculon = oracles->make_calculon ? oracles->make_calculon() : nullptr;
                oracles->paper = oracles->make_paper ? oracles->make_paper() : nullptr;
            }
            Outcome out;
            if (oracles->calculon)
                out.calculon = oracles->calculon->identity();
            const bool slow = out.calculon.provider == "live";
            for (std::size_t i = 0; i < open.size() && !context.cancelled(); ++i) {
                Answered& entry = open[i];
                if (slow && !entry.calculon)
                    context.report(static_cast<double>(i) / static_cast<double>(open.size()),
                                   tr("Asking Calculon, %1 of %2").arg(i + 1).arg(open.size()));
                const LegalForm& form = entry.known->form; // never changes once made
                const oracle::Question question{form.model, form.system, form.execution};
                if (!entry.calculon)
                    entry.calculon = ask_one(oracles->calculon.get(), question, context.token(), out.diagnostics);
                if (!entry.paper)
                    entry.paper = ask_one(oracles->paper.get(), question, context.token(), out.diagnostics);
            }
            out.answers = std::move(open);
            return out;
        },
        [this](Outcome out) {
            m_asking.clear();
            for (Answered& entry : out.answers) {
                entry.known->calculon = std::move(entry.calculon);
                entry.known->paper = std::move(entry.paper);
            }
            m_calculonIdentity = std::move(out.calculon);
            m_diagnostics = std::move(out.diagnostics);
            Q_EMIT answered();
        });
}

} // namespace blueprinting::ui
