#include "core/recipe/recipe.h"

#include "core/base/checked.h"
#include "core/recipe/format.h"
#include "core/strategy/derived.h"

#include <functional>

namespace blueprinting::recipe {
namespace {

const std::array kRows{&deepspeed_format, &torchtitan_format, &megatron_format};

strategy::TransformerTrainingParallelism& training(strategy::Execution& execution)
{
    return std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
}

} // namespace

std::string_view to_string(Format format)
{
    switch (format) {
    case Format::megatron: return "megatron";
    case Format::torchtitan: return "torchtitan";
    case Format::deepspeed: return "deepspeed";
    }
    return "";
}

std::string degrees_in_words(const strategy::Execution& execution)
{
    return "TP " + std::to_string(strategy::tensor_degree(execution)) + " · PP " +
           std::to_string(strategy::pipeline_degree(execution)) + " · DP " +
           std::to_string(strategy::data_degree(execution)) + " = " + std::to_string(strategy::world_size(execution)) +
           " processors";
}

std::vector<std::string> common_comments(const strategy::Execution& execution)
{
    const strategy::NetworkTiers& tiers = execution.tiers;
    std::vector<std::string> out;
    const auto tier = [](std::optional<std::int64_t> named) { return named ? std::to_string(*named) : "as ranks lie"; };
    if (tiers != strategy::NetworkTiers{})
        out.push_back("network tiers have no counterpart: tensor " + tier(tiers.tensor) + ", pipeline " +
                      tier(tiers.pipeline) + ", data " + tier(tiers.data));
    if (execution.attention_type != strategy::AttentionType::multihead)
        out.push_back("attention_type " + std::string(to_string(execution.attention_type)) +
                      " is of the model, whose settings are not here");
    if (execution.fused_activation)
        out.push_back("fused_activation has no counterpart: frameworks choose their own kernels");
    return out;
}

Diagnostic assumed(std::string message) { return {Severity::finding, "recipe.assumed", "", std::move(message)}; }

std::optional<std::int64_t> product(Settings& settings, std::int64_t a, std::int64_t b)
{
    const auto out = (Checked(a) * b).get();
    if (out && *out <= kMaxInteger)
        return out;
    settings.refuse("recipe.value", std::to_string(a) + " times " + std::to_string(b) + " is past 2^53");
    return std::nullopt;
}

void set_pipeline(strategy::Execution& execution, std::int64_t stages, std::int64_t chunks)
{
    strategy::PipelineParallel& pipeline = training(execution).pipeline;
    pipeline.degree = stages;
    if (chunks > 1)
        pipeline.schedule = strategy::InterleavedOneForwardOneBackward{chunks};
    else if (stages > 1)
        pipeline.schedule = strategy::OneForwardOneBackward{};
    else
        pipeline.schedule = strategy::SingleStage{};
}

std::int64_t chunks_of(Settings& settings, std::string_view name, std::int64_t blocks_of_a_chunk, std::int64_t stages,
                       std::optional<std::int64_t> blocks)
{
    if (!blocks) {
        settings.refuse(name, "recipe.missing",
                        "says the blocks of a chunk, but nothing says how many blocks the model has");
        return 1;
    }
    if (*blocks % stages != 0 || (*blocks / stages) % blocks_of_a_chunk != 0) {
        settings.refuse(name, "recipe.indivisible",
                        std::to_string(*blocks) + " blocks on " + std::to_string(stages) +
                            " stages do not divide into chunks of " + std::to_string(blocks_of_a_chunk));
        return 1;
    }
    return *blocks / stages / blocks_of_a_chunk;
}

Result<std::string> write(Format format, const Model& model, const strategy::Execution& execution)
{
    const auto refuse = [](const char* code, std::string message) {
        return Diagnostic{Severity::error, code, "execution", std::move(message)};
    };
    if (!strategy::is_training(execution))
        return refuse("recipe.unsupported", "recipes are of training; this strategy serves");
    const auto world = strategy::checked_world_size(execution);
    const std::int64_t v = strategy::virtual_stages(execution);
    for (const std::int64_t each :
         {strategy::tensor_degree(execution), strategy::pipeline_degree(execution), strategy::data_degree(execution), v,
          execution.microbatch_size, execution.global_batch})
        if (each < 1)
            return refuse("recipe.indivisible", "every degree and batch is 1 or more, not " + std::to_string(each));
    const auto group = (Checked(strategy::data_degree(execution)) * execution.microbatch_size).get();
    const auto chunks = (Checked(strategy::pipeline_degree(execution)) * v).get();
    if (!world || !group || !chunks)
        return refuse("recipe.indivisible", "the degrees make 2^63 processors, samples or chunks or more");
    if (execution.global_batch % *group != 0)
        return refuse("recipe.indivisible", "a batch of " + std::to_string(execution.global_batch) +
                                                " does not divide into microbatches of " +
                                                std::to_string(execution.microbatch_size) + " for " +
                                                std::to_string(strategy::data_degree(execution)) + " groups");
    if (model.blocks % *chunks != 0)
        return refuse("recipe.indivisible", std::to_string(model.blocks) + " blocks do not divide into " +
                                                std::to_string(*chunks) + " chunks");
    for (const auto& row : kRows)
        if (row().format == format)
            return row().write(model, execution);
    return refuse("recipe.unsupported", "there is no such format");
}

Result<Reading> read(const std::string& text, const std::string& place, const Given& given)
{
    for (const auto& row : kRows) {
        if (!row().is_meant(text))
            continue;
        auto parsed = row().parse(text, place);
        if (!parsed)
            return parsed.failure_as<Reading>();
        Diagnostics problems;
        Settings settings(*std::move(parsed), place, problems);
        Found found;
        row().read(settings, given, found);
        std::vector<std::string> unused = settings.unused();
        if (!problems.empty())
            return problems;
        if (strategy::checked_world_size(found.execution) != 1)
            found.findings.push_back(assumed("network tiers are of a system: tier 0 for every group"));
        return Reading{row().format, std::move(found.execution), std::move(unused), std::move(found.findings)};
    }
    return Diagnostic{Severity::error, "recipe.malformed", "",
                      "neither arguments of Megatron-LM (--tensor-model-parallel-size …) nor a TOML file of torchtitan "
                      "nor a JSON file of DeepSpeed",
                      SourceLocation{place, 0, 0}};
}

} // namespace blueprinting::recipe
