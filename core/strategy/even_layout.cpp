#include "core/strategy/even_layout.h"

#include <algorithm>

namespace blueprinting::strategy {
namespace {

std::int64_t held(const ChunkContent& chunk)
{
    return chunk.blocks + chunk.mtp_modules + (chunk.embedding ? 1 : 0) + (chunk.head ? 1 : 0);
}

/// "t*4"
std::string letters(std::int64_t count)
{
    return count == 0 ? std::string() : count == 1 ? "t" : "t*" + std::to_string(count);
}

/// So many chunks of so many blocks, each with its bar behind it.
std::string middle(std::int64_t chunks, std::int64_t blocks)
{
    const std::string one = letters(blocks) + "|";
    return chunks == 0 ? std::string() : chunks == 1 ? one : "(" + one + ")*" + std::to_string(chunks);
}

} // namespace

std::optional<std::string> evener_layout(std::string_view layout, const LayoutShape& shape)
{
    const std::int64_t chunks = shape.stages * shape.virtual_stages;
    const std::int64_t ends = shape.vocabulary ? 1 : 0;
    const std::int64_t whole = shape.blocks + shape.mtp_modules + 2 * ends;
    if (chunks < 2)
        return std::nullopt;
    const std::int64_t each = whole / chunks, more = whole % chunks; // the second and the next hold one more
    const std::int64_t in_last = shape.mtp_modules + ends;
    if (each == 0 || each < in_last)
        return std::nullopt;
    if (const auto present = chunks_of(layout, shape)) {
        std::int64_t most = 0;
        for (const ChunkContent& chunk : *present)
            most = std::max(most, held(chunk));
        if (most <= each + (more > 0 ? 1 : 0))
            return std::nullopt;
    }
    if (more == 0 && shape.mtp_modules == 0)
        return shape.vocabulary ? "edges" : "";
    const bool last_holds_more = more == chunks - 1;
    std::string out = (shape.vocabulary ? "E" : "") + letters(each - ends) + "|";
    out += middle(std::min(more, chunks - 2), each + 1) + middle(std::max<std::int64_t>(chunks - 2 - more, 0), each);
    out += letters(each + (last_holds_more ? 1 : 0) - in_last);
    out.append(static_cast<std::size_t>(shape.mtp_modules), 'm');
    return out + (shape.vocabulary ? "L" : "");
}

} // namespace blueprinting::strategy
