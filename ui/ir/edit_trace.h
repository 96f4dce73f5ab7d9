#pragma once
#include "ui/ir/ir_subject.h"

#include <map>

namespace blueprinting::ui {

/// What each strategy was before the edit that made it what it is, so that the view can say which checkpoints that edit
/// left alone. A session that replaces another has no last edit.
class EditTrace {
public:
    /// To be called at every change of the session.
    void note(const Workspace& workspace);
    /// The strategy as it was; nothing before its first edit.
    [[nodiscard]] std::optional<IrSubject> before(const SessionStrategy& strategy, PieceEvaluations& pieces,
                                                  const QString& piece = {}) const;

private:
    struct Known {
        StrategyResult now;
        std::optional<StrategyResult> before;
    };
    std::map<std::string, Known> m_known;
};

} // namespace blueprinting::ui
