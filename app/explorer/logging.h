#pragma once

namespace blueprinting::explorer {

/// Messages of the program and of Qt go to standard error through spdlog: errors alone, or everything where verbose.
void start_logging(bool verbose);

} // namespace blueprinting::explorer
