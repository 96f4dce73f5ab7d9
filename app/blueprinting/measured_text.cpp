#include "app/blueprinting/measured_text.h"

#include "app/blueprinting/estimate_text.h"
#include "app/blueprinting/table.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/measured/facts.h"
#include "core/measured/report_json.h"

#include <cmath>

namespace blueprinting::cli {
namespace {

using namespace measured;
using Align = Table::Align;

std::string count(std::size_t value) { return format::integer(static_cast<std::int64_t>(value)); }
std::string signed_percent(double value) { return format::with_sign(value, 1); }

std::vector<std::string> line(const std::string& name, const Summary& one)
{
    const auto& interval = one.median_interval_percent;
    return {name,
            count(one.rows),
            count(one.cells),
            signed_percent(one.median_percent),
            interval ? signed_percent(interval->first) + " … " + signed_percent(interval->second) +
                           (one.few_cells() ? " *" : "  ")
                     : "–  ",
            format::fixed(one.mean_absolute_percent, 1),
            signed_percent(one.largest_percent),
            one.largest_id,
            format::fixed(one.within_10_percent, 0)};
}

std::string figure(const std::optional<double>& value, double scale = 1)
{
    return value ? format::fixed(*value * scale, 1) : "none";
}

/// A small count within a sentence.
std::string word(std::size_t value)
{
    constexpr std::array kWords{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"};
    return value < kWords.size() ? kWords[value] : count(value);
}

/// "4.2 % below", "3.0 % above"; both signs: the two ends say it.
std::string off_words(double percent)
{
    return format::percent(std::fabs(percent), 1, false) + (percent < 0 ? " below" : " above");
}

/// What must be looked at before any error.
std::string faults_text(const Runs& runs)
{
    const Faults found = faults(runs);
    std::string out;
    for (const std::size_t row : found.faster_than_peak)
        out += std::string(kFasterThanPeak) + ": " + visible_line(runs.row(row).id) + "; " +
               std::string(faster_words(runs, row)) + "\n";
    for (const std::size_t row : found.ran_but_predicted_not_to_fit)
        out += std::string(kDoesNotFit) + ": " + visible_line(runs.row(row).id) + "\n";
    if (found.faster_than_peak.empty())
        out += "no run beats peak-only\n";
    return out + "\n";
}

/// How many rows have an error in the other view alone.
std::string elsewhere_text(const Runs& runs, std::span<const Grade> grades, cost::View view)
{
    if (view == cost::View::peak_only)
        return {};
    const std::size_t more =
        judged(runs, grades, cost::View::peak_only).size() - judged(runs, grades, cost::View::system_evidence).size();
    return more == 0 ? "" : "; " + count(more) + " of them have one with --view peak_only: only a data sheet is known";
}

} // namespace

std::string summary_text(const Runs& runs, std::span<const Grade> grades, cost::View view)
{
    const auto of = judged(runs, grades, view);
    if (of.empty())
        return "No row with an error: " + count(runs.size()) + " without one" + elsewhere_text(runs, grades, view) +
               ".\n";
    Table table({{"error %, " + view_words(view)},
                 {"rows", Align::right},
                 {"cells", Align::right},
                 {"median", Align::right},
                 {"95 % of it", Align::right},
                 {"mean |error|", Align::right},
                 {"largest", Align::right},
                 {"of"},
                 {"≤ 10 %", Align::right}});
    table.add(line("all", summarise(runs, of)));
    for (const auto& [source, summary] : by_source(runs, of))
        table.add(line(source, summary));
    std::string out = faults_text(runs) + table.text() + "–: fewer than 5 rows or 2 cells; *: fewer than 5 cells\n";
    out += "\n" + count(runs.size() - of.size()) + (runs.size() - of.size() == 1 ? " row" : " rows") +
           " without an error" + elsewhere_text(runs, grades, view) + "\n";
    for (const Repeat& repeat : repeats(runs, of)) {
        std::string ids;
        for (const std::size_t row : repeat.rows)
            ids += (ids.empty() ? "" : ", ") + runs.row(row).id;
        out += "one run repeated, " + format::fixed(repeat.spread_percent, 1) + " % apart: " + visible_line(ids) + "\n";
    }
    return out;
}

std::string rows_text(const Runs& runs, cost::View view)
{
    Table table({{"run"},
                 {"grade"},
                 {"measured s", Align::right},
                 {"predicted s, " + view_words(view), Align::right},
                 {"error %", Align::right},
                 {"of what is not said, s", Align::right},
                 {"not priced, because"}});
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Row& row = runs.row(i);
        const Prediction& prediction = runs.prediction(i);
        const auto measured = row.seconds();
        const auto& predicted = prediction.in(view);
        const auto error = runs.error_percent(i, view);
        std::string interval = "–";
        if (prediction.interval)
            interval = format::significant(prediction.interval->low.value()) + " … " +
                       format::significant(prediction.interval->high.value()) +
                       (prediction.interval->inside.value_or(false) ? ", inside" : "");
        else if (prediction.readings > kMostReadings)
            interval = count(prediction.readings) + " readings, more than " + count(kMostReadings);
        std::string why = row.why_not;
        if (!predicted && prediction.in(cost::View::peak_only))
            why = std::string(kNotCalibrated);
        for (const Diagnostic& each : prediction.refused)
            why += (why.empty() ? "" : "; ") + each.message;
        if (!prediction.fits)
            why = std::string(kDoesNotFit);
        table.add({row.id, std::string(to_string(row.grade)),
                   measured                 ? format::significant(*measured)
                   : row.candidates.empty() ? "–"
                                            : count(row.candidates.size()) + " readings",
                   predicted ? format::significant(predicted->value()) : "–", error ? signed_percent(*error) : "–",
                   interval, why});
    }
    return table.text();
}

std::string choices_text(const Runs& runs, cost::View view)
{
    const auto all = cells(runs, judged(runs, kEveryGrade, view), view);
    Table table({{"grades, " + view_words(view)},
                 {"cells", Align::right},
                 {"pairs", Align::right},
                 {"in order %", Align::right},
                 {"median regret %", Align::right},
                 {"p95 %", Align::right},
                 {"largest %", Align::right}});
    const auto add = [&](const char* name, std::span<const Grade> grades) {
        const certificate::Metrics each = metrics(runs, all, grades);
        table.add({name, count(each.cells), count(each.ordered_pairs), figure(each.pairwise_accuracy, 100),
                   figure(each.median_regret_pct), figure(each.p95_regret_pct), figure(each.max_regret_pct)});
    };
    add("A and B", kHeadlineGrades);
    add("C", kDerivedGrades);
    return table.text();
}

std::string like_text(const Runs& runs, const Likeness& likeness, Seconds predicted, cost::View view, bool bound)
{
    const std::string state =
        view_words(view) + (bound ? ": " + std::string(in_words(system::CalibrationStatus::datasheet)) : "");
    const std::string said =
        std::string("Predicted ") + (bound ? "at least " : "") + format::seconds(predicted) + " (" + state + "); ";
    if (likeness.nearest.empty())
        return said + "no published run is like this one.\n";
    Table table({{"distance", Align::right}, {"run"}, {"grade"}, {"error %", Align::right}, {"differs in"}});
    for (const Nearest& each : likeness.nearest) {
        const auto listed = [](const std::vector<std::string>& words) {
            std::string out;
            for (const std::string& what : words)
                out += (out.empty() ? "" : ", ") + what;
            return out;
        };
        std::string differs = !each.differs.empty()    ? listed(each.differs)
                              : each.distance > 0      ? "sizes only"
                              : each.uncounted.empty() ? "nothing"
                                                       : "";
        if (!each.uncounted.empty())
            differs += (differs.empty() ? "not counted: " : "; not counted: ") + listed(each.uncounted);
        const Row& row = runs.row(each.rows.front());
        table.add({format::fixed(each.distance, 2), row.id, std::string(to_string(row.grade)),
                   signed_percent(each.error_percent), differs});
    }
    const std::size_t n = likeness.nearest.size();
    return said + "predicted times lie " + off_words(likeness.median_percent) + " the " +
           (n == 1 ? "nearest published run" : word(n) + " nearest published runs (median)") + ": from " +
           signed_percent(likeness.low_percent) + " to " + signed_percent(likeness.high_percent) + " %, from " +
           count(likeness.sources) + (likeness.sources == 1 ? " source" : " sources") + ".\n\n" + table.text();
}

} // namespace blueprinting::cli
