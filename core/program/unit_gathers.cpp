#include "core/program/unit_gathers.h"

#include <algorithm>

namespace blueprinting::program {

double exposed(const std::vector<Unit>& units, std::int64_t prefetch)
{
    const std::size_t ahead = static_cast<std::size_t>(std::max<std::int64_t>(prefetch, 0));
    std::vector<double> gathered(units.size()), computed(units.size());
    double link = 0, engine = 0, work = 0;
    std::size_t next = 0;
    // A buffer is free once the unit that used it has computed; before the first ones all are.
    const auto gather_up_to = [&](std::size_t last) {
        for (; next < units.size() && next <= last; ++next) {
            const double free = next > ahead ? computed[next - ahead - 1] : 0;
            link = std::max(link, free) + units[next].gather;
            gathered[next] = link;
        }
    };
    gather_up_to(ahead);
    for (std::size_t i = 0; i < units.size(); ++i) {
        engine = computed[i] = std::max(engine, gathered[i]) + units[i].compute;
        work += units[i].compute;
        gather_up_to(i + 1 + ahead);
        if (units[i].scatter > 0)
            link = std::max(link, computed[i]) + units[i].scatter;
    }
    return std::max(engine, link) - work;
}

} // namespace blueprinting::program
