#pragma once
#include "core/ir/distributed_ir.h"
#include "ui/workspace/workspace.h"

#include <QString>

#include <string_view>

/// The conditions that leave parts out of what views show. They belong to the session and not to a view: one set holds
/// in every view that knows the field, and the window shows them all in one bar. A view lets through what meets one
/// value of each field that it knows; a field without values lets everything through.
namespace blueprinting::ui {

struct Filter {
    std::string field; ///< "phase"
    std::string value; ///< "recompute"
    bool operator==(const Filter&) const = default;
};

/// Fields that several views know. Values are spelled as an IR spells them.
namespace filter_field {
inline constexpr std::string_view phase = "phase";         ///< ir::to_string(Phase)
inline constexpr std::string_view engine = "engine";       ///< ir::to_string(EngineClass)
inline constexpr std::string_view primitive = "primitive"; ///< ir::primitive_name
inline constexpr std::string_view task = "task";   ///< part of a task's name or of primitive_words(), whatever its case
inline constexpr std::string_view share = "share"; ///< least share of a stage's busy time, 0 to 1
inline constexpr std::string_view table = "table."; ///< + view id + "." + object name: text that a table's rows hold
} // namespace filter_field

/// Where a session keeps them among what its views keep.
inline constexpr std::string_view kFiltersId = "filters";

/// In the order in which they were set, no two equal. What is no filter in a file written by hand counts as not set.
std::vector<Filter> filters_of(const Session& session);
void set_filters(Session& session, const std::vector<Filter>& filters);

std::vector<std::string> filter_values(const Session& session, std::string_view field);
/// Lets through only these values from now on, no values: everything. What stays keeps its place in the bar.
void set_filter(Session& session, std::string_view field, const std::vector<std::string>& values);
/// The same as an undo step; one for a whole word where `typed`.
void set_filter(Workspace& workspace, std::string_view field, const std::vector<std::string>& values,
                bool typed = false);

/// A primitive in words, by ir::primitive_name.
QString primitive_title(const QString& name);
/// What a search for a task's primitive looks in: as tables call it (a boundary by what it does here), and as a filter
/// spells it.
QString primitive_words(const ir::Task& task);
/// "phase: weight gradient", for people.
QString filter_text(const Filter& filter);

} // namespace blueprinting::ui
