#include "core/strategy/derived.h"
#include "core/strategy/field_access.h"
#include "core/strategy/field_table.h"

#include <utility>

/// The rows themselves, and what is worked out of them where they are compiled.
namespace blueprinting::strategy {
namespace detail {
namespace {

using Training = TransformerTrainingParallelism;

constexpr std::array kPurposes{Word{"inference", "", "inference"}, Word{"training", "", "training"}};

constexpr std::array kCommunications{
    Word{"all_reduce", "ar", "all-reduce", "All-reduce"},
    Word{"reduce_scatter_all_gather", "rs_ag", "reduce-scatter + all-gather", "Reduce-scatter + all-gather"},
    Word{"p2p_rs_ag", "p2p_rs_ag", "point-to-point RS + AG", "P2P + RS + AG (Calculon)", "", false}};

constexpr std::array kRecomputes{
    Word{"none", "none", "none", "", "Recomputes nothing: all that the backward pass needs is kept."},
    Word{"attention_only", "attn_only", "attention", "",
         "Recomputes attention: its scores are not kept. For their work they take the most memory."},
    Word{"full", "full", "full", "", "Recomputes whole blocks: only the input of each block is kept."}};

constexpr std::array kSchedules{Word{"single_stage", "", "single stage", "Single stage"},
                                Word{"1f1b", "", "1F1B", "1F1B"},
                                Word{"interleaved_1f1b", "", "interleaved 1F1B", "Interleaved 1F1B"},
                                Word{"forward_only", "", "forward only", "Forward only"}};
static_assert(kSchedules.size() == std::variant_size_v<PipelineSchedule>);

constexpr std::array kAttentions{Word{"multihead", "multihead", "multihead"},
                                 Word{"multiquery", "multiquery", "multiquery"}};

constexpr std::array kContexts{Word{"ring", "", "ring"}, Word{"all_gather", "", "all-gather"},
                               Word{"all_to_all", "", "all-to-all"}, Word{"hybrid", "", "hybrid"}};

constexpr std::array kMethods{Word{"uniform", "", "uniform"}, Word{"block", "", "block"}};

constexpr std::array kBalances{Word{"zigzag", "", "zigzag"}, Word{"contiguous", "", "contiguous"}};

constexpr std::array kRecipes{Word{"uniform", "", "as the datatype"}, Word{"float8_linear", "", "float8 linears"}};

constexpr std::array kScales{Word{"tensor", "", "a tensor"}, Word{"row", "", "a row"},
                             Word{"block128", "", "128 elements"}, Word{"block32", "", "32 elements"}};

constexpr std::array kStates{Word{"float32", "", "float32"}, Word{"bfloat16", "", "bfloat16"}};

constexpr std::array kDispatches{Word{"model", "", "as the model"}, Word{"float8", "", "float8"}};

constexpr std::array kShardings{Word{"none", "", "none"}, Word{"optimizer", "", "optimizer (ZeRO-1)"},
                                Word{"gradients", "", "gradients (ZeRO-2)"}, Word{"full", "", "full (ZeRO-3, FSDP)"}};

constexpr std::array kShardedParameters{Word{"mixed", "", "mixed"}, Word{"float32", "", "float32"}};

constexpr auto kDatatypeWords = [] {
    std::array<Word, kDatatypes.size()> out{};
    for (const Datatype type : kDatatypes)
        out[static_cast<std::size_t>(type)] = {to_string(type), to_string(type), to_string(type)};
    return out;
}();

constexpr std::array<FieldRow, kFields> kFieldRows{
    FieldRow{.field = Field::tensor_degree,
             .path = "tensor.degree",
             .typed = "/parallelism/tensor/degree",
             .key = "tensor_par",
             .own_key = "tensor_parallel",
             .option = "--tp",
             .title = "TP",
             .meaning = "Tensor-parallel degree: the number of GPUs that share the work of every block.",
             .unit = "GPUs per group, a whole number from 1",
             .law = "divides hidden, feed-forward and heads, and with reduce-scatter + all-gather the sequence",
             .kind = Kind::integer,
             .get = get_derived<tensor_degree>,
             .set = [](Execution& e, std::int64_t value) { tensor_of(e).degree = value; },
             .tier = Field::tensor_tier,
             .searched = Searched::bounds},
    FieldRow{.field = Field::pipeline_degree,
             .path = "pipeline.degree",
             .typed = "/parallelism/pipeline/degree",
             .key = "pipeline_par",
             .own_key = "pipeline_parallel",
             .option = "--pp",
             .title = "PP",
             .meaning = "Pipeline-parallel degree: the number of stages that the blocks are divided over, in order.",
             .unit = "stages, a whole number from 1",
             .law = "divides the number of blocks (Calculon-compatible rules: any number up to it); 1 is the "
                    "single-stage schedule",
             .kind = Kind::integer,
             .get = get_derived<pipeline_degree>,
             .set = [](Execution& e, std::int64_t value) { pipeline_of(e).degree = value; },
             .tier = Field::pipeline_tier,
             .prices_block = never,
             .searched = Searched::bounds},
    FieldRow{.field = Field::data_degree,
             .path = "data.degree",
             .typed = "/parallelism/data/degree",
             .key = "data_par",
             .own_key = "data_parallel",
             .option = "--dp",
             .title = "DP",
             .meaning = "Data-parallel degree: the number of copies of the model, each trained on a part of the batch.",
             .unit = "copies, a whole number from 1",
             .law = "divides the batch",
             .kind = Kind::integer,
             .get = get_derived<data_degree>,
             .set = set_data_degree,
             .purpose = Purpose::training,
             .tier = Field::data_tier,
             .prices_block = never, // it cuts the optimizer's step, which is none of the block's
             .searched = Searched::bounds},
    FieldRow{.field = Field::replicas,
             .path = "replicas",
             .typed = "/parallelism/replicas",
             .key = "data_par",
             .own_key = "data_parallel",
             .title = "Replicas",
             .meaning = "Independent copies of the model that serve requests; they send each other nothing.",
             .unit = "copies, a whole number from 1",
             .law = "divides the batch",
             .kind = Kind::integer,
             .get = get_derived<data_degree>,
             .set = set_data_degree,
             .purpose = Purpose::inference,
             .tier = Field::data_tier,
             .prices_block = never},
    FieldRow{.field = Field::tensor_communication,
             .path = "tensor.communication",
             .typed = "/parallelism/tensor/communication",
             .key = "tensor_par_comm_type",
             .own_key = "tensor_parallel_communication",
             .option = "--communication",
             .option_of = "Of tensor parallelism",
             .title = "TP communication",
             .meaning = "How the GPUs of a tensor-parallel group share results.\n"
                        "Reduce-scatter + all-gather also cuts activations along the sequence (sequence parallelism).",
             .law = "with reduce-scatter + all-gather TP divides the sequence; P2P + RS + AG under "
                    "Calculon-compatible rules alone",
             .kind = Kind::choice,
             .words = kCommunications,
             .get = [](const Execution& e) { return Number(static_cast<std::int64_t>(tensor(e).communication)); },
             .set = [](Execution& e,
                       std::int64_t value) { tensor_of(e).communication = static_cast<TensorCommunication>(value); },
             .searched = Searched::all},
    FieldRow{.field = Field::recompute,
             .path = "recompute",
             .typed = "/parallelism/recompute",
             .key = "activation_recompute",
             .own_key = "recompute",
             .option = "--recompute",
             .option_of = "Policies",
             .title = "Recompute",
             .meaning = "What the backward pass computes again instead of keeping it.",
             .law = "none in inference; full goes with no all-gather redo",
             .kind = Kind::choice,
             .words = kRecomputes,
             .get = get_derived<recompute>,
             .set =
                 [](Execution& e, std::int64_t value) {
                     set_in_training(e, [value](auto& p) {
                         p.recompute = static_cast<RecomputePolicy>(value);
                         p.modules = {};
                     });
                 },
             .purpose = Purpose::training,
             .in_inference = {"strategy.recompute.in_inference",
                              "recompute belongs to training; with \"training\" false it must be \"none\""},
             .searched = Searched::all},
    FieldRow{.field = Field::schedule,
             .path = "pipeline.schedule",
             .typed = "/parallelism/pipeline/schedule",
             .title = "Schedule",
             .meaning = "Order in which the stages run the forward and backward passes of the microbatches.",
             .law = "single stage if and only if PP is 1; forward only in inference, the others in training",
             .kind = Kind::choice,
             .words = kSchedules,
             .get = get_schedule,
             .set = set_schedule_kind,
             .prices_block = never},
    FieldRow{.field = Field::virtual_stages,
             .path = "pipeline.schedule.virtual_stages",
             .typed = "/parallelism/pipeline/schedule/virtual_stages",
             .key = "pipeline_interleaving",
             .option = "--chunks",
             .title = "Virtual stages",
             .short_label = "v",
             .meaning = "Virtual stages: the number of chunks that interleaving cuts the blocks of a stage into.",
             .unit = "chunks per stage, a whole number from 2",
             .law = "divides the blocks of a stage; 1 is plain 1F1B",
             .kind = Kind::integer,
             .get = get_chunks,
             .set = set_chunks,
             .exists =
                 [](const Execution& e, Rules rules) {
                     return is_training(e) || rules == Rules::calculon_compatible || virtual_stages(e) != 1;
                 },
             .opened_by = Field::schedule,
             .open = has_chunks,
             .prices_block = never,
             .searched = Searched::bounds},
    FieldRow{.field = Field::optimizer_sharding,
             .path = "data.optimizer_sharding",
             .typed = "/parallelism/data/optimizer_sharding",
             .key = "optimizer_sharding",
             .option = "--optimizer-sharding",
             .title = "Optimizer sharding",
             .meaning = "Divides the optimizer's state among the copies of the model, so that each keeps a part.",
             .law = "needs DP above 1",
             .get = get_derived<optimizer_sharding>,
             .set =
                 [](Execution& e, std::int64_t value) {
                     set_in_training(e, [value](auto& p) {
                         p.data.optimizer_sharding = value != 0;
                         p.data.sharding = StateSharding::none;
                     });
                 },
             .purpose = Purpose::training,
             .opened_by = Field::data_degree,
             // One that is on stays open, so that a broken law can be mended there.
             .open = [](const Execution& e) { return data_degree(e) > 1 || optimizer_sharding(e); },
             .in_inference = {"strategy.optimizer_sharding.without_dp",
                              "with \"training\" false there is no optimizer to shard: \"optimizer_sharding\" must be "
                              "false"},
             .searched = Searched::all},
    FieldRow{.field = Field::global_batch,
             .path = "global_batch",
             .typed = "/global_batch",
             .key = "batch_size",
             .option = "--batch",
             .title = "Batch",
             .meaning = "Global batch: the samples of one iteration, over all copies of the model.",
             .unit = "samples (sequences), a whole number from 1",
             .law = "a multiple of DP (or the replicas) times the microbatch",
             .kind = Kind::integer,
             .get = get_own<&Execution::global_batch>,
             .set = set_own<&Execution::global_batch>,
             .prices_block = never},
    FieldRow{.field = Field::microbatch_size,
             .path = "microbatch_size",
             .typed = "/microbatch_size",
             .key = "microbatch_size",
             .option = "--microbatch",
             .title = "Microbatch",
             .meaning = "Microbatch: the samples that pass through the stages together.",
             .unit = "samples (sequences), a whole number from 1",
             .law = "divides the batch of one copy, batch / DP (or the replicas)",
             .kind = Kind::integer,
             .get = get_own<&Execution::microbatch_size>,
             .set = set_own<&Execution::microbatch_size>,
             .searched = Searched::bounds},
    FieldRow{
        .field = Field::fused_activation,
        .path = "fused_activation",
        .typed = "/fused_activation",
        .key = "fused_activation",
        .option = "--fused-activation",
        .title = "Fused activation",
        .meaning =
            "Computes the activation function inside the matrix product before it, so that its input need not be kept.",
        .law = "none; legal with everything",
        .get = get_own<&Execution::fused_activation>,
        .set = set_own<&Execution::fused_activation>,
        .searched = Searched::one},
    FieldRow{.field = Field::all_gather_redo,
             .path = "sequence_parallel_all_gather_redo",
             .typed = "/sequence_parallel_all_gather_redo",
             .key = "seq_par_ag_redo",
             .option = "--all-gather-redo",
             .title = "All-gather redo",
             .meaning = "Gathers the inputs of the matrix products again in the backward pass, so that they need not "
                        "be kept.",
             .law = "needs reduce-scatter + all-gather, and a recompute other than full",
             .get = get_own<&Execution::all_gather_redo>,
             .set = set_own<&Execution::all_gather_redo>,
             .purpose = Purpose::training,
             // Nothing is redone without a backward pass; what a file says stays in sight.
             .exists = [](const Execution& e, Rules) { return is_training(e) || e.all_gather_redo; },
             .searched = Searched::all},
    FieldRow{.field = Field::purpose,
             .path = "parallelism.kind",
             .typed = "/parallelism/kind",
             .key = "training",
             .title = "Purpose",
             .meaning = "Training runs forward and backward passes and an optimizer, inference forward passes alone.",
             .unit = "none; one of the list",
             .law = "inference has replicas instead of DP, and no recompute, redo or optimizer sharding",
             .words = kPurposes,
             .get = get_derived<is_training>,
             .set = [](Execution& e, std::int64_t value) { set_training(e, value != 0); }},
    FieldRow{.field = Field::attention_type,
             .path = "attention_type",
             .typed = "/attention_type",
             .key = "attention_type",
             .option = "--attention",
             .title = "Attention",
             .meaning = "Keys and values for every head (multihead), or one pair for all heads (multiquery).",
             .law = "none; legal with everything",
             .kind = Kind::choice,
             .words = kAttentions,
             .get = get_own<&Execution::attention_type>,
             .set = set_own<&Execution::attention_type>,
             .searched = Searched::told},
    FieldRow{.field = Field::datatype,
             .path = "datatype",
             .typed = "/datatype",
             .key = "datatype",
             .option = "--datatype",
             .title = "Datatype",
             .meaning = "Format of weights, activations and messages.",
             .unit = "bytes a number: float8 1, float16 and bfloat16 2, float32 4",
             .law = "the system has a matrix rate and a vector rate for it",
             .kind = Kind::choice,
             .words = kDatatypeWords,
             .get = get_own<&Execution::datatype>,
             .set = set_own<&Execution::datatype>,
             .searched = Searched::told},
    FieldRow{.field = Field::tensor_tier,
             .path = "network_tiers.tensor",
             .typed = "/network_tiers/tensor",
             .key = "tensor_par_net",
             .option = "--tensor-tier",
             .option_of = "Network tiers of the tensor group; 0, the first, where left out",
             .title = "TP tier",
             .meaning = "Network over which tensor-parallel groups communicate.",
             .law = "",
             .kind = Kind::tier,
             .get = get_tier<&NetworkTiers::tensor>,
             .set = set_tier<&NetworkTiers::tensor>,
             .opened_by = Field::tensor_degree,
             .open = [](const Execution& e) { return tensor_degree(e) > 1; },
             .searched = Searched::one},
    FieldRow{.field = Field::pipeline_tier,
             .path = "network_tiers.pipeline",
             .typed = "/network_tiers/pipeline",
             .key = "pipeline_par_net",
             .option = "--pipeline-tier",
             .option_of = "Network tiers of the pipeline group; the last where left out",
             .title = "PP tier",
             .meaning = "Network over which the stages pass activations on.",
             .law = "",
             .kind = Kind::tier,
             .get = get_tier<&NetworkTiers::pipeline>,
             .set = set_tier<&NetworkTiers::pipeline>,
             .opened_by = Field::pipeline_degree,
             .open = [](const Execution& e) { return pipeline_degree(e) > 1; },
             .prices_block = never,
             .searched = Searched::one},
    FieldRow{.field = Field::data_tier,
             .path = "network_tiers.data",
             .typed = "/network_tiers/data",
             .key = "data_par_net",
             .option = "--data-tier",
             .option_of = "Network tiers of the data group; the last where left out",
             .title = "DP tier",
             .meaning = "Network over which the copies of the model sum their gradients. Replicas are placed on it, "
                        "but send nothing.",
             .law = "",
             .kind = Kind::tier,
             .get = get_tier<&NetworkTiers::data>,
             .set = set_tier<&NetworkTiers::data>,
             .opened_by = Field::data_degree,
             .open = [](const Execution& e) { return data_degree(e) > 1; },
             .prices_block = never,
             .searched = Searched::one},
    FieldRow{.field = Field::num_procs,
             .path = "num_procs",
             .typed = "/num_procs",
             .key = "num_procs",
             .title = "GPUs",
             .short_label = "GPUs stated",
             .meaning = "Number of GPUs that the file of this strategy states.",
             .unit = "GPUs, a whole number from 1",
             .law = "equals TP · PP · DP (or the replicas)",
             .kind = Kind::integer,
             .get = [](const Execution& e) { return e.num_procs; },
             .set = [](Execution& e, std::int64_t value) { e.num_procs = value; },
             .opened_by = Field::tensor_degree, // it follows from the degrees
             .open = never,
             .optional = true,
             .prices_block = never},
    FieldRow{.field = Field::fused_attention,
             .path = "fused_attention",
             .typed = "/fused_attention",
             .option = "--fused-attention",
             .title = "Fused attention",
             .meaning =
                 "Computes scores, softmax and their product with the values in one kernel (flash attention), so "
                 "that no scores are stored.",
             .law = "needed where the sequence is cut (CP) and by latent attention",
             .get = get_own<&Execution::fused_attention>,
             .set = set_own<&Execution::fused_attention>,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::layout,
             .path = "pipeline.layout",
             .typed = "/parallelism/pipeline/layout",
             .title = "Layout",
             .meaning = "How the blocks, the embedding and the head lie over the chunks of the pipeline.",
             .law = "even: PP and v divide the blocks; edges: one block less at both ends; written down: Megatron's "
                    "letters",
             .kind = Kind::text,
             .get = get_layout,
             .set = set_layout,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::context_degree,
             .path = "context.degree",
             .typed = "/parallelism/context/degree",
             .option = "--cp",
             .title = "CP",
             .meaning = "Context-parallel degree: so many GPUs share every sequence.",
             .unit = "GPUs per group, a whole number from 1",
             .law = "divides the sequence, twice under causal order",
             .kind = Kind::integer,
             .get = get_training<&Training::context, &ContextParallel::degree>,
             .set = set_training_member<&Training::context, &ContextParallel::degree>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::context_kind,
             .path = "context.kind",
             .typed = "/parallelism/context/kind",
             .title = "CP kind",
             .meaning = "How the GPUs of a context-parallel group get at the keys and values of the others.",
             .law = "all-to-all and hybrid exchange heads: CP (or the inner group) divides those of a GPU",
             .kind = Kind::choice,
             .words = kContexts,
             .get = get_training<&Training::context, &ContextParallel::kind>,
             .set = set_training_member<&Training::context, &ContextParallel::kind>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::context_inner,
             .path = "context.inner",
             .typed = "/parallelism/context/inner",
             .title = "CP inner group",
             .meaning = "Of a hybrid context-parallel group, the GPUs that exchange heads.",
             .unit = "GPUs per group, a whole number from 1",
             .law = "divides CP",
             .kind = Kind::integer,
             .get = get_training<&Training::context, &ContextParallel::inner>,
             .set = set_training_member<&Training::context, &ContextParallel::inner>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::expert_degree,
             .path = "expert.degree",
             .typed = "/parallelism/expert/degree",
             .option = "--ep",
             .title = "EP",
             .meaning = "Expert-parallel degree: the experts of a block lie on so many GPUs of a stage.",
             .unit = "GPUs per group, a whole number from 1",
             .law = "divides the experts; with ETP it divides TP · CP · DP",
             .kind = Kind::integer,
             .get = get_training<&Training::expert, &ExpertParallel::degree>,
             .set = set_training_member<&Training::expert, &ExpertParallel::degree>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::expert_tensor_degree,
             .path = "expert.tensor_degree",
             .typed = "/parallelism/expert/tensor_degree",
             .option = "--etp",
             .title = "ETP",
             .meaning = "Expert tensor-parallel degree: so many GPUs share each expert.",
             .unit = "GPUs per group, a whole number from 1",
             .law = "divides the experts' feed-forward size",
             .kind = Kind::integer,
             .get = get_training<&Training::expert, &ExpertParallel::tensor_degree>,
             .set = set_training_member<&Training::expert, &ExpertParallel::tensor_degree>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::expert_dispatch,
             .path = "expert.dispatch",
             .typed = "/parallelism/expert/dispatch",
             .title = "Dispatch",
             .meaning = "Format of the rows on their way to the experts.",
             .law = "none; legal with everything",
             .kind = Kind::choice,
             .words = kDispatches,
             .get = get_training<&Training::expert, &ExpertParallel::dispatch>,
             .set = set_training_member<&Training::expert, &ExpertParallel::dispatch>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::expert_deduplicate,
             .path = "expert.deduplicate",
             .typed = "/parallelism/expert/deduplicate",
             .title = "Deduplicate",
             .meaning = "Sends a row once to a node, whatever experts it has there.",
             .law = "none; legal with everything",
             .get = get_training<&Training::expert, &ExpertParallel::deduplicate>,
             .set = set_training_member<&Training::expert, &ExpertParallel::deduplicate>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::sharding,
             .path = "data.sharding",
             .typed = "/parallelism/data/sharding/kind",
             .option = "--sharding",
             .title = "Sharding",
             .meaning = "What the copies of the model share out instead of each keeping all of it.",
             .law = "needs DP · CP above 1",
             .kind = Kind::choice,
             .words = kShardings,
             .get = get_training<&Training::data, &DataParallel::sharding>,
             .set =
                 [](Execution& e, std::int64_t value) {
                     set_in_training(e, [value](auto& p) {
                         p.data.sharding = static_cast<StateSharding>(value);
                         p.data.optimizer_sharding = false; // the older word for one of these
                     });
                 },
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::reshard_after_forward,
             .path = "data.sharding.reshard_after_forward",
             .typed = "/parallelism/data/sharding/reshard_after_forward",
             .title = "Reshard",
             .meaning = "Drops gathered parameters behind the forward pass and gathers them again for the backward.",
             .law = "means something under full sharding alone",
             .get = get_training<&Training::data, &DataParallel::reshard_after_forward>,
             .set = set_training_member<&Training::data, &DataParallel::reshard_after_forward>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::sharding_group,
             .path = "data.sharding.group",
             .typed = "/parallelism/data/sharding/group",
             .title = "Shard group",
             .meaning = "GPUs that share out the parameters; between such groups they are copied (HSDP).",
             .unit = "GPUs per group, a whole number from 1",
             .law = "divides DP · CP",
             .kind = Kind::integer,
             .get = get_training<&Training::data, &DataParallel::group>,
             .set = set_training_member<&Training::data, &DataParallel::group>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::prefetch,
             .path = "data.sharding.prefetch",
             .typed = "/parallelism/data/sharding/prefetch",
             .title = "Prefetch",
             .meaning = "Units whose parameters are gathered ahead of the one that is computed.",
             .unit = "units, 0 to 2",
             .law = "0, 1 or 2",
             .kind = Kind::tier,
             .get = get_training<&Training::data, &DataParallel::prefetch>,
             .set = set_training_member<&Training::data, &DataParallel::prefetch>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::sharded_parameters,
             .path = "data.sharding.parameters",
             .typed = "/parallelism/data/sharding/parameters",
             .title = "Sharded parameters",
             .meaning = "Format of the parameters' shards: the datatype with a float32 master copy, or float32 alone.",
             .law = "means something under full sharding alone",
             .kind = Kind::choice,
             .words = kShardedParameters,
             .get = get_training<&Training::data, &DataParallel::parameters>,
             .set = set_training_member<&Training::data, &DataParallel::parameters>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::gradient_bytes,
             .path = "data.gradient_bytes",
             .typed = "/parallelism/data/gradient_bytes",
             .title = "Gradient bytes",
             .meaning = "Bytes of a gradient as it is summed up and sent.",
             .unit = "bytes, 2 or 4",
             .law = "2 or 4",
             .kind = Kind::integer,
             .get = get_training<&Training::data, &DataParallel::gradient_bytes>,
             .set = set_training_member<&Training::data, &DataParallel::gradient_bytes>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::recompute_modules,
             .path = "recompute.modules",
             .typed = "/parallelism/recompute/modules",
             .option = "--modules",
             .title = "Recomputed modules",
             .meaning = "Parts of a block that are computed again, each by itself.",
             .law = "parts that some block has",
             .kind = Kind::text,
             .get = [](const Execution& e) { return Number(modules(e).bits()); },
             .set =
                 [](Execution& e, std::int64_t value) {
                     set_in_training(e, [value](auto& p) {
                         p.modules = ModuleSet::of_bits(value);
                         if (value != 0)
                             p.recompute = RecomputePolicy::none; // the one or the other
                     });
                 },
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::recompute_method,
             .path = "recompute.method",
             .typed = "/parallelism/recompute/method",
             .title = "Full recompute",
             .meaning =
                 "Over which blocks full recomputation goes: all, with one checkpoint for so many, or the first so "
                 "many of a chunk.",
             .law = "means something with full recompute alone",
             .kind = Kind::choice,
             .words = kMethods,
             .get = [](const Execution& e) { return Number(static_cast<std::int64_t>(full_method(e))); },
             .set =
                 [](Execution& e, std::int64_t value) {
                     set_in_training(e, [value](auto& p) { p.full_method = static_cast<FullRecompute>(value); });
                 },
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::recompute_layers,
             .path = "recompute.layers",
             .typed = "/parallelism/recompute/layers",
             .title = "Recomputed blocks",
             .meaning = "Blocks of one checkpoint, or blocks of a chunk that are recomputed.",
             .unit = "blocks, a whole number from 1",
             .law = "means something with full recompute alone",
             .kind = Kind::integer,
             .get = [](const Execution& e) { return Number(full_layers(e)); },
             .set = [](Execution& e,
                       std::int64_t value) { set_in_training(e, [value](auto& p) { p.full_layers = value; }); },
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::context_balance,
             .path = "context.balance",
             .typed = "/parallelism/context/balance",
             .title = "CP balance",
             .meaning = "Which parts of a sequence a GPU has: one from the front and one from the end, or one.",
             .law = "means something under causal attention alone",
             .kind = Kind::choice,
             .words = kBalances,
             .get = get_training<&Training::context, &ContextParallel::balance>,
             .set = set_training_member<&Training::context, &ContextParallel::balance>,
             .purpose = Purpose::training,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::context_tier,
             .path = "network_tiers.context",
             .typed = "/network_tiers/context",
             .title = "CP tier",
             .meaning = "Network over which context-parallel groups talk; where none is named, as the ranks lie.",
             .law = "",
             .kind = Kind::tier,
             .get = get_tier<&NetworkTiers::context>,
             .set = set_tier<&NetworkTiers::context>,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::expert_tier,
             .path = "network_tiers.expert",
             .typed = "/network_tiers/expert",
             .title = "EP tier",
             .meaning = "Network over which expert-parallel groups talk; where none is named, as the ranks lie.",
             .law = "",
             .kind = Kind::tier,
             .get = get_tier<&NetworkTiers::expert>,
             .set = set_tier<&NetworkTiers::expert>,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::precision_recipe,
             .path = "precision.recipe",
             .typed = "/precision/recipe",
             .title = "Precision",
             .meaning = "Formats of the linear layers' products: all in the datatype, or their operands in float8.",
             .law = "the system has a float8 matrix rate",
             .kind = Kind::choice,
             .words = kRecipes,
             .get = get_precision<&Precision::recipe>,
             .set = set_precision<&Precision::recipe>,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::precision_scale,
             .path = "precision.scale",
             .typed = "/precision/scale",
             .title = "Float8 scale",
             .meaning = "How many float8 elements share a scale.",
             .law = "means something with float8 linears alone",
             .kind = Kind::choice,
             .words = kScales,
             .get = get_precision<&Precision::scale>,
             .set = set_precision<&Precision::scale>,
             .optional = true,
             .quiet = true},
    FieldRow{.field = Field::precision_cache,
             .path = "precision.cache",
             .typed = "/precision/cache",
             .title = "Float8 weight cache",
             .meaning = "Keeps the float8 copies of the weights, in both layouts, instead of casting them again.",
             .law = "means something with float8 linears alone",
             .get = get_precision<&Precision::cache>,
             .set = set_precision<&Precision::cache>,
             .optional = true,
             .quiet = true,
             .prices_block = never},
    FieldRow{.field = Field::optimizer_states,
             .path = "optimizer_states",
             .typed = "/optimizer_states",
             .title = "Optimizer states",
             .meaning = "Format of the two moments that the optimizer keeps for each weight.",
             .law = "none; legal with everything",
             .kind = Kind::choice,
             .words = kStates,
             .get = get_own<&Execution::optimizer_states>,
             .set = set_own<&Execution::optimizer_states>,
             .optional = true,
             .quiet = true,
             .prices_block = never},
};

constexpr bool in_order()
{
    for (std::size_t i = 0; i < kFieldRows.size(); ++i)
        if (kFieldRows[i].field != static_cast<Field>(i))
            return false;
    return true;
}
static_assert(in_order());

/// What an inference's type has no place for, a flat file must not say of it.
constexpr bool all_say_why_not_in_inference()
{
    for (const FieldRow& row : kFieldRows)
        if (row.typed.starts_with("/parallelism/") && row.purpose == Purpose::training && !row.tier &&
            !row.key.empty() && row.in_inference.code.empty())
            return false;
    return true;
}
static_assert(all_say_why_not_in_inference());

template <std::size_t i>
std::int64_t block_value(const Execution& execution)
{
    constexpr const FieldRow& row = kFieldRows[i];
    if constexpr (row.prices_block == never)
        return 0;
    else if constexpr (row.prices_block != nullptr)
        return row.prices_block(execution) ? row.get(execution).value_or(0) : 0;
    else
        return row.get(execution).value_or(0);
}

} // namespace
} // namespace detail

std::span<const FieldRow, kFields> field_rows() { return detail::kFieldRows; }

BlockValues block_values(const Execution& execution)
{
    return [&]<std::size_t... i>(std::index_sequence<i...>)
    {
        return BlockValues{detail::block_value<i>(execution)...};
    }
    (std::make_index_sequence<kFields>());
}

std::string_view to_string(TensorCommunication value)
{
    return detail::kCommunications[static_cast<std::size_t>(value)].key;
}
std::string_view to_string(RecomputePolicy value) { return detail::kRecomputes[static_cast<std::size_t>(value)].key; }
std::string_view to_string(AttentionType value) { return detail::kAttentions[static_cast<std::size_t>(value)].key; }
std::string_view to_string(Module module)
{
    switch (module) {
    case Module::core_attn: return "core_attn";
    case Module::mlp: return "mlp";
    case Module::moe: return "moe";
    case Module::shared_experts: return "shared_experts";
    case Module::layernorm: return "layernorm";
    case Module::mla_up_proj: return "mla_up_proj";
    case Module::mlp_act: return "mlp_act";
    case Module::moe_act: return "moe_act";
    }
    return "";
}
std::string_view schedule_name(const PipelineSchedule& schedule) { return detail::kSchedules[schedule.index()].key; }

} // namespace blueprinting::strategy
