#pragma once
#include "ui/workspace/session.h"

#include <QString>

#include <vector>

namespace blueprinting::ui {

/// What a combo box offers: the session's own values first where no preset is the same, then the presets.
template <class Value>
struct Choice {
    QString label; ///< the name; where two of one name differ, told apart by a fact
    Value value;
    bool own = false;   ///< not a preset
    QString group = {}; ///< of presets, what heads it in the list
};

std::vector<Choice<SessionModel>> model_choices(const Session& session);
std::vector<Choice<system::SystemProfile>> system_choices(const Session& session);

} // namespace blueprinting::ui
