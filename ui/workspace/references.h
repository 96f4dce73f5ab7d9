#pragma once
#include "ui/workspace/evaluations.h"
#include "ui/workspace/jobs.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace blueprinting::ui {

using OracleFactory = std::function<std::unique_ptr<oracle::Oracle>()>;

/// Asks Calculon and the paper about what has been evaluated, on a job thread, once a value. Nothing is asked about a strategy
/// without estimates. Where the asking failed or was cancelled, the answer covers nothing and its `refusal` says why. GUI thread.
class References : public QObject {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("references");

    References(JobRunner& jobs, OracleFactory calculon, OracleFactory paper, QObject* parent = nullptr);
    ~References() override;

    void setOracles(OracleFactory calculon, OracleFactory paper);
    /// Fills in what these still lack; answers land later (answered()).
    void ask(const std::vector<std::shared_ptr<Known>>& wanted);

    [[nodiscard]] OracleFactory calculonFactory() const;
    [[nodiscard]] const oracle::Identity& calculonIdentity() const { return m_calculonIdentity; }
    [[nodiscard]] const Diagnostics& diagnostics() const { return m_diagnostics; }

Q_SIGNALS:
    void answered();

private:
    /// What a cancelled job leaves unanswered is not asked again by itself, and says so.
    void giveUp();

    struct Oracles;
    JobRunner& m_jobs;
    std::shared_ptr<Oracles> m_oracles;
    std::vector<std::shared_ptr<Known>> m_asking; ///< by the job under way
    oracle::Identity m_calculonIdentity;
    Diagnostics m_diagnostics;
};

} // namespace blueprinting::ui
