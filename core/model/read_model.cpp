#include "core/model/read_model.h"

#include "core/model/description_json.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace blueprinting::model {
namespace {

constexpr std::array kCalculonKeys{"hidden", "feedforward", "seq_size", "attn_heads", "attn_size", "num_blocks"};
constexpr std::array kConfigKeys{"model_type", "architectures",       "hidden_size", "n_embd",
                                 "d_model",    "num_hidden_layers",   "n_layer",     "num_attention_heads",
                                 "n_head",     "transformers_version"};

template <std::size_t N>
std::ptrdiff_t count(const Json& value, const std::array<const char*, N>& keys)
{
    return std::count_if(keys.begin(), keys.end(), [&](const char* key) { return value.contains(key); });
}

} // namespace

std::string model_name_of(const std::string& path)
{
    const std::filesystem::path file(path);
    if (file.stem() != "config")
        return file.stem().string();
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::absolute(file, failed).lexically_normal();
    const std::string folder = whole.parent_path().filename().string();
    return failed || folder.empty() ? file.stem().string() : folder;
}

bool is_hugging_face_config(const Json& value)
{
    return value.is_object() && count(value, kCalculonKeys) < 2 && count(value, kConfigKeys) > 0;
}

Result<ModelReading> read_model(const JsonDocument& document, std::string name)
{
    if (looks_like_description(document.root())) {
        const auto described = description_from_json(document, document.root(), "", std::move(name));
        if (!described)
            return described.failure_as<ModelReading>();
        if (auto plain = plain_model(*described))
            return ModelReading{*std::move(plain), {}};
        return Diagnostic{Severity::error, "model.not_six_numbers", "",
                          "this model is more than six numbers, which is all that is read here; the command "
                          "\"estimate\" takes it"};
    }
    const bool config = is_hugging_face_config(document.root());
    Result<TransformerModel> model = config ? read_hugging_face_config(document, std::move(name))
                                            : read_calculon_model(document, document.root(), "", std::move(name));
    if (!model)
        return model.failure_as<ModelReading>();
    return ModelReading{std::move(*model), config ? hugging_face_findings(document) : Diagnostics()};
}

} // namespace blueprinting::model
