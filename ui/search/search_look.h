#pragma once
#include "core/search/points.h"

#include "core/base/json_document.h"

namespace blueprinting::ui {

/// How a person looks at what a search found: kept by the session beside the question, but no step to undo.
struct SearchLook {
    std::optional<std::int64_t> devices; ///< of several the number that tables speak of
    bool one = false;                    ///< its plot is shown, not what more devices give
    std::string picked;                  ///< key of a strategy in tables and charts
    std::string tab = "best";            ///< best, neighbours, knobs or file
    bool logarithmic = false;
    bool bounds = false; ///< shown
    search::Brush brush;
    std::vector<std::string> axes; ///< keys of the parallel axes as a person ordered them; those not named follow
    bool operator==(const SearchLook&) const = default;

    [[nodiscard]] bool brushed() const { return !(brush == search::Brush()); }
};

/// What is none in a file written by hand counts as not there.
SearchLook search_look_of(const Json& state);
Json to_json(const SearchLook& look);

} // namespace blueprinting::ui
