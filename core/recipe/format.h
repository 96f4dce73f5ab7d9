#pragma once
#include "core/recipe/recipe.h"
#include "core/recipe/settings.h"

/// One framework's recipe: a file of its own, and a row in recipe.cpp.
namespace blueprinting::recipe {

/// What a strategy is read into, and what the framework does without saying it.
struct Found {
    strategy::Execution execution;
    Diagnostics findings;
};

struct FormatRow {
    Format format;
    /// Whether the text is meant as this; asked in the order of the rows.
    bool (*is_meant)(const std::string& text);
    Result<std::vector<Setting>> (*parse)(const std::string& text, const std::string& place);
    /// What is wrong is told to the settings.
    void (*read)(Settings& settings, const Given& given, Found& out);
    /// Of a strategy whose batch and blocks divide.
    std::string (*write)(const Model& model, const strategy::Execution& execution);
};

/// Names of Megatron-LM's arguments that two of its readers know.
inline constexpr const char* kMegatronStages = "pipeline-model-parallel-size";
inline constexpr const char* kMegatronLayout = "pipeline-model-parallel-layout";
/// Chunks of each stage as its arguments say them: counted, or by their length of so many blocks (those of the file, or
/// else these). Nothing where neither is there.
std::optional<std::int64_t> megatron_chunks(Settings& settings, std::int64_t stages,
                                            std::optional<std::int64_t> blocks);

const FormatRow& megatron_format();
const FormatRow& torchtitan_format();
const FormatRow& deepspeed_format();

/// "TP 8 · PP 4 · DP 2 = 64 processors", for a comment.
std::string degrees_in_words(const strategy::Execution& execution);
/// What no framework has a setting for, one comment each: networks, attention of one key and value, fused activation.
std::vector<std::string> common_comments(const strategy::Execution& execution);
/// recipe.assumed.
Diagnostic assumed(std::string message);

/// Of two numbers that a file has; past 2^53, refused.
std::optional<std::int64_t> product(Settings& settings, std::int64_t a, std::int64_t b);
/// Sets the schedule of p stages of v chunks.
void set_pipeline(strategy::Execution& execution, std::int64_t stages, std::int64_t chunks);
/// v of chunks of so many blocks; what does not divide, or is not known, is refused of the setting.
std::int64_t chunks_of(Settings& settings, std::string_view name, std::int64_t blocks_of_a_chunk, std::int64_t stages,
                       std::optional<std::int64_t> blocks);

} // namespace blueprinting::recipe
