#pragma once
#include "core/cost/estimate.h"

#include <string>
#include <vector>

/// A system and plans with round numbers, so that a test can do its arithmetic in one line.
namespace hand_made {

using namespace blueprinting;

inline system::EfficiencyCurve curve(std::vector<system::EfficiencyStep> steps) { return {std::move(steps)}; }

/// Matrix 100 TFLOP/s (0.8 from 10 GFLOP, 0.5 from 1, 0.25 below), vector 10 TFLOP/s (0.5 throughout), mem1 1000 GB/s
/// (0.8 from 10 MB, else 0.4) of 10 GiB. Tier 0: 100 GB/s at 0.5 with 1e-5 s; tier 1: 10 GB/s at 0.8 with 1e-4 s.
inline system::SystemProfile machine()
{
    system::SystemProfile out;
    out.name = "hand made";
    out.matrix[Datatype::float16] = {100, curve({{10, 0.8}, {1, 0.5}, {0, 0.25}})};
    out.vector[Datatype::float16] = {10, curve({{0, 0.5}})};
    out.mem1 = {10, 1000, curve({{10, 0.8}, {0, 0.4}})};
    out.mem2 = {100, 10, curve({{0, 1}})};
    system::Network near;
    near.bandwidth_gbps = 100;
    near.efficiency = 0.5;
    near.size = 8;
    near.latency = 1e-5;
    near.operations = {system::VolumeModel{1, std::nullopt}, {1.5, -1.0}, {1.5, -1.0}, {2, -1.0}};
    system::Network far = near;
    far.bandwidth_gbps = 10;
    far.efficiency = 0.8;
    far.size = 4096;
    far.latency = 1e-4;
    far.operations = {system::VolumeModel{1, std::nullopt}, {1, 0.0}, {1, 0.0}, {1, 0.0}};
    out.networks = {near, far};
    return out;
}

inline ir::PortableTask task(ir::Phase phase, ir::EngineClass engine, std::int64_t operations, std::int64_t read,
                             std::int64_t write)
{
    ir::PortableTask out;
    out.phase = phase;
    out.engine = engine;
    out.facts = {{operations, 1}, {read, 1}, {write, 1}, 0};
    return out;
}

inline ir::PortableTask collective(ir::Phase phase, ir::CollectiveKind kind, std::int64_t participants,
                                   std::int64_t message, ir::BlockScope scope = ir::BlockScope::every)
{
    ir::PortableTask out;
    out.phase = phase;
    out.engine = ir::EngineClass::collective;
    out.scope = scope;
    out.collective = ir::Collective{kind, participants, message, kind == ir::CollectiveKind::all_gather ? "" : "sum"};
    out.facts.message_bytes = message;
    return out;
}

inline strategy::Execution training(std::int64_t t, std::int64_t p, std::int64_t v, std::int64_t d, std::int64_t batch,
                                    std::int64_t micro)
{
    strategy::TransformerTrainingParallelism parallelism;
    parallelism.tensor.degree = t;
    parallelism.pipeline.degree = p;
    if (v > 1)
        parallelism.pipeline.schedule = strategy::InterleavedOneForwardOneBackward{v};
    else if (p > 1)
        parallelism.pipeline.schedule = strategy::OneForwardOneBackward{};
    parallelism.data.degree = d;
    strategy::Execution out;
    out.parallelism = parallelism;
    out.global_batch = batch;
    out.microbatch_size = micro;
    out.tiers = {0, 1, 1};
    return out;
}

inline strategy::Execution inference(std::int64_t t, std::int64_t p, std::int64_t v, std::int64_t batch,
                                     std::int64_t micro)
{
    strategy::TransformerInferenceParallelism parallelism;
    parallelism.tensor.degree = t;
    parallelism.pipeline = {p, strategy::ForwardOnly{v}};
    strategy::Execution out;
    out.parallelism = parallelism;
    out.global_batch = batch;
    out.microbatch_size = micro;
    out.tiers = {0, 1, 1};
    return out;
}

/// One linear layer and one collective each way: F = 4e9 operations on the matrix engine and nothing else; T_f and T_g
/// are an all-reduce of 10 MB over two.
inline ir::PortablePlanIR plan(strategy::Execution execution, std::int64_t blocks)
{
    ir::PortablePlanIR out;
    out.program.execution = std::move(execution);
    out.program.blocks = blocks;
    out.program.hidden = 1024;
    out.program.sequence = 512;
    out.program.pipeline_message_bytes = 8'000'000;
    const bool is_training =
        std::holds_alternative<strategy::TransformerTrainingParallelism>(out.program.execution.parallelism);
    out.tasks.push_back(task(ir::Phase::forward, ir::EngineClass::matrix, 4'000'000'000, 0, 0));
    out.tasks.push_back(collective(ir::Phase::forward, ir::CollectiveKind::all_reduce, 2, 10'000'000));
    if (is_training) {
        out.tasks.push_back(task(ir::Phase::recompute, ir::EngineClass::matrix, 2'000'000'000, 0, 0));
        out.tasks.push_back(collective(ir::Phase::recommunication, ir::CollectiveKind::all_gather, 2, 10'000'000));
        out.tasks.push_back(task(ir::Phase::activation_gradient, ir::EngineClass::matrix, 8'000'000'000, 0, 0));
        out.tasks.push_back(collective(ir::Phase::activation_gradient, ir::CollectiveKind::all_reduce, 2, 10'000'000));
        out.tasks.push_back(task(ir::Phase::weight_gradient, ir::EngineClass::matrix, 4'000'000'000, 0, 0));
        out.tasks.push_back(task(ir::Phase::optimizer, ir::EngineClass::vector, 1'000'000'000, 0, 0));
    }
    out.memory.weight = 4'000'000;
    out.memory.activation_working = 7'000'000;
    out.memory.activation_storage = 5'000'000;
    out.memory.activation_checkpoint = 0;
    out.memory.activation_gradient = 3'000'000;
    out.memory.weight_gradient = {4'000'000, 1};
    out.memory.weight_gradient_unsharded = 8'000'000;
    out.memory.optimizer = {24'000'000, 1};
    return out;
}

} // namespace hand_made
