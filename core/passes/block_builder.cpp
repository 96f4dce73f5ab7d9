#include "core/passes/block_builder.h"

#include "core/base/checked.h"
#include "core/passes/transformer_distribute.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::passes {
namespace {

using ir::BlockScope;
using ir::BufferRole;
using ir::Lineage;
using ir::LineageKind;
using ir::Phase;
using ir::Sharding;

void append(std::vector<ir::EntityId>& to, const std::vector<ir::EntityId>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

bool is_dropout(const BlockRow& row) { return std::holds_alternative<ir::Dropout>(row.primitive); }

/// Primitives whose activation gradient needs what went in (or came out) of the forward pass.
bool gradient_needs_input(const BlockRow& row)
{
    return std::holds_alternative<ir::LayerNorm>(row.primitive) || std::holds_alternative<ir::Gelu>(row.primitive) ||
           std::holds_alternative<ir::BatchMatmul>(row.primitive);
}

const ir::EntityId& model_value(const ir::ModelIR& model, ir::ValueRole role)
{
    return std::find_if(model.values.begin(), model.values.end(),
                        [&](const ir::ModelValue& v) { return v.role == role; })
        ->id;
}

} // namespace

BlockBuilder::BlockBuilder(const ir::ModelIR& model, const strategy::Execution& execution, std::vector<BlockRow> rows,
                           ir::DistributedTaskIR& out)
    : m_model(model),
      m_execution(execution),
      m_rows(std::move(rows)),
      m_out(out),
      m_bytes(bytes_per_element(execution.datatype)),
      m_degree(strategy::tensor_degree(execution))
{
}

const BlockRow* BlockBuilder::find(std::int64_t row) const
{
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const BlockRow& r) { return r.row == row; });
    return at == m_rows.end() ? nullptr : &*at;
}

Lineage BlockBuilder::from_operation(LineageKind kind) const
{
    if (kind == LineageKind::generated)
        return {kind, std::string(kDistributePass), {}};
    return {kind, std::string(kDistributePass), {m_model.operations.front().id}};
}

std::vector<BlockBuilder::Face> BlockBuilder::faces(const ir::Boundary& boundary, Phase phase) const
{
    const auto all_reduce = ir::boundary_collective(boundary.side, phase, false);
    const auto scattered = ir::boundary_collective(boundary.side, phase, true);
    switch (strategy::tensor(m_execution).communication) {
    case strategy::TensorCommunication::all_reduce: return {{BlockScope::every, all_reduce}};
    case strategy::TensorCommunication::reduce_scatter_all_gather: return {{BlockScope::every, scattered}};
    case strategy::TensorCommunication::p2p_rs_ag:
        return {{BlockScope::inner, all_reduce}, {BlockScope::edge, scattered}};
    }
    return {};
}

BlockBuilder::Values BlockBuilder::saved(std::int64_t row) const
{
    const auto again = m_restored.find(row);
    return again != m_restored.end() ? again->second : m_forward.at(row);
}

ir::EntityId BlockBuilder::value(const std::string& name, std::vector<std::int64_t> shape, std::int64_t element_bytes,
                                 BufferRole role, Sharding sharding, Lineage lineage)
{
    Checked bytes = element_bytes;
    std::string spelled;
    for (const std::int64_t extent : shape) {
        bytes = bytes * extent;
        spelled += std::to_string(extent) + ",";
    }
    if (!bytes.ok())
        m_problems.push_back(
            {Severity::error, "workload.overflow", name, "the size of " + name + " does not fit 64-bit integers"});
    ir::DistributedValue out;
    out.id = stable_id("value", {ir::DistributedTaskIR::kSchema, name, spelled, std::to_string(element_bytes)});
    out.name = name;
    out.shape = std::move(shape);
    out.element_bytes = element_bytes;
    out.role = role;
    out.sharding = sharding;
    out.lineage = std::move(lineage);
    m_out.values.push_back(std::move(out));
    return m_out.values.back().id;
}

ir::EntityId BlockBuilder::task(const BlockRow& row, NewTask made)
{
    ir::DistributedTask out;
    std::string operands;
    for (const ir::EntityId& operand : made.operands)
        operands += operand;
    out.id = stable_id(
        "node", {ir::DistributedTaskIR::kSchema, row.name, to_string(made.phase), to_string(made.scope), operands});
    out.name = std::string(row.name);
    out.row = row.row;
    out.phase = made.phase;
    out.kind = std::move(made.kind);
    out.primitive = row.primitive;
    out.engine = ir::engine_of(row.primitive, made.phase);
    out.scope = made.scope;
    out.storage = row.storage;
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

void BlockBuilder::boundary(const BlockRow& row, const ir::Boundary& primitive, Phase phase, const Values& operands,
                            Values& results)
{
    const bool backward = phase == Phase::activation_gradient;
    const bool again = phase == Phase::recommunication;
    const Checked message = Checked(primitive.elements) * m_bytes;
    if (!message.ok()) {
        m_problems.push_back({Severity::error, "workload.overflow", std::string(row.name),
                              "the message of " + std::string(row.name) + " does not fit 64-bit integers"});
        return;
    }
    for (const Face& face : faces(primitive, phase)) {
        if (again && !face.collective)
            continue; // the identity has nothing to repeat
        NewTask made;
        made.phase = phase;
        made.scope = face.scope;
        if (face.collective)
            made.kind = ir::Collective{*face.collective, m_degree, message.value(),
                                       *face.collective == ir::CollectiveKind::all_gather ? "" : "sum"};
        made.operands = operands;
        std::string name(row.name);
        if (backward)
            name += ".dx";
        if (again)
            name += ".again";
        if (face.scope == BlockScope::edge)
            name += ".edge";
        const BlockRow* input = find(row.inputs.front());
        made.results = {value(name, backward && input ? input->shape : row.shape, m_bytes,
                              backward ? BufferRole::activation_gradient : BufferRole::activation,
                              backward && input ? input->sharding : row.sharding,
                              from_operation(LineageKind::generated))};
        made.lineage = from_operation(LineageKind::generated);
        if (again)
            made.lineage = {
                LineageKind::cloned, std::string(kDistributePass), {m_forward_task.at({row.row, face.scope})}};
        append(results, made.results);
        const ir::EntityId id = task(row, std::move(made));
        if (phase == Phase::forward)
            m_forward_task[{row.row, face.scope}] = id;
    }
}

void BlockBuilder::forward()
{
    const BlockRow& first = m_rows.front();
    m_forward[0] = {
        value("input", first.shape, m_bytes, BufferRole::activation, first.sharding,
              {LineageKind::preserved, std::string(kDistributePass), {model_value(m_model, ir::ValueRole::input)}})};
    for (const BlockRow& row : m_rows) {
        Values operands;
        for (const std::int64_t input : row.inputs)
            append(operands, m_forward.at(input));
        if (const auto* primitive = std::get_if<ir::Boundary>(&row.primitive)) {
            boundary(row, *primitive, Phase::forward, operands, m_forward[row.row]);
            continue;
        }
        const std::string name(row.name);
        if (!row.weight_shape.empty()) {
            m_weight[row.row] =
                value(name + ".weight", row.weight_shape, m_bytes, BufferRole::weight, row.weight_sharding,
                      {LineageKind::decomposed,
                       std::string(kDistributePass),
                       {model_value(m_model, ir::ValueRole::parameter)}});
            operands.push_back(m_weight[row.row]);
        }
        Values results{value(name, row.shape, m_bytes, BufferRole::activation, row.sharding,
                             from_operation(LineageKind::decomposed))};
        m_forward[row.row] = results;
        if (is_dropout(row)) {
            m_mask[row.row] = value(name + ".mask", row.shape, 1, BufferRole::activation, row.sharding,
                                    from_operation(LineageKind::decomposed));
            results.push_back(m_mask[row.row]);
        }
        m_forward_task[{row.row, BlockScope::every}] =
            task(row, {Phase::forward, BlockScope::every, ir::LocalCompute{}, operands, results,
                       from_operation(LineageKind::decomposed)});
    }
}

void BlockBuilder::restore()
{
    for (const BlockRow& row : m_rows) {
        Values operands;
        for (const std::int64_t input : row.inputs)
            append(operands, saved(input));
        if (const auto* primitive = std::get_if<ir::Boundary>(&row.primitive)) {
            Values again;
            if (row.recommunicates)
                boundary(row, *primitive, Phase::recommunication, operands, again);
            // Where it is the identity, what was restored before it passes through.
            const bool input_restored = m_restored.contains(row.inputs.front());
            const auto alternatives = faces(*primitive, Phase::forward);
            if (!again.empty() || input_restored)
                for (std::size_t i = 0; i < alternatives.size(); ++i)
                    if (!alternatives[i].collective)
                        append(again, input_restored ? operands : Values{m_forward.at(row.row)[i]});
            if (!again.empty())
                m_restored[row.row] = std::move(again);
            continue;
        }
        if (!row.recomputed)
            continue;
        const ir::EntityId source = m_forward_task.at({row.row, BlockScope::every});
        const Lineage cloned{LineageKind::cloned, std::string(kDistributePass), {source}};
        const std::string name(row.name);
        if (!row.weight_shape.empty())
            operands.push_back(m_weight.at(row.row));
        const auto clone = [&](const std::string& suffix, std::int64_t bytes, const ir::EntityId& of) {
            return value(name + suffix, row.shape, bytes, BufferRole::activation, row.sharding,
                         {LineageKind::cloned, std::string(kDistributePass), {of}});
        };
        Values results{clone(".again", m_bytes, m_forward.at(row.row).front())};
        m_restored[row.row] = results;
        if (is_dropout(row)) {
            m_restored_mask[row.row] = clone(".mask.again", 1, m_mask.at(row.row));
            results.push_back(m_restored_mask[row.row]);
        }
        task(row, {Phase::recompute, BlockScope::every, ir::LocalCompute{}, operands, results, cloned});
    }
}

BlockBuilder::Values BlockBuilder::gradient_of(std::int64_t row) const
{
    Values out;
    for (const BlockRow& user : m_rows)
        for (std::size_t i = 0; i < user.inputs.size(); ++i)
            if (user.inputs[i] == row)
                append(out, m_gradient.at({user.row, i}));
    return out.empty() ? m_output_gradient : out;
}

void BlockBuilder::activation_gradients()
{
    const BlockRow& last = m_rows.back();
    m_output_gradient = {value("output.gradient", last.shape, m_bytes, BufferRole::activation_gradient, last.sharding,
                               from_operation(LineageKind::decomposed))};
    for (auto at = m_rows.rbegin(); at != m_rows.rend(); ++at) {
        const BlockRow& row = *at;
        Values operands = gradient_of(row.row);
        if (const auto* primitive = std::get_if<ir::Boundary>(&row.primitive)) {
            boundary(row, *primitive, Phase::activation_gradient, operands, m_gradient[{row.row, 0}]);
            continue;
        }
        if (!row.weight_shape.empty())
            operands.push_back(m_weight.at(row.row));
        if (gradient_needs_input(row))
            for (const std::int64_t input : row.inputs)
                append(operands, saved(input));
        if (std::holds_alternative<ir::Softmax>(row.primitive))
            append(operands, saved(row.row)); // its own output
        if (is_dropout(row)) {
            const auto again = m_restored_mask.find(row.row);
            operands.push_back(again != m_restored_mask.end() ? again->second : m_mask.at(row.row));
        }
        Values results;
        for (std::size_t i = 0; i < row.inputs.size(); ++i) {
            const BlockRow* input = find(row.inputs[i]);
            const std::string name =
                std::string(row.name) + (row.inputs.size() > 1 ? ".dx" + std::to_string(i) : ".dx");
            const ir::EntityId dx =
                value(name, input ? input->shape : row.shape, m_bytes, BufferRole::activation_gradient,
                      input ? input->sharding : row.sharding, from_operation(LineageKind::decomposed));
            m_gradient[{row.row, i}] = {dx};
            results.push_back(dx);
        }
        task(row, {Phase::activation_gradient, BlockScope::every, ir::LocalCompute{}, operands, results,
                   from_operation(LineageKind::decomposed)});
    }
}

void BlockBuilder::weight_gradients()
{
    for (auto at = m_rows.rbegin(); at != m_rows.rend(); ++at) {
        const BlockRow& row = *at;
        if (row.weight_shape.empty())
            continue;
        Values operands;
        for (const std::int64_t input : row.inputs)
            append(operands, saved(input));
        append(operands, gradient_of(row.row));
        const ir::EntityId dw =
            value(std::string(row.name) + ".dw", row.weight_shape, m_bytes, BufferRole::weight_gradient,
                  row.weight_sharding, from_operation(LineageKind::decomposed));
        m_weight_gradient[row.row] = dw;
        task(row, {Phase::weight_gradient,
                   BlockScope::every,
                   ir::LocalCompute{},
                   operands,
                   {dw},
                   from_operation(LineageKind::decomposed)});
    }
}

void BlockBuilder::optimizer()
{
    const Lineage from_state{
        LineageKind::decomposed, std::string(kDistributePass), {model_value(m_model, ir::ValueRole::optimizer_state)}};
    for (const BlockRow& row : m_rows) {
        if (row.weight_shape.empty())
            continue;
        const std::string name(row.name);
        std::vector<std::int64_t> shape{m_bytes < 4 ? 3 : 2};
        shape.insert(shape.end(), row.weight_shape.begin(), row.weight_shape.end());
        const ir::EntityId state =
            value(name + ".state", shape, 4, BufferRole::optimizer_state, row.weight_sharding, from_state);
        const ir::EntityId weight = value(name + ".weight.updated", row.weight_shape, m_bytes, BufferRole::weight,
                                          row.weight_sharding, from_operation(LineageKind::decomposed));
        const ir::EntityId updated =
            value(name + ".state.updated", shape, 4, BufferRole::optimizer_state, row.weight_sharding, from_state);
        task(row, {Phase::optimizer,
                   BlockScope::every,
                   ir::LocalCompute{},
                   {m_weight.at(row.row), state, m_weight_gradient.at(row.row)},
                   {weight, updated},
                   from_operation(LineageKind::decomposed)});
    }
}

} // namespace blueprinting::passes
