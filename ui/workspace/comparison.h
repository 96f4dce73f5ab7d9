#pragma once
#include "ui/workspace/session.h"

#include <QString>

#include <functional>

namespace blueprinting::ui {

/// What the strategies that are shown are held against, the same in every view.
struct ComparedBaseline {
    const SessionStrategy* strategy = nullptr; ///< null where nothing is shown
    const SessionStrategy* pinned =
        nullptr; ///< the session's baseline where it is not the one, being hidden or not usable; else null
};

/// The pinned baseline; where it is hidden, the first strategy that is shown. `usable` leaves out those that a view
/// cannot compare (they never were legal); without it all can be. The pointers live as long as the session.
ComparedBaseline compared_baseline(const Session& session,
                                   const std::function<bool(const SessionStrategy&)>& usable = {});

/// "The baseline GPT-175B full is hidden; GPT-175B seqsel, the first that is shown, stands for it." Empty where the
/// pinned baseline holds.
QString baseline_words(const ComparedBaseline& baseline);

} // namespace blueprinting::ui
