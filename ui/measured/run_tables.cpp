#include "core/base/format.h"
#include "core/measured/facts.h"
#include "core/measured/report_json.h"
#include "core/strategy/derived.h"
#include "ui/measured/error_rows.h"
#include "ui/measured/words.h"
#include "ui/style/shown.h"

#include <algorithm>
#include <map>
#include <set>

namespace blueprinting::ui {
namespace {

/// A source that names models by their size alone ("3.6B") does not name a number.
QString model_words(const measured::Row& row)
{
    const QString name = shown(row.model_name);
    return !name.isEmpty() && name.front().isDigit() ? MeasuredWords::tr("%1 model").arg(name) : name;
}

using measured::Row;

QString figure(std::int64_t value) { return shown(format::integer(value)); }
Cell count_cell(std::optional<std::int64_t> value)
{
    return value ? number_cell(static_cast<double>(*value), figure(*value)) : text_cell(QStringLiteral("–"));
}
Cell rate_cell(std::optional<double> value)
{
    if (!value) {
        Cell none = text_cell(QStringLiteral("–"), Tone::secondary);
        none.value = {};
        return none;
    }
    return number_cell(*value, shown(format::significant(*value)));
}
Cell percent_cell(double percent, bool bold = false)
{
    return number_cell(percent, error_words(percent), sign_tone(percent), bold);
}
Cell none_cell(const QString& why = {})
{
    Cell out{{}, QStringLiteral("–"), Tone::secondary};
    out.tooltip = why;
    return out;
}

Column named_column(const char* id, const QString& header, int least = 120)
{
    Column out{QString::fromLatin1(id), header};
    out.stretch = true;
    out.least = least;
    out.names = true;
    return out;
}

/// GPUs, TP, PP, DP and batch: what a run is laid out on.
std::vector<Column> layout_columns()
{
    return {number_column("gpus", MeasuredWords::tr("GPUs"), MeasuredWords::tr("Number of GPUs")),
            number_column("tp", MeasuredWords::tr("TP"), MeasuredWords::tr("Tensor-parallel degree")),
            number_column("pp", MeasuredWords::tr("PP"), MeasuredWords::tr("Pipeline-parallel degree")),
            number_column("dp", MeasuredWords::tr("DP"), MeasuredWords::tr("Data-parallel degree")),
            number_column("batch", MeasuredWords::tr("batch"), MeasuredWords::tr("Samples an iteration"))};
}
std::vector<Cell> layout_cells(const Row& row)
{
    const strategy::Execution* execution = row.execution();
    if (!execution)
        return {count_cell(row.gpus), none_cell(), none_cell(), none_cell(), count_cell(row.global_batch)};
    return {count_cell(row.gpus), count_cell(strategy::tensor_degree(*execution)),
            count_cell(strategy::pipeline_degree(*execution)), count_cell(strategy::data_degree(*execution)),
            count_cell(row.global_batch)};
}

/// What is saved says which view its figures are of.
std::vector<Column> rate_columns(cost::View view)
{
    const QString of = view == cost::View::peak_only ? MeasuredWords::tr("peak-only") : MeasuredWords::tr("evidence");
    return {saved_as(number_column("measured", MeasuredWords::tr("measured"),
                                   MeasuredWords::tr("Tokens a second and GPU, as measured")),
                     MeasuredWords::tr("measured (tokens/s per GPU)")),
            saved_as(number_column("predicted", MeasuredWords::tr("predicted"),
                                   MeasuredWords::tr("Tokens a second and GPU, as predicted")),
                     MeasuredWords::tr("predicted, %1 (tokens/s per GPU)").arg(of)),
            saved_as(number_column("error", MeasuredWords::tr("error %"),
                                   MeasuredWords::tr("Predicted time over measured time, less 1")),
                     MeasuredWords::tr("error, %1 (%)").arg(of))};
}

std::optional<double> predicted_rate(const measured::Runs& runs, std::size_t row, cost::View view)
{
    const auto& seconds = runs.prediction(row).in(view);
    return seconds ? measured::tokens_per_second_per_gpu(runs.row(row), seconds->value()) : std::nullopt;
}

Cell run_cell(const Row& row)
{
    Cell out = text_cell(shown(row.id));
    out.tooltip = shown(row.id + "\n" + row.source);
    return out;
}

Cell interval_cell(const measured::Runs& runs, std::size_t at)
{
    const measured::Prediction& prediction = runs.prediction(at);
    if (!prediction.interval)
        return prediction.readings > measured::kMostReadings
                   ? Cell{{}, MeasuredWords::tr("too many"), Tone::secondary}
                   : none_cell(MeasuredWords::tr("The source leaves nothing open that widens the prediction"));
    const measured::Interval& interval = *prediction.interval;
    const bool inside = interval.inside.value_or(false);
    Cell out = text_cell(inside                        ? MeasuredWords::tr("inside")
                         : interval.inside.has_value() ? MeasuredWords::tr("outside")
                                                       : MeasuredWords::tr("no time"),
                         inside ? Tone::good : Tone::secondary);
    out.tooltip =
        MeasuredWords::tr("%1 to %2 s, of %3 readings that are legal")
            .arg(shown(format::significant(interval.low.value())), shown(format::significant(interval.high.value())))
            .arg(interval.legal);
    return out;
}

} // namespace

std::vector<Column> run_columns(cost::View view)
{
    std::vector<Column> out{named_column("run", MeasuredWords::tr("run"), 150),
                            {QStringLiteral("grade"), MeasuredWords::tr("grade")},
                            {QStringLiteral("model"), MeasuredWords::tr("model")}};
    for (const Column& each : layout_columns())
        out.push_back(each);
    for (const Column& each : rate_columns(view))
        out.push_back(each);
    out.push_back({QStringLiteral("fault"), MeasuredWords::tr("fault"),
                   MeasuredWords::tr("Runs that cannot be as they are predicted: faster than peak-only, or predicted "
                                     "not to fit")});
    Column open{QStringLiteral("interval"), MeasuredWords::tr("open"),
                MeasuredWords::tr("Whether the measured time lies among what the source can mean, priced in the "
                                  "evidence view")};
    open.hidden = view == cost::View::peak_only; // another view's
    out.push_back(open);
    Column left = number_column("left_out", MeasuredWords::tr("left out %"),
                                MeasuredWords::tr("Share of the FLOPs that the plain form leaves out"), true);
    out.push_back(left);
    Column source{QStringLiteral("source"), MeasuredWords::tr("source")};
    source.hidden = true;
    out.push_back(source);
    return out;
}

namespace {

/// Empty of most runs.
Cell fault_cell(const measured::Runs& runs, std::size_t at)
{
    const auto peak = runs.error_percent(at, cost::View::peak_only);
    if (peak && *peak > 0) {
        Cell out = text_cell(MeasuredWords::tr("beats peak"), Tone::bad);
        out.tooltip = shown(std::string(measured::kFasterThanPeak)) + QStringLiteral(": ") +
                      shown(std::string(measured::faster_words(runs, at)));
        return out;
    }
    if (!runs.prediction(at).fits) {
        Cell out = text_cell(MeasuredWords::tr("does not fit"), Tone::bad);
        out.tooltip = shown(std::string(measured::kDoesNotFit));
        return out;
    }
    return text_cell({});
}

/// The cells of one run.
std::vector<Cell> cells_of_run(const measured::Runs& runs, std::size_t at, cost::View view)
{
    const Row& row = runs.row(at);
    const auto error = runs.error_percent(at, view);
    std::vector<Cell> out{run_cell(row), text_cell(shown(to_string(row.grade))), text_cell(model_words(row))};
    for (Cell& each : layout_cells(row))
        out.push_back(std::move(each));
    out.push_back(rate_cell(measured::tokens_per_second_per_gpu(row)));
    out.push_back(rate_cell(predicted_rate(runs, at, view)));
    out.push_back(error ? percent_cell(*error)
                        : none_cell(runs.prediction(at).in(view)
                                        ? MeasuredWords::tr("The source gives a rate that can be read in several ways")
                                        : shown(std::string(measured::kNotCalibrated))));
    out.push_back(fault_cell(runs, at));
    out.push_back(interval_cell(runs, at));
    out.push_back(number_cell(100 * row.left_out, shown(format::fixed(100 * row.left_out, 1))));
    out.push_back(text_cell(shown(row.source)));
    return out;
}

} // namespace

const std::vector<Cell>& RunLines::of(std::size_t row)
{
    auto& line = m_lines[row];
    if (line.empty())
        line = cells_of_run(*m_runs, row, m_view);
    return line;
}

void show_runs(RowTable& table, std::shared_ptr<RunLines> lines, const RunEvaluation& shown_runs)
{
    std::vector<std::size_t> rows;
    std::set<std::size_t> faults; // which come first
    const auto put_first = [&](const std::vector<std::size_t>& these) {
        for (const std::size_t row : these)
            if (faults.insert(row).second)
                rows.push_back(row);
    };
    for (const measured::Faults* each : {&shown_runs.faults, &shown_runs.own_faults}) {
        put_first(each->faster_than_peak);
        put_first(each->ran_but_predicted_not_to_fit);
    }
    const auto put = [&](std::size_t row) {
        if (!faults.contains(row))
            rows.push_back(row);
    };
    for (const measured::Judged& each : shown_runs.drawn)
        put(each.row);
    std::ranges::for_each(shown_runs.readings, put);
    std::ranges::for_each(shown_runs.not_calibrated, put);
    const int count = static_cast<int>(rows.size());
    const auto at = std::make_shared<const std::vector<std::size_t>>(std::move(rows));
    const auto row_of = [at](int row) { return (*at)[static_cast<std::size_t>(row)]; };
    const auto cell = [lines, row_of](int row, int column) -> const Cell& {
        return lines->of(row_of(row))[static_cast<std::size_t>(column)];
    };
    table.setSource(
        count, [cell](int row, int column) -> Cell { return cell(row, column); },
        [cell](int row, int column) { return cell(row, column).value; },
        [lines, row_of](int row) { return shown(lines->runs().row(row_of(row)).id); });
}

std::vector<Column> like_columns(cost::View view)
{
    std::vector<Column> out{number_column("distance", MeasuredWords::tr("distance"),
                                          MeasuredWords::tr("Mean of the logarithms of nine ratios, and what differs")),
                            named_column("run", MeasuredWords::tr("run"), 140),
                            {QStringLiteral("grade"), MeasuredWords::tr("grade")}};
    for (const Column& each : layout_columns())
        out.push_back(each);
    for (const Column& each : rate_columns(view))
        out.push_back(each);
    Column differs{QStringLiteral("differs"), MeasuredWords::tr("differs in"),
                   MeasuredWords::tr("What the distance counts beside the sizes; “not counted” are fields that it does "
                                     "not read and that the predicted time may follow")};
    differs.stretch = true;
    differs.least = 80;
    out.push_back(differs);
    return out;
}

namespace {

/// What the distance counts, and behind it what it does not read.
QString differing_words(const measured::Nearest& run)
{
    QStringList counted, uncounted;
    for (const std::string& what : run.differs)
        counted << shown(what == "sequence parallelism" ? "TP comm." : what);
    for (const std::string& what : run.uncounted)
        uncounted << shown(what);
    if (counted.isEmpty() && run.distance > 0)
        counted << MeasuredWords::tr("sizes only");
    if (uncounted.isEmpty())
        return counted.isEmpty() ? MeasuredWords::tr("nothing") : counted.join(QStringLiteral(", "));
    const QString behind = MeasuredWords::tr("not counted: %1").arg(uncounted.join(QStringLiteral(", ")));
    return counted.isEmpty() ? behind : QStringLiteral("%1; %2").arg(counted.join(QStringLiteral(", ")), behind);
}

} // namespace

std::vector<TableRow> like_rows(const RunPicture& picture)
{
    std::vector<TableRow> out;
    const RunSubject* subject = picture.shown.selected();
    if (!subject)
        return out;
    for (const measured::Nearest& each : subject->listed.nearest) {
        const std::size_t at = each.rows.front();
        const Row& row = picture.runs.row(at);
        const bool derived = row.grade == measured::Grade::c;
        const bool own = picture.set.own(at);
        const QString words = differing_words(each);
        TableRow line{shown(row.id),
                      {number_cell(each.distance, shown(format::fixed(each.distance, 2))), run_cell(row)}};
        if (each.rows.size() > 1)
            line.cells.back().note = MeasuredWords::tr("median of %1").arg(each.rows.size());
        Cell grade =
            text_cell(own ? MeasuredWords::tr("%1, own").arg(shown(to_string(row.grade))) : shown(to_string(row.grade)),
                      derived || own ? Tone::secondary : Tone::text);
        if (derived || own) {
            grade.tooltip =
                derived ? MeasuredWords::tr("Derived or second-hand: listed because it was asked for, in no headline")
                        : MeasuredWords::tr("An own run: listed because it was asked for, in no headline");
            line.cells.back().tone = Tone::secondary; // the run, too
        }
        line.cells.push_back(std::move(grade));
        for (Cell& cell : layout_cells(row))
            line.cells.push_back(std::move(cell));
        line.cells.push_back(rate_cell(measured::tokens_per_second_per_gpu(row)));
        line.cells.push_back(rate_cell(predicted_rate(picture.runs, at, subject->view)));
        line.cells.push_back(percent_cell(each.error_percent, true));
        line.cells.push_back(text_cell(words, Tone::secondary));
        line.cells.back().tooltip = words;
        out.push_back(std::move(line));
    }
    return out;
}

std::vector<Column> choice_columns()
{
    return {named_column("cell", MeasuredWords::tr("cell"), 160),
            {QStringLiteral("grade"), MeasuredWords::tr("grade")},
            number_column("strategies", MeasuredWords::tr("strategies"), {}),
            number_column("pairs", MeasuredWords::tr("pairs"),
                          MeasuredWords::tr("Pairs whose times differ by more than 3 %")),
            number_column("right", MeasuredWords::tr("in order %"), {}),
            number_column("regret", MeasuredWords::tr("regret %"),
                          MeasuredWords::tr("What the predicted best took longer than the best")),
            {QStringLiteral("best"), MeasuredWords::tr("measured best")},
            {QStringLiteral("chosen"), MeasuredWords::tr("predicted best")}};
}

std::vector<TableRow> choice_rows(const RunPicture& picture)
{
    std::vector<TableRow> out;
    for (const RunCell& cell : picture.shown.cells) {
        const auto id = [&](std::size_t candidate) {
            return shown(picture.runs.row(cell.candidates[candidate].rows.front()).id);
        };
        const Row& row = picture.runs.row(cell.candidates.front().rows.front());
        const auto pairs = static_cast<double>(cell.outcome.pairs);
        const double share = pairs > 0 ? 100 * static_cast<double>(cell.outcome.right) / pairs : 0;
        Cell name = text_cell(
            MeasuredWords::tr("%1, %2 GPUs, batch %3")
                .arg(shown(row.model_name), figure(row.gpus.value_or(0)), figure(row.global_batch.value_or(0))));
        name.tooltip = shown(row.source);
        out.push_back({id(cell.outcome.selected),
                       {name,
                        text_cell(cell.own ? MeasuredWords::tr("%1, own").arg(shown(to_string(cell.grade)))
                                           : shown(to_string(cell.grade))),
                        count_cell(static_cast<std::int64_t>(cell.candidates.size())),
                        count_cell(static_cast<std::int64_t>(cell.outcome.pairs)),
                        pairs > 0 ? number_cell(share, shown(format::fixed(share, 0))) : none_cell(),
                        number_cell(cell.outcome.regret_pct, shown(format::fixed(cell.outcome.regret_pct, 1)),
                                    cell.outcome.regret_pct > 10 ? Tone::bad : Tone::text, true),
                        text_cell(id(cell.outcome.best)), text_cell(id(cell.outcome.selected))}});
    }
    return out;
}

std::vector<Column> why_not_columns()
{
    Column source{QStringLiteral("source"), MeasuredWords::tr("of")};
    source.hidden = true; // the panel of the example says it
    return {named_column("why", MeasuredWords::tr("why it cannot be priced"), 300),
            number_column("rows", MeasuredWords::tr("rows"), {}),
            {QStringLiteral("example"), MeasuredWords::tr("for example")},
            source};
}

std::vector<TableRow> why_not_rows(const RunPicture& picture)
{
    std::map<std::string, std::vector<std::size_t>> reasons;
    for (const std::size_t at : picture.shown.not_calibrated)
        reasons[std::string(measured::kNotCalibrated)].push_back(at);
    for (const std::size_t at : picture.shown.not_expressible) {
        const Row& row = picture.runs.row(at);
        const auto& refused = picture.runs.prediction(at).refused;
        reasons[refused.empty() ? row.why_not : refused.front().message].push_back(at);
    }
    std::vector<std::pair<std::string, std::vector<std::size_t>>> sorted(reasons.begin(), reasons.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    std::vector<TableRow> out;
    for (const auto& [why, rows] : sorted) {
        const Row& first = picture.runs.row(rows.front());
        Cell reason = text_cell(shown(why));
        reason.tooltip = shown(why);
        Cell source = text_cell(shown(measured::short_source(first.source)), Tone::secondary);
        source.tooltip = shown(first.source);
        out.push_back(
            {shown(first.id),
             {reason, count_cell(static_cast<std::int64_t>(rows.size())), text_cell(shown(first.id)), source}});
    }
    return out;
}

} // namespace blueprinting::ui
