#include "core/program/stage_memory.h"

#include "core/model/counts.h"
#include "core/schedule/orders.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::program {
namespace {

using block::PieceKind;
using strategy::ShardedParameters;
using strategy::StateSharding;

/// Weights and states of a stage under sharding, from elements of its dense (w_d) and routed (w_x) weights.
class States {
public:
    States(const Program& program, const StageContent& stage)
        : m_data(strategy::data(program.execution)),
          m_kind(strategy::sharding(program.execution)),
          m_dense(stage.weights.all - stage.weights.routed),
          m_routed(stage.weights.routed),
          m_group(static_cast<double>(strategy::gradient_group(program.execution))),
          m_expert_group(static_cast<double>(strategy::expert_data_degree(program.execution)))
    {
        if (m_kind >= StateSharding::gradients && m_data.group)
            m_group = static_cast<double>(*m_data.group);
        m_expert_group = std::min(m_expert_group, m_kind >= StateSharding::gradients && m_data.group
                                                      ? static_cast<double>(*m_data.group)
                                                      : m_expert_group);
    }

    [[nodiscard]] bool full() const { return m_kind == StateSharding::full; }
    [[nodiscard]] bool float32() const { return full() && m_data.parameters == ShardedParameters::float32; }
    [[nodiscard]] double whole() const { return m_dense + m_routed; }
    [[nodiscard]] double shared() const { return m_dense / m_group + m_routed / m_expert_group; }
    /// Elements of weights that are there all the time.
    [[nodiscard]] double weights() const { return full() ? shared() : whole(); }
    [[nodiscard]] double gradients() const { return m_kind >= StateSharding::gradients ? shared() : whole(); }
    [[nodiscard]] double optimizer() const { return m_kind >= StateSharding::optimizer ? shared() : whole(); }

private:
    const strategy::DataParallel& m_data;
    StateSharding m_kind;
    double m_dense, m_routed, m_group, m_expert_group;
};

/// Elements of the units of a stage that full sharding gathers one by one: each block, the embedding, the head.
std::vector<double> units_of(const Program& program, const StageContent& stage)
{
    std::vector<double> out;
    for (const strategy::ChunkContent& chunk : stage.chunks)
        for_each_plan(program, chunk, [&](const ir::PortablePlanIR& plan, std::int64_t count, PieceKind) {
            out.insert(out.end(), static_cast<std::size_t>(count), weights_of(plan).all);
        });
    std::sort(out.rbegin(), out.rend());
    return out;
}

/// Blocks that one checkpoint serves.
std::int64_t blocks_a_checkpoint(const ir::PortablePlanIR& plan)
{
    const strategy::Execution& execution = plan.program.execution;
    return plan.memory.activation_checkpoint > 0 && strategy::full_method(execution) == strategy::FullRecompute::uniform
               ? strategy::full_layers(execution)
               : 1;
}

double kept_bytes(const ir::PortablePlanIR& plan)
{
    return static_cast<double>(plan.memory.activation_storage + plan.memory.activation_checkpoint);
}

/// What a microbatch leaves in a chunk until its backward pass. (The head's is worked off at once: it is transient.)
double chunk_bytes(const Program& program, const strategy::ChunkContent& chunk)
{
    double out = 0;
    for_each_plan(program, chunk, [&](const ir::PortablePlanIR& plan, std::int64_t count, PieceKind kind) {
        if (kind == PieceKind::head)
            return;
        const std::int64_t each = kind == PieceKind::block ? blocks_a_checkpoint(plan) : 1;
        out += static_cast<double>((count + each - 1) / each) * kept_bytes(plan);
    });
    return out;
}

/// The most that a stage holds of its chunks' microbatches at once, along the order in which it runs them.
double held_bytes(const Program& program, const StageContent& stage)
{
    const strategy::Execution& execution = program.execution;
    std::vector<double> each;
    double all = 0;
    for (const strategy::ChunkContent& chunk : stage.chunks) {
        each.push_back(chunk_bytes(program, chunk));
        all += each.back();
    }
    const std::int64_t p = strategy::pipeline_degree(execution), m = strategy::microbatch_count(execution);
    if (!strategy::is_training(execution))
        return 0;
    if (p == 1)
        return all;
    schedule::Request request;
    request.kind = *schedule::kind_of_typed(strategy::schedule_name(strategy::pipeline(execution).schedule));
    request.stages = p;
    request.chunks = std::ssize(each);
    request.microbatches = std::min(m, 4 * p); // in more the stage runs steadily and holds no more
    if (!schedule::goes_round(request))
        request.microbatches = (request.microbatches / p + 1) * p; // no order of its own: that of the next count
    std::vector<schedule::Slot> order;
    schedule::OrderWriter writer(request, order);
    request.kind->order(request, stage.index, writer);
    double now = 0, most = 0;
    for (const schedule::Slot& slot : order) {
        if (slot.kind == schedule::CommandKind::forward)
            most = std::max(most, now += each[slot.chunk]);
        else if (slot.kind == schedule::CommandKind::backward)
            now -= each[slot.chunk];
    }
    return most;
}

/// The other ranks' keys and values that context parallelism keeps while it works with them.
double context_buffer(const Program& program)
{
    const strategy::ContextParallel& context = strategy::context(program.execution);
    if (context.degree == 1)
        return 0;
    const model::Description& model = program.model;
    const auto* heads = std::get_if<model::MultiHeadAttention>(&model.attention.kind);
    const auto all_heads = static_cast<double>(heads ? heads->kv_heads : model.attention.heads);
    const double own = std::max(all_heads / static_cast<double>(strategy::tensor_degree(program.execution)), 1.0);
    const double width = static_cast<double>(model::key_size(model) + model::value_size(model)) *
                         static_cast<double>(bytes_per_element(program.execution.datatype));
    const double whole = static_cast<double>(program.execution.microbatch_size * model.sequence);
    const double part = whole / static_cast<double>(context.degree);
    switch (context.kind) {
    case strategy::ContextKind::all_gather: return whole * own * width;
    case strategy::ContextKind::ring: return 2 * part * own * width;
    case strategy::ContextKind::hybrid: return 2 * part * std::max(own, static_cast<double>(context.inner)) * width;
    case strategy::ContextKind::all_to_all: return 0;
    }
    return 0;
}

/// Rows that come back from the experts, before they are summed.
double returned_rows(const ir::PortablePlanIR& plan)
{
    for (const ir::PortableTask& task : plan.tasks)
        if (const auto* permute = std::get_if<ir::Permute>(&task.primitive))
            return static_cast<double>(permute->rows) * static_cast<double>(permute->hidden) *
                   static_cast<double>(bytes_per_element(plan.program.execution.datatype));
    return 0;
}

double transient_bytes(const Program& program, const StageContent& stage)
{
    const double buffer = context_buffer(program);
    double out = 0;
    for (const strategy::ChunkContent& chunk : stage.chunks)
        for_each_plan(program, chunk, [&](const ir::PortablePlanIR& plan, std::int64_t, PieceKind kind) {
            const ir::BlockMemoryFacts& memory = plan.memory;
            if (kind == PieceKind::block) {
                const bool training = strategy::is_training(program.execution);
                const auto needed =
                    static_cast<double>(memory.activation_working * blocks_a_checkpoint(plan) +
                                        (training ? memory.activation_gradient - memory.activation_storage : 0));
                out = std::max(out, needed + returned_rows(plan) + buffer);
            } else if (kind == PieceKind::head || kind == PieceKind::mtp_head) {
                // The logits and their gradient beside what the head holds.
                double logits = 0;
                for (const ir::PortableTask& task : plan.tasks)
                    if (const auto* loss = std::get_if<ir::Loss>(&task.primitive))
                        logits = static_cast<double>(loss->elements);
                out =
                    std::max(out, static_cast<double>(memory.activation_storage) +
                                      2 * logits * static_cast<double>(bytes_per_element(program.execution.datatype)));
            }
        });
    return out;
}

} // namespace

std::string_view to_string(StageMemoryPart part)
{
    static constexpr std::array<std::string_view, kStageMemoryParts> names{"weights", "gradients", "optimizer",
                                                                           "activations", "transient"};
    return names[static_cast<std::size_t>(part)];
}

double StageMemory::total() const
{
    double sum = 0;
    for (const double part : bytes)
        sum += part;
    return sum;
}

std::int64_t gradient_bytes(const Program& program)
{
    return strategy::data(program.execution)
        .gradient_bytes.value_or(program.plain ? bytes_per_element(program.execution.datatype) : 4);
}

std::vector<StageMemory> stage_memory(const Program& program, const std::vector<StageContent>& stages)
{
    const auto e = static_cast<double>(bytes_per_element(program.execution.datatype));
    const auto of_gradient = static_cast<double>(gradient_bytes(program));
    std::vector<StageMemory> out;
    for (const StageContent& stage : stages) {
        const States states(program, stage);
        const bool training = strategy::is_training(program.execution);
        const std::vector<double> units = units_of(program, stage);
        StageMemory memory;
        memory[StageMemoryPart::weights] = states.weights() * (states.float32() ? 4 : e);
        if (!training) {
            memory[StageMemoryPart::transient] = transient_bytes(program, stage);
            out.push_back(memory);
            continue;
        }
        memory[StageMemoryPart::gradients] = states.gradients() * of_gradient;
        const bool narrow_states = program.execution.optimizer_states == strategy::OptimizerStates::bfloat16;
        memory[StageMemoryPart::optimizer] =
            states.optimizer() * ((e == 4 || states.float32() ? 8 : 12) - (narrow_states ? 4 : 0));
        if (program.execution.precision.cache)
            memory[StageMemoryPart::weights] += 2 * stage.weights.narrow; // both float8 layouts
        if (program.plain && strategy::sharding(program.execution) <= StateSharding::optimizer) {
            // One block's gradients are summed up in float32, the others wait as they are sent.
            const ir::BlockMemoryFacts& block = program.kinds.front().plan.memory;
            memory[StageMemoryPart::gradients] = static_cast<double>(block.weight_gradient_unsharded) +
                                                 block.weight_gradient.value() * static_cast<double>(stage.blocks - 1);
        }
        const auto ahead = static_cast<std::size_t>(strategy::data(program.execution).prefetch) + 1;
        if (states.full())
            for (std::size_t i = 0; i < std::min(ahead, units.size()); ++i)
                memory[StageMemoryPart::weights] += units[i] * e;
        if (strategy::sharding(program.execution) >= StateSharding::gradients && !units.empty())
            memory[StageMemoryPart::gradients] += units.front() * of_gradient;
        memory[StageMemoryPart::activations] = held_bytes(program, stage);
        memory[StageMemoryPart::transient] = transient_bytes(program, stage);
        out.push_back(memory);
    }
    return out;
}

} // namespace blueprinting::program
