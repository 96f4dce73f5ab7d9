#include "core/ir/formula.h"

#include "core/base/format.h"
#include "core/base/overloaded.h"
#include "core/ir/primitive_work.h"
#include "core/ir/symbols.h"
#include "core/strategy/derived.h"

namespace blueprinting::ir {
namespace {

/// The three quantities of local work in symbols; "0" for none.
struct Symbols {
    std::string operations = "0";
    std::string read = "0";
    std::string write = "0";
};

Symbols forward(const Primitive& primitive)
{
    return std::visit(Overloaded{
                          [](const Linear&) {
                              return Symbols{"2·M·N·K", "(M·N + N·K)·e", "M·K·e"};
                          },
                          [](const BatchMatmul&) {
                              return Symbols{"2·c·M·N·K", "c·(M·N + N·K)·e", "c·M·K·e"};
                          },
                          [](const LayerNorm&) {
                              return Symbols{"9·n", "(n + 2·h)·e", "n·e"};
                          },
                          [](const Softmax&) {
                              return Symbols{"5·n", "n·e", "n·e"};
                          },
                          [](const Dropout&) {
                              return Symbols{"n", "n·e", "n·e + n"};
                          },
                          [](const Gelu&) {
                              return Symbols{"8·n", "n·e", "n·e"};
                          },
                          [](const ResidualAdd&) {
                              return Symbols{"n", "2·n·e", "n·e"};
                          },
                          [](const Fork&) { return Symbols{}; },
                          [](const Boundary&) { return Symbols{}; },
                      },
                      primitive);
}

Symbols activation_gradient(const Primitive& primitive)
{
    return std::visit(Overloaded{
                          [](const Linear&) {
                              return Symbols{"2·M·N·K", "(N·K + M·K)·e", "M·N·e"};
                          },
                          [](const BatchMatmul&) {
                              return Symbols{"4·c·M·N·K", "c·(N·K + M·K)·e", "c·M·N·e"};
                          },
                          [](const LayerNorm&) {
                              return Symbols{"14·n", "(n + 2·h)·e", "n·e"};
                          },
                          [](const Softmax&) {
                              return Symbols{"8·n", "n·e", "n·e"};
                          },
                          [](const Dropout&) {
                              return Symbols{"n", "n·e + n", "n·e"};
                          },
                          [](const Gelu&) {
                              return Symbols{"13·n", "n·e", "n·e"};
                          },
                          [](const ResidualAdd&) {
                              return Symbols{"2·n", "n·e", "2·n·e"};
                          },
                          [](const Fork&) {
                              return Symbols{"u·n", "u·n·e", "n·e"};
                          },
                          [](const Boundary&) { return Symbols{}; },
                      },
                      primitive);
}

Symbols weight_gradient(const Primitive& primitive)
{
    if (std::holds_alternative<Linear>(primitive))
        return {"2·M·N·K", "(M·N + M·K)·e", "N·K·e"};
    if (std::holds_alternative<LayerNorm>(primitive))
        return {"7·n", "2·n·e", "2·h·e"};
    return {};
}

/// Half of the state is counted as read, half as written (primitive_work.h).
Symbols optimizer(const WorkContext& context)
{
    const std::string half = context.element_bytes < 4 ? "12·w/2" : "8·w/2";
    const std::string shards = context.optimizer_shards > 1 ? "/z" : "";
    return {"11·w" + shards, half + shards, half + shards};
}

/// A boundary computes and moves what its facts say: where they are 0, it is the identity or only communicates.
Symbols boundary(const WorkloadFacts& facts)
{
    return {facts.operations.zero() ? "0" : "A·(t − 1)/t", facts.read_bytes.zero() ? "0" : "A·e",
            facts.write_bytes.zero() ? "0" : "A·e"};
}

Symbols symbols_of(const PortableTask& task, const WorkContext& context)
{
    if (std::holds_alternative<Boundary>(task.primitive))
        return boundary(task.facts);
    switch (task.phase) {
    case Phase::forward:
    case Phase::recompute: return forward(task.primitive);
    case Phase::activation_gradient: return activation_gradient(task.primitive);
    case Phase::weight_gradient: return weight_gradient(task.primitive);
    case Phase::optimizer: return optimizer(context);
    case Phase::recommunication: return {};
    }
    return {};
}

std::string with_spaces(std::string_view name)
{
    std::string out(name);
    for (char& c : out)
        if (c == '_')
            c = ' ';
    return out;
}

std::string headline(const PortablePlanIR& plan, const PortableTask& task)
{
    std::string out = signature(task.primitive);
    if (task.phase == Phase::optimizer)
        out = "optimizer step on the weights of " + task.name;
    if (task.collective)
        out += ", " + with_spaces(to_string(task.collective->kind)) + " over " +
               format::integer(task.collective->participants) + " ranks";
    else if (std::holds_alternative<Boundary>(task.primitive))
        out += ", the identity here";
    else
        out += ", " + std::string(to_string(task.engine)) + " engine";
    return out + ", " + std::string(to_string(plan.program.execution.datatype));
}

} // namespace

Explanation explain(const PortablePlanIR& plan, const PortableTask& task)
{
    const Symbols symbols = symbols_of(task, work_context(plan.program));
    const std::vector<Binding> bindings = bindings_of(plan.program, task);
    Explanation out;
    out.headline = headline(plan, task);
    std::string all;
    const auto add = [&](std::string quantity, const std::string& text, Quotient result) {
        all += text + " ";
        out.formulas.push_back({std::move(quantity), text, put_in(text, bindings), result});
    };
    add("operations", symbols.operations, task.facts.operations);
    add("read", symbols.read, task.facts.read_bytes);
    add("write", symbols.write, task.facts.write_bytes);
    if (task.collective)
        add("message", "A·e", {task.facts.message_bytes, 1});
    for (const Binding& binding : bindings)
        if (mentions(all, binding.symbol))
            out.symbols.push_back({binding.symbol, binding.meaning, binding.numbers});
    return out;
}

std::string title(const Primitive& primitive)
{
    if (std::holds_alternative<Boundary>(primitive))
        return "TP boundary";
    if (std::holds_alternative<Gelu>(primitive))
        return "GeLU";
    return with_spaces(primitive_name(primitive));
}

std::string signature(const Primitive& primitive)
{
    return std::visit(Overloaded{
                          [](const Linear&) { return std::string("linear [M,N]·[N,K]"); },
                          [](const BatchMatmul&) { return std::string("batch matmul c × [M,N]·[N,K]"); },
                          [](const LayerNorm&) { return std::string("layer norm of n over h"); },
                          [](const Softmax&) { return std::string("softmax of n"); },
                          [](const Dropout&) { return std::string("dropout of n"); },
                          [](const Gelu& p) { return std::string(p.fused ? "GeLU of n, fused" : "GeLU of n"); },
                          [](const ResidualAdd&) { return std::string("residual add of n"); },
                          [](const Fork& p) { return "fork of n to " + std::to_string(p.users) + " users"; },
                          [](const Boundary& p) {
                              return std::string(p.side == BoundarySide::column ? "TP boundary f, column side"
                                                                                : "TP boundary g, row side");
                          },
                      },
                      primitive);
}

std::string extents(const Primitive& primitive)
{
    const auto n = [](std::int64_t value) { return std::to_string(value); };
    return std::visit(
        Overloaded{
            [&](const Linear& p) { return n(p.m) + " × " + n(p.n) + " × " + n(p.k); },
            [&](const BatchMatmul& p) { return n(p.batch) + " × (" + n(p.m) + " × " + n(p.n) + " × " + n(p.k) + ")"; },
            [&](const LayerNorm& p) { return n(p.elements); },
            [&](const Softmax& p) { return n(p.elements); },
            [&](const Dropout& p) { return n(p.elements); },
            [&](const Gelu& p) { return n(p.elements); },
            [&](const ResidualAdd& p) { return n(p.elements); },
            [&](const Fork& p) { return n(p.elements); },
            [&](const Boundary& p) { return n(p.elements); },
        },
        primitive);
}

} // namespace blueprinting::ir
