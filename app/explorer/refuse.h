#pragma once
#include <string>

namespace blueprinting::explorer {

/// One line on standard error, with nothing in it that a terminal obeys.
void say(const std::string& line);
/// The same; the exit code of bad input or use.
int refuse(const std::string& line);

} // namespace blueprinting::explorer
