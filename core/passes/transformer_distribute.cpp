#include "core/passes/transformer_distribute.h"

#include "core/base/checked.h"
#include "core/passes/differentiate.h"
#include "core/strategy/derived.h"

namespace blueprinting::passes {
namespace {

using strategy::TensorCommunication;

Diagnostics unsuitable(const ir::ModelIR& model, const strategy::Execution& execution, strategy::Rules rules)
{
    Diagnostics out;
    const auto positive = [&](std::string_view path, std::int64_t value) {
        if (value < 1)
            out.push_back({Severity::error, "workload.not_positive", std::string(path),
                           std::string(path) + " is " + std::to_string(value) + " and must be at least 1"});
    };
    positive("tensor.degree", strategy::tensor_degree(execution));
    positive("pipeline.degree", strategy::pipeline_degree(execution));
    positive("data.degree", strategy::data_degree(execution));
    positive("microbatch_size", execution.microbatch_size);
    positive("global_batch", execution.global_batch);
    if (strategy::tensor(execution).communication == TensorCommunication::p2p_rs_ag && rules == strategy::Rules::strict)
        out.push_back({Severity::error, "strategy.unsupported.communication", "tensor.communication",
                       "p2p_rs_ag is admitted only under the Calculon-compatible rules"});
    if (model.operations.size() != 1)
        out.push_back({Severity::error, "workload.not_a_transformer", "operations",
                       "expected one transformer operation, found " + std::to_string(model.operations.size())});
    else if (model.operations.front().semantics.training != strategy::is_training(execution))
        out.push_back({Severity::error, "workload.mode_mismatch", "operations/0",
                       "the model is imported for " +
                           std::string(model.operations.front().semantics.training ? "training" : "inference") +
                           ", the strategy is for the other"});
    return out;
}

} // namespace

Result<std::int64_t> pipeline_message(const ir::DecoderSemantics& model, const strategy::Execution& execution)
{
    const bool sharded = strategy::tensor(execution).communication != TensorCommunication::all_reduce;
    const std::int64_t t = strategy::tensor_degree(execution);
    const Checked tokens = Checked(execution.microbatch_size) * model.sequence;
    const Checked bytes = tokens * model.hidden * bytes_per_element(execution.datatype);
    if (!bytes.ok())
        return Diagnostic{Severity::error, "workload.overflow", "block",
                          "the activation between two stages does not fit 64-bit integers"};
    const std::int64_t parts = strategy::context(execution).degree; // the laws have seen that they are whole
    if (!sharded)
        return bytes.value() / parts;
    if (tokens.value() % t != 0)
        return Diagnostic{Severity::error, "workload.indivisible", "tensor.degree",
                          "tensor parallel degree " + std::to_string(t) + " does not divide the " +
                              std::to_string(tokens.value()) + " tokens of a microbatch"};
    return bytes.value() / t / parts;
}

Result<ir::DistributedTaskIR> distribute_transformer(const ir::ModelIR& model, const Digest& source,
                                                     const strategy::Execution& execution, strategy::Rules rules,
                                                     const block::Piece& piece)
{
    if (auto problems = unsuitable(model, execution, rules); !problems.empty())
        return problems;
    const ir::ModelOperation& operation = model.operations.front();
    auto block = shard(block::setting_of(description_of(operation.semantics), piece, execution), execution);
    if (!block)
        return block.failure_as<ir::DistributedTaskIR>();
    const auto message = pipeline_message(operation.semantics, execution);
    if (!message)
        return message.failure_as<ir::DistributedTaskIR>();

    ir::DistributedTaskIR out;
    out.source = source;
    const strategy::Mesh mesh = strategy::mesh(execution);
    out.mesh = mesh.present();
    const ir::DecoderSemantics& model_shape = operation.semantics;
    out.program = {execution,
                   model_shape.blocks,
                   model_shape.hidden,
                   model_shape.sequence,
                   *message,
                   model_shape.feedforward,
                   model_shape.heads,
                   model_shape.head_size,
                   {},
                   {}};
    if (model_shape.description) {
        out.program.description = model_shape.description;
        out.program.piece = piece;
    }
    out.program.execution.num_procs.reset(); // t·p·d: what a file states once more is no part of the program

    if (auto problems = differentiate(model, *block, out); !problems.empty())
        return problems;
    return out;
}

} // namespace blueprinting::passes
