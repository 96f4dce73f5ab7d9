#include "core/model/read_description.h"

#include "core/model/description_json.h"
#include "core/model/hugging_face.h"
#include "core/model/model_laws.h"
#include "core/model/read_model.h"

namespace blueprinting::model {
namespace {

Result<DescriptionReading> with(Result<Description> description, std::optional<std::int64_t> sequence)
{
    if (!description)
        return description.failure_as<DescriptionReading>();
    description->sequence = sequence.value_or(description->sequence);
    return DescriptionReading{*std::move(description), {}};
}

} // namespace

Result<DescriptionReading> read_description(const JsonDocument& document, const std::string& name,
                                            std::optional<std::int64_t> sequence)
{
    const Json& root = document.root();
    if (looks_like_description(root))
        return with(description_from_json(document, root, "", name), sequence);
    if (is_hugging_face_config(root)) {
        auto read = read_hugging_face(document, name, sequence);
        if (!read)
            return read.failure_as<DescriptionReading>();
        return DescriptionReading{std::move(read->description), std::move(read->findings)};
    }
    const auto plain = read_calculon_model(document, root, "", name);
    if (!plain)
        return plain.failure_as<DescriptionReading>();
    if (plain->blocks > kMostBlocks) // else what is read here could not be written as a description and read again
        return document.error("reader.range", "/num_blocks",
                              "\"num_blocks\" must be at most " + std::to_string(kMostBlocks) + ", not " +
                                  std::to_string(plain->blocks));
    return with(describe(*plain), sequence);
}

} // namespace blueprinting::model
