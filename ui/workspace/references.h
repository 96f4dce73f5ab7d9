#pragma once
#include "ui/workspace/evaluations.h"
#include "ui/workspace/jobs.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace blueprinting::ui {

using OracleFactory = std::function<std::unique_ptr<oracle::Oracle>()>;

/// Asks the references of oracle::sources() about what has been evaluated, on a job thread, once a value. Nothing is
/// asked about a strategy without estimates. What answers at once never waits for what does not: a live reference,
/// which takes seconds, is asked about one value after another, and each answer lands by itself. Where the asking
/// failed or was cancelled, the answer covers nothing and its `refusal` says why. GUI thread.
class References : public QObject {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("references");
    /// What an answer says that was cancelled: no failure, and nobody has to be told.
    [[nodiscard]] static QString cancelledWords();

    /// A factory for each of oracle::sources(); an empty one answers nothing.
    References(JobRunner& jobs, std::vector<OracleFactory> factories, QObject* parent = nullptr);
    ~References() override;

    void setFactories(std::vector<OracleFactory> factories);
    /// Fills in what these still lack; answers land later (answered()).
    void ask(const std::vector<std::shared_ptr<Known>>& wanted);

    [[nodiscard]] const std::vector<OracleFactory>& factories() const;
    /// Who answers; empty until the first answer landed.
    [[nodiscard]] oracle::Identity identity(std::size_t reference) const;

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
    std::size_t m_answered = 0; ///< by a live reference since nothing was asked
    std::vector<oracle::Identity> m_identities;
};

} // namespace blueprinting::ui
