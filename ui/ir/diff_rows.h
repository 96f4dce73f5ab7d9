#pragma once
#include "ui/ir/ir_subject.h"
#include "ui/widgets/tables/row_table.h"

/// What changed between two IRs of the same stage, as rows. Pure.
namespace blueprinting::ui {

enum class DiffShown { all, changed, only_left, only_right };
/// A name that leaves room for what it stands beside: cut with "…" past a few words.
QString brief(const QString& name);
QString diff_key(DiffShown shown); ///< "all", "changed", "only_left", "only_right"
DiffShown diff_from(const QString& key);

struct DiffRows {
    std::vector<Column> columns;
    std::vector<TableRow> rows;          ///< keys are task keys (of a model: paths)
    std::size_t all = 0;                 ///< changes before the choice
    [[nodiscard]] QString count() const; ///< "26 of 46 changes"
};
/// `left` is the other one. One row a task: the field that tells most, the others in the tooltip. `compact`
/// sets the phase behind the name and leaves the kind of change to the dashes.
DiffRows diff_rows(const IrSubject& left, const IrSubject& right, IrStage stage, DiffShown shown, bool compact = false);

} // namespace blueprinting::ui
