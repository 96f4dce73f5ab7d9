#pragma once
#include "ui/ir/ir_subject.h"
#include "ui/widgets/filter_bar.h"
#include "ui/widgets/row_table.h"

#include <optional>
#include <vector>

/// The tree of an IR as rows: tasks grouped by phase, filtered. Pure.
namespace blueprinting::ui {

struct IrFilter {
    QString name; ///< part of a name, whatever its case
    std::optional<ir::Phase> phase;
    std::optional<ir::EngineClass> engine;
    QString primitive; ///< ir::primitive_name; empty for all
    bool operator==(const IrFilter&) const = default;
    [[nodiscard]] bool empty() const { return *this == IrFilter{}; }
};
Json to_json(const IrFilter& filter);
IrFilter filter_from(const Json& state);

template <class Task>
bool matches(const IrFilter& filter, const Task& task)
{
    return (filter.name.isEmpty() || QString::fromStdString(task.name).contains(filter.name, Qt::CaseInsensitive)) &&
           (!filter.phase || *filter.phase == task.phase) && (!filter.engine || *filter.engine == task.engine) &&
           (filter.primitive.isEmpty() || filter.primitive == shown(ir::primitive_name(task.primitive)));
}

/// Chips of the active filters; the keys are "name", "phase", "engine", "primitive".
std::vector<FilterChip> chips_of(const IrFilter& filter);
IrFilter without(IrFilter filter, const QString& key);

struct IrRows {
    std::vector<Column> columns;
    std::vector<TableRow> rows;
    std::size_t shown = 0; ///< tasks (or entities of a model) among the rows
    std::size_t all = 0;
    std::vector<QString> primitives; ///< that occur, as the filter spells them
    [[nodiscard]] QString count() const; ///< "17 of 70 tasks"
    QString entity;                  ///< "tasks"
};

/// Rows of one stage of a subject. `selected` is a task key: its gradient and optimizer twins are marked.
IrRows ir_rows(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QString& selected);

/// Primitive names in words for the filter's choices, by primitive_name.
QString primitive_title(const QString& name);

} // namespace blueprinting::ui
