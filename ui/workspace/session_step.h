#pragma once
#include "ui/workspace/session.h"

#include <QUndoCommand>

#include <functional>

namespace blueprinting::ui {

/// One undo step: the whole session before and after an edit. What the step did not change stays as it is now, so that
/// undoing an edit does not move the tab or the selection.
class SessionStep : public QUndoCommand {
public:
    using Apply = std::function<void(Session)>; ///< puts a session on the screen
    using Current = std::function<const Session&()>;

    SessionStep(const QString& text, Session before, Session after, const QString& mergeKey, Current current,
                Apply apply);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* newer) override;

private:
    Session m_before, m_after;
    QString m_mergeKey;
    Current m_current;
    Apply m_apply;
    bool m_first = true; ///< pushing a step onto the stack is its first redo
};

/// `now` with every part in which `from` and `to` differ set to `to`'s.
Session moved(Session now, const Session& from, const Session& to);

} // namespace blueprinting::ui
