#include "ui/measured/error_rows.h"

#include "core/base/format.h"
#include "core/measured/facts.h"
#include "ui/measured/run_families.h"
#include "ui/measured/words.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace blueprinting::ui {
namespace {

using measured::Grade;
using measured::Judged;
using measured::Row;
using measured::Runs;

constexpr std::array<std::string_view, 5> kColoured{"bloom", "vtrain24", "narayanan21", "korthikanti22", "vocabpar24"};

QString tokens_words(double value) { return shown(format::significant(value)); }

double up_of(const Runs& runs, std::size_t at, RunUp up)
{
    const Row& row = runs.row(at);
    const auto& traits = runs.traits(at);
    switch (up) {
    case RunUp::tokens: return measured::tokens_per_second_per_gpu(row).value_or(0);
    case RunUp::parameters: return traits ? traits->sizes[0] : 0;
    case RunUp::gpus: return static_cast<double>(row.gpus.value_or(0));
    case RunUp::tensor: return traits ? traits->sizes[4] : 0;
    case RunUp::microbatch: return traits ? traits->sizes[7] : 0;
    case RunUp::forward: return 1e3 * runs.prediction(at).block_forward.value();
    }
    return 0;
}

QString range_words(const measured::Summary& one)
{
    return one.rows < 2 ? QStringLiteral("–")
                        : QStringLiteral("%1 … %2").arg(error_words(one.least_percent), error_words(one.most_percent));
}

/// The marks of a chart, and where each run stands among them.
struct Marks {
    std::vector<ErrorMark> marks;
    std::vector<std::uint32_t> places; ///< by row

    [[nodiscard]] std::vector<std::size_t> of(const std::vector<Judged>& judged) const
    {
        std::vector<std::size_t> out;
        out.reserve(judged.size());
        for (const Judged& each : judged)
            out.push_back(places.at(each.row));
        return out;
    }
};

Marks marks_of(const RunPicture& picture)
{
    Marks out;
    std::set<std::size_t> near;
    if (const RunSubject* subject = picture.shown.selected(); subject && subject->view == picture.shown.view)
        for (const measured::Nearest& each : subject->likeness.nearest)
            near.insert(each.rows.begin(), each.rows.end());
    out.marks.reserve(picture.shown.drawn.size());
    out.places.resize(picture.runs.size());
    for (const Judged& each : picture.shown.drawn) {
        out.places[each.row] = static_cast<std::uint32_t>(out.marks.size());
        ErrorMark& mark = out.marks.emplace_back(picture.faces[each.row]);
        mark.error = each.error_percent;
        mark.up = up_of(picture.runs, each.row, picture.up);
        mark.near = near.contains(each.row);
    }
    return out;
}

ErrorStrip strip_of(const QString& label, const measured::Summary& summary)
{
    ErrorStrip out;
    out.label = line_text(label);
    out.median = summary.median_percent;
    out.interval = summary.median_interval_percent;
    out.runs = count_words(summary.rows);
    out.median_text = error_words(summary.median_percent);
    out.range_text = range_words(summary);
    out.note = !summary.median_interval_percent ? MeasuredWords::tr("no interval: fewer than 5 runs or 2 cells")
               : summary.few_cells()            ? MeasuredWords::tr("its interval rests on %1 cells").arg(summary.cells)
                                                : QString();
    out.within_text = summary.rows < 2
                          ? QStringLiteral("–")
                          : MeasuredWords::tr("%1 %").arg(shown(format::fixed(summary.within_10_percent, 0)));
    return out;
}

/// The nearest to a strategy; a run that was repeated is its first mark.
ErrorStrip near_strip(const RunSubject& subject, const Marks& marks, cost::View view)
{
    ErrorStrip out;
    const auto& nearest = subject.likeness.nearest;
    out.chip = subject.letter;
    out.chip_place = subject.chip;
    if (nearest.empty()) {
        out.label = MeasuredWords::tr("no run is like it");
        out.runs = QStringLiteral("0");
        return out;
    }
    out.label = MeasuredWords::tr("%1 nearest to %2").arg(number_word(nearest.size()), subject.letter);
    const bool drawn = subject.view == view; // else their errors are others than the marks'
    if (!drawn) {
        out.label = MeasuredWords::tr("%1 (peak-only)").arg(out.label);
        out.note = MeasuredWords::tr("of its system only the data sheet is known; its runs are drawn in peak-only");
    }
    std::size_t within = 0;
    for (const measured::Nearest& each : nearest) {
        if (drawn)
            out.marks.push_back(marks.places.at(each.rows.front()));
        within += std::fabs(each.error_percent) <= 10 ? 1 : 0;
    }
    out.range = true;
    out.median = subject.likeness.median_percent;
    out.runs = count_words(nearest.size());
    out.median_text = error_words(subject.likeness.median_percent);
    out.range_text = QStringLiteral("%1 … %2").arg(error_words(subject.likeness.low_percent),
                                                   error_words(subject.likeness.high_percent));
    out.within_text = MeasuredWords::tr("%1 %").arg(
        shown(format::fixed(100 * static_cast<double>(within) / static_cast<double>(nearest.size()), 0)));
    return out;
}

/// Swatch of a group: the colour of its runs where all have one.
std::optional<std::size_t> swatch_of(const Marks& marks, const std::vector<std::size_t>& of)
{
    for (const std::size_t at : of)
        if (marks.marks[at].family != marks.marks[of.front()].family)
            return std::nullopt;
    return marks.marks[of.front()].family;
}

/// Rows with two readings of one rate, by source.
void add_readings(ErrorChart& chart, const RunPicture& picture)
{
    std::map<std::string, ErrorStrip> strips;
    for (const std::size_t at : picture.shown.readings) {
        const Row& row = picture.runs.row(at);
        const double predicted = picture.runs.prediction(at).in(picture.shown.view)->value();
        ErrorBar bar{shown(row.id), 1e300, -1e300, {}};
        for (const measured::Reading& reading : row.candidates) {
            const auto ours = measured::tokens_per_second_per_gpu(row, predicted);
            if (!ours)
                continue;
            // Predicted over measured time is measured over predicted rate.
            const double error = 100 * (reading.tokens_per_second_per_gpu / *ours - 1);
            bar.low = std::min(bar.low, error);
            bar.high = std::max(bar.high, error);
        }
        if (bar.low > bar.high)
            continue;
        bar.hover = MeasuredWords::tr("%1: two readings of its rate, %2 and %3 %; no error")
                        .arg(bar.key, error_words(bar.low), error_words(bar.high));
        ErrorStrip& strip = strips[fact_of(row, picture.by)];
        strip.family = picture.faces[at].family;
        strip.bars.push_back(std::move(bar));
    }
    for (auto& [value, strip] : strips) {
        strip.label = line_text(value_words(picture.by, value));
        strip.quiet = true;
        strip.runs = count_words(strip.bars.size());
        strip.median_text = strip.range_text = strip.within_text = QStringLiteral("–");
        chart.strips.push_back(std::move(strip));
    }
}

void add_strips(ErrorChart& chart, const RunPicture& picture, const Marks& marks)
{
    const RunEvaluation& shown_runs = picture.shown;
    if (shown_runs.all) {
        ErrorStrip all = strip_of(MeasuredWords::tr("All of grades A and B"), *shown_runs.all);
        all.bold = true;
        all.marks = marks.of(shown_runs.counted);
        chart.strips.push_back(std::move(all));
    }
    for (const RunSubject& subject : shown_runs.subjects)
        if (shown_runs.all)
            chart.strips.push_back(near_strip(subject, marks, shown_runs.view));
    for (const RunGroup& group : shown_runs.own_groups) {
        ErrorStrip own = strip_of(MeasuredWords::tr("Own: %1").arg(shown(group.value)), group.summary);
        own.bold = true;
        own.family = kOwnFamily;
        own.marks = marks.of(group.of);
        chart.strips.push_back(std::move(own));
    }
    bool rule = true;
    const auto add = [&](const std::vector<RunGroup>& groups, std::size_t most, bool quiet) {
        most = groups.size() > most ? most - 1 : most; // a line for the rest
        for (std::size_t i = 0; i < groups.size() && i < most; ++i) {
            ErrorStrip strip = strip_of(value_words(picture.by, groups[i].value), groups[i].summary);
            strip.marks = marks.of(groups[i].of);
            strip.family = swatch_of(marks, strip.marks);
            strip.quiet = quiet;
            strip.rule = std::exchange(rule, false);
            if (quiet)
                strip.label = MeasuredWords::tr("%1 (C)").arg(strip.label);
            chart.strips.push_back(std::move(strip));
        }
        if (groups.size() <= most)
            return;
        ErrorStrip rest;
        rest.label = MeasuredWords::tr("%1 more, nearer to 0").arg(count_words(groups.size() - most));
        rest.quiet = true;
        QStringList names;
        for (std::size_t i = most; i < groups.size(); ++i)
            names << value_words(picture.by, groups[i].value) + QStringLiteral(" ") +
                         error_words(groups[i].summary.median_percent) + QStringLiteral(" %");
        rest.note = names.join(QLatin1Char('\n'));
        chart.strips.push_back(std::move(rest));
    };
    constexpr std::size_t least = 5, most_derived = 3;
    std::set<std::string> open;
    for (const std::size_t row : shown_runs.readings)
        open.insert(fact_of(picture.runs.row(row), picture.by));
    const std::size_t others = chart.strips.size() + open.size() + std::min(most_derived, shown_runs.derived.size());
    const std::size_t room = picture.strips > others + least ? picture.strips - others : least;
    add(shown_runs.groups, room, false);
    add_readings(chart, picture);
    add(shown_runs.derived, most_derived, true);
}

void add_keys(ErrorChart& chart, const RunPicture& picture)
{
    std::array<std::size_t, 3> counts{};
    std::size_t own = 0;
    for (const Judged& each : picture.shown.drawn)
        ++(picture.set.own(each.row) ? own : counts[static_cast<std::size_t>(picture.runs.row(each.row).grade)]);
    const auto key = [&](RunMark shape, const QString& text, std::size_t count, bool is_own = false) {
        ErrorKey out;
        out.shape = shape;
        out.own = is_own;
        out.text = text;
        out.count = count_words(count);
        chart.keys.push_back(out);
    };
    key(RunMark::filled, MeasuredWords::tr("A: log or artefact of a run"), counts[0]);
    key(RunMark::ring, MeasuredWords::tr("B: table of who ran it"), counts[1]);
    key(RunMark::small, MeasuredWords::tr("C: derived; drawn, not counted"), counts[2]);
    if (own > 0)
        key(RunMark::filled, MeasuredWords::tr("own runs, counted apart"), own, true);
    if (const RunSubject* subject = picture.shown.selected();
        subject && !subject->likeness.nearest.empty() && subject->view == picture.shown.view) {
        ErrorKey ring;
        ring.ring = true;
        const std::size_t n = subject->likeness.nearest.size();
        ring.text = MeasuredWords::tr("the %1 nearest to %2").arg(number_word(n), subject->letter);
        ring.count = count_words(n);
        chart.keys.push_back(ring);
    }
    ErrorKey box;
    box.box = true;
    box.text = MeasuredWords::tr("median, 95 % interval of it");
    chart.keys.push_back(box);
    if (!picture.shown.readings.empty()) {
        ErrorKey bar;
        bar.bar = true;
        bar.text = MeasuredWords::tr("rate open: two readings");
        bar.count = count_words(picture.shown.readings.size());
        chart.keys.push_back(bar);
    }
}

void add_families(ErrorChart& chart, const RunPicture& picture)
{
    std::set<std::size_t> found;
    for (const ErrorMark& mark : chart.marks)
        found.insert(mark.family);
    for (const std::size_t place : found) {
        QString name = place < kColoured.size() ? shown(measured::family_title(kColoured[place]))
                       : place == kNextFamily   ? shown(measured::family_title(picture.next))
                       : place == kOtherFamily  ? MeasuredWords::tr("other")
                       : place == kOwnFamily    ? MeasuredWords::tr("own runs")
                                                : MeasuredWords::tr("grade C");
        chart.families.push_back({std::move(name), place});
    }
}

/// The run that was repeated most often is the yardstick.
void add_yardstick(ErrorChart& chart, const RunPicture& picture, const Marks& marks)
{
    const auto most = std::max_element(
        picture.shown.repeats.begin(), picture.shown.repeats.end(),
        [](const measured::Repeat& a, const measured::Repeat& b) { return a.rows.size() < b.rows.size(); });
    if (most == picture.shown.repeats.end() || most->rows.size() < 3)
        return;
    for (const std::size_t row : most->rows)
        chart.repeated.push_back(marks.places.at(row));
    chart.repeated_text = MeasuredWords::tr("one strategy, run %1 times: %2 % apart")
                              .arg(number_word(most->rows.size()), shown(format::fixed(most->spread_percent, 1)));
}

} // namespace

std::string_view key_of(RunUp up)
{
    switch (up) {
    case RunUp::tokens: return "tokens";
    case RunUp::parameters: return "parameters";
    case RunUp::gpus: return "gpus";
    case RunUp::tensor: return "tensor";
    case RunUp::microbatch: return "microbatch";
    case RunUp::forward: return "forward";
    }
    return "";
}

QString title_of(RunUp up)
{
    switch (up) {
    case RunUp::tokens: return MeasuredWords::tr("tokens/s per GPU");
    case RunUp::parameters: return MeasuredWords::tr("parameters");
    case RunUp::gpus: return MeasuredWords::tr("GPUs");
    case RunUp::tensor: return MeasuredWords::tr("TP");
    case RunUp::microbatch: return MeasuredWords::tr("microbatch");
    case RunUp::forward: return MeasuredWords::tr("block forward (ms)");
    }
    return {};
}

QString title_of(RunFact fact)
{
    switch (fact) {
    case RunFact::source: return MeasuredWords::tr("source");
    case RunFact::gpu: return MeasuredWords::tr("GPU");
    case RunFact::tensor: return MeasuredWords::tr("TP");
    case RunFact::recompute: return MeasuredWords::tr("recompute");
    case RunFact::model: return MeasuredWords::tr("model");
    case RunFact::family: return MeasuredWords::tr("family");
    case RunFact::year: return MeasuredWords::tr("year");
    case RunFact::machine: return MeasuredWords::tr("machine");
    case RunFact::form: return MeasuredWords::tr("form of the model");
    }
    return {};
}

QString value_words(RunFact fact, const std::string& value)
{
    switch (fact) {
    case RunFact::source: return shown(measured::short_source(value));
    case RunFact::family: return shown(measured::family_title(value));
    case RunFact::tensor: return MeasuredWords::tr("TP %1").arg(shown(value));
    case RunFact::year: return value == kNotStated ? MeasuredWords::tr("year not stated") : shown(value);
    case RunFact::recompute: return shown(value == "attention_only" ? "attention" : value);
    case RunFact::machine:
        return value == "as priced" ? MeasuredWords::tr("as priced") : MeasuredWords::tr("another machine");
    case RunFact::form: return value == "plain" ? MeasuredWords::tr("plain: six numbers") : MeasuredWords::tr("modern");
    case RunFact::gpu:
    case RunFact::model: return value.empty() || value == kNotStated ? MeasuredWords::tr("not stated") : shown(value);
    }
    return {};
}

QString count_words(std::size_t value) { return shown(format::integer(static_cast<std::int64_t>(value))); }

QString run_words(const Runs& runs, std::size_t at, cost::View view)
{
    const Row& row = runs.row(at);
    const auto measured = row.seconds();
    const auto& predicted = runs.prediction(at).in(view);
    const auto error = runs.error_percent(at, view);
    if (!measured || !predicted || !error)
        return shown(row.id);
    return MeasuredWords::tr("%1\n%2, grade %3\nmeasured %4, predicted %5: %6 %")
               .arg(shown(row.id), shown(measured::short_source(row.source)), shown(to_string(row.grade)),
                    shown(format::seconds(Seconds(*measured))), shown(format::seconds(*predicted)),
                    error_words(*error)) +
           (row.machine.empty() ? QString() : MeasuredWords::tr("\npriced as %1").arg(shown(*row.system)));
}

QString error_words(double percent) { return shown(format::with_sign(percent, 1)); }

QString number_word(std::size_t value)
{
    const QStringList words{MeasuredWords::tr("no"),    MeasuredWords::tr("one"),   MeasuredWords::tr("two"),
                            MeasuredWords::tr("three"), MeasuredWords::tr("four"),  MeasuredWords::tr("five"),
                            MeasuredWords::tr("six"),   MeasuredWords::tr("seven"), MeasuredWords::tr("eight")};
    return value < static_cast<std::size_t>(words.size()) ? words[static_cast<qsizetype>(value)] : count_words(value);
}

std::size_t family_place(const RunSet& set, std::size_t at, const std::string& next)
{
    const Row& row = set.runs.row(at);
    if (set.own(at))
        return kOwnFamily;
    if (row.grade == Grade::c)
        return kDerivedFamily;
    const std::string family = row.family();
    for (std::size_t i = 0; i < kColoured.size(); ++i)
        if (family == kColoured[i])
            return i;
    return family == next ? kNextFamily : kOtherFamily;
}

std::string next_family(const Runs& runs)
{
    std::map<std::string, std::size_t> counts;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs.error_percent(i, cost::View::peak_only) && runs.row(i).grade != Grade::c)
            ++counts[runs.row(i).family()];
    std::string out;
    std::size_t most = 0;
    for (const auto& [family, count] : counts)
        if (count > most && std::find(kColoured.begin(), kColoured.end(), family) == kColoured.end()) {
            most = count;
            out = family;
        }
    return out;
}

std::vector<ErrorMark> run_faces(const RunSet& set, const std::string& next)
{
    std::vector<ErrorMark> out(set.runs.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Row& row = set.runs.row(i);
        out[i].key = shown(row.id);
        out[i].shape = row.grade == Grade::a ? RunMark::filled : row.grade == Grade::b ? RunMark::ring : RunMark::small;
        out[i].family = family_place(set, i, next);
    }
    return out;
}

ErrorChart error_chart(const RunPicture& picture)
{
    ErrorChart chart;
    Marks marks = marks_of(picture);
    add_strips(chart, picture, marks);
    add_keys(chart, picture);
    add_yardstick(chart, picture, marks);
    for (const RunSubject& subject : picture.shown.subjects)
        if (picture.up == RunUp::tokens)
            chart.chips.push_back({subject.letter, subject.chip, subject.tokens_per_second_per_gpu,
                                   tokens_words(subject.tokens_per_second_per_gpu)});
    chart.marks = std::move(marks.marks);
    add_families(chart, picture);
    chart.up_title = title_of(picture.up);
    chart.selected = shown(picture.selected);
    return chart;
}

} // namespace blueprinting::ui
