#include "core/base/foreign_text.h"
#include "core/recipe/format.h"
#include "core/recipe/toml.h"
#include "core/strategy/derived.h"

namespace blueprinting::recipe {
namespace {

/// A line that begins with the name of a section.
bool is_meant(const std::string& text)
{
    std::size_t line = 0;
    while (line < text.size()) {
        const std::size_t first = text.find_first_not_of(" \t\r", line);
        if (first != std::string::npos && text[first] == '[')
            return true;
        line = text.find('\n', line);
        line += line == std::string::npos ? 0 : 1;
    }
    return false;
}

void refuse_what_no_strategy_says(Settings& settings)
{
    settings.only("parallelism.context_parallel_degree", "1", "strategy.unsupported.context",
                  "a strategy has no context parallelism");
    for (const char* name : {"parallelism.expert_parallel_degree", "parallelism.expert_tensor_parallel_degree"})
        settings.only(name, "1", "strategy.unsupported.expert", "a strategy has no expert parallelism");
    settings.only("parallelism.enable_async_tensor_parallel", "false", "strategy.unsupported.overlap",
                  "communication is charged whole here, never beside computation");
    settings.only("training.enable_cpu_offload", "false", "strategy.unsupported.offload",
                  "a strategy keeps everything in the processor's memory");
    for (const std::string& word : settings.words("model.converters"))
        if (word.find("float8") != std::string::npos || word.find("mx") != std::string::npos) {
            settings.refuse("model.converters", "strategy.unsupported.precision",
                            "a strategy cannot say that some products run in another datatype");
            break;
        }
    for (const char* name :
         {"parallelism.fsdp_reshard_after_forward", "parallelism.disable_loss_parallel",
          "parallelism.context_parallel_rotate_method", "activation_checkpoint.selective_ac_option",
          "activation_checkpoint.per_op_sac_force_recompute_mm_shapes_by_fqns", "activation_checkpoint.early_stop",
          "activation_checkpoint.preserve_rng_state", "training.seq_len"})
        settings.ignore(name);
}

void read_data(Settings& settings, strategy::TransformerTrainingParallelism& out)
{
    out.data.degree = settings.integer("parallelism.data_parallel_replicate_degree").value_or(1);
    const char* shard = "parallelism.data_parallel_shard_degree";
    if (!settings.has(shard))
        settings.refuse("recipe.unsupported", std::string(shard) + " is left out, which shards parameters over all "
                                                                   "processors (FSDP); a strategy shards the states "
                                                                   "of the optimizer at most");
    settings.only(
        shard, "1", "recipe.unsupported",
        "sharded parameters (FSDP) are more than a strategy can say, which shards the states of the optimizer "
        "at most");
}

void read_recompute(Settings& settings, strategy::TransformerTrainingParallelism& out)
{
    const char* name = "activation_checkpoint.mode";
    const auto mode = settings.word(name);
    if (mode == "full")
        out.recompute = strategy::RecomputePolicy::full;
    else if (!settings.has(name))
        settings.refuse("recipe.unsupported", std::string(name) + " is left out, which recomputes single operations "
                                                                  "(selective); a strategy recomputes nothing, "
                                                                  "attention or whole blocks");
    else if (mode == "selective")
        settings.refuse(name, "recipe.unsupported",
                        "selective recomputes single operations or every n-th block; a strategy recomputes nothing, "
                        "attention or whole blocks");
    else if (mode && *mode != "none")
        settings.refuse_value(name, "none, selective or full");
}

void read_pipeline(Settings& settings, const Given& given, Found& found)
{
    const std::int64_t p = settings.integer("parallelism.pipeline_parallel_degree").value_or(1);
    const char* length_name = "parallelism.pipeline_parallel_layers_per_stage";
    const auto length = settings.integer(length_name);
    const std::string schedule = settings.word("parallelism.pipeline_parallel_schedule").value_or("1F1B");
    std::int64_t chunks = 1;
    if (p > 1) {
        const bool interleaved = schedule == "Interleaved1F1B";
        if (!interleaved && schedule != "1F1B")
            settings.refuse("parallelism.pipeline_parallel_schedule", "recipe.unsupported",
                            "a strategy's schedule is 1F1B or Interleaved1F1B, not " + schedule);
        if (interleaved && !length)
            found.findings.push_back(assumed("pipeline_parallel_layers_per_stage is left out: two chunks a stage"));
        if (length && (interleaved || given.blocks))
            chunks = chunks_of(settings, length_name, *length, p, given.blocks);
        else if (interleaved)
            chunks = 2;
        if (!interleaved && chunks > 1)
            settings.refuse(length_name, "recipe.value",
                            "makes " + std::to_string(chunks) + " chunks a stage, but 1F1B has one");
    }
    for (const char* edge : {"parallelism.pipeline_parallel_first_stage_less_layers",
                             "parallelism.pipeline_parallel_last_stage_less_layers"}) {
        if (p == 1)
            settings.ignore(edge);
        else if (!settings.has(edge))
            settings.refuse("recipe.unsupported", std::string(edge) + " is left out, which is 1: a strategy lays its "
                                                                      "blocks evenly over the stages (0)");
        else
            settings.only(edge, "0", "recipe.unsupported", "a strategy lays its blocks evenly over the stages");
    }
    set_pipeline(found.execution, p, chunks);
}

/// A pipeline runs a group's whole batch at once; without one, the batch of a step is a microbatch.
void read_batch(Settings& settings, std::int64_t p, Found& found)
{
    strategy::Execution& out = found.execution;
    const std::int64_t d = strategy::data_degree(out);
    const auto local = settings.integer("training.local_batch_size");
    const char* global_name = "training.global_batch_size";
    const auto said = settings.has(global_name) ? settings.words(global_name) : std::vector<std::string>{"-1"};
    const bool follows = said == std::vector<std::string>{"-1"};
    const auto global = follows ? std::nullopt : settings.integer(global_name);
    const std::int64_t of_pipeline = settings.integer("parallelism.pipeline_parallel_microbatch_size").value_or(1);
    if (!settings.has("training.local_batch_size"))
        settings.refuse("recipe.missing", "training.local_batch_size is missing");
    if (!local || (!follows && !global))
        return;
    const auto step = product(settings, *local, d);
    if (!step)
        return;
    out.microbatch_size = p > 1 ? of_pipeline : *local;
    out.global_batch = global.value_or(*step);
    if (p > 1 && out.global_batch != *step)
        settings.refuse(global_name, "recipe.unsupported",
                        "accumulates over several runs of the pipeline, " + std::to_string(*step) +
                            " samples each; a strategy's step is one run");
}

void read(Settings& settings, const Given& given, Found& found)
{
    strategy::Execution& out = found.execution;
    auto& training = std::get<strategy::TransformerTrainingParallelism>(out.parallelism);
    training.tensor.degree = settings.integer("parallelism.tensor_parallel_degree").value_or(1);
    if (training.tensor.degree > 1) {
        training.tensor.communication = strategy::TensorCommunication::reduce_scatter_all_gather;
        found.findings.push_back(assumed("tensor parallelism of torchtitan is sequence parallel: reduce-scatter and "
                                         "all-gather, and what was gathered is kept"));
    }
    read_data(settings, training);
    read_recompute(settings, training);
    read_pipeline(settings, given, found);
    read_batch(settings, training.pipeline.degree, found);
    const char* precision = "training.mixed_precision_param";
    const std::string datatype = settings.word(precision).value_or("bfloat16");
    if (datatype != "bfloat16" && datatype != "float32")
        settings.refuse_value(precision, "bfloat16 or float32");
    out.datatype = datatype == "float32" ? Datatype::float32 : Datatype::bfloat16;
    refuse_what_no_strategy_says(settings);
    if (const auto world = strategy::checked_world_size(out); world && given.gpus && *world != *given.gpus)
        settings.refuse("recipe.value", "the file is for " + std::to_string(*world) + " processors, not for " +
                                            std::to_string(*given.gpus));
}

std::string write(const Model& model, const strategy::Execution& execution)
{
    const std::int64_t t = strategy::tensor_degree(execution);
    const std::int64_t p = strategy::pipeline_degree(execution);
    const std::int64_t v = strategy::virtual_stages(execution);
    std::vector<std::string> comments = common_comments(execution);
    const auto number = [](const char* name, std::int64_t value) {
        return std::string(name) + " = " + std::to_string(value) + "\n";
    };
    std::string out =
        "# torchtitan, " + visible_line(model.name) + ": " + degrees_in_words(execution) + "\n[training]\n";
    out += number("seq_len", model.sequence);
    out += number("local_batch_size", p > 1 ? strategy::local_batch(execution) : execution.microbatch_size);
    out += number("global_batch_size", execution.global_batch);
    const bool single = execution.datatype == Datatype::float32;
    out += "mixed_precision_param = \"" + std::string(single ? "float32" : "bfloat16") + "\"\n\n[parallelism]\n";
    if (!single && execution.datatype != Datatype::bfloat16)
        comments.push_back("datatype " + std::string(to_string(execution.datatype)) +
                           " has no counterpart: bfloat16 stands here");
    out += number("data_parallel_replicate_degree", strategy::data_degree(execution));
    out += number("data_parallel_shard_degree", 1);
    out += number("tensor_parallel_degree", t);
    out += number("pipeline_parallel_degree", p);
    if (p > 1) {
        out += "pipeline_parallel_schedule = \"" + std::string(v > 1 ? "Interleaved1F1B" : "1F1B") + "\"\n";
        out += number("pipeline_parallel_layers_per_stage", model.blocks / p / v);
        out += number("pipeline_parallel_first_stage_less_layers", 0);
        out += number("pipeline_parallel_last_stage_less_layers", 0);
        out += number("pipeline_parallel_microbatch_size", execution.microbatch_size);
    }
    const bool full = strategy::recompute(execution) == strategy::RecomputePolicy::full;
    out += "\n[activation_checkpoint]\nmode = \"" + std::string(full ? "full" : "none") + "\"\n";
    if (strategy::recompute(execution) == strategy::RecomputePolicy::attention_only)
        comments.push_back("recompute attention_only has no counterpart: selective recomputes other operations");
    if (strategy::optimizer_sharding(execution))
        comments.push_back("optimizer_sharding has no counterpart: what shards it (FSDP) shards parameters and "
                           "gradients too");
    using strategy::TensorCommunication;
    if (t > 1 && strategy::tensor(execution).communication != TensorCommunication::reduce_scatter_all_gather)
        comments.push_back(std::string(to_string(strategy::tensor(execution).communication)) +
                           " has no counterpart: tensor parallelism is sequence parallel");
    if (t > 1 && execution.all_gather_redo)
        comments.push_back("sequence_parallel_all_gather_redo has no counterpart: what was gathered is kept");
    for (const std::string& comment : comments)
        out += "# " + comment + "\n";
    return out;
}

} // namespace

const FormatRow& torchtitan_format()
{
    static const FormatRow row{Format::torchtitan, is_meant, read_toml, read, write};
    return row;
}

} // namespace blueprinting::recipe
