#pragma once
#include "core/model/description.h"

/// The released models that the program carries as descriptions (data/released-models). Any thread.
namespace blueprinting::model {

/// A count of weights as its publisher or a public copy of the checkpoint states it.
struct PublishedCount {
    std::int64_t parameters = 0;
    std::string source;
    bool operator==(const PublishedCount&) const = default;
};

struct ReleasedModel {
    Description description;
    std::string source;
    std::optional<PublishedCount> published; ///< for comparison alone: nothing reads it to count
};

/// In the order of SOURCES.json.
const std::vector<ReleasedModel>& released_models();
/// Nothing where no model is carried under this name.
const ReleasedModel* find_released(std::string_view name);

} // namespace blueprinting::model
