#include "core/ir/explanation.h"

#include "core/base/format.h"
#include "core/base/overloaded.h"
#include "core/block/collectives.h"
#include "core/block/decoder.h"

#include <algorithm>

namespace blueprinting::ir {
namespace {

SymbolBinding bound(Symbol symbol, const Expression& meaning, const Bindings& bindings, std::int64_t value)
{
    const std::string number = format::integer(value);
    return {std::string(symbol.name()), meaning.symbols(bindings),
            meaning.alone() ? number : meaning.numbers(bindings) + " = " + number};
}

/// The extents of a task's primitive in symbols of the model, in the order of its fields; empty where it is in no
/// block.
std::vector<Expression> extents_of(const block::Setting& setting, std::string_view name)
{
    const block::Block block = block::decoder(setting);
    for (const block::Step& step : block::with_collectives(block))
        if (step.operation.name == name)
            return step.operation.extents;
    return {};
}

/// Every symbol that a formula of this task may use.
std::vector<SymbolBinding> symbols_of(const ProgramSemantics& program, const PortableTask& task, const Record& record,
                                      const Bindings& bindings)
{
    std::vector<SymbolBinding> out;
    const WorkContext context = work_context(program.execution);
    const block::Setting setting = setting_of(program);
    const Bindings model = block::bindings_of(setting);
    if (const auto* weights = bindings.find(kWeights))
        out.push_back(bound(kWeights, record.weights, bindings, weights->whole));
    std::string_view name = task.name;
    name.remove_suffix(part_suffix(task.primitive, task.part_index()).size());
    const std::vector<Expression> extents = extents_of(setting, name);
    auto meaning = extents.begin();
    visit_fields(
        task.primitive,
        Overloaded{
            [&](const Extent& extent, std::int64_t value) {
                if (meaning == extents.end() || meaning->constant()) // no size of the model gives it
                    out.push_back({std::string(extent.symbol.name()), std::string(extent.key), std::to_string(value)});
                else
                    out.push_back(bound(extent.symbol, *meaning, model, value));
                meaning += meaning != extents.end();
            },
            [](std::string_view, const auto&...) {}});
    out.push_back(bound(kParticipants, block::Symbols::t, model, context.participants));
    out.push_back(
        {std::string(kShards.name()), "d under optimizer sharding", std::to_string(context.optimizer_shards)});
    out.push_back({std::string(kElementBytes.name()), "bytes of " + std::string(to_string(program.execution.datatype)),
                   std::to_string(context.element_bytes)});
    return out;
}

std::string headline(const PortablePlanIR& plan, const PortableTask& task)
{
    std::string out = signature(task.primitive);
    if (task.phase == Phase::optimizer)
        out = "optimizer step on the weights of " + task.name;
    if (task.collective) {
        std::string kind(to_string(task.collective->kind));
        std::replace(kind.begin(), kind.end(), '_', ' ');
        out += ", " + kind + " over " + format::integer(task.collective->participants) + " ranks";
    } else if (task.engine == EngineClass::collective) {
        out += ", the identity here";
    } else {
        out += ", " + std::string(to_string(task.engine)) + " engine";
    }
    return out + ", " + std::string(to_string(plan.program.execution.datatype));
}

} // namespace

Explanation explain(const PortablePlanIR& plan, const PortableTask& task)
{
    const WorkContext context = work_context(plan.program.execution);
    const Record& record = record_of(task.primitive, context);
    const Bindings bindings = bindings_of(task.primitive, context);
    const Work& work = work_in(record, task.part_index(), task.phase, context);
    Explanation out;
    out.headline = headline(plan, task);
    std::vector<Expression> formulas;
    const auto add = [&](std::string quantity, const Expression& formula) {
        out.formulas.push_back({std::move(quantity), formula.symbols(bindings), formula.numbers(bindings),
                                formula.value(bindings).value_or(Quotient{})});
        formulas.push_back(formula);
    };
    add("operations", work.operations);
    add("read", work.read);
    add("write", work.write);
    if (task.collective)
        add("message", task.phase == Phase::activation_gradient && !record.backward_message.zero()
                           ? record.backward_message
                           : record.message);
    for (SymbolBinding& symbol : symbols_of(plan.program, task, record, bindings))
        if (std::any_of(formulas.begin(), formulas.end(),
                        [&](const Expression& formula) { return formula.mentions(Symbol(symbol.symbol), bindings); }))
            out.symbols.push_back(std::move(symbol));
    return out;
}

} // namespace blueprinting::ir
