#pragma once
#include "core/strategy/parallelism.h"

/// Projections of an execution, each computed, never stored. They assume an execution that broke no law
/// (laws.h); before that use the checked forms there.
namespace blueprinting::strategy {

bool is_training(const Execution& execution);
const TensorParallel& tensor(const Execution& execution);
const PipelineParallel& pipeline(const Execution& execution);
std::int64_t tensor_degree(const Execution& execution);     ///< t
std::int64_t pipeline_degree(const Execution& execution);   ///< p
std::int64_t data_degree(const Execution& execution);       ///< d, or the replica count in inference
bool optimizer_sharding(const Execution& execution);        ///< false in inference
std::int64_t optimizer_shards(const Execution& execution);  ///< z: d·cp under optimizer sharding, else 1
RecomputePolicy recompute(const Execution& execution);      ///< none in inference
std::int64_t virtual_stages(const Execution& execution);    ///< v, 1 unless interleaved
const ContextParallel& context(const Execution& execution); ///< of one rank in inference
const ExpertParallel& expert(const Execution& execution);   ///< of one rank in inference
const DataParallel& data(const Execution& execution);       ///< as of one rank in inference
StateSharding sharding(const Execution& execution);         ///< also where the older word says it
std::int64_t gradient_group(const Execution& execution);    ///< D = d·cp, of all weights but the routed experts'
std::int64_t expert_data_degree(const Execution& execution); ///< edp = t·cp·d/(etp·ep), of the routed experts' weights
ModuleSet modules(const Execution& execution);
/// How full recomputation goes over the blocks; of any other policy uniform, 1.
FullRecompute full_method(const Execution& execution);
std::int64_t full_layers(const Execution& execution);
/// Whether it says what a strategy of six-number models never does: flash attention, a layout, an axis beyond the
/// three, sharding beyond ZeRO-1, modules, a width of gradients, a precision.
bool has_new_switch(const Execution& execution);
std::int64_t world_size(const Execution& execution); ///< t·cp·p·d
/// The same of any execution, legal or not; nothing past 2^63.
std::optional<std::int64_t> checked_world_size(const Execution& execution);
/// A stated num_procs that is t·p·d says nothing more and would stand against every change of a degree; one that is not
/// stays.
void forget_redundant_processors(Execution& execution);
std::int64_t local_batch(const Execution& execution);      ///< global_batch / d
std::int64_t microbatch_count(const Execution& execution); ///< m = global_batch / (d · microbatch_size)
/// ⌈L/p⌉ for p ≥ 1.
constexpr std::int64_t most_on_a_stage(std::int64_t blocks, std::int64_t p)
{
    return blocks / p + (blocks % p != 0 ? 1 : 0);
}
/// Whether the blocks can be laid over the stages, so that a number of blocks per stage exists.
constexpr bool stages_hold(std::int64_t blocks, std::int64_t p, Rules rules)
{
    return p >= 1 && blocks >= 1 && p <= blocks && (rules == Rules::calculon_compatible || blocks % p == 0);
}
/// The least v ≥ 2 that divides the blocks of a stage; 2, for its law to be said, where none does.
std::int64_t least_chunks(std::int64_t blocks, std::int64_t p);
std::int64_t blocks_per_stage(const Execution& execution, std::int64_t blocks); ///< n = ⌈L/p⌉
std::int64_t blocks_per_chunk(const Execution& execution, std::int64_t blocks); ///< c = n/v
/// Reduce-scatter and all-gather at both boundaries, so activations between them are sharded along the sequence.
bool sequence_parallel(const Execution& execution);

} // namespace blueprinting::strategy
