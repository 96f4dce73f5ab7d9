#include "ui/search/axes_picture.h"

#include "core/base/format.h"
#include "ui/search/search_scatter.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/shown.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace blueprinting::ui {
namespace {

const QString kBytes = QStringLiteral("bytes");
const QString kSeconds = QStringLiteral("seconds");

/// An axis of the picture with its place among the cloud's, and what place a value has there.
struct Source {
    KnobAxis axis;
    std::size_t column = 0;
    std::vector<std::int64_t> shown; ///< place on the axis by place in the column; −1 where nothing there counts
    strategy::Field field{};
};

bool held_by_subject(const SearchRun& run, std::size_t count, strategy::Field field, std::int64_t value)
{
    return std::any_of(run.subjects.begin(), run.subjects.end(), [&](const SearchSubject& each) {
        return each.count == count && search::knob_value(field, each.execution) == value;
    });
}

/// The knob's values that some strategy that counts has, or one of the session.
Source knob_source(const AxesSubject& subject, std::size_t place)
{
    const SearchRun& run = subject.run;
    const search::Layout::Knob& knob = run.layout(subject.count).knobs()[place];
    std::map<std::int64_t, const search::Tally*> tallies;
    for (const search::Marginal& each : run.found[subject.count].marginals)
        if (each.field == knob.field)
            tallies[each.value] = &each.tally;
    Source out;
    out.column = place;
    out.field = knob.field;
    out.axis.key = shown(strategy::path_of(knob.field));
    out.axis.title = knob_head(knob.field);
    for (const search::Brush::Knob& each : subject.look.brush.knobs)
        if (each.field == knob.field)
            out.axis.brushed = each.values;
    for (const std::int64_t value : knob.values) {
        const auto tally = tallies.find(value);
        const std::uint64_t counts = tally == tallies.end()  ? 0
                                     : run.question.must_fit ? tally->second->fitting
                                                             : tally->second->legal;
        const bool seen = counts > 0 || held_by_subject(run, subject.count, knob.field, value);
        out.shown.push_back(seen ? static_cast<std::int64_t>(out.axis.values.size()) : -1);
        if (seen)
            out.axis.values.push_back({value, knob_value_text(knob.field, value), counts, 0});
    }
    return out;
}

Source measure_source(const AxesSubject& subject, bool bytes)
{
    const search::Brush none;
    const search::Brush& brush = subject.look.brush;
    const double unit = bytes ? kGibibyte : 1;
    Source out;
    out.column = subject.run.layout(subject.count).knobs().size() + (bytes ? 0 : 1);
    out.axis.key = bytes ? kBytes : kSeconds;
    out.axis.title = bytes ? SearchWords::tr("memory (GiB)") : SearchWords::tr("time (s)");
    out.axis.measure = true;
    const CloudSteps steps = axis_steps(subject.run, subject.count, bytes);
    out.axis.low = steps.low / unit;
    out.axis.high = steps.high / unit;
    out.axis.open = !bytes || !subject.run.question.must_fit;
    const double length = (out.axis.high - out.axis.low) / static_cast<double>(CloudSteps::kCount);
    for (std::size_t i = 0; i < CloudSteps::kCount; ++i) {
        const double low = out.axis.low + length * static_cast<double>(i);
        const QString from = shown(format::fixed(low, 1));
        const bool last = i + 1 == CloudSteps::kCount;
        out.axis.values.push_back({static_cast<std::int64_t>(i),
                                   last ? SearchWords::tr("%1 and more").arg(from)
                                        : SearchWords::tr("%1–%2").arg(from, shown(format::fixed(low + length, 1))),
                                   0, 0});
        out.shown.push_back(static_cast<std::int64_t>(i));
    }
    const double least = (bytes ? brush.least_bytes : brush.least_seconds) / unit;
    const double most = (bytes ? brush.most_bytes : brush.most_seconds) / unit;
    const double open_low = bytes ? none.least_bytes : none.least_seconds;
    if (least != open_low || std::isfinite(most))
        out.axis.stretch =
            Span{std::clamp(least, out.axis.low, out.axis.high), std::clamp(most, out.axis.low, out.axis.high)};
    return out;
}

std::vector<Source> sources(const AxesSubject& subject)
{
    std::vector<Source> out;
    const auto& knobs = subject.run.layout(subject.count).knobs();
    for (std::size_t i = 0; i < knobs.size(); ++i)
        if (Source one = knob_source(subject, i); one.axis.values.size() > 1)
            out.push_back(std::move(one));
    out.push_back(measure_source(subject, true));
    out.push_back(measure_source(subject, false));
    const auto& order = subject.look.axes;
    std::stable_sort(out.begin(), out.end(), [&](const Source& a, const Source& b) {
        const auto place = [&](const Source& one) {
            return std::find(order.begin(), order.end(), one.axis.key.toStdString()) - order.begin();
        };
        return place(a) < place(b);
    });
    return out;
}

/// The ribbons of a table of pairs, between the places that are shown.
std::vector<AxesRibbon> ribbons_of(const CloudPairs& pairs, const Source& from, const Source& to)
{
    std::vector<AxesRibbon> out;
    const std::size_t columns = to.shown.size();
    for (std::size_t a = 0; a < from.shown.size(); ++a)
        for (std::size_t b = 0; b < columns; ++b)
            if (const std::uint64_t count = pairs[a * columns + b]; count > 0)
                out.push_back({static_cast<std::size_t>(from.shown[a]), static_cast<std::size_t>(to.shown[b]), count});
    return out;
}

void add_ribbons(AxesPicture& out, const AxesSubject& subject, std::vector<Source>& axes)
{
    if (!subject.cloud || !subject.cloud->whole())
        return;
    const SearchCloud& cloud = *subject.cloud;
    out.total = cloud.order().size();
    out.inside = out.total;
    std::vector<std::uint32_t> inside;
    if (!subject.within.empty()) {
        inside = cloud.counting(subject.within);
        out.inside = inside.size();
    }
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
        const CloudPairs all = cloud.allPairs(axes[i].column, axes[i + 1].column);
        out.all.push_back(ribbons_of(all, axes[i], axes[i + 1]));
        if (subject.within.empty())
            continue;
        const bool every = out.inside == out.total;
        out.within.push_back(
            every ? out.all.back()
                  : ribbons_of(cloud.pairs(axes[i].column, axes[i + 1].column, inside), axes[i], axes[i + 1]));
    }
    // A value's count is that of the ribbons that meet in it.
    const auto& shown_now = out.filtered() ? out.within : out.all;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const bool last = i + 1 == axes.size();
        if (axes[i].axis.measure)
            for (const AxesRibbon& each : out.all[last ? i - 1 : i])
                axes[i].axis.values[last ? each.to : each.from].count += each.count;
        for (const AxesRibbon& each : shown_now[last ? i - 1 : i])
            axes[i].axis.values[last ? each.to : each.from].within += each.count;
    }
}

/// Where a strategy meets each axis; nothing where it has a value that no axis shows.
std::optional<std::vector<double>> line_at(const std::vector<Source>& axes, const strategy::Execution& execution,
                                           const search::Found& found)
{
    std::vector<double> out;
    for (const Source& each : axes) {
        const KnobAxis& axis = each.axis;
        if (axis.measure) {
            const double value = axis.key == kBytes ? found.memory.value() / kGibibyte : found.total.value();
            out.push_back(std::clamp((value - axis.low) / (axis.high - axis.low), 0.0, 1.0));
            continue;
        }
        const std::int64_t value = search::knob_value(each.field, execution);
        const auto at = std::find_if(axis.values.begin(), axis.values.end(),
                                     [value](const KnobAxis::Value& one) { return one.value == value; });
        if (at == axis.values.end())
            return std::nullopt;
        out.push_back(axis.share(static_cast<std::size_t>(at - axis.values.begin())));
    }
    return out;
}

void add_lines(AxesPicture& out, const AxesSubject& subject, const std::vector<Source>& axes)
{
    const SearchRun& run = subject.run;
    const search::Layout& layout = run.layout(subject.count);
    const auto add = [&](AxesLine line, const strategy::Execution& execution, const search::Found& found) {
        auto at = line_at(axes, execution, found);
        if (!at)
            return;
        line.at = *std::move(at);
        out.lines.push_back(std::move(line));
    };
    const auto& members = run.found[subject.count].band.members;
    for (std::size_t i = 0; i < std::min(members.size(), kMostBandLines); ++i)
        add({AxesLine::Kind::band, {}, 0, {}, {}}, layout.at(members[i].number), members[i]);
    for (const SearchSubject& each : run.subjects)
        if (each.count == subject.count)
            add({AxesLine::Kind::subject, each.letter, each.chip, {}, strategy_text(each.execution)}, each.execution,
                each.single.found);
    const auto number = number_of_key(shown(subject.look.picked));
    if (const auto picked = number ? found_with(run, subject.count, subject.cloud, *number) : std::nullopt)
        add({AxesLine::Kind::picked, {}, 0, {}, found_text(run, subject.count, *picked)}, layout.at(picked->number),
            *picked);
}

} // namespace

AxesPicture axes_picture(const AxesSubject& subject)
{
    AxesPicture out;
    const search::Exploration& found = subject.run.found[subject.count];
    out.total = subject.run.question.must_fit ? found.fitting : found.legal;
    out.inside = out.total;
    if (out.total == 0)
        return out;
    std::vector<Source> axes = sources(subject);
    add_ribbons(out, subject, axes);
    add_lines(out, subject, axes);
    for (Source& each : axes)
        out.axes.push_back(std::move(each.axis));
    return out;
}

std::vector<std::string> moved_axis(const AxesPicture& picture, std::size_t from, std::size_t to)
{
    std::vector<std::string> out;
    for (const KnobAxis& axis : picture.axes)
        out.push_back(axis.key.toStdString());
    const std::string moved = out[from];
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(from));
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(std::min(to, out.size())), moved);
    return out;
}

} // namespace blueprinting::ui
