#pragma once
#include "core/base/result.h"

#include <string>

namespace blueprinting::ui {
class MainWindow;
}

namespace blueprinting::explorer {

/// Brings each view to the front, waits until it is settled, and draws the window to FOLDER/VIEW.png. picture.folder
/// and picture.unwritable where that fails, picture.unsettled where a view is still at work after a minute.
Result<Done> draw_pictures(ui::MainWindow& window, const std::string& folder);

} // namespace blueprinting::explorer
