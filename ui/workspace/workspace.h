#pragma once
#include "core/search/evaluate.h"
#include "core/strategy/law_blocks.h"
#include "ui/workspace/evaluations.h"
#include "ui/workspace/jobs.h"
#include "ui/workspace/session.h"

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <memory>

namespace blueprinting::ui {

/// What is known of one strategy of the session. `evaluation` or `program` is of its last legal form; where `current`
/// is false the fields have moved on and are illegal: show it in secondary and say so.
struct StrategyResult {
    std::shared_ptr<const search::Evaluation> evaluation; ///< null where it never was legal, or is a program
    std::shared_ptr<const program::Evaluation> program;   ///< of what is more than six numbers (is_modern)
    SessionStrategy evaluated;                            ///< the form that `evaluation` or `program` is of
    bool current = false;
    std::vector<strategy::Violation> violations; ///< of the present fields
    std::vector<strategy::LawBlock> blocks;      ///< the same, a field at a time: for whoever shows them
    Diagnostics diagnostics;                     ///< what else refused it (overflow)
    ReferenceAnswers references;                 ///< of the evaluated form
    double compile_milliseconds = 0;

    /// What the reference of this key (oracle::Source::key) said; null until it was asked.
    [[nodiscard]] std::shared_ptr<const oracle::Answer> answer(std::string_view key) const;
};

/// One change's compiling: how many strategies, and how long all of them together.
struct CompileRun {
    std::size_t strategies = 0;
    double milliseconds = 0;
};

/// Where the references come from. Made and asked on a job thread, never before a strategy's estimates exist.
using OracleFactory = std::function<std::unique_ptr<oracle::Oracle>()>;

/// Owns the session, its undo history and the results that follow from it. GUI thread only. Every change of the session
/// goes through edit(); nothing else may alter what is on the screen.
class Workspace : public QObject {
    Q_OBJECT
public:
    /// Starts on starting_session(), with the references of oracle::sources().
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] const Session& session() const;
    [[nodiscard]] QUndoStack& undoStack();
    /// Changes the session as one undo step called `text`; no step where nothing changed. Steps with the same non-empty
    /// `mergeKey` in a row are one step. Undoing takes back what the step changed and leaves alone what was merely
    /// picked or looked at since. Edits in a row with the same non-empty `typing` are one value that is being typed:
    /// what it passes through (the 1 of 12) is no last legal form, that is what stood before the first of them.
    void edit(const QString& text, const std::function<void(Session&)>& change, const QString& mergeKey = {},
              const QString& typing = {});
    /// Replaces the session without an undo step (opening a file, starting).
    void reset(Session session);
    /// Calls `ready` once every strategy of this session is compiled, so that reset() with it keeps nobody waiting: at
    /// once where few are new, else after the job kCompileJob, never where that is cancelled or overtaken by another
    /// session.
    void prepare(const Session& session, std::function<void()> ready);
    static inline const QString kCompileJob = QStringLiteral("session.compile");

    /// The empty result where there is no such strategy.
    [[nodiscard]] const StrategyResult& result(const std::string& id) const;
    /// Selected strategy and its result; null where the session has none.
    [[nodiscard]] const SessionStrategy* selected() const;
    [[nodiscard]] const SessionStrategy* baseline() const;
    /// What the last change that compiled anything took; undoing compiles nothing, what it goes back to is remembered.
    [[nodiscard]] CompileRun lastCompile() const;
    /// Letter of a strategy's chip: A, B, …, its own; empty where there is none. Its colour follows from
    /// SessionStrategy::letter, too.
    [[nodiscard]] QString letter(const std::string& id) const;

    /// Not an undo step: what is picked is not an edit.
    void select(const Selection& selection);
    void selectStrategy(const std::string& id);
    void showView(const std::string& view);
    /// What a view keeps of its own in the session (filters, switches, options, opened files); null where it kept
    /// nothing. Not an undo step; where a person would want to undo it, change Session::views through edit().
    [[nodiscard]] Json viewState(const std::string& view) const;
    void setViewState(const std::string& view, Json state);
    /// How a person left a table, a chart or a switch of a view, by its object name; View keeps it for all of them. No
    /// undo step either: undoing an edit leaves sorted what was sorted since.
    [[nodiscard]] PartState partState(const std::string& view, const std::string& part) const;
    void setPartState(const std::string& view, const std::string& part, const PartState& state);

    /// Long work, for every view.
    [[nodiscard]] JobRunner& jobs();

    /// Other references than the ones it started with; all answers are asked for anew.
    void setOracles(std::vector<OracleFactory> factories);
    /// Someone else answers for the reference of this key: asked for anew, one strategy after another; the answers of
    /// the others stay.
    void setOracle(std::string_view key, OracleFactory factory);
    /// Makes who is asked, for what asks about more than the session's strategies; to be called on a job thread.
    [[nodiscard]] OracleFactory oracleFactory(std::string_view key) const;
    /// Who answers; empty until the first answer landed.
    [[nodiscard]] oracle::Identity oracleIdentity(std::string_view key) const;
    /// Until every strategy has its references: runs the event loop, at most this long. For tests and pictures.
    bool waitForReferences(int milliseconds = 30000);

Q_SIGNALS:
    void recordedCalculonWanted(); ///< by a view: the way out where a Calculon that is asked gives no answer
    void sessionChanged();         ///< anything of the session; results for it are already in place
    void selectionChanged();
    void viewChanged();
    void referencesChanged();                       ///< answers of references came in
    void oraclesChanged();                          ///< others are asked from now on
    void viewStateChanged(const std::string& view); ///< or that of a part of it

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace blueprinting::ui
