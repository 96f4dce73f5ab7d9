#include "core/measured/report_json.h"

namespace blueprinting::measured {
namespace {

template <class T>
Json or_null(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

Json ids_of(const Runs& runs, const std::vector<std::size_t>& rows)
{
    Json out = Json::array();
    for (const std::size_t row : rows)
        out.push_back(runs.row(row).id);
    return out;
}

Json to_json(const Summary& summary)
{
    Json interval;
    if (summary.median_interval_percent)
        interval = {summary.median_interval_percent->first, summary.median_interval_percent->second};
    return {{"rows", summary.rows},
            {"cells", summary.cells},
            {"strategies", summary.strategies},
            {"median_percent", summary.median_percent},
            {"median_interval_percent", std::move(interval)},
            {"fewer_than_5_cells", summary.few_cells()},
            {"mean_absolute_percent", summary.mean_absolute_percent},
            {"largest_percent", summary.largest_percent},
            {"largest_id", summary.largest_id},
            {"within_10_percent", summary.within_10_percent}};
}

Json to_json(const certificate::Metrics& metrics)
{
    return {{"cells", metrics.cells},
            {"pairs", metrics.ordered_pairs},
            {"pairwise_accuracy", or_null(metrics.pairwise_accuracy)},
            {"median_regret_percent", or_null(metrics.median_regret_pct)},
            {"p95_regret_percent", or_null(metrics.p95_regret_pct)},
            {"max_regret_percent", or_null(metrics.max_regret_pct)}};
}

Json to_json(const Interval& interval)
{
    return {{"low_seconds", interval.low.value()},
            {"high_seconds", interval.high.value()},
            {"combinations", interval.combinations},
            {"legal", interval.legal},
            {"open", interval.open},
            {"inside", or_null(interval.inside)}};
}

/// By the name of the view.
template <class Of>
Json by_view(Of of)
{
    Json out = Json::object();
    for (const cost::View view : {cost::View::peak_only, cost::View::system_evidence})
        out[std::string(to_string(view))] = or_null(of(view));
    return out;
}

Json row_json(const Runs& runs, std::size_t at)
{
    const Row& row = runs.row(at);
    const Prediction& prediction = runs.prediction(at);
    const bool priced = prediction.in(cost::View::peak_only).has_value();
    Json candidates = Json::object();
    for (const Reading& each : row.candidates)
        candidates[each.definition] = each.tokens_per_second_per_gpu;
    Json refused = Json::array();
    for (const Diagnostic& each : prediction.refused)
        refused.push_back(each.message);
    const auto seconds = [&](cost::View view) {
        const auto& predicted = prediction.in(view);
        return predicted ? std::optional(predicted->value()) : std::nullopt;
    };
    return {{"id", row.id},
            {"source", row.source},
            {"grade", to_string(row.grade)},
            {"expressible_with", row.expressible_with.empty() ? Json() : Json(row.expressible_with)},
            {"why_not", row.why_not.empty() ? Json() : Json(row.why_not)},
            {"priced_as", priced ? Json(*row.system) : Json()},
            {"other_machine", !row.machine.empty()},
            {"left_out_share", row.left_out},
            {"measured_seconds", or_null(row.seconds())},
            {"candidates", std::move(candidates)},
            {"predicted_seconds", priced ? by_view(seconds) : Json()},
            {"error_percent", runs.error_percent(at, cost::View::peak_only)
                                  ? by_view([&](cost::View view) { return runs.error_percent(at, view); })
                                  : Json()},
            {"fits", priced ? Json(prediction.fits) : Json()},
            {"refused", std::move(refused)},
            {"open", row.open},
            {"combinations", prediction.readings},
            {"interval", prediction.interval ? to_json(*prediction.interval) : Json()}};
}

} // namespace

std::string_view faster_words(const Runs& runs, std::size_t row)
{
    const auto& least = runs.prediction(row).without_messages;
    return least && least->value() <= *runs.row(row).seconds()
               ? "messages are charged whole, and the run can have hidden them behind its work"
               : "even its work alone takes longer: the row or the counts are wrong";
}

Json summary_json(const Runs& runs, std::span<const Grade> grades, cost::View view)
{
    const auto of = judged(runs, grades, view);
    Json names = Json::array();
    for (const Grade grade : grades)
        names.push_back(to_string(grade));
    Json sources = Json::object();
    for (const auto& [source, summary] : by_source(runs, of))
        sources[source] = to_json(summary);
    Json repeated = Json::array();
    for (const Repeat& repeat : repeats(runs, of))
        repeated.push_back({{"ids", ids_of(runs, repeat.rows)}, {"spread_percent", repeat.spread_percent}});
    Json found = Json::array();
    const Faults each = faults(runs);
    for (const std::size_t row : each.faster_than_peak)
        found.push_back({{"id", runs.row(row).id}, {"fault", kFasterThanPeak}, {"reason", faster_words(runs, row)}});
    for (const std::size_t row : each.ran_but_predicted_not_to_fit)
        found.push_back({{"id", runs.row(row).id}, {"fault", kDoesNotFit}});
    return {{"view", to_string(view)},
            {"grades", std::move(names)},
            {"all", of.empty() ? Json() : to_json(summarise(runs, of))},
            {"by_source", std::move(sources)},
            {"without_error", runs.size() - of.size()},
            {"repeats", std::move(repeated)},
            {"faults", std::move(found)}};
}

Json rows_json(const Runs& runs)
{
    Json out = Json::array();
    for (std::size_t i = 0; i < runs.size(); ++i)
        out.push_back(row_json(runs, i));
    return out;
}

Json choices_json(const Runs& runs, cost::View view)
{
    const auto all = cells(runs, judged(runs, kEveryGrade, view), view);
    return {{"A,B", to_json(metrics(runs, all, kHeadlineGrades))}, {"C", to_json(metrics(runs, all, kDerivedGrades))}};
}

Json like_json(const Runs& runs, const Likeness& likeness)
{
    Json nearest = Json::array();
    for (const Nearest& each : likeness.nearest) {
        const Row& row = runs.row(each.rows.front());
        nearest.push_back({{"id", row.id},
                           {"source", row.source},
                           {"grade", to_string(row.grade)},
                           {"distance", each.distance},
                           {"error_percent", each.error_percent},
                           {"differs", each.differs},
                           {"repeats", each.rows.size()}});
    }
    const bool none = likeness.nearest.empty();
    return {{"nearest", std::move(nearest)},
            {"sources", likeness.sources},
            {"median_percent", none ? Json() : Json(likeness.median_percent)},
            {"range_percent", none ? Json() : Json{likeness.low_percent, likeness.high_percent}}};
}

} // namespace blueprinting::measured
