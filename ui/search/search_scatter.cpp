#include "ui/search/search_scatter.h"

#include "core/base/format.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/shown.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace blueprinting::ui {
namespace {

constexpr double kFrontMark = 20, kBandMark = 36, kSubjectMark = 256;
constexpr int kLevels = 5;

double gib_of(double bytes) { return bytes / kGibibyte; }

/// 1, 2, 4, 8, 16 and more a cell.
int level_of(std::uint64_t count)
{
    int out = 0;
    while (out + 1 < kLevels && count >= (std::uint64_t{2} << out))
        ++out;
    return out;
}

ColorToken cell_color(int level, bool fits)
{
    return fits ? ColorToken::term(0).mixedWithPanel(0.24 + 0.14 * level) // slate
                : ColorToken(&Theme::outline).mixedWithPanel(0.25 + 0.15 * level);
}

/// Where the cell with this place lies: its lower and its upper end along one axis.
std::pair<double, double> edges(double from, double to, std::size_t at, std::size_t count, bool logarithmic)
{
    const auto edge = [&](std::size_t i) {
        const double share = static_cast<double>(i) / static_cast<double>(count);
        return logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share;
    };
    return {edge(at), edge(at + 1)};
}

void add_cells(Scatter& out, const ScatterSubject& subject)
{
    if (!subject.cloud)
        return;
    const bool brushed = !subject.within.empty();
    const search::Bins counted_now = subject.all ? search::Bins({.columns = 0, .rows = 0}) // none is needed
                                                 : subject.cloud->bins(subject.grid, {});
    const search::Bins& all = subject.all ? *subject.all : counted_now;
    const search::Bins within =
        brushed ? subject.cloud->bins(subject.grid, subject.within) : search::Bins({.columns = 0, .rows = 0});
    const search::Bins& inside = brushed ? within : all;
    const search::BinGrid& grid = all.grid;
    for (std::size_t cell = 0; cell < all.cells.size(); ++cell) {
        const search::Bins::Bin& bin = inside.cells[cell].count > 0 ? inside.cells[cell] : all.cells[cell];
        if (bin.count == 0)
            continue;
        const bool outside = brushed && inside.cells[cell].count == 0;
        const auto [left, right] =
            edges(grid.from_seconds, grid.to_seconds, cell % grid.columns, grid.columns, grid.logarithmic);
        const auto [low, high] =
            edges(grid.from_bytes, grid.to_bytes, cell / grid.columns, grid.rows, grid.logarithmic);
        // A hair of the panel parts neighbours.
        const double air = 0.08;
        out.chart.areas.push_back({QLatin1Char('c') + QString::number(out.cells.size()),
                                   {left, gib_of(low + air * (high - low))},
                                   {right - air * (right - left), gib_of(high)},
                                   outside ? ColorToken(&Theme::outline).mixedWithPanel(0.16)
                                           : cell_color(level_of(bin.count), bin.fitting > 0)});
        out.cells.push_back(bin);
    }
}

XyMark mark_of(const SearchRun& run, std::size_t count, const search::Found& found, double area, bool hollow)
{
    XyMark out;
    out.key = found_key(found.number);
    out.x = found.total.value();
    out.y = gib_of(found.memory.value());
    out.color = Tone::text;
    out.area = area;
    out.hollow = hollow;
    out.hover = found_text(run, count, found);
    return out;
}

} // namespace

QString found_text(const SearchRun& run, std::size_t count, const search::Found& found)
{
    return SearchWords::tr("%1 s, %2 GiB%3\n%4")
        .arg(shown(format::significant(found.total.value(), 5)), gib_text(found.memory),
             found.fits ? QString() : SearchWords::tr(", does not fit"),
             strategy_text(run.layout(count).at(found.number)));
}

QString cell_text(const SearchRun& run, std::size_t count, const search::Bins::Bin& cell)
{
    const QString many = cell.count == 1 ? SearchWords::tr("1 strategy")
                                         : SearchWords::tr("%1 strategies, %2 fit; the best of them:")
                                               .arg(counted(cell.count), counted(cell.fitting));
    return many + QLatin1Char('\n') + found_text(run, count, cell.best);
}

std::vector<LegendItem> scatter_legend(const SearchRun& run, bool brushed)
{
    std::vector<LegendItem> out;
    for (int level = 0; level < kLevels; ++level) {
        const bool last = level + 1 == kLevels;
        out.push_back({last ? SearchWords::tr("%1+ a cell").arg(1 << level) : QString::number(1 << level),
                       cell_color(level, true)});
    }
    out.push_back({SearchWords::tr("does not fit"), cell_color(1, false)});
    out.push_back({SearchWords::tr("within %1 %").arg(shown(format::shortest(run.question.band_percent))),
                   ColorToken(&Theme::equal_cell)});
    if (brushed)
        out.push_back({SearchWords::tr("outside the filter"), ColorToken(&Theme::outline).mixedWithPanel(0.16)});
    LegendItem front{SearchWords::tr("front"), Tone::text};
    front.circle = true;
    out.push_back(front);
    return out;
}

Scatter scatter_of(const ScatterSubject& subject)
{
    const SearchRun& run = subject.run;
    const search::Exploration& found = run.found[subject.count];
    const search::BinGrid range = search_range(run, subject.count, subject.logarithmic);
    const double capacity = run.question.judgement().limit.value();
    Scatter out;
    XyChart& chart = out.chart;
    chart.x = {SearchWords::tr("Iteration time (s)"), subject.logarithmic, range.from_seconds, range.to_seconds};
    chart.y = {SearchWords::tr("Memory per GPU (GiB)"), subject.logarithmic, gib_of(range.from_bytes),
               gib_of(range.to_bytes)};
    const CloudBeyond beyond = subject.cloud ? subject.cloud->beyond(subject.logarithmic) : CloudBeyond();
    if (beyond.slower > 0)
        chart.x.title += SearchWords::tr("; %1 more fit beyond %2 s →")
                             .arg(counted(beyond.slower), shown(format::significant(range.to_seconds, 3)));
    if (beyond.larger > 0)
        out.beyond = SearchWords::tr("%1 need more than %2 GiB ↑")
                         .arg(counted(beyond.larger), shown(format::fixed(gib_of(range.to_bytes), 0)));
    const bool by_memory = run.question.rank == search::RankBy::memory;
    const search::Band& band = found.band;
    if (!found.top.empty()) {
        const search::Found& best = found.top.front();
        const double top = run.question.must_fit ? capacity : range.to_bytes;
        if (by_memory)
            chart.areas.push_back({{},
                                   {range.from_seconds, gib_of(best.memory.value())},
                                   {range.to_seconds, gib_of(band.limit)},
                                   ColorToken(&Theme::equal_cell)});
        else
            chart.areas.push_back({{},
                                   {best.total.value(), gib_of(range.from_bytes)},
                                   {band.limit, gib_of(top)},
                                   ColorToken(&Theme::equal_cell)});
    }
    add_cells(out, subject);
    XyLine limit;
    limit.points = {{range.from_seconds, gib_of(capacity)}, {range.to_seconds, gib_of(capacity)}};
    limit.kind = LineKind::dashed;
    limit.color = Tone::bad;
    limit.width = 1.2;
    limit.label = SearchWords::tr("capacity %1 GiB").arg(shown(format::shortest(gib_of(capacity))));
    limit.label_at = 0.1;
    limit.hover = limit.label;
    chart.lines.push_back(limit);
    XyLine front;
    front.kind = LineKind::stairs;
    front.color = Tone::text;
    front.width = 1.2;
    for (const search::Found& each : found.front)
        front.points.emplace_back(each.total.value(), gib_of(each.memory.value()));
    if (!front.points.empty()) {
        XyLine drawn = front; // a stair ends where the next begins: the last one at its own mark
        drawn.points.clear();
        drawn.kind = LineKind::solid;
        for (std::size_t i = 0; i < front.points.size(); ++i) {
            if (i > 0)
                drawn.points.emplace_back(front.points[i].x(), front.points[i - 1].y());
            drawn.points.push_back(front.points[i]);
        }
        chart.lines.push_back(drawn);
    }
    std::set<std::uint64_t> drawn;
    const auto add = [&](const search::Found& each, double area, bool hollow, const QString& label) {
        if (!drawn.insert(each.number).second)
            return;
        XyMark mark = mark_of(run, subject.count, each, area, hollow);
        mark.label = label;
        chart.marks.push_back(std::move(mark));
    };
    if (!found.top.empty())
        add(found.top.front(), kBandMark, false,
            by_memory ? SearchWords::tr("leanest %1 GiB").arg(gib_text(found.top.front().memory))
                      : SearchWords::tr("fastest %1").arg(seconds_text(found.top.front().total)));
    if (band.leanest && !by_memory && band.count > 1) {
        const double behind = 100 * (band.leanest->total.value() / found.top.front().total.value() - 1);
        const bool step = std::any_of(found.front.begin(), found.front.end(),
                                      [&](const search::Found& each) { return each.number == band.leanest->number; });
        add(*band.leanest, kBandMark, !step,
            SearchWords::tr("leanest as good: %1 GiB, %2").arg(gib_text(band.leanest->memory), percent_text(behind)));
    }
    for (const search::Found& each : found.front)
        add(each, each.total.value() <= band.limit && !by_memory ? kBandMark : kFrontMark, false, {});
    for (const search::Found& each : band.members)
        add(each, kBandMark, true, {});
    for (const SearchSubject& each : run.subjects) {
        if (each.count != subject.count)
            continue;
        XyMark mark = mark_of(run, subject.count, each.single.found, kSubjectMark, false);
        mark.key = QStringLiteral("s:") + shown(each.id);
        mark.color = ColorToken::chip(each.chip);
        mark.shape = MarkShape::square;
        mark.label = each.rank
                         ? SearchWords::tr("%1, %2").arg(seconds_text(each.single.found.total), ordinal(*each.rank))
                         : seconds_text(each.single.found.total);
        mark.hover =
            each.letter + QStringLiteral("  ") + mark.label + QLatin1Char('\n') + strategy_text(each.execution);
        out.letters[mark.key] = each.letter;
        chart.marks.push_back(std::move(mark));
    }
    if (const auto number = number_of_key(subject.picked); number && !drawn.contains(*number))
        if (const auto picked = found_with(run, subject.count, subject.cloud, *number))
            add(*picked, kFrontMark, true, {});
    if (!subject.picked.isEmpty())
        chart.selected = {subject.picked};
    return out;
}

} // namespace blueprinting::ui
