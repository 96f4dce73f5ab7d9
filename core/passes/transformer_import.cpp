#include "core/passes/transformer_import.h"

#include "core/base/checked.h"
#include "core/base/digest.h"
#include "core/model/counts.h"
#include "core/strategy/derived.h"

#include <array>

namespace blueprinting::passes {
namespace {

constexpr std::array<std::pair<std::string_view, std::int64_t model::TransformerModel::*>, 6> kFields{{
    {"hidden", &model::TransformerModel::hidden},
    {"feedforward", &model::TransformerModel::feedforward},
    {"sequence", &model::TransformerModel::sequence},
    {"heads", &model::TransformerModel::heads},
    {"head_size", &model::TransformerModel::head_size},
    {"blocks", &model::TransformerModel::blocks},
}};

/// Weights of one block: four attention projections, two of the MLP, two layer norms with gain and bias.
Checked block_parameters(const model::TransformerModel& m, strategy::AttentionType attention)
{
    const Checked h = m.hidden, f = m.feedforward;
    const Checked width = Checked(m.heads) * m.head_size;
    const Checked kv = attention == strategy::AttentionType::multiquery ? Checked(m.head_size) : width;
    return Checked(2) * h * width + Checked(2) * h * kv + Checked(2) * h * f + Checked(4) * h;
}

ir::ModelValue value(std::string name, std::vector<std::int64_t> shape, Datatype dtype, ir::ValueRole role)
{
    ir::ModelValue out;
    std::string extents;
    for (const std::int64_t extent : shape)
        extents += std::to_string(extent) + ",";
    out.id = stable_id("value", {ir::ModelIR::kSchema, name, to_string(role), extents, to_string(dtype)});
    out.name = std::move(name);
    out.shape = std::move(shape);
    out.dtype = dtype;
    out.role = role;
    out.lineage = {ir::LineageKind::root, std::string(kImportPass), {}};
    return out;
}

/// The coarse operation with the values that it reads and gives. `weights` is their shape.
ir::ModelIR imported(const ModelBinding& binding, const std::vector<std::int64_t>& activation,
                     const std::vector<std::int64_t>& weights, ir::DecoderSemantics semantics)
{
    ir::ModelIR out;
    out.values.push_back(value("tokens", activation, binding.datatype, ir::ValueRole::input));
    out.values.push_back(value("weights", weights, binding.datatype, ir::ValueRole::parameter));
    if (binding.training) {
        // Two moments, and a master copy where the weights are narrower than float32.
        const std::int64_t copies = bytes_per_element(binding.datatype) < 4 ? 3 : 2;
        std::vector<std::int64_t> shape = weights;
        shape.insert(shape.end() - 1, copies);
        out.values.push_back(value("optimizer", std::move(shape), Datatype::float32, ir::ValueRole::optimizer_state));
    }
    out.values.push_back(value("activations", activation, binding.datatype, ir::ValueRole::output));

    ir::ModelOperation operation;
    operation.name = binding.training ? "transformer.decoder_training" : "transformer.decoder_inference";
    operation.id = stable_id("node", {ir::ModelIR::kSchema, operation.name});
    for (std::size_t i = 0; i + 1 < out.values.size(); ++i) {
        operation.operands.push_back(out.values[i].id);
        operation.effects.push_back({ir::Effect::Kind::read, out.values[i].id});
        out.inputs.push_back(out.values[i].id);
    }
    operation.results = {out.values.back().id};
    out.outputs = operation.results;
    if (binding.training)
        for (std::size_t i = 1; i + 1 < out.values.size(); ++i)
            operation.effects.push_back({ir::Effect::Kind::write, out.values[i].id});
    operation.semantics = std::move(semantics);
    operation.lineage = {ir::LineageKind::root, std::string(kImportPass), {}};
    out.operations.push_back(std::move(operation));
    return out;
}

} // namespace

ModelBinding model_binding(const strategy::Execution& execution)
{
    return {execution.datatype, execution.attention_type, strategy::is_training(execution)};
}

Result<ir::ModelIR> import_transformer(const model::TransformerModel& model, const ModelBinding& binding)
{
    Diagnostics problems;
    for (const auto& [name, field] : kFields)
        if (model.*field < 1)
            problems.push_back({Severity::error, "workload.not_positive", "model." + std::string(name),
                                std::string(name) + " is " + std::to_string(model.*field) + " and must be at least 1"});
    if (!problems.empty())
        return problems;
    const Checked parameters = block_parameters(model, binding.attention_type);
    if (!(parameters * model.blocks * 12).ok())
        return Diagnostic{Severity::error, "workload.overflow", "model",
                          "the model's parameters and their optimizer state do not fit 64-bit integers"};

    return imported(binding, {model.sequence, model.hidden}, {model.blocks, parameters.value()},
                    {model.hidden,
                     model.feedforward,
                     model.sequence,
                     model.heads,
                     model.head_size,
                     model.blocks,
                     binding.attention_type,
                     binding.training,
                     {}});
}

Result<ir::ModelIR> import_transformer(const model::Description& model, const ModelBinding& binding)
{
    if (const auto plain = model::plain_model(model))
        return import_transformer(*plain, binding);
    const auto counts = model::count_parameters(model);
    if (!counts || !(Checked(counts->total) + counts->mtp).ok() || !(Checked(counts->total + counts->mtp) * 12).ok())
        return Diagnostic{Severity::error, "workload.overflow", "model",
                          "the model's parameters and their optimizer state do not fit 64-bit integers"};
    const auto* heads = std::get_if<model::MultiHeadAttention>(&model.attention.kind);
    ir::DecoderSemantics semantics{model.hidden,
                                   model.mlp.feedforward,
                                   model.sequence,
                                   model.attention.heads,
                                   heads ? heads->head_size : 0,
                                   model.blocks,
                                   binding.attention_type,
                                   binding.training,
                                   model};
    return imported(binding, {model.sequence, model.hidden}, {counts->total + counts->mtp}, std::move(semantics));
}

} // namespace blueprinting::passes
