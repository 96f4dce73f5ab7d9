#pragma once
#include "core/schedule/plan.h"

namespace blueprinting::schedule {

/// Which kind a written order is.
struct Recognised {
    std::optional<Request> request; ///< of that kind; nothing where it is none that is known
    std::string text;               ///< "zb-v p4 m8", "interleaved p4 m8 v2 group 6"; else how far the nearest one goes
};
/// Tries every kind with its usual parameters. Pure.
Recognised recognise(const WrittenOrder& order);

} // namespace blueprinting::schedule
