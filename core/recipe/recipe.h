#pragma once
#include "core/base/result.h"
#include "core/strategy/parallelism.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Strategies as the settings that training frameworks are started with, and back. Each framework says some things that
/// a strategy does not, and lacks others: what it has no setting for is a comment, what is read and says nothing of a
/// strategy is listed. Pure; any thread.
namespace blueprinting::recipe {

enum class Format {
    megatron,   ///< arguments of Megatron-LM's training scripts (megatron/training/arguments.py)
    torchtitan, ///< its TOML file (torchtitan/config/job_config.py)
    deepspeed   ///< its JSON file (deepspeed.ai/docs/config-json)
};
inline constexpr std::array kFormats{Format::megatron, Format::torchtitan, Format::deepspeed};
std::string_view to_string(Format format); ///< "megatron", "torchtitan", "deepspeed"

/// What a recipe needs to know of the model: chunks of blocks are written by their length.
struct Model {
    std::string name;
    std::int64_t blocks = 0; ///< L
    std::int64_t sequence = 0;
};

/// The text, ended by a line break. recipe.unsupported where the strategy is none of training; recipe.indivisible where
/// the batch does not divide into microbatches of the data-parallel groups, or the blocks into chunks.
Result<std::string> write(Format format, const Model& model, const strategy::Execution& execution);

/// What a file does not say but must have said.
struct Given {
    std::optional<std::int64_t> gpus;   ///< all processors
    std::optional<std::int64_t> blocks; ///< L
};

struct Reading {
    Format format = Format::megatron;
    strategy::Execution execution;
    std::vector<std::string> not_used; ///< settings that say nothing of a strategy, by name, each once
    Diagnostics findings;              ///< recipe.assumed: what the framework does without saying it
};

/// A recipe of any format, told apart by its content: JSON, a file of sections, else arguments. `place` is what the
/// text is called in messages. A setting of parallelism, memory or precision that a strategy cannot say is refused by
/// its name (recipe.unsupported, strategy.unsupported.overlap), and so is one that nobody here knows but whose name
/// speaks of such things; a value that is none of the setting's (recipe.value); a text of no format (recipe.malformed);
/// what is missing (recipe.missing); degrees that do not go together (recipe.indivisible). Laws are not looked at.
Result<Reading> read(const std::string& text, const std::string& place, const Given& given);

} // namespace blueprinting::recipe
