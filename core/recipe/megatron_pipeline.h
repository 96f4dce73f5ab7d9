#pragma once
#include "core/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace blueprinting::recipe {

/// A pipeline as Megatron-LM's arguments say it, without the rest of a strategy. Its orders are 1F1B, and with several
/// virtual stages on a rank interleaved 1F1B.
struct MegatronPipeline {
    std::int64_t stages = 1;              ///< --pipeline-model-parallel-size
    std::optional<std::int64_t> chunks{}; ///< --num-virtual-stages-per-pipeline-rank; else the layout's, or 1
    std::optional<std::int64_t> group{};  ///< --microbatch-group-size-per-vp-stage; the stages where not said
    std::string layout{};                 ///< --pipeline-model-parallel-layout, as written
    bool operator==(const MegatronPipeline&) const = default;
};

/// One argument a line, and a comment each of what has none. Pure.
std::string write_pipeline(const MegatronPipeline& pipeline, const std::vector<std::string>& comments = {});

struct PipelineReading {
    MegatronPipeline pipeline;
    std::vector<std::string> not_used; ///< arguments of other things, by name, each once
};

/// The same of arguments, a whole launch script's among them; `place` is what the text is called in messages. Virtual
/// stages may also be said by their length (--num-layers-per-virtual-pipeline-stage) beside --num-layers.
/// recipe.malformed where it has no argument; recipe.missing where none is of a pipeline;
/// recipe.value, recipe.indivisible.
Result<PipelineReading> read_pipeline(const std::string& text, const std::string& place);

} // namespace blueprinting::recipe
