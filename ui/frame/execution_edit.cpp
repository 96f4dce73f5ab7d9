#include "ui/frame/execution_edit.h"

#include "core/base/overloaded.h"
#include "core/strategy/derived.h"

namespace blueprinting::ui {

using strategy::Field;
using strategy::TransformerInferenceParallelism;
using strategy::TransformerTrainingParallelism;

namespace {

strategy::TensorParallel& tensor_of(strategy::Execution& execution)
{
    return std::visit([](auto& p) -> strategy::TensorParallel& { return p.tensor; }, execution.parallelism);
}

strategy::PipelineParallel& pipeline_of(strategy::Execution& execution)
{
    return std::visit([](auto& p) -> strategy::PipelineParallel& { return p.pipeline; }, execution.parallelism);
}

void set_virtual_stages(strategy::PipelineSchedule& schedule, std::int64_t v)
{
    schedule = std::visit(
        Overloaded{
            [&](const strategy::ForwardOnly&) -> strategy::PipelineSchedule { return strategy::ForwardOnly{v}; },
            [&](const strategy::SingleStage&) -> strategy::PipelineSchedule {
                return strategy::InterleavedOneForwardOneBackward{v};
            },
            [&](const strategy::OneForwardOneBackward&) -> strategy::PipelineSchedule {
                return strategy::InterleavedOneForwardOneBackward{v};
            },
            [&](const strategy::InterleavedOneForwardOneBackward&) -> strategy::PipelineSchedule {
                return strategy::InterleavedOneForwardOneBackward{v};
            },
        },
        schedule);
}

} // namespace

std::optional<std::int64_t> number_of(const strategy::Execution& execution, Field field)
{
    switch (field) {
    case Field::tensor_degree: return strategy::tensor_degree(execution);
    case Field::pipeline_degree: return strategy::pipeline_degree(execution);
    case Field::data_degree:
    case Field::replicas: return strategy::data_degree(execution);
    case Field::virtual_stages:
        return std::visit(
            Overloaded{
                [](const strategy::SingleStage&) { return std::optional<std::int64_t>(); },
                [](const strategy::OneForwardOneBackward&) { return std::optional<std::int64_t>(); },
                [](const strategy::InterleavedOneForwardOneBackward& s) { return std::optional(s.virtual_stages); },
                [](const strategy::ForwardOnly& s) { return std::optional(s.virtual_stages); },
            },
            strategy::pipeline(execution).schedule);
    case Field::global_batch: return execution.global_batch;
    case Field::microbatch_size: return execution.microbatch_size;
    case Field::tensor_tier: return execution.tiers.tensor;
    case Field::pipeline_tier: return execution.tiers.pipeline;
    case Field::data_tier: return execution.tiers.data;
    case Field::num_procs: return execution.num_procs;
    case Field::tensor_communication:
    case Field::schedule:
    case Field::optimizer_sharding:
    case Field::recompute:
    case Field::datatype:
    case Field::all_gather_redo:
    case Field::model: return std::nullopt;
    }
    return std::nullopt;
}

void set_number(strategy::Execution& execution, Field field, std::int64_t value)
{
    switch (field) {
    case Field::tensor_degree: tensor_of(execution).degree = value; return;
    case Field::pipeline_degree: pipeline_of(execution).degree = value; return;
    case Field::data_degree:
    case Field::replicas:
        std::visit(Overloaded{[&](TransformerTrainingParallelism& p) { p.data.degree = value; },
                              [&](TransformerInferenceParallelism& p) { p.replicas.replicas = value; }},
                   execution.parallelism);
        return;
    case Field::virtual_stages:
        if (value == 1 && strategy::is_training(execution))
            pipeline_of(execution).schedule = strategy::OneForwardOneBackward{};
        else
            set_virtual_stages(pipeline_of(execution).schedule, value);
        return;
    case Field::global_batch: execution.global_batch = value; return;
    case Field::microbatch_size: execution.microbatch_size = value; return;
    case Field::tensor_tier: execution.tiers.tensor = value; return;
    case Field::pipeline_tier: execution.tiers.pipeline = value; return;
    case Field::data_tier: execution.tiers.data = value; return;
    case Field::num_procs: execution.num_procs = value; return;
    case Field::tensor_communication:
    case Field::schedule:
    case Field::optimizer_sharding:
    case Field::recompute:
    case Field::datatype:
    case Field::all_gather_redo:
    case Field::model: return;
    }
}

void set_tensor_communication(strategy::Execution& execution, strategy::TensorCommunication communication)
{
    tensor_of(execution).communication = communication;
}

void set_schedule(strategy::Execution& execution, const strategy::PipelineSchedule& schedule)
{
    pipeline_of(execution).schedule = schedule;
}

void set_recompute(strategy::Execution& execution, strategy::RecomputePolicy policy)
{
    if (auto* training = std::get_if<TransformerTrainingParallelism>(&execution.parallelism))
        training->recompute = policy;
}

void set_optimizer_sharding(strategy::Execution& execution, bool sharding)
{
    if (auto* training = std::get_if<TransformerTrainingParallelism>(&execution.parallelism))
        training->data.optimizer_sharding = sharding;
}

void set_training(strategy::Execution& execution, bool training)
{
    if (training == strategy::is_training(execution))
        return;
    const strategy::TensorParallel tensor = strategy::tensor(execution);
    const std::int64_t p = strategy::pipeline_degree(execution);
    const std::int64_t groups = strategy::data_degree(execution);
    if (!training) {
        execution.all_gather_redo = false; // done again in the backward pass
        execution.parallelism = TransformerInferenceParallelism{tensor, {p, strategy::ForwardOnly{}}, {groups}};
        return;
    }
    const strategy::PipelineSchedule schedule =
        p == 1 ? strategy::PipelineSchedule(strategy::SingleStage{}) : strategy::OneForwardOneBackward{};
    execution.parallelism =
        TransformerTrainingParallelism{tensor, {p, schedule}, {groups, false}, strategy::RecomputePolicy::none};
}

} // namespace blueprinting::ui
