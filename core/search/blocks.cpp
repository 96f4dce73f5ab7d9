#include "core/search/blocks.h"

#include "core/cost/iteration.h"
#include "core/ir/block_memory.h"
#include "core/passes/block_plan.h"
#include "core/passes/transformer_distribute.h"
#include "core/passes/transformer_import.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <unordered_map>

namespace blueprinting::search {
namespace {

using strategy::Field;
using strategy::Rules;

/// Past this the sum of some of them may not fit, and only a plan's own compilation says which.
constexpr std::int64_t kLarge = std::int64_t{1} << 56;

cost::BlockKey without(cost::BlockKey key, std::initializer_list<Field> fields)
{
    for (const Field field : fields)
        key.values[static_cast<std::size_t>(field)] = 0;
    return key;
}

bool small(const ir::WorkloadFacts& facts)
{
    return facts.operations.numerator < kLarge && facts.read_bytes.numerator < kLarge &&
           facts.write_bytes.numerator < kLarge && facts.message_bytes < kLarge;
}

} // namespace

/// The tasks of all blocks that differ in sizes alone.
struct Blocks::Shape {
    struct Task {
        std::size_t operation = 0; ///< index into the operations of the sharded block
        std::size_t sum = 0;       ///< index into cost::kBlockSums
        ir::PortableTask task;     ///< without what names it
    };
    cost::BlockKey key;
    std::vector<Task> tasks;
    std::vector<std::size_t> kept;         ///< of `forward`, the operation of each
    std::vector<ir::PortableTask> forward; ///< what memory is counted from
    ir::ProgramSemantics program;
    bool shared = false; ///< other numbers can be put in
};

/// The operations of a block with their numbers, and the prices of what has been asked for.
struct Blocks::Numbers {
    cost::BlockKey key;
    std::optional<passes::ShardedBlock> block;
    std::optional<ir::DecoderSemantics> model;
    /// By operation and phase: what counts in the sum of the task, and its facts where it is the optimizer's.
    std::vector<std::array<std::optional<Seconds>, ir::kPhaseCount>> prices;
    std::vector<ir::WorkloadFacts> step; ///< by operation
};

/// The optimizer's time of blocks with the same weights.
struct Blocks::Steps {
    std::vector<ir::WorkloadFacts> facts;
    std::unordered_map<std::int64_t, Seconds> by_shards;
};

Blocks::Blocks(const model::TransformerModel& model, const system::SystemProfile& system, cost::View view)
    : m_model(model), m_system(system), m_view(view)
{
}

Blocks::~Blocks() = default;

void Blocks::forget()
{
    m_blocks.clear();
    m_numbers.clear();
}

const Result<cost::PricedBlock>& Blocks::of(const strategy::Execution& execution)
{
    const cost::BlockKey key = cost::block_key(execution);
    const auto known =
        std::find_if(m_blocks.rbegin(), m_blocks.rend(), [&](const auto& each) { return each.first == key; });
    if (known != m_blocks.rend())
        return known->second;
    m_blocks.emplace_back(key, priced(execution));
    return m_blocks.back().second;
}

Seconds Blocks::step(const cost::PricedBlock& block, const strategy::Execution& execution, std::int64_t shards)
{
    const auto same = [&](const auto& each) { return each->facts == block.step; };
    auto known = std::find_if(m_steps.begin(), m_steps.end(), same);
    if (known == m_steps.end())
        known = m_steps.insert(known, std::make_unique<Steps>(Steps{block.step, {}}));
    const auto at = (*known)->by_shards.find(shards);
    if (at != (*known)->by_shards.end())
        return at->second;
    const auto priced = cost::price_step(block, execution, m_system, m_view);
    return (*known)->by_shards.emplace(shards, priced ? *priced : Seconds()).first->second;
}

Result<cost::PricedBlock> Blocks::compiled(const strategy::Execution& execution) const
{
    const auto plan = passes::block_plan(m_model, execution, Rules::strict);
    if (!plan)
        return plan.failure_as<cost::PricedBlock>();
    return cost::price_block(*plan, m_system, m_view);
}

Result<cost::PricedBlock> Blocks::priced(const strategy::Execution& execution)
{
    Shape& shape = shape_of(execution);
    if (shape.shared)
        if (auto out = filled(shape, numbers_of(execution), execution))
            return *std::move(out);
    return compiled(execution);
}

Blocks::Numbers& Blocks::numbers_of(const strategy::Execution& execution)
{
    // What only marks operations leaves their numbers as they are.
    const cost::BlockKey key = without(cost::block_key(execution), {Field::recompute, Field::all_gather_redo});
    for (const auto& each : m_numbers)
        if (each->key == key)
            return *each;
    auto made = std::make_unique<Numbers>();
    made->key = key;
    if (const auto imported = passes::import_transformer(m_model, passes::model_binding(execution))) {
        made->model = imported->operations.front().semantics;
        if (auto block = passes::shard(*made->model, execution)) {
            made->prices.resize(block->operations.size());
            made->step.resize(block->operations.size());
            made->block = *std::move(block);
        }
    }
    m_numbers.push_back(std::move(made));
    return *m_numbers.back();
}

Blocks::Shape& Blocks::shape_of(const strategy::Execution& execution)
{
    // Which collectives exist depends on whether there are several ranks, not on how many.
    cost::BlockKey key =
        without(cost::block_key(execution), {Field::microbatch_size, Field::tensor_tier, Field::tensor_degree});
    key.values[static_cast<std::size_t>(Field::tensor_degree)] = strategy::tensor_degree(execution) > 1 ? 2 : 1;
    for (const auto& each : m_shapes)
        if (each->key == key)
            return *each;
    auto made = std::make_unique<Shape>();
    made->key = key;
    const auto plan = passes::block_plan(m_model, execution, Rules::strict);
    Numbers& numbers = numbers_of(execution);
    if (plan && numbers.block) {
        const auto& operations = numbers.block->operations;
        bool all = true;
        for (const ir::PortableTask& task : plan->tasks) {
            const auto operation = std::find_if(operations.begin(), operations.end(),
                                                [&](const auto& each) { return each.name == task.name; });
            all = all && operation != operations.end() && operation->primitive == task.primitive &&
                  task.scope == ir::BlockScope::every;
            if (!all)
                break;
            const auto index = static_cast<std::size_t>(operation - operations.begin());
            ir::PortableTask bare;
            bare.name = task.name;
            bare.phase = task.phase;
            bare.engine = task.engine;
            bare.scope = task.scope;
            bare.storage = task.storage;
            bare.collective = task.collective;
            bare.primitive = task.primitive;
            if (task.phase == ir::Phase::forward) {
                made->forward.push_back(bare);
                made->kept.push_back(index);
            }
            made->tasks.push_back({index, cost::sum_of(task), std::move(bare)});
        }
        made->program = plan->program;
        if (all) {
            const auto out = filled(*made, numbers, execution);
            const auto whole = cost::price_block(*plan, m_system, m_view);
            made->shared = out && whole && out->times == whole->times && out->memory == whole->memory &&
                           out->step == whole->step && out->program == whole->program;
        }
    }
    m_shapes.push_back(std::move(made));
    return *m_shapes.back();
}

std::optional<cost::PricedBlock> Blocks::filled(Shape& shape, Numbers& numbers,
                                                const strategy::Execution& execution) const
{
    if (!numbers.block)
        return std::nullopt;
    const auto message = passes::pipeline_message(*numbers.model, execution);
    const auto pricer = cost::Pricer::make(m_system, execution.datatype, m_view);
    const auto networks = cost::axis_networks(execution, m_system);
    if (!message || !pricer || !networks)
        return std::nullopt;
    const ir::WorkContext context = ir::work_context(execution);
    const auto& operations = numbers.block->operations;
    const strategy::Mesh mesh = strategy::mesh(execution);

    cost::PricedBlock out;
    for (Shape::Task& each : shape.tasks) {
        const auto phase = static_cast<std::size_t>(each.task.phase);
        std::optional<Seconds>& price = numbers.prices[each.operation][phase];
        if (!price) {
            const ir::Primitive& primitive = operations[each.operation].primitive;
            ir::PortableTask& task = each.task;
            task.primitive = primitive;
            const auto facts = ir::work_of(primitive, task.phase, context);
            if (!facts)
                return std::nullopt;
            task.facts = *facts;
            const system::Network* network = nullptr;
            if (task.collective) {
                const auto bytes = ir::message_of(primitive, context);
                if (!bytes)
                    return std::nullopt;
                task.collective->message_bytes = task.facts.message_bytes = *bytes;
                task.collective->participants = mesh[task.collective->axis].degree;
                network = (*networks)[task.collective->axis];
                if (network && !network->has(cost::operation_of(task.collective->kind)))
                    return std::nullopt;
            }
            if (!small(task.facts))
                return std::nullopt;
            const cost::TaskCost cost = pricer->price(task, 0, network);
            const bool of_axis = each.sum < cost::kBlockSums.size() && cost::kBlockSums[each.sum].axis;
            price = of_axis ? cost.total : cost.local;
            if (task.phase == ir::Phase::optimizer)
                numbers.step[each.operation] = task.facts;
        }
        if (each.sum < cost::kBlockSums.size())
            out.times.add(each.sum, each.task.scope, *price);
        if (each.task.phase == ir::Phase::optimizer)
            out.step.push_back(numbers.step[each.operation]);
    }
    for (std::size_t i = 0; i < shape.forward.size(); ++i)
        shape.forward[i].primitive = operations[shape.kept[i]].primitive;
    out.program = shape.program;
    out.program.execution = execution;
    out.program.execution.num_procs.reset();
    out.program.pipeline_message_bytes = *message;
    const auto memory = ir::block_memory(shape.forward, out.program);
    if (!memory)
        return std::nullopt;
    out.memory = *memory;
    return out;
}

} // namespace blueprinting::search
