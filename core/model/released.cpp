#include "core/model/released.h"

#include "core/base/object_reader.h"
#include "core/base/preset_index.h"
#include "core/model/description_json.h"

#include <map>
#include <span>

namespace blueprinting::model {

std::span<const EmbeddedFile> released_model_files();

namespace {

constexpr const char* kPublishedPath = "released-models/PUBLISHED.json";

std::map<std::string, PublishedCount> published_counts()
{
    std::map<std::string, PublishedCount> out;
    for (const EmbeddedFile& file : released_model_files()) {
        if (file.path != kPublishedPath)
            continue;
        const auto document = JsonDocument::parse(std::string(file.bytes), kPublishedPath);
        for (const Json& each : document.value().root().at("counts"))
            out[each.at("name").get<std::string>()] = {each.at("parameters").get<std::int64_t>(),
                                                       each.at("source").get<std::string>()};
    }
    return out;
}

} // namespace

const std::vector<ReleasedModel>& released_models()
{
    // Read once, never changed. The files are part of the program; tests hold them against the published counts.
    static const std::vector<ReleasedModel> all = [] {
        std::vector<ReleasedModel> out;
        const auto published = published_counts();
        const auto entries = preset_index(released_model_files(), "released-models");
        if (!entries)
            return out;
        for (const PresetEntry& entry : *entries) {
            auto description = description_from_json(entry.document, entry.document.root(), "", entry.name);
            if (!description)
                continue;
            const auto count = published.find(entry.name);
            out.push_back({*std::move(description), entry.source,
                           count == published.end() ? std::nullopt : std::optional(count->second)});
        }
        return out;
    }();
    return all;
}

const ReleasedModel* find_released(std::string_view name)
{
    for (const ReleasedModel& each : released_models())
        if (each.description.name == name)
            return &each;
    return nullptr;
}

} // namespace blueprinting::model
