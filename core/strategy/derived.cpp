#include "core/strategy/derived.h"

#include "core/base/checked.h"
#include "core/base/overloaded.h"
#include "core/strategy/divisors.h"

namespace blueprinting::strategy {

bool is_training(const Execution& execution)
{
    return std::visit(Overloaded{[](const TransformerTrainingParallelism&) { return true; },
                                 [](const TransformerInferenceParallelism&) { return false; }},
                      execution.parallelism);
}

const TensorParallel& tensor(const Execution& execution)
{
    return std::visit(
        Overloaded{[](const TransformerTrainingParallelism& p) -> const TensorParallel& { return p.tensor; },
                   [](const TransformerInferenceParallelism& p) -> const TensorParallel& { return p.tensor; }},
        execution.parallelism);
}

const PipelineParallel& pipeline(const Execution& execution)
{
    return std::visit(
        Overloaded{[](const TransformerTrainingParallelism& p) -> const PipelineParallel& { return p.pipeline; },
                   [](const TransformerInferenceParallelism& p) -> const PipelineParallel& { return p.pipeline; }},
        execution.parallelism);
}

std::int64_t tensor_degree(const Execution& execution) { return tensor(execution).degree; }

std::int64_t pipeline_degree(const Execution& execution) { return pipeline(execution).degree; }

std::int64_t data_degree(const Execution& execution)
{
    return std::visit(Overloaded{[](const TransformerTrainingParallelism& p) { return p.data.degree; },
                                 [](const TransformerInferenceParallelism& p) { return p.replicas.replicas; }},
                      execution.parallelism);
}

bool optimizer_sharding(const Execution& execution) { return sharding(execution) != StateSharding::none; }

std::int64_t optimizer_shards(const Execution& execution)
{
    return optimizer_sharding(execution) ? gradient_group(execution) : 1;
}

namespace {

/// A member of what only training has; of an inference, one that says nothing.
template <auto member>
const auto& in_training(const Execution& execution)
{
    static const TransformerTrainingParallelism none;
    const auto* training = std::get_if<TransformerTrainingParallelism>(&execution.parallelism);
    return (training ? *training : none).*member;
}

} // namespace

const ContextParallel& context(const Execution& execution)
{
    return in_training<&TransformerTrainingParallelism::context>(execution);
}

const ExpertParallel& expert(const Execution& execution)
{
    return in_training<&TransformerTrainingParallelism::expert>(execution);
}

const DataParallel& data(const Execution& execution)
{
    return in_training<&TransformerTrainingParallelism::data>(execution);
}

ModuleSet modules(const Execution& execution)
{
    return in_training<&TransformerTrainingParallelism::modules>(execution);
}

FullRecompute full_method(const Execution& execution)
{
    return in_training<&TransformerTrainingParallelism::full_method>(execution);
}

std::int64_t full_layers(const Execution& execution)
{
    return in_training<&TransformerTrainingParallelism::full_layers>(execution);
}

StateSharding sharding(const Execution& execution)
{
    const DataParallel& its = data(execution);
    return its.sharding == StateSharding::none && its.optimizer_sharding ? StateSharding::optimizer : its.sharding;
}

std::int64_t gradient_group(const Execution& execution) { return data_degree(execution) * context(execution).degree; }

std::int64_t expert_data_degree(const Execution& execution)
{
    const ExpertParallel& experts = expert(execution);
    return tensor_degree(execution) * gradient_group(execution) / (experts.degree * experts.tensor_degree);
}

bool has_new_switch(const Execution& execution)
{
    const DataParallel& its = data(execution);
    return execution.fused_attention || !pipeline(execution).layout.empty() || context(execution).degree > 1 ||
           expert(execution) != ExpertParallel{} || sharding(execution) > StateSharding::optimizer ||
           !modules(execution).empty() || full_method(execution) != FullRecompute::uniform ||
           full_layers(execution) != 1 || its.gradient_bytes.has_value() || execution.precision != Precision{} ||
           execution.optimizer_states != OptimizerStates::float32;
}

RecomputePolicy recompute(const Execution& execution)
{
    return std::visit(Overloaded{[](const TransformerTrainingParallelism& p) { return p.recompute; },
                                 [](const TransformerInferenceParallelism&) { return RecomputePolicy::none; }},
                      execution.parallelism);
}

std::int64_t virtual_stages(const Execution& execution)
{
    return std::visit(Overloaded{[](const SingleStage&) -> std::int64_t { return 1; },
                                 [](const OneForwardOneBackward&) -> std::int64_t { return 1; },
                                 [](const InterleavedOneForwardOneBackward& s) { return s.virtual_stages; },
                                 [](const ForwardOnly& s) { return s.virtual_stages; }},
                      pipeline(execution).schedule);
}

std::int64_t world_size(const Execution& execution)
{
    return tensor_degree(execution) * context(execution).degree * pipeline_degree(execution) * data_degree(execution);
}

std::optional<std::int64_t> checked_world_size(const Execution& execution)
{
    return (Checked(tensor_degree(execution)) * Checked(pipeline_degree(execution)) * Checked(data_degree(execution)) *
            Checked(context(execution).degree))
        .get();
}

void forget_redundant_processors(Execution& execution)
{
    if (execution.num_procs && execution.num_procs == checked_world_size(execution))
        execution.num_procs.reset();
}

std::int64_t local_batch(const Execution& execution) { return execution.global_batch / data_degree(execution); }

std::int64_t microbatch_count(const Execution& execution) { return local_batch(execution) / execution.microbatch_size; }

std::int64_t least_chunks(std::int64_t blocks, std::int64_t p)
{
    if (!stages_hold(blocks, p, Rules::strict))
        return 2;
    const auto all = divisors(blocks / p);
    return all.size() > 1 ? all[1] : 2;
}

std::int64_t blocks_per_stage(const Execution& execution, std::int64_t blocks)
{
    return most_on_a_stage(blocks, pipeline_degree(execution));
}

std::int64_t blocks_per_chunk(const Execution& execution, std::int64_t blocks)
{
    return blocks_per_stage(execution, blocks) / virtual_stages(execution);
}

bool sequence_parallel(const Execution& execution)
{
    return tensor(execution).communication == TensorCommunication::reduce_scatter_all_gather;
}

} // namespace blueprinting::strategy
