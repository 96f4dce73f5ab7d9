#pragma once
#include "core/program/evaluate.h"
#include "ui/timing/task_rows.h"
#include "ui/widgets/controls/answer.h"

namespace blueprinting::ui {

/// The components of a program's iteration in both views. No reference covers such a strategy, so that it stands alone;
/// of a data sheet there is one view, the least time that it can take.
struct ProgramTimes {
    std::shared_ptr<const program::Evaluation> program;
    bool bound = false;  ///< nobody measured what the times rest on
    bool current = true; ///< false: last legal figures
    [[nodiscard]] const program::ProgramEstimate& shown() const
    {
        return bound ? program->peak_only : program->evidence;
    }
};
std::vector<Column> program_columns(const ProgramTimes& times);
/// The components that take time, largest last in none: in their fixed order, the iteration at the end.
std::vector<TableRow> program_rows(const ProgramTimes& times);

/// One line with the numbers of the iteration, one on the piece that is shown.
Answer program_answer(const ProgramTimes& times, const std::vector<TimedTask>& tasks, const QString& piece);

} // namespace blueprinting::ui
