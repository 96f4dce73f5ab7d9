#include "core/program/component.h"

namespace blueprinting::program {

static_assert(static_cast<std::size_t>(Component::context_parallel) == cost::kComponents);
static_assert(static_cast<std::size_t>(Component::embedding_head) + 1 == kComponents);

std::string_view to_string(Component component)
{
    const auto at = static_cast<std::size_t>(component);
    return at < cost::kComponents ? cost::kComponentRows[at].key : kFurtherComponents[at - cost::kComponents];
}

Seconds Breakdown::total() const
{
    Seconds sum;
    for (const Seconds each : seconds)
        sum += each;
    return sum;
}

Breakdown& Breakdown::operator+=(const Breakdown& other)
{
    for (std::size_t i = 0; i < seconds.size(); ++i)
        seconds[i] += other.seconds[i];
    return *this;
}

Breakdown Breakdown::times(double factor) const
{
    Breakdown out = *this;
    for (Seconds& each : out.seconds)
        each = each * factor;
    return out;
}

} // namespace blueprinting::program
