#pragma once
#include "ui/workspace/view.h"

#include <functional>
#include <vector>

namespace blueprinting::ui {

/// A tab of the centre. The view itself is made when it is first shown, so that starting does not wait for all of them.
struct ViewEntry {
    QString id;
    QString title;
    std::function<View*(Workspace&, QWidget* parent)> make;
    std::vector<QString> opens; ///< kinds of files that belong to it, as View::opens
};

/// In the order of the tabs. A view is added here by one line.
std::vector<ViewEntry> view_entries();

} // namespace blueprinting::ui
