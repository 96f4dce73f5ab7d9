#include "core/search/bins.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::search {
namespace {

/// The place of a value between two others as one of `count` steps; the last one holds its end.
std::optional<std::size_t> place(double value, double from, double to, std::size_t count, bool logarithmic)
{
    if (!(value >= from && value <= to) || count == 0)
        return std::nullopt;
    if (from == to)
        return 0;
    const double share = logarithmic ? std::log(value / from) / std::log(to / from) : (value - from) / (to - from);
    const auto step = static_cast<std::size_t>(share * static_cast<double>(count));
    return std::min(step, count - 1);
}

} // namespace

std::optional<std::size_t> BinGrid::cell(const Found& found) const
{
    const auto column = place(found.total.value(), from_seconds, to_seconds, columns, logarithmic);
    const auto row = place(found.memory.value(), from_bytes, to_bytes, rows, logarithmic);
    if (!column || !row)
        return std::nullopt;
    return *column + *row * columns;
}

void Bins::offer(const Found& found, const Judgement& judgement)
{
    const auto cell = grid.cell(found);
    if (!cell) {
        ++(found.total.value() > grid.to_seconds ? slower : outside);
        return;
    }
    Bin& bin = cells[*cell];
    if (bin.count == 0 || judgement.before(found, bin.best))
        bin.best = found;
    ++bin.count;
    bin.fitting += found.fits ? 1 : 0;
}

void Bins::join(const Bins& other, const Judgement& judgement)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Bin& from = other.cells[i];
        if (from.count == 0)
            continue;
        if (cells[i].count == 0 || judgement.before(from.best, cells[i].best))
            cells[i].best = from.best;
        cells[i].count += from.count;
        cells[i].fitting += from.fitting;
    }
    slower += other.slower;
    outside += other.outside;
}

} // namespace blueprinting::search
