#include "ui/certificate/candidate_charts.h"

#include "core/base/format.h"
#include "ui/certificate/regret_charts.h"
#include "ui/certificate/review_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>
#include <numeric>

namespace blueprinting::ui {
namespace {

namespace cert = certificate;

double as_ms(cert::Int128 score) { return static_cast<double>(score) / cert::kScorePerMillisecond; }

QString ms(double value) { return shown(format::fixed(value, 1)); }

std::size_t index_of(cert::Term term) { return static_cast<std::size_t>(term); }

const std::vector<cert::Score>* scores_of(const Review& review, std::size_t place)
{
    return review.assessment->scores.empty() ? nullptr : &review.assessment->scores[place];
}

/// Places of a cell's candidates by time, the first of equals first.
std::vector<std::size_t> by_time(const std::vector<cert::Candidate>& candidates)
{
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return candidates[a].median_ms < candidates[b].median_ms; });
    return order;
}

/// Rank of each candidate by score, from 1; equal scores share the best of their ranks.
std::vector<std::size_t> score_ranks(const std::vector<cert::Score>& scores)
{
    std::vector<std::size_t> ranks;
    for (const cert::Score& score : scores)
        ranks.push_back(1 + static_cast<std::size_t>(std::ranges::count_if(
                                scores, [&](const cert::Score& other) { return other.total < score.total; })));
    return ranks;
}

std::vector<BarSegment> segments_of(const cert::Score& score, const QString& who)
{
    std::vector<BarSegment> out;
    for (const cert::Term term : cert::kTerms) {
        const cert::Int128 part = score.parts[index_of(term)];
        if (part == 0)
            continue;
        BarSegment segment{
            .key = QString::fromLatin1(cert::to_string(term).data(), static_cast<int>(cert::to_string(term).size())),
            .name = term_name(term),
            .value = as_ms(part),
            .color = ColorToken::term(index_of(term))};
        segment.hover =
            Words::tr("%1 of %2: %3 ms, %4 % of the score\n%5")
                .arg(segment.name, who, ms(segment.value),
                     percent_figure(100.0 * static_cast<double>(part) / static_cast<double>(score.total), 1),
                     QString::fromUtf8(cert::formula_of(term).data(), static_cast<int>(cert::formula_of(term).size())));
        out.push_back(std::move(segment));
    }
    return out;
}

} // namespace

BarChart candidates_chart(const Review& review, std::size_t place)
{
    BarChart chart;
    const auto& candidates = review.cell(place).candidates;
    const auto* scores = scores_of(review, place);
    const cert::CellOutcome* outcome = review.evaluation() ? &review.assessment->evaluation->outcomes[place] : nullptr;
    const std::vector<std::size_t> ranks = scores ? score_ranks(*scores) : std::vector<std::size_t>();
    chart.axis_title = scores ? Words::tr("Measured time and score (ms)") : Words::tr("Measured time (ms)");
    chart.names = SegmentNames::none;
    chart.bar_height = 15;
    chart.most_bar = 34;
    chart.row_gap = 5;
    chart.columns = {
        {Words::tr("measured"), Glyph::upright, Words::tr("Median of the usable rows, in milliseconds"), 0},
        {Words::tr("spread %"), Glyph::none,
         Words::tr("(max − min) / median of the runs; “!” past %1 %, where the median says little").arg(kWideSpreadPct),
         1}};
    if (scores) {
        chart.columns.push_back(
            {Words::tr("score"), Glyph::none,
             Words::tr("Σ coefficient · term, read as milliseconds; it orders, it does not predict"), 2});
        chart.columns.push_back({Words::tr("rank"), Glyph::none, Words::tr("Rank by time → rank by score"), 0});
    }
    std::size_t rank = 0;
    for (const std::size_t i : by_time(candidates)) {
        ++rank;
        const cert::Candidate& candidate = candidates[i];
        BarRow row{.key = shown(candidate.label), .label = candidate_name(candidate.label), .bold = false};
        const bool fastest = outcome && outcome->best == i;
        const bool chosen = outcome && outcome->selected == i;
        if (fastest || chosen) {
            row.tag = chosen && fastest ? Words::tr("fastest, chosen")
                      : chosen          ? Words::tr("chosen")
                                        : Words::tr("fastest");
            row.tag_tone = fastest ? Tone::good : Tone::accent;
        }
        row.selected = chosen;
        const bool wide = candidate.spread_pct > kWideSpreadPct;
        const QString spread = percent_figure(candidate.spread_pct, 1);
        row.marks.push_back(
            {Glyph::upright, candidate.median_ms,
             Words::tr("%1: measured %2 ms, the median of %3 rows, spread %4 %")
                     .arg(row.label, ms(candidate.median_ms))
                     .arg(candidate.n)
                     .arg(spread) +
                 (wide ? Words::tr(": the runs lie far apart, and the median says little") : QString())});
        row.read_outs = {{ms(candidate.median_ms), Tone::text, fastest || chosen},
                         {wide ? QStringLiteral("! ") + spread : spread, wide ? Tone::caution : Tone::secondary, wide}};
        if (scores) {
            row.segments = segments_of((*scores)[i], row.label);
            row.read_outs.push_back({ms(as_ms((*scores)[i].total)), Tone::text, false});
            row.read_outs.push_back({QStringLiteral("%1 → %2").arg(rank).arg(ranks[i]),
                                     rank == ranks[i] ? Tone::secondary : Tone::above, false});
        }
        chart.rows.push_back(std::move(row));
    }
    return chart;
}

std::vector<LegendItem> candidates_legend(const Review& review, std::size_t place)
{
    std::vector<LegendItem> out;
    if (const auto* scores = scores_of(review, place))
        for (const cert::Term term : cert::kTerms)
            if (std::any_of(scores->begin(), scores->end(),
                            [&](const cert::Score& score) { return score.parts[index_of(term)] != 0; }))
                out.push_back({term_name(term), ColorToken::term(index_of(term)), false, Glyph::none, false});
    out.push_back({Words::tr("measured"), Tone::text, false, Glyph::upright, false});
    return out;
}

XyChart candidates_scatter(const Review& review, std::size_t place)
{
    XyChart chart;
    chart.x.title = Words::tr("Score (ms)");
    chart.y.title = Words::tr("Measured time (ms)");
    const auto* scores = scores_of(review, place);
    if (!scores)
        return chart;
    const auto& candidates = review.cell(place).candidates;
    const cert::CellOutcome& outcome = review.assessment->evaluation->outcomes[place];
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto equal = std::count_if(scores->begin(), scores->end(),
                                         [&](const cert::Score& other) { return other.total == (*scores)[i].total; });
        XyMark mark{.key = shown(candidates[i].label),
                    .x = as_ms((*scores)[i].total),
                    .y = candidates[i].median_ms,
                    .color = i == outcome.best       ? ColorToken(Tone::good)
                             : i == outcome.selected ? ColorToken(Tone::accent)
                                                     : ColorToken::term(0),
                    .area = 50,
                    .hollow = equal > 1,
                    .label = i == outcome.best && i == outcome.selected ? Words::tr("fastest, chosen")
                             : i == outcome.best                        ? Words::tr("fastest")
                             : i == outcome.selected                    ? Words::tr("chosen")
                                                                        : QString()};
        const bool wide = candidates[i].spread_pct > kWideSpreadPct;
        mark.hover = Words::tr("%1: score %2 ms, measured %3 ms")
                         .arg(candidate_name(candidates[i].label), ms(mark.x), ms(mark.y)) +
                     (equal > 1 ? Words::tr("; %1 candidates score the same").arg(equal) : QString()) +
                     (wide ? Words::tr("; its runs lie %1 % of their median apart")
                                 .arg(percent_figure(candidates[i].spread_pct, 1))
                           : QString());
        chart.marks.push_back(std::move(mark));
    }
    chart.selected = {shown(candidates[outcome.selected].label)};
    return chart;
}

XyChart regret_distribution(const Review& review)
{
    XyChart chart;
    chart.x.title = Words::tr("Regret (%)");
    chart.y.title = Words::tr("Cells (%)");
    chart.y.low = 0;
    chart.y.high = 100;
    const cert::Evaluation* evaluation = review.evaluation();
    if (!evaluation)
        return chart;
    double largest = 0;
    for (const bool held : {true, false}) {
        std::vector<double> regrets;
        for (std::size_t i = 0; i < evaluation->outcomes.size(); ++i)
            if (review.held_out[i] == held)
                regrets.push_back(evaluation->outcomes[i].regret_pct);
        if (regrets.empty())
            continue;
        std::ranges::sort(regrets);
        largest = std::max(largest, regrets.back());
        XyLine line{.kind = LineKind::stairs,
                    .color = held ? ColorToken(&Theme::held_out) : ColorToken(&Theme::fitted),
                    .width = 2};
        for (std::size_t i = 0; i < regrets.size(); ++i)
            if (i + 1 == regrets.size() || regrets[i + 1] != regrets[i])
                line.points.emplace_back(regrets[i],
                                         100.0 * static_cast<double>(i + 1) / static_cast<double>(regrets.size()));
        line.hover = held ? Words::tr("held out: share of the cells with at most that regret")
                          : Words::tr("fitted on: share of the cells with at most that regret");
        chart.lines.push_back(std::move(line));
    }
    chart.x.low = 0;
    chart.x.high = regret_axis_end(largest);
    for (const BarGate& gate : regret_gates()) {
        XyLine line{.points = {{gate.value, 0}, {gate.value, 100}},
                    .kind = LineKind::dashed,
                    .color = Tone::secondary,
                    .width = 1,
                    .label = gate.name,
                    .label_at = 0.3};
        chart.lines.push_back(std::move(line));
    }
    return chart;
}

std::vector<LegendItem> distribution_legend()
{
    return {{Words::tr("held out"), &Theme::held_out, false, Glyph::none, false},
            {Words::tr("fitted on"), &Theme::fitted, false, Glyph::none, false}};
}

std::vector<Column> misordered_columns()
{
    Column cell{QStringLiteral("cell"), Words::tr("cell")};
    Column faster{QStringLiteral("faster"), Words::tr("faster")};
    Column slower{QStringLiteral("slower, scored less"), Words::tr("slower, scored less")};
    slower.id = QStringLiteral("slower");
    slower.stretch = true;
    Column apart{QStringLiteral("apart"), Words::tr("apart %"),
                 Words::tr("Difference of the times, in percent of the smaller"), ColumnKind::number};
    return {cell, faster, slower, apart};
}

std::vector<TableRow> misordered_rows(const Review& review, std::optional<std::size_t> only)
{
    std::vector<TableRow> rows;
    for (const cert::MisorderedPair& pair : review.assessment->misordered) {
        if (only && pair.cell != *only)
            continue;
        const auto& candidates = review.cell(pair.cell).candidates;
        const std::string& key = review.set().keys[pair.cell];
        TableRow row{.key = shown(key + "\n" + candidates[pair.faster].label + "\n" + candidates[pair.slower].label),
                     .cells = {text_cell(review.names[pair.cell].whole()),
                               text_cell(candidate_name(candidates[pair.faster].label)),
                               text_cell(candidate_name(candidates[pair.slower].label)),
                               number_cell(pair.separation_pct, percent_figure(pair.separation_pct))}};
        rows.push_back(std::move(row));
    }
    return rows;
}

std::size_t misordered_in(const Review& review, std::size_t place)
{
    const cert::Evaluation* evaluation = review.evaluation();
    return evaluation ? evaluation->outcomes[place].pairs - evaluation->outcomes[place].right : 0;
}

std::vector<Column> cell_columns()
{
    Column shape{.id = QStringLiteral("shape"), .header = Words::tr("cell"), .stretch = true};
    Column model{QStringLiteral("model"), Words::tr("model")};
    Column topology{QStringLiteral("topology"), Words::tr("topology")};
    Column split{QStringLiteral("split"), Words::tr("split")};
    Column regret{QStringLiteral("regret"), Words::tr("regret %"), {}, ColumnKind::number};
    Column order{QStringLiteral("order"), Words::tr("in order %"),
                 Words::tr("Separated pairs that the score orders as the clock does"), ColumnKind::number};
    Column pairs{QStringLiteral("pairs"), Words::tr("pairs"), {}, ColumnKind::number};
    Column lead{QStringLiteral("lead"), Words::tr("lead %"), Words::tr("Of the fastest over the runner-up"),
                ColumnKind::number};
    Column chosen{QStringLiteral("chosen"), Words::tr("chosen")};
    Column fastest{QStringLiteral("fastest"), Words::tr("fastest")};
    return {shape, model, topology, split, regret, order, pairs, lead, chosen, fastest};
}

Cell cell_value(const Review& review, std::size_t place, int column)
{
    const CellNames& names = review.names[place];
    const cert::CellOutcome& outcome = review.assessment->evaluation->outcomes[place];
    const auto& candidates = review.cell(place).candidates;
    switch (column) {
    case 0: return text_cell(names.shape);
    case 1: return text_cell(names.model);
    case 2: return text_cell(names.topology);
    case 3:
        return text_cell(review.held_out[place] ? Words::tr("held out") : Words::tr("fitted on"),
                         review.held_out[place] ? Tone::text : Tone::secondary);
    case 4:
        return number_cell(outcome.regret_pct, percent_figure(outcome.regret_pct),
                           outcome.regret_pct > regret_gates().back().value || outcome.clear_miss ? Tone::bad
                                                                                                  : Tone::text,
                           outcome.regret_pct > regret_gates().front().value);
    case 5: {
        if (outcome.pairs == 0)
            return text_cell(Words::tr("no pair"), Tone::secondary);
        const double share = 100.0 * static_cast<double>(outcome.right) / static_cast<double>(outcome.pairs);
        return number_cell(share, percent_figure(share, 1), share < 90 ? Tone::bad : Tone::text);
    }
    case 6: return number_cell(static_cast<double>(outcome.pairs), count_figure(outcome.pairs));
    case 7: return number_cell(outcome.lead_pct, percent_figure(outcome.lead_pct));
    case 8: return text_cell(candidate_name(candidates[outcome.selected].label));
    case 9:
        return text_cell(candidate_name(candidates[outcome.best].label),
                         outcome.best == outcome.selected ? Tone::secondary : Tone::text);
    default: return {};
    }
}

} // namespace blueprinting::ui
