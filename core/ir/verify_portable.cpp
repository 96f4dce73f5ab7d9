#include "core/ir/verify.h"

#include "core/ir/block_memory.h"
#include "core/ir/step.h"
#include "core/ir/verify_task.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <set>

namespace blueprinting::ir {
namespace {

bool contains(const std::vector<EntityId>& all, const EntityId& id)
{
    return std::find(all.begin(), all.end(), id) != all.end();
}

void check_plan_words(Findings& findings, const std::string& text, const std::string& path)
{
    const std::string_view word =
        forbidden_word(text, {"device", "gpu", "cuda", "nccl", "cublas", "cudnn", "kernel", "duration", "seconds"});
    if (!word.empty())
        findings.add("ir.plan.forbidden", path,
                     "\"" + text + "\" says " + std::string(word) + ", which no plan may: it belongs to a target");
}

void check_facts(Findings& findings, const PortableTask& task, const WorkContext& context, std::size_t index)
{
    const WorkloadFacts& facts = task.facts;
    const auto sound = [](const Quotient& q) { return q.numerator >= 0 && q.divisor >= 1; };
    if (!sound(facts.operations) || !sound(facts.read_bytes) || !sound(facts.write_bytes) || facts.message_bytes < 0) {
        findings.add("ir.facts.range", path_to("tasks", index, "facts"),
                     "the facts of " + task.name + " must not be negative");
        return;
    }
    const auto wanted = work_of(task.primitive, task.phase, context, task.part_index());
    if (!wanted || wanted->operations != facts.operations || wanted->read_bytes != facts.read_bytes ||
        wanted->write_bytes != facts.write_bytes || wanted->launches != facts.launches)
        findings.add("ir.facts.work", path_to("tasks", index, "facts"),
                     "the facts of " + task.name + " are not what its primitive does in phase " +
                         std::string(to_string(task.phase)));
    const std::int64_t message = task.collective ? task.collective->message_bytes : 0;
    if (facts.message_bytes != message)
        findings.add("ir.facts.message", path_to("tasks", index, "facts/message_bytes"),
                     "the message of " + task.name + " is " + std::to_string(message) + " bytes, not " +
                         std::to_string(facts.message_bytes));
}

void check_buffers(Findings& findings, const PortablePlanIR& ir, const IdTable& tasks)
{
    for (std::size_t i = 0; i < ir.buffers.size(); ++i) {
        const Buffer& buffer = ir.buffers[i];
        check_lineage(findings, buffer.lineage, "buffers", i);
        check_plan_words(findings, buffer.name, path_to("buffers", i, "name"));
        if (buffer.size_bytes.numerator < 1 || buffer.size_bytes.divisor < 1)
            findings.add("ir.buffer.size", path_to("buffers", i, "size_bytes"),
                         buffer.name + " must have at least one byte");
        if (!buffer.producer.empty()) {
            const std::size_t* at = tasks.find(buffer.producer);
            if (!at || !contains(ir.tasks[*at].writes, buffer.id))
                findings.add("ir.buffer.producer", path_to("buffers", i, "producer"),
                             "the producer of " + buffer.name + " does not write it");
        }
        for (std::size_t c = 0; c < buffer.consumers.size(); ++c) {
            const std::size_t* at = tasks.find(buffer.consumers[c]);
            if (!at || !contains(ir.tasks[*at].reads, buffer.id))
                findings.add("ir.buffer.consumer", path_to("buffers", i, "consumers", c),
                             "a consumer of " + buffer.name + " does not read it");
        }
    }
}

/// What a task reads is there before it: nobody writes it, or a task that it depends on, or it updates it in place.
void check_accesses(Findings& findings, const PortablePlanIR& ir, const IdTable& buffers, const IdTable& tasks,
                    std::size_t index)
{
    const PortableTask& task = ir.tasks[index];
    for (std::size_t r = 0; r < task.reads.size(); ++r) {
        const std::size_t* at = buffers.find(task.reads[r]);
        if (!at) {
            findings.add("ir.reference.unknown", path_to("tasks", index, "reads", r),
                         "there is no buffer " + task.reads[r]);
            continue;
        }
        const Buffer& buffer = ir.buffers[*at];
        if (!contains(buffer.consumers, task.id))
            findings.add("ir.buffer.consumer", path_to("tasks", index, "reads", r),
                         task.name + " reads " + buffer.name + ", which does not name it as a consumer");
        if (buffer.producer.empty() || !tasks.contains(buffer.producer))
            continue;
        if (!contains(task.dependencies, buffer.producer))
            findings.add("ir.tasks.dependency", path_to("tasks", index, "dependencies"),
                         task.name + " reads " + buffer.name + " without depending on its producer");
    }
    for (std::size_t w = 0; w < task.writes.size(); ++w) {
        const std::size_t* at = buffers.find(task.writes[w]);
        if (!at) {
            findings.add("ir.reference.unknown", path_to("tasks", index, "writes", w),
                         "there is no buffer " + task.writes[w]);
            continue;
        }
        const bool in_place = contains(task.reads, task.writes[w]);
        if (!in_place && ir.buffers[*at].producer != task.id)
            findings.add("ir.buffer.producer", path_to("tasks", index, "writes", w),
                         task.name + " writes " + ir.buffers[*at].name + ", which another task produces");
    }
}

/// Held against the weights that the tasks have, so that a wrong memory fact is said once.
void check_exchanges(Findings& findings, const PortablePlanIR& ir, std::int64_t weight_bytes)
{
    const StepExchanges exchanges = step_exchanges(ir.program.execution, weight_bytes);
    if (!std::equal(ir.step.begin(), ir.step.end(), exchanges.begin(), exchanges.end(),
                    [](const StepTask& task, const Collective& exchange) { return task.collective == exchange; }))
        findings.add("ir.step.exchange", "/step",
                     "the step does not exchange the block's weights over the data axis as the strategy asks");
}

} // namespace

Diagnostics verify(const PortablePlanIR& ir)
{
    Findings findings;
    if (ir.source.empty())
        findings.add("ir.source.missing", "/source", "the digest of the distributed block is missing");
    if (ir.strategy_fingerprint != strategy_fingerprint(ir.program.execution))
        findings.add("ir.plan.fingerprint", "/strategy_fingerprint", "the fingerprint is not that of the execution");
    check_program(findings, ir.program);
    IdTable tasks(findings);
    for (std::size_t i = 0; i < ir.tasks.size(); ++i)
        tasks.add("node", ir.tasks[i].id, "tasks", i);
    IdTable step(findings);
    for (std::size_t i = 0; i < ir.step.size(); ++i) {
        step.add("node", ir.step[i].id, "step", i);
        check_lineage(findings, ir.step[i].lineage, "step", i);
        check_plan_words(findings, ir.step[i].name, path_to("step", i, "name"));
    }
    IdTable buffers(findings);
    for (std::size_t i = 0; i < ir.buffers.size(); ++i)
        buffers.add("buffer", ir.buffers[i].id, "buffers", i);
    check_buffers(findings, ir, tasks);

    const WorkContext context = work_context(ir.program.execution);
    for (std::size_t i = 0; i < ir.tasks.size(); ++i) {
        const PortableTask& task = ir.tasks[i];
        check_lineage(findings, task.lineage, "tasks", i);
        check_plan_words(findings, task.name, path_to("tasks", i, "name"));
        check_task(findings, task, ir.program, i);
        check_order(findings, task.dependencies, tasks, i);
        check_accesses(findings, ir, buffers, tasks, i);
        if (context.participants >= 1 && context.optimizer_shards >= 1)
            check_facts(findings, task, context, i);
    }
    if (context.participants < 1 || context.optimizer_shards < 1)
        return findings.take(); // reported as part of the program
    const auto memory = block_memory(ir.tasks, ir.program);
    if (!memory || *memory != ir.memory)
        findings.add("ir.memory.facts", "/memory", "the memory facts are not what the forward tasks keep");
    if (memory)
        check_exchanges(findings, ir, memory->weight);
    return findings.take();
}

Diagnostics verify_lineage(const PortablePlanIR& ir, const DistributedTaskIR& source)
{
    Findings findings;
    std::unordered_map<std::string_view, std::size_t> tasks;
    std::set<std::string_view> values;
    for (std::size_t i = 0; i < source.tasks.size(); ++i)
        tasks.emplace(source.tasks[i].id, i);
    for (const DistributedValue& value : source.values)
        values.insert(value.id);

    std::set<std::string_view> lowered;
    for (std::size_t i = 0; i < ir.tasks.size(); ++i)
        for (std::size_t s = 0; s < ir.tasks[i].lineage.sources.size(); ++s) {
            const PortableTask& task = ir.tasks[i];
            const EntityId& id = task.lineage.sources[s];
            const auto at = tasks.find(id);
            if (at == tasks.end()) {
                findings.add("ir.lineage.unknown_source", path_to("tasks", i, "lineage/sources", s),
                             id + " is not in the distributed block it comes from");
                continue;
            }
            lowered.insert(id);
            const DistributedTask& from = source.tasks[at->second];
            if (from.name != task.name || from.phase != task.phase || from.scope != task.scope ||
                from.primitive != task.primitive)
                findings.add("ir.lineage.changed", path_to("tasks", i),
                             task.name + " is lowered from " + from.name + " and is another task");
        }
    for (const DistributedTask& task : source.tasks)
        if (!lowered.contains(task.id))
            findings.add("ir.lineage.lost", "/tasks",
                         task.name + " in phase " + std::string(to_string(task.phase)) + " is lowered to nothing");
    for (std::size_t i = 0; i < ir.buffers.size(); ++i)
        for (std::size_t s = 0; s < ir.buffers[i].lineage.sources.size(); ++s)
            if (!values.contains(ir.buffers[i].lineage.sources[s]))
                findings.add("ir.lineage.unknown_source", path_to("buffers", i, "lineage/sources", s),
                             ir.buffers[i].lineage.sources[s] + " is not in the distributed block it comes from");
    return findings.take();
}

} // namespace blueprinting::ir
