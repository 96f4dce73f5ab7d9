#pragma once
#include "core/model/hugging_face/config.h"

#include <string_view>
#include <vector>

/// Inside the room: files that this program does not read as a model, and why.
namespace blueprinting::model::hf {

/// Refuses hybrid, sparse and unlike blocks, by key or by family: model.hf.hybrid, .sparse_attention, .per_block_sizes;
/// encoder-decoders: model.encoder_decoder. True where it refused.
bool refuse_other_architectures(Config& config);

/// A key whose presence changes what a block is, with what it means.
struct Meaning {
    const char* key;
    std::string_view meaning;
};
/// Those that stand in the file, in a fixed order.
std::vector<Meaning> meanings_in(const Config& config);

/// Families that keep the reading by six numbers.
bool is_six_number_family(std::string_view model_type);
/// model.hf.meaning: a family of six numbers with a key that those cannot say.
void refuse_meaning(Config& config, const Meaning& first);
/// model.hf.unknown_family, with the families that are read and what the file's keys mean.
void refuse_unknown_family(Config& config, const std::vector<std::string_view>& known);

} // namespace blueprinting::model::hf
