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

/// Brings each view to the front once, then the one that the session names, and writes the report by the ending of the
/// file. picture.unsettled, report.format.unknown, file.*.
Result<Done> write_report(ui::MainWindow& window, const std::string& file);

} // namespace blueprinting::explorer
