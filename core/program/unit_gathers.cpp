#include "core/program/unit_gathers.h"

#include <algorithm>

namespace blueprinting::program {
namespace {

/// Calls `gathered`, `computed` and `scattered` with unit, begin and end of each in turn, and gives the end of all.
template <class Gathered, class Computed, class Scattered>
double run(const std::vector<Unit>& units, std::int64_t prefetch, Gathered gathered, Computed computed,
           Scattered scattered)
{
    const std::size_t ahead = static_cast<std::size_t>(std::max<std::int64_t>(prefetch, 0));
    std::vector<double> arrived(units.size()), done(units.size());
    double link = 0, engine = 0;
    std::size_t next = 0;
    // A buffer is free once the unit that used it has computed; before the first ones all are.
    const auto gather_up_to = [&](std::size_t last) {
        for (; next < units.size() && next <= last; ++next) {
            const double free = next > ahead ? done[next - ahead - 1] : 0;
            const double begin = std::max(link, free);
            link = begin + units[next].gather;
            arrived[next] = link;
            gathered(next, begin, link);
        }
    };
    gather_up_to(ahead);
    for (std::size_t i = 0; i < units.size(); ++i) {
        const double begin = std::max(engine, arrived[i]);
        engine = done[i] = begin + units[i].compute;
        computed(i, begin, engine);
        gather_up_to(i + 1 + ahead);
        if (units[i].scatter > 0) {
            const double sends = std::max(link, done[i]);
            link = sends + units[i].scatter;
            scattered(i, sends, link);
        }
    }
    return std::max(engine, link);
}

} // namespace

std::vector<UnitSpan> unit_spans(const std::vector<Unit>& units, std::int64_t prefetch)
{
    std::vector<UnitSpan> out(units.size());
    run(
        units, prefetch,
        [&](std::size_t i, double begin, double end) { out[i].gather_begin = begin, out[i].gather_end = end; },
        [&](std::size_t i, double begin, double end) {
            out[i].compute_begin = begin;
            out[i].compute_end = out[i].scatter_begin = out[i].scatter_end = end;
        },
        [&](std::size_t i, double begin, double end) { out[i].scatter_begin = begin, out[i].scatter_end = end; });
    return out;
}

double exposed(const std::vector<Unit>& units, std::int64_t prefetch)
{
    double work = 0;
    for (const Unit& unit : units)
        work += unit.compute;
    const auto nothing = [](std::size_t, double, double) {};
    return run(units, prefetch, nothing, nothing, nothing) - work;
}

} // namespace blueprinting::program
