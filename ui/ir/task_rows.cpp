#include "ui/ir/task_rows.h"

#include "core/cost/shares.h"
#include "core/primitive/primitive.h"
#include "core/program/piece_times.h"
#include "ui/style/words.h"
#include "ui/widgets/component_names.h"
#include "ui/workspace/figures.h"
#include "ui/workspace/filters.h"

#include <algorithm>
#include <map>
#include <set>

namespace blueprinting::ui {
namespace {

/// Thin spaces would part the factors' digits too much: "2048 × 12288 × 1536" as the formula spells them.
Cell extents_cell(const ir::Primitive& primitive)
{
    const QString text = shown(ir::extents(primitive));
    bool one = false;
    const qlonglong number = text.toLongLong(&one);
    Cell cell = one ? number_cell(double(number), whole_number(number)) : text_cell(text);
    return cell;
}

Cell primitive_cell(const ir::Task& task)
{
    const QString title = shown(ir::title(task.primitive));
    if (!std::holds_alternative<ir::Boundary>(task.primitive)) {
        Cell cell = text_cell(title);
        if (const auto* fork = std::get_if<ir::Fork>(&task.primitive))
            cell.note = Words::tr("to %1").arg(fork->users);
        return cell;
    }
    // What a boundary does here says more than that it is one.
    Cell cell = task.collective ? text_cell(collective_title(task.collective))
                                : text_cell(Words::tr("identity"), Tone::secondary);
    cell.tooltip = shown(ir::signature(task.primitive));
    return cell;
}

Cell name_cell(const ir::Task& task)
{
    Cell cell = text_cell(shown(task.name));
    cell.indent = 1;
    if (task.scope == ir::BlockScope::inner)
        cell.note = Words::tr("inner blocks");
    if (task.scope == ir::BlockScope::edge)
        cell.note = Words::tr("edge block");
    return cell;
}

Cell lineage_cell(const ir::Lineage& lineage, const QString& source)
{
    QString text = shown(to_string(lineage.kind));
    if (!source.isEmpty())
        text += QStringLiteral(" ◂ ") + source;
    return text_cell(text, Tone::secondary);
}

/// Rows under one heading for each phase that has any; `cells` makes a task's cells.
template <class IR, class F>
void add_phases(IrRows& out, const IR& of, const IrFilter& filter, const QString& selected, F&& cells)
{
    std::map<QString, bool> primitives;
    const QString picked = selected.section(QLatin1Char('/'), 0, 0);
    const QString picked_phase = selected.section(QLatin1Char('/'), 1, 1);
    for (const ir::Phase phase : kIrPhases) {
        std::vector<TableRow> rows;
        std::size_t all = 0;
        for (std::size_t i = 0; i < of.tasks.size(); ++i) {
            const auto& task = of.tasks[i];
            if (task.phase != phase)
                continue;
            ++all;
            primitives[shown(ir::primitive_name(task.primitive))] = true;
            if (!matches(filter, task))
                continue;
            TableRow row{.key = task_key(task),
                         .cells = cells(task, i),
                         .marked = shown(task.name) == picked && shown(to_string(phase)) != picked_phase};
            rows.push_back(std::move(row));
        }
        out.all += all;
        out.shown += rows.size();
        if (rows.empty())
            continue;
        TableRow group;
        group.kind = RowKind::group;
        group.key = QStringLiteral("phase/") + shown(to_string(phase));
        Cell heading = text_cell(phase_title(phase), Tone::text, true);
        heading.color = phase_color(phase);
        heading.note =
            rows.size() == all ? whole_number(std::int64_t(all)) : Words::tr("%1 of %2").arg(rows.size()).arg(all);
        group.cells = {heading};
        out.rows.push_back(std::move(group));
        out.rows.insert(out.rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    }
    for (const auto& [name, _] : primitives)
        out.primitives.push_back(name);
    out.entity = Words::tr("tasks");
}

IrRows distributed_rows(const ir::DistributedTaskIR& of, const ir::PortablePlanIR* plan, const IrFilter& filter,
                        const QString& selected)
{
    IrRows out;
    out.columns = {{.id = QStringLiteral("task"), .header = Words::tr("Task"), .stretch = true},
                   {.id = QStringLiteral("primitive"), .header = Words::tr("Primitive")},
                   saved_as(number_column("extents", Words::tr("M × N × K"),
                                          Words::tr("Shape of the primitive; elements where it has one number")),
                            Words::tr("M × N × K (elements)")),
                   {.id = QStringLiteral("lineage"), .header = Words::tr("Lineage")},
                   number_column("plan", Words::tr("plan task"),
                                 Words::tr("Place in PortablePlanIR that the task is lowered to"))};
    std::map<std::string, QString> names;
    for (const ir::DistributedTask& task : of.tasks)
        names[task.id] = shown(task.name);
    std::map<std::string, std::size_t> lowered;
    if (plan)
        for (std::size_t i = 0; i < plan->tasks.size(); ++i)
            for (const ir::EntityId& source : plan->tasks[i].lineage.sources)
                lowered[source] = i;
    add_phases(out, of, filter, selected, [&](const ir::DistributedTask& task, std::size_t) {
        const QString source =
            task.lineage.kind == ir::LineageKind::cloned ? names[task.lineage.sources.front()] : QString();
        const auto place = lowered.find(task.id);
        return std::vector<Cell>{name_cell(task), primitive_cell(task), extents_cell(task.primitive),
                                 lineage_cell(task.lineage, source),
                                 place == lowered.end() ? text_cell(QStringLiteral("–"), Tone::secondary)
                                                        : number_cell(double(place->second),
                                                                      QString::number(place->second), Tone::secondary)};
    });
    return out;
}

Cell fact_cell(const ir::Quotient& fact)
{
    return fact.zero() ? number_cell(0, QStringLiteral("0"), Tone::secondary)
                       : number_cell(fact.value(), quotient_text(fact));
}

IrRows portable_rows(const ir::PortablePlanIR& of, const IrFilter& filter, const QString& selected)
{
    IrRows out;
    out.columns = {{.id = QStringLiteral("task"), .header = Words::tr("Task"), .stretch = true},
                   saved_as(number_column("place", Words::tr("#"), Words::tr("Place in the plan")),
                            Words::tr("place in the plan")),
                   {.id = QStringLiteral("primitive"), .header = Words::tr("Primitive")},
                   {.id = QStringLiteral("engine"), .header = Words::tr("Engine"), .hidden = true},
                   saved_as(number_column("operations", Words::tr("Operations"),
                                          Words::tr("Operations of one rank, one block, one microbatch")),
                            Words::tr("Operations (FLOP)")),
                   number_column("read", Words::tr("Read, B"), Words::tr("Bytes read from memory")),
                   number_column("write", Words::tr("Write, B"), Words::tr("Bytes written to memory")),
                   number_column("message", Words::tr("Message, B"),
                                 Words::tr("Bytes of the collective before any volume model"))};
    add_phases(out, of, filter, selected, [&](const ir::PortableTask& task, std::size_t place) {
        return std::vector<Cell>{name_cell(task),
                                 number_cell(double(place), QString::number(place), Tone::secondary),
                                 primitive_cell(task),
                                 text_cell(engine_title(task.engine), Tone::secondary),
                                 fact_cell(task.facts.operations),
                                 fact_cell(task.facts.read_bytes),
                                 fact_cell(task.facts.write_bytes),
                                 task.collective ? fact_cell({task.facts.message_bytes, 1})
                                                 : text_cell(QStringLiteral("–"), Tone::secondary)};
    });
    return out;
}

QString shape_text(const std::vector<std::int64_t>& shape)
{
    QStringList out;
    for (const std::int64_t extent : shape)
        out << QString::number(extent);
    return out.join(QStringLiteral(" × "));
}

IrRows model_rows(const ir::ModelIR& of, const IrFilter& filter)
{
    IrRows out;
    out.columns = {{.id = QStringLiteral("entity"), .header = Words::tr("Entity"), .stretch = true},
                   {.id = QStringLiteral("role"), .header = Words::tr("Role")},
                   {.id = QStringLiteral("shape"), .header = Words::tr("Shape"), .kind = ColumnKind::number},
                   {.id = QStringLiteral("datatype"), .header = Words::tr("Datatype")},
                   {.id = QStringLiteral("lineage"), .header = Words::tr("Lineage")}};
    out.entity = Words::tr("entities");
    out.all = of.operations.size() + of.values.size();
    const auto fits = [&](const std::string& name) {
        return filter.name.isEmpty() || shown(name).contains(filter.name, Qt::CaseInsensitive);
    };
    const auto group = [&](const QString& key, const QString& title, std::vector<TableRow> rows, std::size_t all) {
        out.shown += rows.size();
        if (rows.empty())
            return;
        TableRow heading{.key = key, .kind = RowKind::group};
        Cell cell = text_cell(title, Tone::text, true);
        cell.note = rows.size() == all ? QString::number(all) : Words::tr("%1 of %2").arg(rows.size()).arg(all);
        heading.cells = {cell};
        out.rows.push_back(std::move(heading));
        out.rows.insert(out.rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    };
    std::vector<TableRow> rows;
    for (const ir::ModelOperation& operation : of.operations)
        if (fits(operation.name)) {
            const ir::DecoderSemantics& s = operation.semantics;
            Cell name = text_cell(shown(operation.name));
            name.indent = 1;
            TableRow row{.key = shown(operation.id),
                         .cells = {name, text_cell(Words::tr("operation"), Tone::secondary),
                                   text_cell(Words::tr("%1 blocks").arg(whole_number(s.blocks))),
                                   text_cell(shown(strategy::to_string(s.attention_type)), Tone::secondary),
                                   lineage_cell(operation.lineage, {})}};
            rows.push_back(std::move(row));
        }
    group(QStringLiteral("operations"), Words::tr("operations"), std::move(rows), of.operations.size());
    rows.clear();
    for (const ir::ModelValue& value : of.values)
        if (fits(value.name)) {
            Cell name = text_cell(shown(value.name));
            name.indent = 1;
            TableRow row{.key = shown(value.id),
                         .cells = {name,
                                   text_cell(shown(to_string(value.role)).replace(QLatin1Char('_'), QLatin1Char(' ')),
                                             Tone::secondary),
                                   text_cell(shape_text(value.shape)),
                                   text_cell(shown(to_string(value.dtype)), Tone::secondary),
                                   lineage_cell(value.lineage, {})}};
            rows.push_back(std::move(row));
        }
    group(QStringLiteral("values"), Words::tr("values"), std::move(rows), of.values.size());
    return out;
}

} // namespace

bool matches(const IrFilter& filter, const ir::Task& task)
{
    return (filter.name.isEmpty() || QString::fromStdString(task.name).contains(filter.name, Qt::CaseInsensitive) ||
            primitive_words(task).contains(filter.name, Qt::CaseInsensitive)) &&
           (filter.phases.empty() || filter.phases.contains(task.phase)) &&
           (filter.engines.empty() || filter.engines.contains(task.engine)) &&
           (filter.primitives.empty() || filter.primitives.contains(shown(ir::primitive_name(task.primitive))));
}

IrFilter filter_of(const Session& session)
{
    IrFilter out;
    for (const Filter& filter : filters_of(session)) {
        if (filter.field == filter_field::task)
            out.name = shown(filter.value);
        else if (filter.field == filter_field::primitive)
            out.primitives.insert(shown(filter.value));
        else if (filter.field == filter_field::phase) {
            if (const auto phase = ir::phase_from(filter.value))
                out.phases.insert(*phase);
        } else if (filter.field == filter_field::engine) {
            if (const auto engine = ir::engine_from(filter.value))
                out.engines.insert(*engine);
        }
    }
    return out;
}

QString IrRows::count() const
{
    return shown == all ? Words::tr("%1 %2").arg(whole_number(std::int64_t(all)), entity)
                        : Words::tr("%1 of %2 %3")
                              .arg(whole_number(std::int64_t(shown)), whole_number(std::int64_t(all)), entity);
}

IrRows ir_rows(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QString& selected,
               const QString& component)
{
    IrRows out;
    if (stage == IrStage::distributed && subject.distributed())
        out = distributed_rows(*subject.distributed(), subject.plan(), filter, selected);
    else if (stage == IrStage::portable && subject.plan())
        out = portable_rows(*subject.plan(), filter, selected);
    else if (stage == IrStage::model && subject.model())
        out = model_rows(*subject.model(), filter);
    if (component.isEmpty() || !subject.plan())
        return out;
    std::set<QString> of_component;
    for (const ir::PortableTask& task : subject.plan()->tasks) {
        const auto& piece = subject.plan()->program.piece;
        const QString its =
            subject.program
                ? component_key(program::component_of(task, piece && piece->kind != block::PieceKind::block))
                : component_key(cost::component_of(task));
        if (its == component)
            of_component.insert(task_key(task));
    }
    for (TableRow& row : out.rows)
        row.marked = row.marked || of_component.contains(row.key);
    return out;
}

} // namespace blueprinting::ui
