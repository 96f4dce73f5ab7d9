#include "core/program/stage_memory.h"

#include "core/model/counts.h"
#include "core/program/state_elements.h"
#include "core/schedule/orders.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::program {
namespace {

using block::PieceKind;
using strategy::StateSharding;

/// The largest of the units of a stage that full sharding gathers one by one (each block, the embedding, the head), in
/// elements, the largest first; as many as are gathered at once.
std::vector<double> units_of(const Program& program, const Laid& laid, const StageKind& stage)
{
    const auto at_once = static_cast<std::int64_t>(strategy::data(program.execution).prefetch) + 1;
    std::vector<double> out;
    for (const std::size_t chunk : stage.chunks)
        for (const Portion& portion : laid.chunks[chunk])
            out.insert(out.end(), static_cast<std::size_t>(std::min(portion.count, at_once)),
                       program.numbers[portion.piece].weights.all);
    std::sort(out.rbegin(), out.rend());
    return out;
}

/// Blocks that one checkpoint serves.
std::int64_t blocks_a_checkpoint(const Program& program, const PieceNumbers& piece)
{
    return piece.memory.activation_checkpoint > 0 &&
                   strategy::full_method(program.execution) == strategy::FullRecompute::uniform
               ? strategy::full_layers(program.execution)
               : 1;
}

schedule::Request request_of(const strategy::Execution& execution)
{
    const std::int64_t p = strategy::pipeline_degree(execution);
    schedule::Request out;
    out.kind = *schedule::kind_of_typed(strategy::schedule_name(strategy::pipeline(execution).schedule));
    out.stages = p;
    out.chunks = strategy::virtual_stages(execution);
    out.microbatches = // in more the stage runs steadily and holds no more
        std::min(strategy::microbatch_count(execution), 4 * p);
    if (!schedule::goes_round(out))
        out.microbatches = (out.microbatches / p + 1) * p; // no order of its own: that of the next count
    return out;
}

double most_held(const schedule::Request& request, std::int64_t stage, std::span<const double> each)
{
    std::vector<schedule::Slot> order;
    schedule::OrderWriter writer(request, order);
    request.kind->order(request, stage, writer);
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

/// At its highest what the stage's blocks work with, or the head.
double transient_bytes(const Program& program, const Laid& laid, const StageKind& stage, double buffer)
{
    const bool training = strategy::is_training(program.execution);
    double out = 0;
    for (const std::size_t chunk : stage.chunks)
        for (const Portion& portion : laid.chunks[chunk]) {
            const PieceNumbers& piece = program.numbers[portion.piece];
            const ir::BlockMemoryFacts& memory = piece.memory;
            if (portion.kind == PieceKind::block) {
                const auto needed =
                    static_cast<double>(memory.activation_working * blocks_a_checkpoint(program, piece) +
                                        (training ? memory.activation_gradient - memory.activation_storage : 0));
                out = std::max(out, needed + piece.returned_rows + buffer);
            } else if (portion.kind == PieceKind::head || portion.kind == PieceKind::mtp_head) {
                // The logits and their gradient beside what the head holds.
                out = std::max(out, static_cast<double>(memory.activation_storage) +
                                        2 * piece.logits *
                                            static_cast<double>(bytes_per_element(program.execution.datatype)));
            }
        }
    return out;
}

/// All but the activations, which depend on where the stage stands.
StageMemory standing_memory(const Program& program, const Laid& laid, const StageKind& stage, double buffer)
{
    const auto e = static_cast<double>(bytes_per_element(program.execution.datatype));
    const Weights weights = weights_of(program, laid, stage);
    const StateElements states = state_elements(program.execution, weights);
    StageMemory out;
    out[StageMemoryPart::weights] = states.weights * resident_weight_bytes(program.execution);
    out[StageMemoryPart::transient] = transient_bytes(program, laid, stage, buffer);
    if (!strategy::is_training(program.execution))
        return out;
    const StateSharding sharding = strategy::sharding(program.execution);
    const auto of_gradient = static_cast<double>(gradient_bytes(program));
    out[StageMemoryPart::gradients] = states.gradients * of_gradient;
    const bool narrow_states = program.execution.optimizer_states == strategy::OptimizerStates::bfloat16;
    out[StageMemoryPart::optimizer] =
        states.optimizer * ((resident_weight_bytes(program.execution) == 4 ? 8 : 12) - (narrow_states ? 4 : 0));
    if (program.execution.precision.cache)
        out[StageMemoryPart::weights] += 2 * weights.narrow; // both float8 layouts
    if (program.plain && sharding <= StateSharding::optimizer) {
        // One block's gradients are summed up in float32, the others wait as they are sent.
        const ir::BlockMemoryFacts& block = program.numbers.front().memory;
        // The shards are this strategy's: the block may have been compiled for another.
        const ir::Quotient gradient{block.weight_gradient.numerator, strategy::optimizer_shards(program.execution)};
        out[StageMemoryPart::gradients] = static_cast<double>(block.weight_gradient_unsharded) +
                                          gradient.value() * static_cast<double>(stage.blocks - 1);
    }
    if (sharding < StateSharding::gradients)
        return out;
    const std::vector<double> units = units_of(program, laid, stage);
    const auto ahead = static_cast<std::size_t>(strategy::data(program.execution).prefetch) + 1;
    if (sharding == StateSharding::full)
        for (std::size_t i = 0; i < std::min(ahead, units.size()); ++i)
            out[StageMemoryPart::weights] += units[i] * e;
    if (!units.empty())
        out[StageMemoryPart::gradients] += units.front() * of_gradient;
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

double held_bytes_of(const Program& program, const std::vector<Portion>& chunk)
{
    double out = 0;
    for (const Portion& portion : chunk) {
        if (portion.kind == PieceKind::head)
            continue;
        const PieceNumbers& piece = program.numbers[portion.piece];
        const std::int64_t each = portion.kind == PieceKind::block ? blocks_a_checkpoint(program, piece) : 1;
        out += static_cast<double>((portion.count + each - 1) / each) *
               static_cast<double>(piece.memory.activation_storage + piece.memory.activation_checkpoint);
    }
    return out;
}

void HeldChunks::set(const strategy::Execution& execution)
{
    m_training = strategy::is_training(execution);
    m_now = nullptr;
    if (!m_training || strategy::pipeline_degree(execution) == 1)
        return;
    m_request = request_of(execution);
    m_now = &m_most[{m_request.stages, m_request.chunks, m_request.microbatches}];
    m_now->resize(static_cast<std::size_t>(m_request.stages), -1);
}

double HeldChunks::bytes(std::size_t stage, std::span<const double> each)
{
    if (!m_training)
        return 0;
    if (!m_now) { // one stage
        double all = 0;
        for (const double bytes : each)
            all += bytes;
        return all;
    }
    const auto number = static_cast<std::int64_t>(stage);
    if (!std::all_of(each.begin(), each.end(), [&](double bytes) { return bytes == each.front(); }))
        return most_held(m_request, number, each);
    // Bytes are whole numbers below 2^53, so that a product of them is their sum.
    double& here = (*m_now)[stage];
    if (here < 0)
        here = most_held(m_request, number, std::vector<double>(each.size(), 1));
    return here * each.front();
}

std::vector<StageMemory> stage_memory(const Program& program, const Laid& laid, std::span<const double> held,
                                      HeldChunks& schedules)
{
    const double buffer = context_buffer(program);
    std::vector<StageMemory> standing;
    std::vector<std::vector<double>> each;
    for (const StageKind& stage : laid.stages) {
        standing.push_back(standing_memory(program, laid, stage, buffer));
        std::vector<double>& chunks = each.emplace_back();
        for (const std::size_t chunk : stage.chunks)
            chunks.push_back(held[chunk]);
    }
    schedules.set(program.execution);
    std::vector<StageMemory> out;
    for (std::size_t i = 0; i < laid.of_stage.size(); ++i) {
        const std::size_t kind = laid.of_stage[i];
        out.push_back(standing[kind]);
        out.back()[StageMemoryPart::activations] = schedules.bytes(i, each[kind]);
    }
    return out;
}

std::vector<StageMemory> stage_memory(const Program& program)
{
    const Laid all = laid(program);
    std::vector<double> held;
    for (const auto& chunk : all.chunks)
        held.push_back(held_bytes_of(program, chunk));
    HeldChunks schedules;
    return stage_memory(program, all, held, schedules);
}

} // namespace blueprinting::program
