#pragma once
#include "ui/report/report.h"

namespace blueprinting::ui {

class SessionFile;
class View;
class Workspace;

/// Key of Session::views under which a report's reviewer and date are kept: {"reviewer": text, "date": "yyyy-mm-dd"}.
inline constexpr const char* kReportState = "report";

/// The session as a report with these views, in their order: its inputs with their digests first. A date is the
/// session's, never the clock's. GUI thread.
Report report_of(const Workspace& workspace, const SessionFile& file, const std::vector<const View*>& views);

} // namespace blueprinting::ui
