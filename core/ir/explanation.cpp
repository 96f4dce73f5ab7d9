#include "core/ir/explanation.h"

#include "core/base/format.h"
#include "core/base/overloaded.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::ir {
namespace {

// Symbols of the model and the strategy, in which the extents of a block are said.
constexpr Symbol a{"a"}, b{"b"}, f{"f"}, h{"h"}, k{"k"}, s{"s"}, t{"t"};

Bindings model_bindings(const ProgramSemantics& program)
{
    Bindings out;
    out.bind(a, program.heads);
    out.bind(b, program.execution.microbatch_size);
    out.bind(f, program.feedforward);
    out.bind(h, program.hidden);
    out.bind(k, program.head_size);
    out.bind(s, program.sequence);
    out.bind(t, strategy::tensor_degree(program.execution));
    return out;
}

/// What an extent of a row is, in symbols of the model.
std::optional<Expression> extent_of(const ProgramSemantics& program, std::int64_t row, Symbol extent)
{
    const Expression width = a * k / t;
    const Expression kv =
        program.execution.attention_type == strategy::AttentionType::multiquery ? Expression(k) : width;
    const std::string_view name = extent.name();
    if (name == "n")
        switch (row) {
        case 4: return b * s * h;
        case 9:
        case 10: return (a / t) * s * s * b;
        case 20: return f * b * s / t;
        default: return strategy::sequence_parallel(program.execution) ? b * s * h / t : b * s * h;
        }
    if (name == "A")
        return b * s * h;
    if (name == "c")
        return b * a / t;
    if (name == "h")
        return h;
    const bool product = row == 8 || row == 11;
    if (name == "M")
        return product ? Expression(s) : b * s;
    if (name == "N")
        switch (row) {
        case 8: return k;
        case 11: return s;
        case 12: return width;
        case 21: return f / t;
        default: return h;
        }
    if (name == "K")
        switch (row) {
        case 5: return width;
        case 6:
        case 7: return kv;
        case 8: return s;
        case 11: return k;
        case 19: return f / t;
        default: return h;
        }
    return std::nullopt;
}

SymbolBinding bound(Symbol symbol, const Expression& meaning, const Bindings& bindings, std::int64_t value)
{
    const std::string number = format::integer(value);
    return {std::string(symbol.name()), meaning.symbols(bindings),
            meaning.alone() ? number : meaning.numbers(bindings) + " = " + number};
}

/// Every symbol that a formula of this task may use.
std::vector<SymbolBinding> symbols_of(const ProgramSemantics& program, const PortableTask& task, const Record& record,
                                      const Bindings& bindings)
{
    std::vector<SymbolBinding> out;
    const WorkContext context = work_context(program);
    const Bindings model = model_bindings(program);
    if (const auto* weights = bindings.find(kWeights))
        out.push_back(bound(kWeights, record.weights, bindings, weights->whole));
    visit_fields(
        task.primitive,
        Overloaded{
            [&](const Extent& extent, std::int64_t value) {
                if (const auto meaning = extent_of(program, task.row, extent.symbol))
                    out.push_back(bound(extent.symbol, *meaning, model, value));
                else // a number that no size of the model gives
                    out.push_back({std::string(extent.symbol.name()), std::string(extent.key), std::to_string(value)});
            },
            [](std::string_view, const auto&...) {}});
    out.push_back(bound(kParticipants, t, model, context.participants));
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
    const WorkContext context = work_context(plan.program);
    const Record& record = record_of(task.primitive, context);
    const Bindings bindings = bindings_of(task.primitive, context);
    const Work& work = work_in(record, 0, task.phase, context);
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
        add("message", Boundary::whole);
    for (SymbolBinding& symbol : symbols_of(plan.program, task, record, bindings))
        if (std::any_of(formulas.begin(), formulas.end(),
                        [&](const Expression& formula) { return formula.mentions(Symbol(symbol.symbol), bindings); }))
            out.symbols.push_back(std::move(symbol));
    return out;
}

} // namespace blueprinting::ir
