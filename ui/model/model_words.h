#pragma once
#include "ui/model/model_subject.h"
#include "ui/style/color_token.h"
#include "ui/widgets/controls/answer.h"
#include "ui/workspace/pieces.h"

/// The words of the Model view. Pure.
namespace blueprinting::ui {

inline constexpr double kMebi = 1024.0 * 1024.0;
QString gib_text(double bytes, int decimals = 1); ///< "79.3", without its unit
QString count_text(std::int64_t value);           ///< "8 030 261 248"

/// "Llama-3.1-405B has 405.9 billion parameters; on 1024 GPUs stage 1 is the fullest: 79.3 of 80 GiB", and why.
Answer model_answer(const ModelSubject& subject);

/// "405.9 billion", "8.03 billion", "350 million".
QString parameters_words(double parameters);
/// "norm", "q" of a task's name; a name that is not known stands as it is. The MLP says what its rows are called.
QString row_title(std::string_view task, const model::FeedForward& mlp);
/// "TP" of "tensor".
QString axis_title(std::string_view axis);
/// "all-gather", of what a row sends.
QString collective_words(ir::CollectiveKind kind);
/// "tiers 0 and 1", "tier 0"; empty for none.
QString tiers_words(const std::vector<std::int64_t>& tiers);
/// "attention", "routed experts", of a part of the parameters.
QString part_title(model::ModelPart part);
QString stage_memory_title(program::StageMemoryPart part);
ColorToken stage_memory_color(program::StageMemoryPart part);

} // namespace blueprinting::ui
