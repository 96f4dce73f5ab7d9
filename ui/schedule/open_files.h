#pragma once
#include "ui/workspace/workspace.h"

#include <QStringList>

/// Files that a schedule is read from, wherever in the window they are opened or dropped.
namespace blueprinting::ui {

/// Of these paths the traces of PyTorch's profiler, folders that hold some, and orders (.csv, .txt), by their content.
QStringList schedule_files(const QStringList& paths);

/// Opens them in the Schedule view, which comes to the front, as one step of undo: traces together are one run, an
/// order is one group. Errors: those of parse_order(); traces are read, and refused, by the view.
Result<Done> open_schedule_files(Workspace& workspace, const QStringList& paths);

} // namespace blueprinting::ui
