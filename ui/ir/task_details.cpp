#include "ui/ir/task_details.h"
#include "ui/style/words.h"

#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

QString quantity_title(const std::string& quantity)
{
    if (quantity == "operations")
        return Words::tr("Operations");
    if (quantity == "read")
        return Words::tr("read");
    if (quantity == "write")
        return Words::tr("write");
    return Words::tr("message");
}

FormulaText formula_text(const ir::Formula& formula)
{
    return {quantity_title(formula.quantity), shown(formula.symbols), shown(formula.numbers),
            quotient_text(formula.result), formula.result.zero()};
}

/// Tasks that depend on this one, in order.
template <class IR>
std::vector<std::size_t> users_of(const IR& of, std::size_t index)
{
    std::vector<std::size_t> out;
    const auto& id = of.tasks[index].id;
    for (std::size_t i = index + 1; i < of.tasks.size(); ++i)
        if (std::ranges::find(of.tasks[i].dependencies, id) != of.tasks[i].dependencies.end())
            out.push_back(i);
    return out;
}

/// "attn.qk", with its phase where that is another one than the picked task's.
TaskLink link_to(const ir::Task& task, ir::Phase from, IrStage stage)
{
    QString text = shown(task.name);
    if (task.phase != from)
        text += QLatin1Char(' ') + phase_title(task.phase);
    return {text, stage, task_key(task)};
}

template <class IR>
void add_around(TaskDetails& out, const IR& of, std::size_t index, IrStage stage)
{
    const auto& task = of.tasks[index];
    LinkRow needs{Words::tr("needs"), {}};
    for (const ir::EntityId& dependency : task.dependencies)
        for (const auto& each : of.tasks)
            if (each.id == dependency)
                needs.links.push_back(link_to(each, task.phase, stage));
    if (!needs.links.empty())
        out.around.push_back(std::move(needs));
    LinkRow users{Words::tr("needed by"), {}};
    for (const std::size_t user : users_of(of, index))
        users.links.push_back(link_to(of.tasks[user], task.phase, stage));
    if (!users.links.empty())
        out.around.push_back(std::move(users));
    ir::StorageFlags storage = task.storage;
    if (!strategy::is_training(of.program.execution)) // no backward follows that anything could be stored for
        storage.activation_dropped = storage.output_dropped = false;
    out.flags = storage_title(storage);
    out.id = shown(task.id);
}

/// Twins of the picked task in other phases, by their place in the plan.
void add_twins(TaskDetails& out, const ir::PortablePlanIR& plan, const ir::PortableTask& picked)
{
    const auto places = [&](std::initializer_list<ir::Phase> phases) {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < plan.tasks.size(); ++i)
            if (plan.tasks[i].name == picked.name && task_key(plan.tasks[i]) != out.key &&
                plan.tasks[i].scope == picked.scope && std::ranges::find(phases, plan.tasks[i].phase) != phases.end())
                found.push_back(i);
        return found;
    };
    const auto add = [&](const QString& label, std::initializer_list<ir::Phase> phases) {
        LinkRow row{label, {}};
        for (const std::size_t place : places(phases))
            row.links.push_back({Words::tr("task %1").arg(place), IrStage::portable, task_key(plan.tasks[place])});
        if (!row.links.empty())
            out.across.push_back(std::move(row));
    };
    add(Words::tr("forward"), {ir::Phase::forward});
    add(Words::tr("runs again"), {ir::Phase::recompute, ir::Phase::recommunication});
    add(Words::tr("gradients"), {ir::Phase::activation_gradient, ir::Phase::weight_gradient});
    add(Words::tr("optimizer"), {ir::Phase::optimizer});
}

QString plain_text(const TaskDetails& details)
{
    QString out = details.title + QLatin1Char('\n') + details.headline + QLatin1Char('\n');
    for (const FormulaText& formula : details.formulas)
        out += formula.quantity.toLower() + QStringLiteral(" = ") + formula.symbols + QStringLiteral(" = ") +
               formula.numbers + QStringLiteral(" = ") + formula.result + QLatin1Char('\n');
    for (const ir::SymbolBinding& symbol : details.symbols)
        out += shown(symbol.symbol) + QStringLiteral(" = ") + shown(symbol.meaning) + QStringLiteral(" = ") +
               shown(symbol.numbers) + QLatin1Char('\n');
    return out;
}

} // namespace

TaskDetails task_details(const IrSubject& subject, IrStage stage, const QString& key)
{
    TaskDetails out;
    const ir::PortablePlanIR* plan = subject.plan();
    const ir::DistributedTaskIR* distributed = subject.distributed();
    const std::size_t plan_place = plan ? find_task(*plan, key).value_or(plan->tasks.size()) : 0;
    const std::size_t own_place = distributed ? find_task(*distributed, key).value_or(distributed->tasks.size()) : 0;
    const ir::PortableTask* planned = plan && plan_place < plan->tasks.size() ? &plan->tasks[plan_place] : nullptr;
    const ir::DistributedTask* own =
        distributed && own_place < distributed->tasks.size() ? &distributed->tasks[own_place] : nullptr;
    if (!planned && !own)
        return out;
    out.key = key;
    out.stale = !subject.current;
    const ir::Phase phase = planned ? planned->phase : own->phase;
    out.title = Words::tr("%1, %2").arg(key.section(QLatin1Char('/'), 0, 0), phase_title(phase));
    if (key.endsWith(QLatin1String("/edge")))
        out.title += Words::tr(", edge block");

    if (own && subject.model() && !subject.model()->operations.empty()) {
        const ir::LineageKind kind = own->lineage.kind;
        if (kind == ir::LineageKind::decomposed)
            out.across.push_back(
                {Words::tr("from ModelIR"), {{shown(subject.model()->operations.front().name), IrStage::model, {}}}});
        else if (kind == ir::LineageKind::generated)
            out.across.push_back({Words::tr("from ModelIR"), {}});
    }
    if (planned) {
        const ir::PortableTask& task = *planned;
        const ir::Explanation explanation = ir::explain(*plan, task);
        out.headline = shown(explanation.headline);
        for (const ir::Formula& formula : explanation.formulas)
            out.formulas.push_back(formula_text(formula));
        if (!task.collective)
            out.formulas.push_back({Words::tr("message"), QString(), QString(), Words::tr("none"), true});
        out.symbols = explanation.symbols;
        out.across.push_back(
            {Words::tr("to plan"),
             {{Words::tr("task %1, %2").arg(plan_place).arg(engine_title(task.engine)), IrStage::portable, key}}});
        add_twins(out, *plan, task);
    } else {
        // An opened checkpoint of tasks alone: shapes, but no facts.
        out.headline = shown(ir::signature(own->primitive)) + QStringLiteral(", ") + shown(ir::extents(own->primitive));
    }
    if (own && (stage != IrStage::portable || !planned))
        add_around(out, *distributed, own_place, IrStage::distributed);
    else if (planned)
        add_around(out, *plan, plan_place, IrStage::portable);
    out.plain = plain_text(out);
    return out;
}

QString default_task(const IrSubject& subject)
{
    const QString wanted = QStringLiteral("attn.q/forward");
    if (const ir::PortablePlanIR* plan = subject.plan(); plan && !plan->tasks.empty())
        return find_task(*plan, wanted) ? wanted : task_key(plan->tasks.front());
    if (const ir::DistributedTaskIR* distributed = subject.distributed(); distributed && !distributed->tasks.empty())
        return find_task(*distributed, wanted) ? wanted : task_key(distributed->tasks.front());
    return {};
}

} // namespace blueprinting::ui
