#include "ui/schedule/lane_group.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

double LaneGroup::end() const
{
    double out = pipeline_end();
    if (iteration)
        out = std::max(out, iteration->end * scale);
    if (second)
        out = std::max(out, second_end * scale);
    if (beside)
        out = std::max(out, beside->timeline.makespan * scale);
    if (still())
        for (const schedule::CommandId head : drawn->heads) // what it waits in has its length beyond the stop
            if (head != schedule::kNoCommand)
                out = std::max(out, pipeline_end() + shown().graph.duration(head) * scale);
    return out;
}

bool LaneGroup::sameWork(const LaneGroup& other) const
{
    const double own = drawn->work * scale;
    return request().stages == other.request().stages && request().microbatches == other.request().microbatches &&
           std::fabs(own - other.drawn->work * other.scale) <= 1e-9 * own;
}

std::size_t LaneGroup::fullest() const
{
    if (!bytes)
        return 0;
    const auto most = std::ranges::max_element(*bytes, {}, [](const schedule::DeviceBytes& each) { return each.peak; });
    return static_cast<std::size_t>(most - bytes->begin());
}

} // namespace blueprinting::ui
