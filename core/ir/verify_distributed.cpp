#include "core/ir/verify.h"

#include "core/base/checked.h"
#include "core/ir/verify_task.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace blueprinting::ir {
namespace {

void check_values(Findings& findings, const DistributedTaskIR& ir)
{
    for (std::size_t i = 0; i < ir.values.size(); ++i) {
        const DistributedValue& value = ir.values[i];
        check_lineage(findings, value.lineage, "values", i);
        Checked bytes = value.element_bytes;
        bool positive = value.element_bytes > 0;
        for (const std::int64_t extent : value.shape) {
            bytes = bytes * extent;
            positive = positive && extent > 0;
        }
        if (!positive || !bytes.ok())
            findings.add("ir.value.shape", path_to("values", i, "shape"),
                         "the extents of " + value.name + " must be at least 1 and its size fit 64-bit integers");
    }
}

/// A clone repeats a forward task (or value) of the same IR that stands before it.
void check_clone(Findings& findings, const DistributedTaskIR& ir, const IdTable& tasks, std::size_t index)
{
    const DistributedTask& task = ir.tasks[index];
    const bool repeats = task.phase == Phase::recompute || task.phase == Phase::recommunication;
    if (repeats != (task.lineage.kind == LineageKind::cloned)) {
        findings.add("ir.lineage.clone", path_to("tasks", index, "lineage/kind"),
                     repeats ? task.name + " runs again and must be cloned" : task.name + " runs once and is no clone");
        return;
    }
    if (!repeats || task.lineage.sources.size() != 1)
        return;
    const std::size_t* at = tasks.find(task.lineage.sources.front());
    if (!at || *at >= index || ir.tasks[*at].phase != Phase::forward || ir.tasks[*at].name != task.name ||
        !(ir.tasks[*at].primitive == task.primitive))
        findings.add("ir.lineage.clone", path_to("tasks", index, "lineage/sources", 0),
                     task.name + " must be a clone of its own forward task");
}

} // namespace

Diagnostics verify(const DistributedTaskIR& ir)
{
    Findings findings;
    if (ir.source.empty())
        findings.add("ir.source.missing", "/source", "the digest of the model is missing");
    check_program(findings, ir.program);
    if (ir.mesh != strategy::mesh(ir.program.execution).present())
        findings.add("ir.mesh.axis", "/mesh",
                     "the mesh is not that of the execution: each axis with its degree, stride and tier");
    IdTable values(findings);
    for (std::size_t i = 0; i < ir.values.size(); ++i)
        values.add("value", ir.values[i].id, "values", i);
    check_values(findings, ir);
    IdTable tasks(findings);
    for (std::size_t i = 0; i < ir.tasks.size(); ++i)
        tasks.add("node", ir.tasks[i].id, "tasks", i);

    std::unordered_map<std::string_view, std::size_t> producers; // value → task
    for (std::size_t i = 0; i < ir.tasks.size(); ++i)
        for (std::size_t r = 0; r < ir.tasks[i].results.size(); ++r) {
            const EntityId& result = ir.tasks[i].results[r];
            if (!values.contains(result))
                findings.add("ir.ssa.undefined", path_to("tasks", i, "results", r), "there is no value " + result);
            else if (!producers.emplace(result, i).second)
                findings.add("ir.ssa.redefinition", path_to("tasks", i, "results", r),
                             result + " is defined a second time");
        }
    std::set<std::tuple<std::string_view, Phase, BlockScope>> places;
    for (std::size_t i = 0; i < ir.tasks.size(); ++i) {
        const DistributedTask& task = ir.tasks[i];
        check_lineage(findings, task.lineage, "tasks", i);
        check_task(findings, task, ir.program, i);
        check_clone(findings, ir, tasks, i);
        check_order(findings, task.dependencies, tasks, i);
        if (!places.emplace(task.name, task.phase, task.scope).second)
            findings.add("ir.task.duplicate", path_to("tasks", i),
                         task.name + " stands twice in phase " + std::string(to_string(task.phase)));
        for (std::size_t o = 0; o < task.operands.size(); ++o) {
            const EntityId& operand = task.operands[o];
            if (!values.contains(operand)) {
                findings.add("ir.ssa.undefined", path_to("tasks", i, "operands", o), "there is no value " + operand);
                continue;
            }
            const auto producer = producers.find(operand);
            if (producer == producers.end())
                continue; // stands before the block
            if (producer->second >= i)
                findings.add("ir.ssa.use_before_definition", path_to("tasks", i, "operands", o),
                             task.name + " uses " + operand + " before task " + std::to_string(producer->second) +
                                 " defines it");
            const EntityId& id = ir.tasks[producer->second].id;
            if (std::find(task.dependencies.begin(), task.dependencies.end(), id) == task.dependencies.end())
                findings.add("ir.tasks.dependency", path_to("tasks", i, "dependencies"),
                             task.name + " uses what " + ir.tasks[producer->second].name +
                                 " makes without depending on it");
        }
    }
    return findings.take();
}

Diagnostics verify_lineage(const DistributedTaskIR& ir, const ModelIR& source)
{
    Findings findings;
    std::set<std::string_view> known, own;
    for (const ModelValue& value : source.values)
        known.insert(value.id);
    for (const ModelOperation& operation : source.operations)
        known.insert(operation.id);
    for (const DistributedValue& value : ir.values)
        own.insert(value.id);
    for (const DistributedTask& task : ir.tasks)
        own.insert(task.id);
    const auto check = [&](const Lineage& lineage, std::string_view list, std::size_t index) {
        const bool inside = lineage.kind == LineageKind::cloned;
        for (std::size_t s = 0; s < lineage.sources.size(); ++s)
            if (!(inside ? own : known).contains(lineage.sources[s]))
                findings.add("ir.lineage.unknown_source", path_to(list, index, "lineage/sources", s),
                             lineage.sources[s] + " is not in " + (inside ? "this IR" : "the model it comes from"));
    };
    for (std::size_t i = 0; i < ir.values.size(); ++i)
        check(ir.values[i].lineage, "values", i);
    for (std::size_t i = 0; i < ir.tasks.size(); ++i)
        check(ir.tasks[i].lineage, "tasks", i);
    return findings.take();
}

} // namespace blueprinting::ir
