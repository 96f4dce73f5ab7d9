#include "core/recipe/megatron_pipeline.h"

#include "core/recipe/format.h"

#include <algorithm>
#include <array>

namespace blueprinting::recipe {
namespace {

constexpr const char* kCount = "num-virtual-stages-per-pipeline-rank";
constexpr const char* kLength = "num-layers-per-virtual-pipeline-stage";
constexpr const char* kGroup = "microbatch-group-size-per-vp-stage";
constexpr std::array kOfAPipeline{kMegatronStages, kCount, kLength, kGroup, kMegatronLayout};

} // namespace

std::optional<std::int64_t> megatron_chunks(Settings& settings, std::int64_t stages, std::optional<std::int64_t> blocks)
{
    if (settings.has("num-layers"))
        blocks = settings.integer("num-layers");
    if (const auto length = settings.integer(kLength))
        return chunks_of(settings, kLength, *length, stages, blocks);
    return settings.integer(kCount);
}

std::string write_pipeline(const MegatronPipeline& pipeline, const std::vector<std::string>& comments)
{
    std::string out;
    const auto say = [&](const char* name, const std::string& value) {
        out += std::string("--") + name + ' ' + value + '\n';
    };
    say(kMegatronStages, std::to_string(pipeline.stages));
    if (pipeline.chunks.value_or(1) > 1)
        say(kCount, std::to_string(*pipeline.chunks));
    if (pipeline.group)
        say(kGroup, std::to_string(*pipeline.group));
    if (!pipeline.layout.empty())
        say(kMegatronLayout, '"' + pipeline.layout + '"');
    for (const std::string& comment : comments)
        out += "# " + comment + '\n';
    return out;
}

Result<PipelineReading> read_pipeline(const std::string& text, const std::string& place)
{
    const FormatRow& format = megatron_format();
    if (!format.is_meant(text))
        return Diagnostic{Severity::error, "recipe.malformed", "",
                          "there is no argument of Megatron-LM, like --pipeline-model-parallel-size 4",
                          SourceLocation{place, 0, 0}};
    auto parsed = format.parse(text, place);
    if (!parsed)
        return parsed.failure_as<PipelineReading>();
    PipelineReading out;
    for (const Setting& each : *parsed)
        if (std::find(kOfAPipeline.begin(), kOfAPipeline.end(), each.name) == kOfAPipeline.end() &&
            each.name != "num-layers" &&
            std::find(out.not_used.begin(), out.not_used.end(), each.name) == out.not_used.end())
            out.not_used.push_back(each.name);
    Diagnostics problems;
    Settings settings(*std::move(parsed), place, problems);
    if (std::none_of(kOfAPipeline.begin(), kOfAPipeline.end(), [&](const char* each) { return settings.has(each); }))
        settings.refuse("recipe.missing", "none of Megatron-LM's arguments of a pipeline is there: "
                                          "--pipeline-model-parallel-size and those beside it");
    MegatronPipeline& pipeline = out.pipeline;
    pipeline.stages = settings.integer(kMegatronStages).value_or(1);
    pipeline.chunks = megatron_chunks(settings, pipeline.stages, std::nullopt);
    if (settings.has(kMegatronLayout))
        pipeline.layout = settings.word(kMegatronLayout).value_or("");
    pipeline.group = settings.integer(kGroup);
    if (problems.empty() && pipeline.group && pipeline.layout.empty() && pipeline.chunks.value_or(1) == 1)
        settings.refuse(kGroup, "recipe.unsupported", "goes with virtual stages: there is one on each rank");
    if (!problems.empty())
        return problems;
    return out;
}

} // namespace blueprinting::recipe
