#pragma once
#include <string>
#include <string_view>
#include <vector>

/// What a fuzz program is made of: one target and the driver (driver.cpp).
namespace blueprinting::fuzz {

/// What went wrong with an input; empty where nothing did. Defined by each target. The property of all of them: what is
/// read, written and read again is the same, and is written the same; what is refused is refused with a reason.
std::string check(std::string_view input);

/// Inputs to start from, all accepted. Defined by each target.
std::vector<std::string> seeds();

} // namespace blueprinting::fuzz
