#pragma once
#include "core/model/hugging_face/config.h"

#include <span>
#include <string_view>

/// Inside the room: the families that are read whole, as rows. A new family is a row in one of these files.
namespace blueprinting::model::hf {

struct Family {
    std::string_view type; ///< "model_type" in the file
    /// Everything but the sequence length, the name and dropout.
    void (*read)(Config&, Description&);
    /// The class's own limit of the sequence where the file states none; 0: the file must say, or the caller.
    std::int64_t limit = 0;
    /// "seq_length" is the limit here, not the trained length.
    bool length_is_limit = false;
};

std::span<const Family> llama_families();
std::span<const Family> qwen_families();
std::span<const Family> gemma_families();
std::span<const Family> glm_families();
std::span<const Family> deepseek_families();
std::span<const Family> mixture_families();
std::span<const Family> layer_norm_families();

} // namespace blueprinting::model::hf
