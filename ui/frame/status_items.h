#pragma once
#include "ui/workspace/view.h"

namespace blueprinting::ui {

/// What the status line says of the session where the view in front says nothing of its own: whether the selected
/// strategy fits, the revision of its system's evidence, who the oracle is, and what has been compiled. Pure but for
/// reading the workspace.
QList<StatusItem> session_status(const Workspace& workspace);

} // namespace blueprinting::ui
