#pragma once
#include "core/strategy/derived.h"
#include "core/strategy/laws.h"

#include <algorithm>

/// Strategies that tests start from; a test changes what it is about.
namespace blueprinting::testing {

using namespace blueprinting::strategy;

struct Case {
    model::TransformerModel model;
    system::SystemProfile system;
    Execution execution;
    Rules rules = Rules::strict;

    TransformerTrainingParallelism& training()
    {
        return std::get<TransformerTrainingParallelism>(execution.parallelism);
    }
    TransformerInferenceParallelism& inference()
    {
        return std::get<TransformerInferenceParallelism>(execution.parallelism);
    }
    [[nodiscard]] std::vector<Violation> violations() const
    {
        return strategy::violations(model, system, execution, rules);
    }
    [[nodiscard]] std::vector<std::string_view> codes() const
    {
        return violated_codes(model, system, execution, rules);
    }
    [[nodiscard]] bool breaks(std::string_view code) const
    {
        const auto all = codes();
        return std::find(all.begin(), all.end(), code) != all.end();
    }
};

/// Tier 0 connects 8 and must be filled, tier 1 connects 64; float16 has both rates, float8 the matrix rate alone.
inline system::SystemProfile small_system()
{
    system::SystemProfile out;
    const system::EfficiencyCurve flat{{{0, 1}}};
    out.matrix = {{Datatype::float16, {100, flat}}, {Datatype::float8, {200, flat}}};
    out.vector = {{Datatype::float16, {10, flat}}, {Datatype::float32, {5, flat}}};
    out.mem1 = {80, 1000, flat};
    out.mem2 = {100, 10, flat};
    system::Network network;
    network.bandwidth_gbps = 100;
    network.size = 8;
    network.must_be_filled = true;
    out.networks.push_back(network);
    network.size = 64;
    network.must_be_filled = false;
    out.networks.push_back(network);
    return out;
}

/// 96 blocks on 8 stages of 12, 3 chunks of 4; 8 heads a rank; 240 samples in 15 microbatches of 4 for each of 4
/// groups.
inline Case legal_case()
{
    Case out;
    out.model = {"test", 12288, 49152, 2048, 64, 192, 96};
    out.system = small_system();
    out.execution.parallelism = TransformerTrainingParallelism{{8, TensorCommunication::reduce_scatter_all_gather},
                                                               {8, InterleavedOneForwardOneBackward{3}},
                                                               {4, false},
                                                               RecomputePolicy::attention_only};
    out.execution.global_batch = 240;
    out.execution.microbatch_size = 4;
    out.execution.all_gather_redo = true;
    out.execution.tiers = {0, 1, 1};
    return out;
}

/// The same for serving: 4 replicas.
inline Case legal_inference()
{
    Case out = legal_case();
    out.execution.parallelism =
        TransformerInferenceParallelism{{8, TensorCommunication::all_reduce}, {8, ForwardOnly{1}}, {4}};
    out.execution.all_gather_redo = false;
    return out;
}

/// The same with another number in this field. v of 1 in training is plain 1F1B.
inline Case with(Case c, Field field, std::int64_t value)
{
    const bool training = is_training(c.execution);
    TensorParallel& tensor = training ? c.training().tensor : c.inference().tensor;
    PipelineParallel& pipeline = training ? c.training().pipeline : c.inference().pipeline;
    switch (field) {
    case Field::tensor_degree: tensor.degree = value; break;
    case Field::pipeline_degree: pipeline.degree = value; break;
    case Field::data_degree: c.training().data.degree = value; break;
    case Field::replicas: c.inference().replicas.replicas = value; break;
    case Field::virtual_stages:
        if (!training)
            pipeline.schedule = ForwardOnly{value};
        else if (value == 1)
            pipeline.schedule = OneForwardOneBackward{};
        else
            pipeline.schedule = InterleavedOneForwardOneBackward{value};
        break;
    case Field::global_batch: c.execution.global_batch = value; break;
    case Field::microbatch_size: c.execution.microbatch_size = value; break;
    case Field::tensor_tier: c.execution.tiers.tensor = value; break;
    case Field::pipeline_tier: c.execution.tiers.pipeline = value; break;
    case Field::data_tier: c.execution.tiers.data = value; break;
    case Field::num_procs: c.execution.num_procs = value; break;
    default: break;
    }
    return c;
}

} // namespace blueprinting::testing
