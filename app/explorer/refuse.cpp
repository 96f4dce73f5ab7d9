#include "app/explorer/refuse.h"

#include "core/base/foreign_text.h"

#include <cstdio>

namespace blueprinting::explorer {

void say(const std::string& line) { std::fprintf(stderr, "blueprinting-explorer: %s\n", visible_line(line).c_str()); }

int refuse(const std::string& line)
{
    say(line);
    return 2;
}

} // namespace blueprinting::explorer
