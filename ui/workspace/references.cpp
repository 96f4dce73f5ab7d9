#include "ui/workspace/references.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace blueprinting::ui {
namespace {

using AnswerPtr = std::shared_ptr<const oracle::Answer>;

struct Answered {
    std::shared_ptr<Known> known;
    ReferenceAnswers answers;
};

struct Outcome {
    std::vector<Answered> answers;
    std::vector<oracle::Identity> identities;
    std::vector<bool> slow; ///< live
};

bool lacking(const Known& known)
{
    // Every reference is of models of six numbers.
    return known.evaluation && std::ranges::find(known.references, nullptr) != known.references.end();
}

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
    std::vector<OracleFactory> factories;
    std::mutex mutex; ///< an oracle answers one question at a time
    bool made = false;
    std::vector<std::unique_ptr<oracle::Oracle>> oracles; ///< null: it answers nothing
};

References::References(JobRunner& jobs, std::vector<OracleFactory> factories, QObject* parent)
    : QObject(parent), m_jobs(jobs)
{
    setFactories(std::move(factories));
    connect(&m_jobs, &JobRunner::finished, this, [this](const QString& kind, bool landed) {
        if (kind == kJob && !landed)
            giveUp();
    });
}

References::~References() = default;

void References::setFactories(std::vector<OracleFactory> factories)
{
    m_asking.clear();
    m_jobs.cancel(kJob);
    m_oracles = std::make_shared<Oracles>();
    m_oracles->factories = std::move(factories);
    m_oracles->factories.resize(oracle::sources().size());
    m_identities.clear();
}

const std::vector<OracleFactory>& References::factories() const { return m_oracles->factories; }

oracle::Identity References::identity(std::size_t reference) const
{
    return reference < m_identities.size() ? m_identities[reference] : oracle::Identity();
}

QString References::cancelledWords() { return tr("cancelled before it answered"); }

void References::giveUp()
{
    oracle::Answer cancelled;
    cancelled.refusal = cancelledWords().toStdString();
    const auto answer = std::make_shared<const oracle::Answer>(std::move(cancelled));
    const auto asking = std::exchange(m_asking, {});
    // Of those that are waited for; the others cost nothing and are asked anew.
    for (const auto& known : asking)
        for (std::size_t i = 0; i < known->references.size(); ++i)
            if (const oracle::Kind kind = oracle::sources()[i].kind;
                !known->references[i] && kind != oracle::Kind::paper && kind != oracle::Kind::measured)
                known->references[i] = answer;
    if (!asking.empty())
        Q_EMIT answered();
}

void References::ask(const std::vector<std::shared_ptr<Known>>& wanted)
{
    std::vector<std::shared_ptr<Known>> open;
    for (const auto& known : wanted)
        if (lacking(*known) && std::ranges::find(open, known) == open.end())
            open.push_back(known);
    const bool under_way = m_jobs.stale(kJob) && !m_asking.empty();
    if (under_way) {
        // What is being asked about goes on while it is wanted; the others wait for it.
        const auto first = std::ranges::find(open, m_asking.front());
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
        open.push_back({known, known->references});
    m_jobs.start(
        kJob, {},
        [open, oracles = m_oracles, done = m_answered](const JobContext& context) mutable {
            const std::lock_guard lock(oracles->mutex);
            if (!std::exchange(oracles->made, true))
                for (const OracleFactory& make : oracles->factories)
                    oracles->oracles.push_back(make ? make() : nullptr);
            Outcome out;
            for (const auto& oracle : oracles->oracles) {
                out.identities.push_back(oracle ? oracle->identity() : oracle::Identity());
                out.slow.push_back(out.identities.back().provider == to_string(oracle::Kind::live));
            }
            const auto ask = [&](Answered& entry, std::size_t reference) {
                const LegalForm& form = entry.known->form; // never changes once made
                entry.answers[reference] = ask_one(oracles->oracles[reference].get(),
                                                   {form.model, form.system, form.execution}, context.token());
            };
            bool waits = false; // an answer that would have to wait for a live reference lands before it
            for (Answered& entry : open)
                for (std::size_t i = 0; i < out.slow.size() && !context.cancelled(); ++i)
                    if (!entry.answers[i] && !out.slow[i]) {
                        ask(entry, i);
                        waits = true;
                    }
            for (Answered& entry : open)
                for (std::size_t i = 0; i < out.slow.size() && !context.cancelled() && !waits; ++i) {
                    if (entry.answers[i] || !out.slow[i])
                        continue;
                    context.report(static_cast<double>(done) / static_cast<double>(done + open.size()),
                                   tr("Asking %1, %2 of %3")
                                       .arg(QString::fromStdString(oracle::sources()[i].words.in_sentence))
                                       .arg(done + 1)
                                       .arg(done + open.size()));
                    ask(entry, i);
                    waits = true; // the next one lands by itself
                }
            out.answers = std::move(open);
            return out;
        },
        [this](Outcome out) {
            for (Answered& entry : out.answers) {
                for (std::size_t i = 0; i < entry.answers.size(); ++i)
                    m_answered += out.slow[i] && entry.answers[i] && !entry.known->references[i] ? 1 : 0;
                entry.known->references = std::move(entry.answers);
            }
            m_identities = std::move(out.identities);
            std::erase_if(m_asking, [](const auto& known) { return !lacking(*known); });
            if (!m_asking.empty())
                start();
            Q_EMIT answered();
        });
}

} // namespace blueprinting::ui
