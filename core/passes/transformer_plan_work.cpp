#include "core/passes/transformer_plan_work.h"

#include "core/ir/block_memory.h"
#include "core/ir/serialise.h"
#include "core/ir/step.h"

#include <map>

namespace blueprinting::passes {
namespace {

using ir::EntityId;

/// Product of a value's shape and element size; the distribute pass has seen that it fits.
std::int64_t byte_size(const ir::DistributedValue& value)
{
    std::int64_t bytes = value.element_bytes;
    for (const std::int64_t extent : value.shape)
        bytes *= extent;
    return bytes;
}

/// One buffer for each value; what an optimizer task updates in place keeps the buffer it had.
class Buffers {
public:
    Buffers(const ir::DistributedTaskIR& source, std::int64_t shards)
    {
        std::map<EntityId, EntityId> updates; // updated value → value before
        for (const ir::DistributedTask& task : source.tasks)
            if (task.phase == ir::Phase::optimizer)
                for (std::size_t i = 0; i < task.results.size() && i < task.operands.size(); ++i)
                    updates[task.results[i]] = task.operands[i];
        for (const ir::DistributedValue& value : source.values) {
            const auto update = updates.find(value.id);
            if (update != updates.end()) {
                const std::size_t index = m_index.at(update->second);
                m_index[value.id] = index;
                m_buffers[index].lineage.sources.push_back(value.id);
                continue;
            }
            const bool sharded =
                value.role == ir::BufferRole::weight_gradient || value.role == ir::BufferRole::optimizer_state;
            ir::Buffer buffer;
            buffer.id = stable_id("buffer", {ir::PortablePlanIR::kSchema, value.id});
            buffer.name = value.name;
            buffer.size_bytes = {byte_size(value), sharded ? shards : 1};
            buffer.role = value.role;
            buffer.lineage = {ir::LineageKind::lowered, std::string(kPlanPass), {value.id}};
            m_index[value.id] = m_buffers.size();
            m_buffers.push_back(std::move(buffer));
        }
    }

    EntityId read(const EntityId& value, const EntityId& task)
    {
        ir::Buffer& buffer = m_buffers[m_index.at(value)];
        buffer.consumers.push_back(task);
        return buffer.id;
    }
    EntityId write(const EntityId& value, const EntityId& task, bool in_place)
    {
        ir::Buffer& buffer = m_buffers[m_index.at(value)];
        if (!in_place)
            buffer.producer = task;
        return buffer.id;
    }
    std::vector<ir::Buffer> take() { return std::move(m_buffers); }

private:
    std::map<EntityId, std::size_t> m_index;
    std::vector<ir::Buffer> m_buffers;
};

} // namespace

Result<ir::PortablePlanIR> plan_work(const ir::DistributedTaskIR& distributed, const Digest& source)
{
    const ir::WorkContext context = ir::work_context(distributed.program.execution);

    ir::PortablePlanIR out;
    out.source = source;
    out.strategy_fingerprint = ir::strategy_fingerprint(distributed.program.execution);
    out.program = distributed.program;
    Buffers buffers(distributed, context.optimizer_shards);
    std::map<EntityId, EntityId> lowered; // distributed task → portable task
    Diagnostics problems;
    for (const ir::DistributedTask& task : distributed.tasks) {
        const auto facts = ir::work_of(task.primitive, task.phase, context, task.part_index());
        if (!facts) {
            const std::string phase(to_string(task.phase));
            problems.push_back({Severity::error, "workload.overflow", task.name + "/" + phase,
                                "the work of " + task.name + " in " + phase + " does not fit 64-bit integers"});
            continue;
        }
        ir::PortableTask made;
        made.id = stable_id("node", {ir::PortablePlanIR::kSchema, task.id});
        made.name = task.name;
        made.phase = task.phase;
        made.engine = task.engine;
        made.scope = task.scope;
        made.primitive = task.primitive;
        made.storage = task.storage;
        made.part = task.part;
        made.facts = *facts;
        made.collective = task.collective;
        if (task.collective)
            made.facts.message_bytes = task.collective->message_bytes;
        lowered[task.id] = made.id;
        for (const EntityId& dependency : task.dependencies)
            if (const auto at = lowered.find(dependency); at != lowered.end())
                made.dependencies.push_back(at->second);
        for (const EntityId& operand : task.operands)
            made.reads.push_back(buffers.read(operand, made.id));
        for (const EntityId& result : task.results)
            made.writes.push_back(buffers.write(result, made.id, task.phase == ir::Phase::optimizer));
        made.lineage = {ir::LineageKind::lowered, std::string(kPlanPass), {task.id}};
        out.tasks.push_back(std::move(made));
    }
    if (!problems.empty())
        return problems;
    auto memory = ir::block_memory(out.tasks, out.program);
    if (!memory)
        return memory.failure_as<ir::PortablePlanIR>();
    out.memory = *memory;
    for (const ir::Collective& exchange : ir::step_exchanges(out.program.execution, out.memory.weight)) {
        const std::string name = exchange.kind == ir::CollectiveKind::all_gather ? "step.parameters" : "step.gradients";
        out.step.push_back({stable_id("node", {ir::PortablePlanIR::kSchema, name}),
                            name,
                            exchange,
                            {ir::LineageKind::generated, std::string(kPlanPass), {}}});
    }
    out.buffers = buffers.take();
    return out;
}

} // namespace blueprinting::passes
