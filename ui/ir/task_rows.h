#pragma once
#include "ui/ir/ir_subject.h"
#include "ui/widgets/tables/row_table.h"
#include "ui/workspace/filters.h"

#include <set>
#include <vector>

/// The tree of an IR as rows: tasks grouped by phase, filtered. Pure.
namespace blueprinting::ui {

/// What of the session's filters an IR knows; an empty set lets all through.
struct IrFilter {
    QString name; ///< part of a task's name or of its primitive's, whatever its case
    std::set<ir::Phase> phases;
    std::set<ir::EngineClass> engines;
    std::set<QString> primitives; ///< ir::primitive_name
    bool operator==(const IrFilter&) const = default;
    [[nodiscard]] bool empty() const { return *this == IrFilter{}; }
};
/// What is not understood counts as not set.
IrFilter filter_of(const Session& session);

/// A name is searched in the task's and in its primitive's.
bool matches(const IrFilter& filter, const ir::Task& task);

struct IrRows {
    std::vector<Column> columns;
    std::vector<TableRow> rows;
    std::size_t shown = 0; ///< tasks (or entities of a model) among the rows
    std::size_t all = 0;
    std::vector<QString> primitives;     ///< that occur, as the filter spells them
    [[nodiscard]] QString count() const; ///< "17 of 70 tasks"
    QString entity;                      ///< "tasks"
};

/// Rows of one stage of a subject. `selected` is a task key: its gradient and optimizer twins are marked, and so are
/// the tasks whose time counts in `component` (a key, may be empty) where the subject has a plan.
IrRows ir_rows(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QString& selected,
               const QString& component = {});

} // namespace blueprinting::ui
