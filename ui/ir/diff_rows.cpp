#include "ui/ir/diff_rows.h"
#include "ui/style/foreign_text.h"
#include "ui/style/words.h"

#include "core/base/format.h"
#include "core/ir/diff.h"

#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr int kValueWidth = 92; ///< of a number in the hundred millions; words may be cut
constexpr std::array kShown{DiffShown::all, DiffShown::changed, DiffShown::only_left, DiffShown::only_right};

QString value_text(const Json& value)
{
    if (value.is_null())
        return Words::tr("none");
    if (value.is_number_integer())
        return whole_number(value.get<std::int64_t>());
    if (value.is_number())
        return shown(format::fixed(value.get<double>(), 1));
    if (value.is_boolean())
        return value.get<bool>() ? Words::tr("yes") : Words::tr("no");
    return value.is_string() ? shown(value.get<std::string>()) : shown(blueprinting::shown(value));
}

/// The task is missing on this side: a dash, not a "none" that one of its fields might have.
Cell value_cell(const Json& value, bool there)
{
    if (!there)
        return text_cell(QStringLiteral("–"), Tone::secondary);
    if (value.is_number())
        return number_cell(value.get<double>(), value_text(value));
    return text_cell(value_text(value), value.is_null() ? Tone::secondary : Tone::text);
}

QString field_title(const std::string& name)
{
    if (name == "collective")
        return Words::tr("collective");
    if (name == "size")
        return Words::tr("size");
    if (name == "operations")
        return Words::tr("operations");
    if (name == "read")
        return Words::tr("read");
    if (name == "write")
        return Words::tr("write");
    if (name == "message")
        return Words::tr("message");
    if (name == "participants")
        return Words::tr("participants");
    if (name == "storage")
        return Words::tr("storage");
    return shown(name);
}

QString tooltip_of(const ir::TaskDifference& difference, const QString& left, const QString& right)
{
    QStringList lines;
    for (const ir::TaskFieldChange& field : difference.fields) {
        if (difference.change == ir::TaskChange::changed)
            lines << Words::tr("%1: %2 in %3, %4 in %5")
                         .arg(field_title(field.name), value_text(field.left), left, value_text(field.right), right);
        else
            lines << QStringLiteral("%1: %2").arg(
                field_title(field.name),
                value_text(difference.change == ir::TaskChange::only_left ? field.left : field.right));
    }
    return lines.join(QLatin1Char('\n'));
}

/// The field that a row shows. A task that only one side has is told by its message or its operations, which the plan
/// knows whatever the stage.
ir::TaskFieldChange told_by(const ir::TaskDifference& difference, const IrSubject& left, const IrSubject& right)
{
    if (difference.change == ir::TaskChange::changed)
        return difference.fields.front();
    const bool on_left = difference.change == ir::TaskChange::only_left;
    const ir::PortablePlanIR* plan = (on_left ? left : right).plan();
    QString key = shown(difference.name) + QLatin1Char('/') + shown(to_string(difference.phase));
    if (difference.scope == ir::BlockScope::edge)
        key += QStringLiteral("/edge");
    const auto place = plan ? find_task(*plan, key) : std::nullopt;
    if (!place) {
        for (const ir::TaskFieldChange& field : difference.fields)
            if (field.name == "size")
                return field;
        return difference.fields.front();
    }
    const ir::PortableTask& task = plan->tasks[*place];
    const Json value = task.collective ? Json(task.facts.message_bytes) : Json(task.facts.operations.value());
    const char* name = task.collective ? "message" : "operations";
    const bool whole = value.is_number_float() && std::floor(value.get<double>()) == value.get<double>();
    const Json told = whole ? Json(static_cast<std::int64_t>(value.get<double>())) : value;
    return {name, on_left ? told : Json(), on_left ? Json() : told};
}

bool is_shown(DiffShown choice, ir::TaskChange change)
{
    switch (choice) {
    case DiffShown::all: return true;
    case DiffShown::changed: return change == ir::TaskChange::changed;
    case DiffShown::only_left: return change == ir::TaskChange::only_left;
    case DiffShown::only_right: return change == ir::TaskChange::only_right;
    }
    return true;
}

TableRow task_row(const ir::TaskDifference& difference, const IrSubject& left, const IrSubject& right)
{
    TableRow row;
    row.key = shown(difference.name) + QLatin1Char('/') + shown(to_string(difference.phase));
    if (difference.scope == ir::BlockScope::edge)
        row.key += QStringLiteral("/edge");
    Cell change = difference.change == ir::TaskChange::changed ? text_cell(Words::tr("changed"), Tone::caution)
                  : difference.change == ir::TaskChange::only_left
                      ? text_cell(Words::tr("only in %1").arg(brief(left.short_name)), Tone::secondary)
                      : text_cell(Words::tr("only in %1").arg(brief(right.short_name)), Tone::secondary);
    const ir::TaskFieldChange told = told_by(difference, left, right);
    Cell field = text_cell(field_title(told.name));
    if (difference.change == ir::TaskChange::changed && difference.fields.size() > 1)
        field.note = Words::tr("+%1").arg(difference.fields.size() - 1);
    row.cells = {change,
                 text_cell(shown(difference.name)),
                 text_cell(phase_title(difference.phase), Tone::secondary),
                 field,
                 value_cell(told.left, difference.change != ir::TaskChange::only_right),
                 value_cell(told.right, difference.change != ir::TaskChange::only_left)};
    const QString tooltip = tooltip_of(difference, left.short_name, right.short_name);
    for (Cell& cell : row.cells)
        cell.tooltip = tooltip;
    return row;
}

void add_model_changes(DiffRows& out, const ir::ModelIR& left, const ir::ModelIR& right, DiffShown choice)
{
    for (const ir::FieldChange& change : ir::differences(ir::AnyIR(left), ir::AnyIR(right))) {
        const ir::TaskChange kind = change.left.is_null()    ? ir::TaskChange::only_right
                                    : change.right.is_null() ? ir::TaskChange::only_left
                                                             : ir::TaskChange::changed;
        ++out.all;
        if (!is_shown(choice, kind))
            continue;
        const QStringList steps = shown(change.path).mid(1).split(QLatin1Char('/'));
        TableRow row{.key = shown(change.path),
                     .cells = {text_cell(Words::tr("changed"), Tone::caution), text_cell(steps.value(1)),
                               text_cell(steps.value(0), Tone::secondary),
                               text_cell(steps.mid(2).join(QStringLiteral(" "))),
                               value_cell(change.left, !change.left.is_null()),
                               value_cell(change.right, !change.right.is_null())}};
        out.rows.push_back(std::move(row));
    }
}

} // namespace

QString brief(const QString& name) { return name_in_sentence(name, 14); }

QString diff_key(DiffShown choice)
{
    switch (choice) {
    case DiffShown::all: return QStringLiteral("all");
    case DiffShown::changed: return QStringLiteral("changed");
    case DiffShown::only_left: return QStringLiteral("only_left");
    case DiffShown::only_right: return QStringLiteral("only_right");
    }
    return {};
}

DiffShown diff_from(const QString& key)
{
    for (const DiffShown choice : kShown)
        if (diff_key(choice) == key)
            return choice;
    return DiffShown::all;
}

QString DiffRows::count() const
{
    const QString of = whole_number(std::int64_t(all)) + (all == 1 ? Words::tr(" change") : Words::tr(" changes"));
    return rows.size() == all ? of : Words::tr("%1 of %2").arg(whole_number(std::int64_t(rows.size())), of);
}

DiffRows diff_rows(const IrSubject& left, const IrSubject& right, IrStage stage, DiffShown choice, bool compact)
{
    DiffRows out;
    out.columns = {
        {.id = QStringLiteral("change"), .header = Words::tr("Change")},
        {.id = QStringLiteral("task"),
         .header = stage == IrStage::model ? Words::tr("Entity") : Words::tr("Task"),
         .names = true},
        {.id = QStringLiteral("phase"), .header = stage == IrStage::model ? Words::tr("Kind") : Words::tr("Phase")},
        {.id = QStringLiteral("field"), .header = Words::tr("Field")},
        {.id = QStringLiteral("left"),
         .header = brief(left.short_name),
         .tooltip = left.name,
         .kind = ColumnKind::number,
         .least = kValueWidth,
         .saved_as = left.name},
        {.id = QStringLiteral("right"),
         .header = brief(right.short_name),
         .tooltip = right.name,
         .kind = ColumnKind::number,
         .least = kValueWidth,
         .saved_as = right.name}};
    ir::TaskDiff diff;
    if (stage == IrStage::distributed && left.distributed() && right.distributed())
        diff = ir::compare_tasks(*left.distributed(), *right.distributed());
    else if (stage == IrStage::portable && left.plan() && right.plan())
        diff = ir::compare_tasks(*left.plan(), *right.plan());
    else if (stage == IrStage::model && left.model() && right.model())
        add_model_changes(out, *left.model(), *right.model(), choice);
    for (const ir::TaskDifference& difference : diff.all) {
        ++out.all;
        if (is_shown(choice, difference.change))
            out.rows.push_back(task_row(difference, left, right));
    }
    if (compact) {
        for (TableRow& row : out.rows) {
            row.cells[1].note = row.cells[2].text;
            row.cells.erase(row.cells.begin() + 2);
            row.cells.erase(row.cells.begin());
        }
        out.columns.erase(out.columns.begin() + 2);
        out.columns.erase(out.columns.begin());
    }
    return out;
}

} // namespace blueprinting::ui
