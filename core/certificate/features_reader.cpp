#include "core/certificate/features_reader.h"

#include "core/certificate/field_reader.h"

#include <algorithm>

namespace blueprinting::certificate {

Features read_features(const JsonDocument& document, const Json& value, const std::string& at, Diagnostics& diagnostics)
{
    Features out;
    FieldReader reader(document, value, at, diagnostics);
    reader.whole("packed_tokens", out.packed_tokens, 0);
    reader.whole("segment_count", out.segment_count, 0);
    reader.whole("max_depth", out.max_depth, 0);
    std::vector<std::int64_t> below;
    const std::size_t before = diagnostics.size();
    reader.wholes("segments_below", below, 0);
    if (below.size() == out.segments_below.size())
        std::copy(below.begin(), below.end(), out.segments_below.begin());
    else if (diagnostics.size() == before)
        reader.fail("reader.range", "segments_below",
                    "\"segments_below\" must list 8 counts, not " + std::to_string(below.size()));
    out.extra = reader.rest();
    return out;
}

} // namespace blueprinting::certificate
