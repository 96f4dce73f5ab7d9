#include "ui/workspace/references.h"

#include <algorithm>
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
    bool slow = false; ///< Calculon is live
};

bool lacking(const Known& known) { return known.legal() && (!known.calculon || !known.paper); }

/// An error of the set-up becomes an answer that covers nothing and says why, so that nobody asks again and again.
AnswerPtr ask_one(oracle::Oracle* oracle, const oracle::Question& question, const CancelToken& cancel)
{
    if (!oracle)
        return std::make_shared<const oracle::Answer>();
    Result<oracle::Answer> answer = oracle->ask(question, cancel);
    if (answer)
        return std::make_shared<const oracle::Answer>(std::move(*answer));
    if (answer.cancelled())
        return nullptr;
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
}

void References::setCalculon(OracleFactory calculon)
{
    setOracles(std::move(calculon), OracleFactory(m_oracles->make_paper));
}

OracleFactory References::calculonFactory() const { return m_oracles->make_calculon; }

QString References::cancelledWords() { return tr("cancelled before it answered"); }

void References::giveUp()
{
    oracle::Answer cancelled;
    cancelled.refusal = cancelledWords().toStdString();
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
    std::vector<std::shared_ptr<Known>> open;
    for (const auto& known : wanted)
        if (lacking(*known) && std::find(open.begin(), open.end(), known) == open.end())
            open.push_back(known);
    const bool under_way = m_jobs.stale(kJob) && !m_asking.empty();
    if (under_way) {
        // What is being asked about goes on while it is wanted; the others wait for it.
        const auto first = std::find(open.begin(), open.end(), m_asking.front());
        if (first != open.end()) {
            std::rotate(open.begin(), first, first + 1);
            m_asking = std::move(open);
            return;
        }
    } else {
        m_answered = 0;
    }
    if (open.empty())
        return;
    m_asking = std::move(open);
    start();
}

void References::start()
{
    std::vector<Answered> open;
    for (const auto& known : m_asking)
        open.push_back({known, known->calculon, known->paper});
    m_jobs.start(
        kJob, {},
        [open, oracles = m_oracles, done = m_answered](const JobContext& context) mutable {
            const std::lock_guard lock(oracles->mutex);
            if (!std::exchange(oracles->made, true)) {
                oracles->calculon = oracles->make_calculon ? oracles->make_calculon() : nullptr;
                oracles->paper = oracles->make_paper ? oracles->make_paper() : nullptr;
            }
            Outcome out;
            if (oracles->calculon)
                out.calculon = oracles->calculon->identity();
            const auto question = [](const Answered& entry) {
                const LegalForm& form = entry.known->form; // never changes once made
                return oracle::Question{form.model, form.system, form.execution};
            };
            bool waits = false; // a paper's answer that would have to wait for a live Calculon lands before it
            for (Answered& entry : open)
                if (!entry.paper && !context.cancelled()) {
                    entry.paper = ask_one(oracles->paper.get(), question(entry), context.token());
                    waits = true;
                }
            out.slow = out.calculon.provider == "live";
            for (std::size_t i = 0; i < open.size() && !context.cancelled() && !(out.slow && waits); ++i) {
                Answered& entry = open[i];
                if (entry.calculon)
                    continue;
                if (out.slow)
                    context.report(static_cast<double>(done) / static_cast<double>(done + open.size()),
                                   tr("Asking Calculon, %1 of %2").arg(done + 1).arg(done + open.size()));
                entry.calculon = ask_one(oracles->calculon.get(), question(entry), context.token());
                waits = true; // the next one lands by itself
            }
            out.answers = std::move(open);
            return out;
        },
        [this](Outcome out) {
            for (Answered& entry : out.answers) {
                m_answered += out.slow && entry.calculon && !entry.known->calculon ? 1 : 0;
                entry.known->calculon = std::move(entry.calculon);
                entry.known->paper = std::move(entry.paper);
            }
            m_calculonIdentity = std::move(out.calculon);
            std::erase_if(m_asking, [](const auto& known) { return !lacking(*known); });
            if (!m_asking.empty())
                start();
            Q_EMIT answered();
        });
}

} // namespace blueprinting::ui
