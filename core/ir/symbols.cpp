#include "core/ir/symbols.h"

#include "core/base/format.h"
#include "core/base/overloaded.h"
#include "core/ir/primitive_work.h"
#include "core/strategy/derived.h"

#include <functional>

namespace blueprinting::ir {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Calls symbol(name) for every one-letter symbol and text(piece) for what stands between.
template <class Symbol, class Text>
void split(std::string_view formula, Symbol&& symbol, Text&& text)
{
    for (std::size_t at = 0; at < formula.size(); ++at) {
        if (is_letter(formula[at]))
            symbol(formula.substr(at, 1));
        else
            text(formula.substr(at, 1));
    }
}

std::string substituted(std::string_view formula, const std::function<std::string(std::string_view)>& value)
{
    std::string out;
    split(
        formula, [&](std::string_view s) { out += value(s); }, [&](std::string_view piece) { out += piece; });
    return out;
}

/// The model's and strategy's own symbols.
std::int64_t base_value(const ProgramSemantics& program, std::string_view symbol)
{
    switch (symbol.front()) {
    case 'a': return program.heads;
    case 'b': return program.execution.microbatch_size;
    case 'f': return program.feedforward;
    case 'h': return program.hidden;
    case 'k': return program.head_size;
    case 's': return program.sequence;
    case 't': return strategy::tensor_degree(program.execution);
    default: return 0;
    }
}

Binding bound(const ProgramSemantics& program, std::string symbol, std::string meaning, std::int64_t value)
{
    std::string numbers =
        substituted(meaning, [&](std::string_view s) { return std::to_string(base_value(program, s)); });
    // One symbol alone computes nothing.
    numbers = meaning.size() == 1 ? format::integer(value) : numbers + " = " + format::integer(value);
    return {std::move(symbol), std::move(meaning), std::move(numbers), value};
}

/// What n is in the row, in symbols.
std::string elements_meaning(const ProgramSemantics& program, std::int64_t row)
{
    switch (row) {
    case 4: return "b·s·h";
    case 9:
    case 10: return "(a/t)·s·s·b";
    case 20: return "f·b·s/t";
    default: return strategy::sequence_parallel(program.execution) ? "b·s·h/t" : "b·s·h";
    }
}

void bind_linear(std::vector<Binding>& out, const ProgramSemantics& program, const PortableTask& task, const Linear& p)
{
    const bool shared = program.execution.attention_type == strategy::AttentionType::multiquery;
    std::string n = "h", k = "h";
    switch (task.row) {
    case 5: k = "a·k/t"; break;
    case 6:
    case 7: k = shared ? "k" : "a·k/t"; break;
    case 12: n = "a·k/t"; break;
    case 19: k = "f/t"; break;
    case 21: n = "f/t"; break;
    default: break;
    }
    out.push_back(bound(program, "M", "b·s", p.m));
    out.push_back(bound(program, "N", n, p.n));
    out.push_back(bound(program, "K", k, p.k));
}

} // namespace

std::vector<Binding> bindings_of(const ProgramSemantics& program, const PortableTask& task)
{
    std::vector<Binding> out;
    const auto elements = [&](std::int64_t value) {
        out.push_back(bound(program, "n", elements_meaning(program, task.row), value));
    };
    std::visit(Overloaded{
                   [&](const Linear& p) { bind_linear(out, program, task, p); },
                   [&](const BatchMatmul& p) {
                       const bool scores = task.row == 8;
                       out.push_back(bound(program, "c", "b·a/t", p.batch));
                       out.push_back(bound(program, "M", "s", p.m));
                       out.push_back(bound(program, "N", scores ? "k" : "s", p.n));
                       out.push_back(bound(program, "K", scores ? "s" : "k", p.k));
                   },
                   [&](const LayerNorm& p) {
                       elements(p.elements);
                       out.push_back(bound(program, "h", "h", p.hidden));
                   },
                   [&](const Softmax& p) { elements(p.elements); },
                   [&](const Dropout& p) { elements(p.elements); },
                   [&](const Gelu& p) { elements(p.elements); },
                   [&](const ResidualAdd& p) { elements(p.elements); },
                   [&](const Fork& p) {
                       elements(p.elements);
                       out.push_back({"u", "users", std::to_string(p.users), p.users});
                   },
                   [&](const Boundary& p) {
                       out.push_back(bound(program, "A", "b·s·h", p.elements));
                       out.push_back(bound(program, "t", "t", strategy::tensor_degree(program.execution)));
                   },
               },
               task.primitive);
    const WorkContext context = work_context(program);
    if (task.phase == Phase::optimizer) {
        const std::int64_t weights = weight_elements(task.primitive).value_or(0);
        const bool norm = std::holds_alternative<LayerNorm>(task.primitive);
        const std::string meaning = norm ? "2·h" : "N·K";
        const std::string numbers = put_in(meaning, out) + " = " + format::integer(weights);
        out.insert(out.begin(), Binding{"w", meaning, numbers, weights});
        out.push_back(
            {"z", "d under optimizer sharding", std::to_string(context.optimizer_shards), context.optimizer_shards});
    }
    out.push_back({"e", "bytes of " + std::string(to_string(program.execution.datatype)),
                   std::to_string(context.element_bytes), context.element_bytes});
    return out;
}

std::string put_in(std::string_view formula, const std::vector<Binding>& bindings)
{
    return substituted(formula, [&](std::string_view symbol) {
        for (const Binding& binding : bindings)
            if (binding.symbol == symbol)
                return std::to_string(binding.value);
        return std::string(symbol);
    });
}

bool mentions(std::string_view formula, std::string_view symbol)
{
    bool found = false;
    split(
        formula, [&](std::string_view s) { found = found || s == symbol; }, [](std::string_view) {});
    return found;
}

} // namespace blueprinting::ir
