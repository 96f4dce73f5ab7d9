#include "core/program/plans.h"

#include "core/ir/block_memory.h"
#include "core/ir/step.h"
#include "core/passes/block_plan.h"
#include "core/passes/transformer_distribute.h"
#include "core/passes/transformer_import.h"

#include <algorithm>

namespace blueprinting::program {
namespace {

using strategy::Field;

cost::BlockKey without(cost::BlockKey key, std::initializer_list<Field> fields)
{
    for (const Field field : fields)
        key.values[static_cast<std::size_t>(field)] = 0;
    return key;
}

/// Whether a task is of an operation; those of several parts say which in their name.
bool is_of(const ir::PortableTask& task, const passes::ShardedOperation& operation)
{
    return task.name.starts_with(operation.name) &&
           task.name.substr(operation.name.size()) == ir::part_suffix(operation.primitive, task.part_index());
}

/// Whether two plans say the same work, whatever their tasks are called.
bool alike(const ir::PortablePlanIR& a, const ir::PortablePlanIR& b)
{
    const auto same = [](const ir::PortableTask& x, const ir::PortableTask& y) {
        return x.facts == y.facts && x.primitive == y.primitive && x.collective == y.collective;
    };
    return a.memory == b.memory && a.program == b.program &&
           std::equal(a.tasks.begin(), a.tasks.end(), b.tasks.begin(), b.tasks.end(), same);
}

} // namespace

void Plans::forget() { m_numbers.clear(); }

Result<ir::PortablePlanIR> Plans::of(const block::Piece& piece, const strategy::Execution& execution)
{
    // Which tasks there are depends on whether there are several ranks, not on how many.
    Key key{piece, without(cost::block_key(execution), {Field::microbatch_size, Field::tensor_tier})};
    for (const Field degree :
         {Field::tensor_degree, Field::context_degree, Field::expert_degree, Field::expert_tensor_degree}) {
        std::int64_t& value = key.of.values[static_cast<std::size_t>(degree)];
        value = std::min<std::int64_t>(value, 2);
    }
    const auto known =
        std::find_if(m_shapes.begin(), m_shapes.end(), [&](const auto& each) { return each->key == key; });
    if (known != m_shapes.end() && (*known)->shared)
        if (auto out = filled(**known, numbers_of(piece, execution), execution))
            return *std::move(out);
    ++m_compiled;
    auto plan = passes::piece_plan(m_model, piece, execution);
    if (plan && known == m_shapes.end())
        m_shapes.push_back(shape_of(std::move(key), *plan, numbers_of(piece, execution), execution));
    return plan;
}

Plans::Numbers& Plans::numbers_of(const block::Piece& piece, const strategy::Execution& execution)
{
    // What is gathered again only marks operations. What is computed again changes what a fused core keeps; of the
    // pieces outside of blocks nothing is.
    Key key{piece, without(cost::block_key(execution), {Field::all_gather_redo})};
    if (piece.kind != block::PieceKind::block)
        key.of = without(key.of, {Field::recompute, Field::recompute_modules});
    for (const auto& each : m_numbers)
        if (each->key == key)
            return *each;
    auto made = std::make_unique<Numbers>();
    made->key = std::move(key);
    if (auto block = passes::shard(block::setting_of(m_model, piece, execution), execution))
        made->block = *std::move(block);
    m_numbers.push_back(std::move(made));
    return *m_numbers.back();
}

std::unique_ptr<Plans::Shape> Plans::shape_of(Key key, const ir::PortablePlanIR& plan, const Numbers& numbers,
                                              const strategy::Execution& execution)
{
    auto out = std::make_unique<Shape>();
    out->key = std::move(key);
    if (!m_imported)
        if (const auto imported = passes::import_transformer(m_model, passes::model_binding(execution)))
            m_imported = imported->operations.front().semantics;
    if (!numbers.block || !m_imported)
        return out;
    const auto& operations = numbers.block->operations;
    out->plan.program = plan.program;
    for (const ir::PortableTask& task : plan.tasks) {
        const auto operation =
            std::find_if(operations.begin(), operations.end(), [&](const auto& each) { return is_of(task, each); });
        if (operation == operations.end())
            return out;
        out->operations.push_back({static_cast<std::size_t>(operation - operations.begin()), task.primitive.index()});
        ir::PortableTask& bare = out->plan.tasks.emplace_back();
        bare.name = task.name;
        bare.phase = task.phase;
        bare.engine = task.engine;
        bare.scope = task.scope;
        bare.storage = task.storage;
        bare.collective = task.collective;
        bare.part = task.part;
    }
    const auto again = filled(*out, numbers, execution);
    out->shared = again && alike(*again, plan);
    return out;
}

std::optional<ir::PortablePlanIR> Plans::filled(const Shape& shape, const Numbers& numbers,
                                                const strategy::Execution& execution)
{
    const auto message = passes::pipeline_message(*m_imported, execution);
    if (!numbers.block || !message)
        return std::nullopt;
    const ir::WorkContext context = ir::work_context(execution);
    ir::PortablePlanIR out = shape.plan;
    out.program.execution = execution;
    out.program.execution.num_procs.reset();
    out.program.pipeline_message_bytes = *message;
    const strategy::Mesh mesh = strategy::mesh(execution);
    for (std::size_t i = 0; i < out.tasks.size(); ++i) {
        ir::PortableTask& task = out.tasks[i];
        const auto [operation, primitive] = shape.operations[i];
        if (operation >= numbers.block->operations.size())
            return std::nullopt;
        const passes::ShardedOperation& its = numbers.block->operations[operation];
        if (its.primitive.index() != primitive || !is_of(task, its))
            return std::nullopt;
        task.primitive = its.primitive;
        const auto facts = ir::work_of(task.primitive, task.phase, context, task.part_index());
        if (!facts)
            return std::nullopt;
        task.facts = *facts;
        if (!task.collective)
            continue;
        const auto bytes = ir::message_of(task.primitive, task.phase, context);
        if (!bytes)
            return std::nullopt;
        task.collective->participants = mesh[task.collective->axis].degree;
        task.collective->message_bytes = task.facts.message_bytes = *bytes;
    }
    const auto memory = ir::block_memory(out.tasks, out.program);
    if (!memory)
        return std::nullopt;
    out.memory = *memory;
    return out;
}

} // namespace blueprinting::program
