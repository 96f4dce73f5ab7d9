#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace blueprinting {

/// The text, or its first at most `most` bytes – whole characters of UTF-8 – and "…": what a message quotes from a file
/// may be as long as the file.
std::string shortened(std::string_view text, std::size_t most = 80);

/// The same, cut in the middle: of a path both ends tell.
std::string shortened_in_the_middle(std::string_view text, std::size_t most);

} // namespace blueprinting
