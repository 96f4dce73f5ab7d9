#pragma once
#include "ui/report/report.h"

class QWidget;

namespace blueprinting::ui {

class View;

/// What a view shows now: its answer, its charts in the light theme and its tables, from the top; of pages behind
/// switches the one in front. A view that is not in front is laid out as it was last.
ReportPart part_of(const View& view);

} // namespace blueprinting::ui
