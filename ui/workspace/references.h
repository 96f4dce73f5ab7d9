#pragma once
#include "ui/workspace/evaluations.h"
#include "ui/workspace/jobs.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace blueprinting::ui {

using OracleFactory = std::function<std::unique_ptr<oracle::Oracle>()>;

/// Asks Calculon and the paper about what has been evaluated, on a job thread, once a value. Nothing is asked about a
/// strategy without estimates. The paper, which answers at once, never waits for Calculon; a live Calculon, which takes
/// seconds, is asked about one value after another, and each answer lands by itself. Where the asking failed or was
/// cancelled, the answer covers nothing and its `refusal` says why. GUI thread.
class References : public QObject {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("references");
    /// What an answer says that was cancelled: no failure, and nobody has to be told.
    [[nodiscard]] static QString cancelledWords();

    References(JobRunner& jobs, OracleFactory calculon, OracleFactory paper, QObject* parent = nullptr);
    ~References() override;

    void setOracles(OracleFactory calculon, OracleFactory paper);
    void setCalculon(OracleFactory calculon);
    /// Fills in what these still lack; answers land later (answered()).
    void ask(const std::vector<std::shared_ptr<Known>>& wanted);

    [[nodiscard]] OracleFactory calculonFactory() const;
    [[nodiscard]] const oracle::Identity& calculonIdentity() const { return m_calculonIdentity; }

Q_SIGNALS:
    void answered();

private:
    /// A job about what m_asking still lacks.
    void start();
    /// What a cancelled job leaves unanswered is not asked again by itself, and says so.
    void giveUp();

    struct Oracles;
    JobRunner& m_jobs;
    std::shared_ptr<Oracles> m_oracles;
    std::vector<std::shared_ptr<Known>>
        m_asking;               ///< what still lacks an answer; the job under way is about the first, or about all
    std::size_t m_answered = 0; ///< by a live Calculon since nothing was asked
    oracle::Identity m_calculonIdentity;
};

} // namespace blueprinting::ui
