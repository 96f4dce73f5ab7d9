#pragma once
#include "core/oracle/oracle.h"
#include "core/search/evaluate.h"
#include "ui/workspace/session.h"

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <map>
#include <memory>

namespace blueprinting::ui {

/// What is known of one strategy of the session. `evaluation` is of its last legal form; where `current` is false the
/// fields have moved on and are illegal: show it in secondary and say so.
struct StrategyResult {
    std::shared_ptr<const search::Evaluation> evaluation; ///< null where it never was legal
    SessionStrategy evaluated;                            ///< the form that `evaluation` is of
    bool current = false;
    std::vector<strategy::Violation> violations;          ///< of the present fields
    Diagnostics diagnostics;                              ///< what else refused it (overflow)
    std::shared_ptr<const oracle::Answer> calculon;       ///< of the evaluated form; null until asked
    std::shared_ptr<const oracle::Answer> paper;
    double compile_milliseconds = 0;
};

/// Owns the session, its undo history and the results that follow from it. GUI thread only. Every change of the session
/// goes through edit(); nothing else may alter what is on the screen.
class Workspace : public QObject {
    Q_OBJECT
public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] const Session& session() const;
    [[nodiscard]] QUndoStack& undoStack();
    /// Changes the session as one undo step called `text`. Steps with the same non-empty `mergeKey` in a row are one step.
    void edit(const QString& text, const std::function<void(Session&)>& change, const QString& mergeKey = {});
    /// Replaces the session without an undo step (opening a file, starting).
    void reset(Session session);

    [[nodiscard]] const StrategyResult& result(const std::string& id) const;
    /// Selected strategy and its result; null where the session has none.
    [[nodiscard]] const SessionStrategy* selected() const;
    [[nodiscard]] const SessionStrategy* baseline() const;
    /// Letter of a strategy's chip: A, B, … by place.
    [[nodiscard]] QString letter(const std::string& id) const;

    /// Not an undo step: what is picked is not an edit.
    void select(const Selection& selection);
    void selectStrategy(const std::string& id);
    void showView(const std::string& view);

Q_SIGNALS:
    void sessionChanged();   ///< anything of the session; results for it are already in place
    void selectionChanged();
    void viewChanged();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace blueprinting::ui
