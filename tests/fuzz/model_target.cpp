#include "core/model/transformer_model.h"
#include "tests/fuzz/round_trip.h"
#include "tests/fuzz/target.h"

namespace blueprinting::fuzz {

std::string check(std::string_view input)
{
    const auto calculon = [](const JsonDocument& document) {
        return model::read_calculon_model(document, document.root(), "", "fuzz");
    };
    // A config is read by name; what it says is written as a Calculon model, which must read back as the same shape.
    const auto any = [&](const JsonDocument& document) {
        auto shape = calculon(document);
        return shape ? shape : model::read_hugging_face_config(document, "fuzz");
    };
    std::string problem = check_round_trip(input, calculon, model::to_calculon);
    return problem.empty() ? check_round_trip(input, any, model::to_calculon) : problem;
}

std::vector<std::string> seeds()
{
    std::vector<std::string> out{
        R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "n_ctx": 1024, "n_inner": null})",
        R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "max_position_embeddings": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "num_hidden_layers": 32})"};
    for (const model::Preset& preset : model::presets())
        out.push_back(model::to_calculon(preset.model).dump(1));
    return out;
}

} // namespace blueprinting::fuzz
