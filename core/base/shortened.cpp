#include "core/base/shortened.h"

namespace blueprinting {
namespace {

constexpr std::string_view kCut = "…";

bool within_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// The last place at or before `at` where a character begins.
std::size_t boundary_before(std::string_view text, std::size_t at)
{
    while (at > 0 && at < text.size() && within_character(text[at]))
        --at;
    return at;
}

} // namespace

std::string shortened(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return std::string(text);
    return std::string(text.substr(0, boundary_before(text, most))).append(kCut);
}

std::string shortened_in_the_middle(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return std::string(text);
    std::size_t end = boundary_before(text, most / 2);
    // A pointer's escapes, "~0" and "~1", stay whole.
    if (end > 0 && text[end - 1] == '~')
        --end;
    std::size_t begin = text.size() - most / 2;
    while (begin < text.size() && within_character(text[begin]))
        ++begin;
    return std::string(text.substr(0, end)).append(kCut).append(text.substr(begin));
}

} // namespace blueprinting
