#include "core/passes/differentiate.h"

#include "core/base/checked.h"
#include "core/passes/transformer_distribute.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <unordered_map>

namespace blueprinting::passes {
namespace {

using ir::BackwardReads;
using ir::BlockScope;
using ir::BufferRole;
using ir::Lineage;
using ir::LineageKind;
using ir::Phase;
using ir::Sharding;

/// A value in each of its alternatives: one, or an inner and an edge one behind a collective under p2p_rs_ag.
using Values = std::vector<ir::EntityId>;

void append(Values& to, const Values& from) { to.insert(to.end(), from.begin(), from.end()); }

BackwardReads backward_reads(const ShardedOperation& operation)
{
    return ir::record_of(operation.primitive, {}).backward_reads;
}

/// What stands for an operation's result at one time.
struct Made {
    Values output;
    ir::EntityId mask;
};

/// The alternatives of a collective task: how it moves data, for which blocks.
struct Face {
    BlockScope scope = BlockScope::every;
    std::optional<ir::CollectiveKind> collective;
};

struct NewTask {
    Phase phase = Phase::forward;
    Values operands;
    Values results;
    Lineage lineage;
    BlockScope scope = BlockScope::every;
    std::optional<ir::Collective> collective{};
    std::size_t part = 0;
};

class Writer {
public:
    Writer(const ir::ModelIR& model, const ShardedBlock& block, ir::DistributedTaskIR& out)
        : m_model(model),
          m_block(block),
          m_all(block.operations),
          m_out(out),
          m_execution(out.program.execution),
          m_mesh(strategy::mesh(m_execution)),
          m_bytes(bytes_per_element(m_execution.datatype)),
          m_state(m_all.size())
    {
        for (const ir::ModelValue& value : model.values)
            m_of_model[value.role] = value.id;
    }

    void forward();
    void restore(); ///< recomputation and recommunication
    void activation_gradients();
    void weight_gradients();
    void optimizer();
    Diagnostics take() { return std::move(m_problems); }

private:
    /// What has been written of an operation so far.
    struct State {
        std::map<BlockScope, ir::EntityId> task; ///< of the forward pass
        std::vector<ir::EntityId> parts;         ///< the tasks behind that, of a primitive that makes several
        Made made;
        std::optional<Made> restored;
        ir::EntityId weight, weight_gradient;
        std::vector<Values> gradients; ///< of each input
    };

    [[nodiscard]] std::vector<Face> faces(const ir::Primitive& primitive, Phase phase) const;
    [[nodiscard]] const Values& output(std::size_t index) const
    {
        return index == block::kBlockInput ? m_input : m_state[index].made.output;
    }
    /// What the backward pass finds of an output: what was restored, where it was.
    [[nodiscard]] const Made& saved(std::size_t index) const
    {
        return m_state[index].restored ? *m_state[index].restored : m_state[index].made;
    }
    [[nodiscard]] bool restored(std::size_t index) const
    {
        return index != block::kBlockInput && m_state[index].restored;
    }
    [[nodiscard]] const Values& saved_output(std::size_t index) const
    {
        return index == block::kBlockInput ? m_input : saved(index).output;
    }
    [[nodiscard]] Values gradient_of(std::size_t index) const;
    [[nodiscard]] Lineage decomposed() const { return from_model(m_model.operations.front().id); }
    [[nodiscard]] static Lineage from_model(const ir::EntityId& source)
    {
        return {LineageKind::decomposed, std::string(kDistributePass), {source}};
    }
    [[nodiscard]] static Lineage cloned(const ir::EntityId& source)
    {
        return {LineageKind::cloned, std::string(kDistributePass), {source}};
    }
    [[nodiscard]] static Lineage generated() { return {LineageKind::generated, std::string(kDistributePass), {}}; }

    ir::EntityId value(const std::string& name, std::vector<std::int64_t> shape, std::int64_t element_bytes,
                       BufferRole role, Sharding sharding, Lineage lineage);
    /// A value that lies as the input of an operation does.
    ir::EntityId value_like_input(const ShardedOperation& operation, std::size_t input, const std::string& name,
                                  Lineage lineage);
    ir::EntityId task(const ShardedOperation& operation, NewTask made);
    /// The tasks of a primitive behind its first one: they work on what that has made.
    void further_parts(std::size_t index, Phase phase, const Values& made);
    Values collective(std::size_t index, Phase phase, const Values& operands);
    void overflow(const std::string& name, const std::string& what)
    {
        m_problems.push_back(
            {Severity::error, "workload.overflow", name, what + " of " + name + " does not fit 64-bit integers"});
    }

    const ir::ModelIR& m_model;
    const ShardedBlock& m_block;
    const std::vector<ShardedOperation>& m_all;
    ir::DistributedTaskIR& m_out;
    const strategy::Execution& m_execution;
    strategy::Mesh m_mesh;
    std::int64_t m_bytes;
    std::map<ir::ValueRole, ir::EntityId> m_of_model;
    std::unordered_map<ir::EntityId, ir::EntityId> m_producer; ///< value → task
    std::vector<State> m_state;
    Values m_input, m_output_gradient;
    Diagnostics m_problems;
};

std::vector<Face> Writer::faces(const ir::Primitive& primitive, Phase phase) const
{
    const auto all_reduce = ir::collective_of(primitive, phase, false);
    const auto scattered = ir::collective_of(primitive, phase, true);
    switch (strategy::tensor(m_execution).communication) {
    case strategy::TensorCommunication::all_reduce: return {{BlockScope::every, all_reduce}};
    case strategy::TensorCommunication::reduce_scatter_all_gather: return {{BlockScope::every, scattered}};
    case strategy::TensorCommunication::p2p_rs_ag:
        return {{BlockScope::inner, all_reduce}, {BlockScope::edge, scattered}};
    }
    return {};
}

ir::EntityId Writer::value(const std::string& name, std::vector<std::int64_t> shape, std::int64_t element_bytes,
                           BufferRole role, Sharding sharding, Lineage lineage)
{
    Checked bytes = element_bytes;
    std::string spelled;
    for (const std::int64_t extent : shape) {
        bytes = bytes * extent;
        spelled += std::to_string(extent) + ",";
    }
    if (!bytes.ok())
        overflow(name, "the size");
    ir::EntityId id =
        stable_id("value", {ir::DistributedTaskIR::kSchema, name, spelled, std::to_string(element_bytes)});
    m_out.values.push_back({id, name, std::move(shape), element_bytes, role, sharding, std::move(lineage)});
    return id;
}

ir::EntityId Writer::value_like_input(const ShardedOperation& operation, std::size_t input, const std::string& name,
                                      Lineage lineage)
{
    const std::size_t from = operation.inputs[input];
    // The first operation reads the block's input, which lies as its own output does.
    const ShardedOperation& alike = from == block::kBlockInput ? operation : m_all[from];
    return value(name, alike.shape, m_bytes, BufferRole::activation_gradient, alike.sharding, std::move(lineage));
}

ir::EntityId Writer::task(const ShardedOperation& operation, NewTask made)
{
    ir::DistributedTask out;
    std::string operands;
    for (const ir::EntityId& operand : made.operands)
        operands += operand;
    if (made.part > 0)
        out.part = static_cast<std::int64_t>(made.part);
    out.id = stable_id("node", {ir::DistributedTaskIR::kSchema,
                                operation.name + std::string(ir::part_suffix(operation.primitive, made.part)),
                                to_string(made.phase), to_string(made.scope), operands});
    out.name = operation.name + std::string(ir::part_suffix(operation.primitive, made.part));
    out.phase = made.phase;
    out.collective = std::move(made.collective);
    out.primitive = operation.primitive;
    out.engine = ir::engine_of(operation.primitive, made.phase, made.part);
    out.scope = made.scope;
    out.storage = operation.storage;
    for (const ir::EntityId& operand : made.operands) {
        const auto producer = m_producer.find(operand);
        if (producer != m_producer.end() &&
            std::find(out.dependencies.begin(), out.dependencies.end(), producer->second) == out.dependencies.end())
            out.dependencies.push_back(producer->second);
    }
    for (const ir::EntityId& result : made.results)
        m_producer[result] = out.id;
    out.operands = std::move(made.operands);
    out.results = std::move(made.results);
    out.lineage = std::move(made.lineage);
    m_out.tasks.push_back(std::move(out));
    return m_out.tasks.back().id;
}

void Writer::further_parts(std::size_t index, Phase phase, const Values& made)
{
    const ShardedOperation& operation = m_all[index];
    for (std::size_t part = 1; part < ir::part_count(operation.primitive); ++part) {
        const bool again = phase == Phase::recompute;
        const ir::EntityId id = task(operation, {phase,
                                                 made,
                                                 {},
                                                 again ? cloned(m_state[index].parts[part - 1]) : decomposed(),
                                                 BlockScope::every,
                                                 std::nullopt,
                                                 part});
        if (phase == Phase::forward)
            m_state[index].parts.push_back(id);
    }
}

/// The tasks of a collective in one phase, one for each face; gives their results. The identity has nothing to repeat.
Values Writer::collective(std::size_t index, Phase phase, const Values& operands)
{
    const ShardedOperation& operation = m_all[index];
    const bool backward = phase == Phase::activation_gradient;
    const bool again = phase == Phase::recommunication;
    const auto message = ir::message_of(operation.primitive, phase, ir::work_context(m_execution));
    if (!message) {
        overflow(operation.name, "the message");
        return {};
    }
    Values results;
    for (const Face& face : faces(operation.primitive, phase)) {
        if (again && !face.collective)
            continue;
        const std::string name = operation.name + (backward ? ".dx" : "") + (again ? ".again" : "") +
                                 (face.scope == BlockScope::edge ? ".edge" : "");
        const ir::EntityId result =
            backward ? value_like_input(operation, 0, name, generated())
                     : value(name, operation.shape, m_bytes, BufferRole::activation, operation.sharding, generated());
        NewTask made{
            phase, operands, {result}, again ? cloned(m_state[index].task.at(face.scope)) : generated(), face.scope};
        if (face.collective)
            made.collective = ir::Collective{*face.collective, m_mesh[*operation.over].degree, *message,
                                             ir::reduces(*face.collective) ? "sum" : "", *operation.over};
        const ir::EntityId id = task(operation, std::move(made));
        if (phase == Phase::forward)
            m_state[index].task[face.scope] = id;
        results.push_back(result);
    }
    return results;
}

void Writer::forward()
{
    m_input = {value("input", m_block.input_shape, m_bytes, BufferRole::activation, m_block.input_sharding,
                     {LineageKind::preserved, std::string(kDistributePass), {m_of_model.at(ir::ValueRole::input)}})};
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        const ShardedOperation& operation = m_all[i];
        State& state = m_state[i];
        if (!operation.exists)
            continue;
        Values operands;
        for (const std::size_t input : operation.inputs)
            append(operands, output(input));
        if (operation.collective()) {
            state.made.output = collective(i, Phase::forward, operands);
            continue;
        }
        if (!operation.weight_shape.empty()) {
            state.weight = value(operation.name + ".weight", operation.weight_shape, m_bytes, BufferRole::weight,
                                 operation.weight_sharding, from_model(m_of_model.at(ir::ValueRole::parameter)));
            operands.push_back(state.weight);
        }
        state.made.output = {
            value(operation.name, operation.shape, m_bytes, BufferRole::activation, operation.sharding, decomposed())};
        Values results = state.made.output;
        if (backward_reads(operation) == BackwardReads::mask) {
            state.made.mask = value(operation.name + ".mask", operation.shape, 1, BufferRole::activation,
                                    operation.sharding, decomposed());
            results.push_back(state.made.mask);
        }
        state.task[BlockScope::every] = task(operation, {Phase::forward, operands, results, decomposed()});
        further_parts(i, Phase::forward, state.made.output);
    }
}

void Writer::restore()
{
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        const ShardedOperation& operation = m_all[i];
        State& state = m_state[i];
        if (!operation.exists)
            continue;
        Values operands;
        for (const std::size_t input : operation.inputs)
            append(operands, saved_output(input));
        if (operation.collective()) {
            Values again;
            if (operation.communicates_again)
                again = collective(i, Phase::recommunication, operands);
            // Where it is the identity, what was restored before it passes through.
            const bool input_restored = restored(operation.inputs.front());
            const auto alternatives = faces(operation.primitive, Phase::forward);
            if (!again.empty() || input_restored)
                for (std::size_t face = 0; face < alternatives.size(); ++face)
                    if (!alternatives[face].collective)
                        append(again, input_restored ? operands : Values{state.made.output[face]});
            if (!again.empty())
                state.restored = Made{std::move(again), {}};
            continue;
        }
        if (!operation.recomputed)
            continue;
        if (!operation.weight_shape.empty())
            operands.push_back(state.weight);
        const auto clone = [&](const std::string& suffix, std::int64_t bytes, const ir::EntityId& of) {
            return value(operation.name + suffix, operation.shape, bytes, BufferRole::activation, operation.sharding,
                         cloned(of));
        };
        state.restored = Made{{clone(".again", m_bytes, state.made.output.front())}, {}};
        Values results = state.restored->output;
        if (!state.made.mask.empty()) {
            state.restored->mask = clone(".mask.again", 1, state.made.mask);
            results.push_back(state.restored->mask);
        }
        task(operation, {Phase::recompute, operands, results, cloned(state.task.at(BlockScope::every))});
        further_parts(i, Phase::recompute, state.restored->output);
    }
}

Values Writer::gradient_of(std::size_t index) const
{
    Values out;
    for (std::size_t user = index + 1; user < m_all.size(); ++user)
        for (std::size_t i = 0; i < m_all[user].inputs.size(); ++i)
            if (m_all[user].exists && m_all[user].inputs[i] == index)
                append(out, m_state[user].gradients[i]);
    return out.empty() ? m_output_gradient : out;
}

void Writer::activation_gradients()
{
    const ShardedOperation& last = m_all.back();
    m_output_gradient = {
        value("output.gradient", last.shape, m_bytes, BufferRole::activation_gradient, last.sharding, decomposed())};
    for (std::size_t i = m_all.size(); i-- > 0;) {
        const ShardedOperation& operation = m_all[i];
        State& state = m_state[i];
        if (!operation.exists)
            continue;
        Values operands = gradient_of(i);
        if (operation.collective()) {
            // What goes together comes back together, for everyone who gave a part of it.
            state.gradients.assign(operation.inputs.size(), collective(i, Phase::activation_gradient, operands));
            continue;
        }
        if (!operation.weight_shape.empty())
            operands.push_back(state.weight);
        switch (backward_reads(operation)) {
        case BackwardReads::nothing: break;
        case BackwardReads::input:
            for (const std::size_t input : operation.inputs)
                append(operands, saved_output(input));
            break;
        case BackwardReads::output: append(operands, saved(i).output); break;
        case BackwardReads::mask: operands.push_back(saved(i).mask); break;
        }
        Values results;
        for (std::size_t input = 0; input < operation.inputs.size(); ++input) {
            const std::string name =
                operation.name + (operation.inputs.size() > 1 ? ".dx" + std::to_string(input) : ".dx");
            results.push_back(value_like_input(operation, input, name, decomposed()));
            state.gradients.push_back({results.back()});
        }
        task(operation, {Phase::activation_gradient, operands, results, decomposed()});
        further_parts(i, Phase::activation_gradient, results);
    }
}

void Writer::weight_gradients()
{
    for (std::size_t i = m_all.size(); i-- > 0;) {
        const ShardedOperation& operation = m_all[i];
        if (operation.weight_shape.empty())
            continue;
        Values operands;
        for (const std::size_t input : operation.inputs)
            append(operands, saved_output(input));
        append(operands, gradient_of(i));
        m_state[i].weight_gradient = value(operation.name + ".dw", operation.weight_shape, m_bytes,
                                           BufferRole::weight_gradient, operation.weight_sharding, decomposed());
        task(operation, {Phase::weight_gradient, operands, {m_state[i].weight_gradient}, decomposed()});
    }
}

void Writer::optimizer()
{
    const Lineage from_state = from_model(m_of_model.at(ir::ValueRole::optimizer_state));
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        const ShardedOperation& operation = m_all[i];
        if (operation.weight_shape.empty() || !ir::owns_weights(operation.primitive))
            continue;
        std::vector<std::int64_t> shape{m_bytes < 4 ? 3 : 2};
        shape.insert(shape.end(), operation.weight_shape.begin(), operation.weight_shape.end());
        const auto state = [&](const char* suffix) {
            return value(operation.name + suffix, shape, 4, BufferRole::optimizer_state, operation.weight_sharding,
                         from_state);
        };
        const ir::EntityId before = state(".state");
        const ir::EntityId weight = value(operation.name + ".weight.updated", operation.weight_shape, m_bytes,
                                          BufferRole::weight, operation.weight_sharding, decomposed());
        const ir::EntityId after = state(".state.updated");
        task(
            operation,
            {Phase::optimizer, {m_state[i].weight, before, m_state[i].weight_gradient}, {weight, after}, decomposed()});
    }
}

} // namespace

Diagnostics differentiate(const ir::ModelIR& model, const ShardedBlock& block, ir::DistributedTaskIR& out)
{
    Writer writer(model, block, out);
    writer.forward();
    if (strategy::is_training(out.program.execution)) {
        writer.restore();
        writer.activation_gradients();
        writer.weight_gradients();
        writer.optimizer();
    }
    return writer.take();
}

} // namespace blueprinting::passes
