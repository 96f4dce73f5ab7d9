#include "core/base/canonical_json.h"
#include "core/base/foreign_text.h"
#include "core/base/json_document.h"
#include "core/recipe/format.h"
#include "core/strategy/derived.h"

namespace blueprinting::recipe {
namespace {

constexpr const char* kComment = "_comment";
constexpr std::size_t kWordsShown = 8; ///< of a list: no setting that is read here is one, so they are only shown

bool is_meant(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string::npos && text[first] == '{';
}

/// Members of objects within objects are named "zero_optimization.stage".
/// One text of each grows and shrinks on the way, for objects may be deep and their keys long.
void flatten(const JsonDocument& document, const Json& value, std::string& name, std::string& pointer,
             std::vector<Setting>& out)
{
    const std::size_t name_size = name.size(), pointer_size = pointer.size();
    for (const auto& [key, member] : value.items()) {
        pointer += pointer_step(key);
        name += (name.empty() ? "" : ".");
        name += key;
        if (member.is_object()) {
            flatten(document, member, name, pointer, out);
        } else {
            const auto word = [](const Json& each) { return each.is_string() ? each.get<std::string>() : each.dump(); };
            std::vector<std::string> words;
            if (!member.is_array())
                words.push_back(word(member));
            for (std::size_t i = 0; member.is_array() && i < member.size() && i <= kWordsShown; ++i)
                words.push_back(i < kWordsShown ? word(member[i]) : "…");
            out.push_back({name, std::move(words), [document, at = pointer] { return document.locate(at); }});
        }
        name.resize(name_size);
        pointer.resize(pointer_size);
    }
}

Result<std::vector<Setting>> parse(const std::string& text, const std::string& place)
{
    const auto document = JsonDocument::parse(text, place);
    if (!document)
        return document.failure_as<std::vector<Setting>>();
    std::vector<Setting> out;
    std::string name, pointer;
    flatten(*document, document->root(), name, pointer, out);
    return out;
}

/// Batch = microbatch · steps · processors; of the last two, one may be left out where the file or what is given says
/// the rest.
void read_batch(Settings& settings, const Given& given, Found& found)
{
    strategy::Execution& out = found.execution;
    std::int64_t& d = std::get<strategy::TransformerTrainingParallelism>(out.parallelism).data.degree;
    const auto batch = settings.integer("train_batch_size");
    const auto microbatch = settings.integer("train_micro_batch_size_per_gpu");
    auto steps = settings.integer("gradient_accumulation_steps");
    if (!settings.has("train_micro_batch_size_per_gpu"))
        settings.refuse("recipe.missing", "train_micro_batch_size_per_gpu is missing");
    else if (!settings.has("train_batch_size") && !given.gpus)
        settings.refuse("recipe.missing", "train_batch_size is missing, and nothing says the number of processors");
    const bool malformed = (settings.has("train_batch_size") && !batch) ||
                           (settings.has("gradient_accumulation_steps") && !steps) || !microbatch ||
                           (!batch && !given.gpus);
    if (malformed)
        return;
    if (!steps && !(batch && given.gpus)) {
        steps = 1;
        found.findings.push_back(assumed("gradient_accumulation_steps is left out: 1"));
    }
    out.microbatch_size = *microbatch;
    const auto group = product(settings, *microbatch, steps ? *steps : *given.gpus);
    if (!group)
        return;
    if (!batch) {
        d = *given.gpus;
        out.global_batch = product(settings, *group, d).value_or(1);
        return;
    }
    out.global_batch = *batch;
    if (*batch % *group != 0) {
        settings.refuse("recipe.indivisible", "a batch of " + std::to_string(*batch) +
                                                  " is no multiple of microbatch and steps or processors, " +
                                                  std::to_string(*group));
        return;
    }
    d = steps ? *batch / *group : *given.gpus;
    if (given.gpus && *given.gpus != d)
        settings.refuse("recipe.value",
                        "the file is for " + std::to_string(d) + " processors, not for " + std::to_string(*given.gpus));
}

void read(Settings& settings, const Given& given, Found& found)
{
    strategy::Execution& out = found.execution;
    auto& training = std::get<strategy::TransformerTrainingParallelism>(out.parallelism);
    settings.words(kComment);
    read_batch(settings, given, found);
    const std::int64_t stage = settings.integer("zero_optimization.stage", 0).value_or(0);
    training.data.optimizer_sharding = stage == 1;
    if (stage > 3)
        settings.refuse_value("zero_optimization.stage", "0, 1, 2 or 3");
    else if (stage > 1)
        settings.refuse("zero_optimization.stage", "recipe.unsupported",
                        "a strategy shards the states of the optimizer at most (stage 1), not gradients or parameters");
    if (settings.flag("zero_optimization.overlap_comm"))
        settings.refuse("zero_optimization.overlap_comm", "strategy.unsupported.overlap",
                        "communication is charged whole here, never beside computation");
    for (const char* name :
         {"allgather_partitions", "allgather_bucket_size", "reduce_scatter", "reduce_bucket_size",
          "contiguous_gradients", "round_robin_gradients", "load_from_fp32_weights", "elastic_checkpoint",
          "ignore_unused_parameters", "sub_group_size", "stage3_prefetch_bucket_size",
          "stage3_param_persistence_threshold", "stage3_max_live_parameters", "stage3_max_reuse_distance",
          "stage3_gather_16bit_weights_on_model_save"})
        settings.ignore("zero_optimization." + std::string(name));
    for (const char* name :
         {"number_checkpoints", "contiguous_memory_optimization", "synchronize_checkpoint_boundary", "profile"})
        settings.ignore("activation_checkpointing." + std::string(name));
    settings.only("activation_checkpointing.partition_activations", "false", "recipe.unsupported",
                  "a strategy does not cut checkpoints over the tensor-parallel ranks");
    settings.only("activation_checkpointing.cpu_checkpointing", "false", "strategy.unsupported.offload",
                  "a strategy keeps checkpoints in the processor's memory");
    settings.only("tensor_parallel.autotp_size", "1", "recipe.unsupported",
                  "tensor parallelism that DeepSpeed chooses itself is no strategy's");
    const bool bfloat16 = settings.flag("bf16.enabled");
    const bool float16 = settings.flag("fp16.enabled");
    if (bfloat16 && float16)
        settings.refuse("fp16.enabled", "recipe.value", "goes not with bf16.enabled");
    out.datatype = bfloat16 ? Datatype::bfloat16 : float16 ? Datatype::float16 : Datatype::float32;
    if (training.data.optimizer_sharding && training.data.degree == 1) {
        training.data.optimizer_sharding = false;
        found.findings.push_back(assumed("stage 1 means nothing on one processor"));
    }
    found.findings.push_back(assumed("tensor and pipeline parallelism and recomputation are of the code that is "
                                     "launched, not of this file: degrees 1, none"));
}

std::string write(const Model& model, const strategy::Execution& execution)
{
    std::vector<std::string> comments = common_comments(execution);
    comments.insert(comments.begin(), "DeepSpeed, " + visible_line(model.name) + ": " + degrees_in_words(execution));
    const std::int64_t t = strategy::tensor_degree(execution);
    const std::int64_t p = strategy::pipeline_degree(execution);
    const std::int64_t v = strategy::virtual_stages(execution);
    if (t > 1)
        comments.push_back("tensor parallelism of " + std::to_string(t) + " (" +
                           std::string(to_string(strategy::tensor(execution).communication)) +
                           ") is of the code that is launched");
    if (p > 1)
        comments.push_back("pipeline parallelism of " + std::to_string(p) + " stages" +
                           (v > 1 ? " with " + std::to_string(v) + " chunks each" : "") +
                           " is of the code that is launched");
    if (strategy::recompute(execution) != strategy::RecomputePolicy::none)
        comments.push_back("recompute " + std::string(to_string(strategy::recompute(execution))) +
                           " is of the code that is launched");
    if (execution.datatype == Datatype::float8)
        comments.push_back("datatype float8 has no counterpart");
    const Json out{
        {kComment, comments},
        {"train_batch_size", execution.global_batch},
        {"train_micro_batch_size_per_gpu", execution.microbatch_size},
        {"gradient_accumulation_steps", strategy::microbatch_count(execution)},
        {"zero_optimization", {{"stage", strategy::optimizer_sharding(execution) ? 1 : 0}, {"overlap_comm", false}}},
        {"bf16", {{"enabled", execution.datatype == Datatype::bfloat16}}},
        {"fp16", {{"enabled", execution.datatype == Datatype::float16}}}};
    return out.dump(2) + "\n";
}

} // namespace

const FormatRow& deepspeed_format()
{
    static const FormatRow row{Format::deepspeed, is_meant, parse, read, write};
    return row;
}

} // namespace blueprinting::recipe
