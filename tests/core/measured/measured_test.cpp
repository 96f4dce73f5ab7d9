#include "core/measured/choices.h"
#include "core/measured/facts.h"
#include "core/measured/like.h"
#include "core/program/estimate.h"
#include "core/program/plans.h"
#include "core/strategy/derived.h"
#include "core/strategy/field_table.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <mutex>
#include <set>

using namespace blueprinting;
using namespace blueprinting::measured;

/// The statistics of the carried runs, held to those that were computed apart from this program:
/// tests/core/measured/expected.json, whose "rules" say how.
class MeasuredTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void every_carried_row_is_read();
    void each_price_and_error();
    void summaries();
    void repeated_runs();
    void one_price_a_strategy();
    void joined();
    void modern_prices_are_their_own_estimates();
    void pieces_are_planned_once();
    void any_number_of_threads();
    void plain_rows_first();
    void intervals();
    void choices();
    void one_cell_by_hand();
    void runs_like_mine();
    void far_from_every_run();
    void no_run_is_faster_than_its_work();
    void faults_first();
    void faster_than_peak();
    void equal_times();
    void few_rows();
    void readings_data();
    void readings();
    void beyond_memory();
    void broken_law();
    void refuses_data();
    void refuses();
    void one_refusal_a_mistake_data();
    void one_refusal_a_mistake();
    void cancelled();
    void uncounted_data();
    void uncounted();
    void table();
    void table_refuses_data();
    void table_refuses();
    void told_apart();
    void years_and_names();

private:
    [[nodiscard]] const std::vector<Row>& rows() const { return m_runs.rows(); }
    /// A plain row of the carried ones, with this laid over it.
    [[nodiscard]] std::string changed(const char* patch) const;

    Json m_expected;
    Runs m_runs;
};

namespace {

constexpr std::array kViews{cost::View::system_evidence, cost::View::peak_only};

bool near(double actual, double expected)
{
    return std::abs(actual - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}
bool near(const std::optional<double>& actual, const Json& expected)
{
    return expected.is_null() ? !actual : actual && near(*actual, expected.get<double>());
}

#define COMPARE_NEAR(actual, expected)                                                                                 \
    QVERIFY2(                                                                                                          \
        near(actual, expected),                                                                                        \
        qPrintable(QStringLiteral("%1, not %2").arg(double(actual), 0, 'g', 17).arg(double(expected), 0, 'g', 17)))

void compare(const Summary& actual, const Json& expected)
{
    QCOMPARE(actual.rows, expected["rows"].get<std::size_t>());
    QCOMPARE(actual.cells, expected["cells"].get<std::size_t>());
    QCOMPARE(actual.strategies, expected["strategies"].get<std::size_t>());
    COMPARE_NEAR(actual.median_percent, expected["median_percent"].get<double>());
    COMPARE_NEAR(actual.mean_absolute_percent, expected["mean_absolute_percent"].get<double>());
    COMPARE_NEAR(actual.largest_percent, expected["largest_percent"].get<double>());
    QCOMPARE(actual.largest_id, expected["largest_id"].get<std::string>());
    COMPARE_NEAR(actual.within_10_percent, expected["within_10_percent"].get<double>());
    const Json& interval = expected["median_interval_percent"];
    QCOMPARE(actual.median_interval_percent.has_value(), !interval.is_null());
    if (actual.median_interval_percent) {
        COMPARE_NEAR(actual.median_interval_percent->first, interval[0].get<double>());
        COMPARE_NEAR(actual.median_interval_percent->second, interval[1].get<double>());
    }
}

} // namespace

void MeasuredTest::initTestCase()
{
    m_expected = JsonDocument::read(BLUEPRINTING_SOURCE_DIR "/tests/core/measured/expected.json").value().root();
    m_runs = *Runs::of(*carried_rows(), Reach::plain, CancelToken());
}

void MeasuredTest::every_carried_row_is_read()
{
    QCOMPARE(rows().size(), m_expected["counts"]["rows"].get<std::size_t>());
    const auto plain =
        std::count_if(rows().begin(), rows().end(), [](const Row& row) { return row.plain.has_value(); });
    QCOMPARE(std::size_t(plain), m_expected["counts"]["plain"].get<std::size_t>());
    std::set<std::string> ids;
    for (const Row& row : rows())
        QVERIFY2(ids.insert(row.id).second, row.id.c_str());
}

void MeasuredTest::each_price_and_error()
{
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < rows().size(); ++i)
        places[rows()[i].id] = i;
    std::size_t held = 0;
    for (const Json& each : m_expected["rows"]) {
        if (each["expressible_with"] != "plain")
            continue;
        const std::size_t at = places.at(each["id"].get<std::string>());
        const Row& row = rows()[at];
        QVERIFY2(near(row.seconds(), each["measured_seconds"]), row.id.c_str());
        QCOMPARE(m_runs.prediction(at).fits, each["fits"].get<bool>());
        for (const cost::View view : kViews) {
            const std::string name(to_string(view));
            const auto& seconds = m_runs.prediction(at).in(view);
            QVERIFY2(seconds, row.id.c_str());
            QCOMPARE(seconds->value(), each["predicted_seconds"][name].get<double>());
            const Json& errors = each["error_percent"];
            QVERIFY2(near(m_runs.error_percent(at, view), errors.is_null() ? errors : errors[name]), row.id.c_str());
        }
        ++held;
    }
    QCOMPARE(held, m_expected["counts"]["plain"].get<std::size_t>());
}

void MeasuredTest::summaries()
{
    for (const cost::View view : kViews)
        for (const auto& [name, grades] : {std::pair{"plain, grades A+B", std::span<const Grade>(kHeadlineGrades)},
                                           {"plain, grades A+B+C", std::span<const Grade>(kEveryGrade)}}) {
            const auto of = judged(m_runs, grades, view);
            const Json& expected = m_expected["summary"][name][std::string(to_string(view))];
            compare(summarise(m_runs, of), expected["all"]);
            std::size_t count = 0;
            for (const auto& [source, one] : expected["by_source"].items()) {
                std::vector<Judged> theirs;
                std::copy_if(of.begin(), of.end(), std::back_inserter(theirs),
                             [&](const Judged& each) { return rows()[each.row].source == source; });
                compare(summarise(m_runs, theirs), one);
                count += theirs.size();
            }
            QCOMPARE(count, of.size());
        }
}

void MeasuredTest::repeated_runs()
{
    const auto of = judged(m_runs, kHeadlineGrades, cost::View::system_evidence);
    std::map<std::string, std::pair<Json, double>> actual;
    for (const Repeat& repeat : repeats(m_runs, of)) {
        Json ids = Json::array();
        for (const std::size_t row : repeat.rows)
            ids.push_back(rows()[row].id);
        actual[ids[0].get<std::string>()] = {ids, repeat.spread_percent};
    }
    QCOMPARE(actual.size(), m_expected["repeats"].size());
    for (const Json& each : m_expected["repeats"]) {
        const auto& [ids, spread] = actual.at(each["ids"][0].get<std::string>());
        QVERIFY(ids == each["ids"]);
        COMPARE_NEAR(spread, each["spread_percent"].get<double>());
    }
}

/// A run that another row repeats has its price, and an interval that is held to its own time.
void MeasuredTest::one_price_a_strategy()
{
    std::vector<Row> twice;
    for (const Row& row : rows())
        if (row.plain && row.grade != Grade::c)
            for (const double factor : {1.0, 1e3}) {
                twice.push_back(row);
                if (const auto seconds = row.seconds())
                    twice.back().seconds_per_iteration = *seconds * factor;
            }
    const auto found = predict(twice, Reach::plain, CancelToken());
    QVERIFY(found);
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < rows().size(); ++i)
        places[rows()[i].id] = i;
    std::size_t intervals = 0;
    for (std::size_t i = 0; i < twice.size(); ++i) {
        const Prediction& own = m_runs.prediction(places.at(twice[i].id));
        for (const cost::View view : kViews)
            QCOMPARE((*found)[i].in(view)->value(), own.in(view)->value());
        QCOMPARE((*found)[i].interval.has_value(), own.interval.has_value());
        if (!own.interval || !twice[i].seconds())
            continue;
        const auto& interval = (*found)[i].interval;
        QCOMPARE(interval->low.value(), own.interval->low.value());
        QCOMPARE(interval->high.value(), own.interval->high.value());
        // No source leaves so much open that a run a thousand times as long would be one of its readings.
        QCOMPARE(interval->inside, i % 2 == 0 ? own.interval->inside : std::optional(false));
        ++intervals;
    }
    QVERIFY(intervals > 100);
}

/// Two sets of runs behind each other are what they would be, read as one.
/// Rows of one thing and of one strategy stay together within each of the two, and never across them.
void MeasuredTest::joined()
{
    std::vector<Row> first, second;
    for (const Row& row : rows())
        (first.size() < 200 ? first : second).push_back(row);
    const Runs both =
        Runs::joined(*Runs::of(first, Reach::plain, CancelToken()), *Runs::of(second, Reach::plain, CancelToken()));
    QCOMPARE(both.size(), m_runs.size());
    std::map<std::pair<bool, std::uint32_t>, std::uint32_t> cells, strategies;
    std::set<std::uint32_t> cell_numbers, strategy_numbers;
    for (std::size_t i = 0; i < both.size(); ++i) {
        QCOMPARE(both.row(i).id, rows()[i].id);
        QCOMPARE(both.traits(i).has_value(), m_runs.traits(i).has_value());
        QCOMPARE(cells.try_emplace({i < 200, m_runs.cell(i)}, both.cell(i)).first->second, both.cell(i));
        QCOMPARE(strategies.try_emplace({i < 200, m_runs.strategy(i)}, both.strategy(i)).first->second,
                 both.strategy(i));
        cell_numbers.insert(both.cell(i));
        strategy_numbers.insert(both.strategy(i));
        QCOMPARE(both.error_percent(i, cost::View::system_evidence),
                 m_runs.error_percent(i, cost::View::system_evidence));
    }
    QCOMPARE(cell_numbers.size(), cells.size());
    QCOMPARE(strategy_numbers.size(), strategies.size());
    QVERIFY(*cell_numbers.rbegin() < both.size() && *strategy_numbers.rbegin() < both.size());
}

/// What rows share is not seen in any of them: each has the numbers of its strategy, estimated alone.
void MeasuredTest::modern_prices_are_their_own_estimates()
{
    const Runs all = *Runs::of(rows(), Reach::any, CancelToken());
    std::size_t held = 0;
    for (std::size_t i = 0; i < all.size(); i += 3) { // of neighbours, which are much alike, one
        const Row& row = all.row(i);
        if (!row.modern)
            continue;
        const auto program = program::compile_program(row.modern->model, row.modern->execution);
        QVERIFY2(program, row.id.c_str());
        const system::SystemProfile& system = *system::find_preset(*row.system);
        for (const cost::View view : kViews) {
            const auto& seconds = all.prediction(i).in(view);
            QCOMPARE(seconds.has_value(), view == cost::View::peak_only || *row.system == "a100_80g");
            if (!seconds)
                continue;
            const auto alone = program::estimate(*program, system, view);
            QCOMPARE(seconds->value(), alone->total.value());
            QCOMPARE(all.prediction(i).fits, alone->fits());
        }
        QVERIFY2(all.prediction(i).block_forward.value() > 0, row.id.c_str());
        ++held;
    }
    QVERIFY(held > 300);
}

/// Three pieces, of which pipeline, data and batch are no part; a larger microbatch puts other numbers into them.
void MeasuredTest::pieces_are_planned_once()
{
    const auto row = std::find_if(rows().begin(), rows().end(), [](const Row& each) {
        return each.modern && each.modern->model.vocabulary && !each.modern->model.moe &&
               !each.modern->model.attention.window && each.modern->model.mtp_modules == 0 &&
               strategy::pipeline_degree(each.modern->execution) == 1 &&
               strategy::sharding(each.modern->execution) == strategy::StateSharding::none &&
               strategy::full_method(each.modern->execution) == strategy::FullRecompute{};
    });
    QVERIFY(row != rows().end());
    const model::Description& model = row->modern->model;
    program::Plans plans(model);
    const program::PlanOfPiece plan_of = [&](const block::Piece& piece, const strategy::Execution& of) {
        return plans.of(piece, of);
    };
    strategy::Execution execution = row->modern->execution;
    QVERIFY(program::compile_program(model, execution, plan_of));
    QCOMPARE(plans.compiled(), std::size_t{3});
    strategy::set_number(execution, strategy::Field::data_degree, 2 * strategy::data_degree(execution));
    execution.global_batch *= 2;
    QVERIFY(program::compile_program(model, execution, plan_of));
    QCOMPARE(plans.compiled(), std::size_t{3});
    execution.microbatch_size *= 2;
    execution.global_batch *= 2;
    QVERIFY(program::compile_program(model, execution, plan_of));
    QCOMPARE(plans.compiled(), std::size_t{3});
}

void MeasuredTest::any_number_of_threads()
{
    const auto found = [this](std::size_t threads) {
        const oneapi::tbb::global_control at_most(oneapi::tbb::global_control::max_allowed_parallelism, threads);
        std::mutex mutex;
        std::set<std::size_t> told;
        std::size_t of = 0;
        auto out = *predict(rows(), Reach::any, CancelToken(), [&](std::size_t done, std::size_t all) {
            const std::lock_guard lock(mutex);
            told.insert(done);
            of = all;
        });
        // Each strategy is told once, and the last is the last.
        if (told.size() != of || *told.begin() != 1 || *told.rbegin() != of || of >= rows().size())
            qFatal("progress");
        return out;
    };
    const auto one = found(1), four = found(4);
    QCOMPARE(one.size(), four.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        for (const cost::View view : kViews)
            QVERIFY(one[i].in(view) == four[i].in(view));
        QCOMPARE(one[i].interval.has_value(), four[i].interval.has_value());
        if (one[i].interval)
            QVERIFY(one[i].interval->low == four[i].interval->low && one[i].interval->high == four[i].interval->high);
    }
}

/// The plain rows and then the others are all of them, over the same rows.
void MeasuredTest::plain_rows_first()
{
    const Runs whole = *Runs::completed(m_runs, CancelToken());
    QCOMPARE(&whole.rows(), &m_runs.rows());
    const auto all = *predict(rows(), Reach::any, CancelToken());
    for (std::size_t i = 0; i < whole.size(); ++i)
        for (const cost::View view : kViews)
            QVERIFY2(whole.prediction(i).in(view) == all[i].in(view), rows()[i].id.c_str());
    const CancelToken cancelled;
    cancelled.cancel();
    QVERIFY(Runs::completed(m_runs, cancelled).cancelled());
}

void MeasuredTest::intervals()
{
    std::map<std::string, std::size_t> with;
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        if (m_runs.prediction(i).interval)
            with[rows()[i].id] = i;
    QCOMPARE(with.size(), m_expected["intervals"]["rows"].size());
    for (const Json& each : m_expected["intervals"]["rows"]) {
        const std::string id = each["id"].get<std::string>();
        QVERIFY2(with.contains(id), id.c_str());
        const Interval& interval = *m_runs.prediction(with[id]).interval;
        QCOMPARE(interval.combinations, each["combinations"].get<std::size_t>());
        QCOMPARE(interval.legal, each["legal"].get<std::size_t>());
        QVERIFY(Json(interval.open) == each["open"]);
        COMPARE_NEAR(interval.low.value(), each["low_seconds"].get<double>());
        COMPARE_NEAR(interval.high.value(), each["high_seconds"].get<double>());
        QCOMPARE(interval.inside ? Json(*interval.inside) : Json(), each["inside"]);
    }
}

void MeasuredTest::choices()
{
    for (const cost::View view : kViews) {
        const auto of = judged(m_runs, kEveryGrade, view);
        const std::vector<Cell> all = cells(m_runs, of, view);
        for (const auto& [name, grades] : {std::pair{"plain, grades A+B", std::span<const Grade>(kHeadlineGrades)},
                                           {"plain, grade C", std::span<const Grade>(kDerivedGrades)}}) {
            const Json& expected = m_expected["choices"][name][std::string(to_string(view))];
            const certificate::Metrics actual = metrics(m_runs, all, grades);
            QCOMPARE(actual.cells, expected["cells"].get<std::size_t>());
            QCOMPARE(actual.ordered_pairs, expected["pairs"].get<std::size_t>());
            QVERIFY(near(actual.pairwise_accuracy, expected["pairwise_accuracy"]));
            QVERIFY(near(actual.median_regret_pct, expected["median_regret_percent"]));
            QVERIFY(near(actual.p95_regret_pct, expected["p95_regret_percent"]));
            QVERIFY(near(actual.max_regret_pct, expected["max_regret_percent"]));
            for (const Json& one : expected["list"]) {
                const auto cell = std::find_if(all.begin(), all.end(), [&](const Cell& each) {
                    return rows()[each.candidates[each.outcome.best].rows.front()].id == one["measured_best"];
                });
                QVERIFY(cell != all.end());
                QCOMPARE(rows()[cell->candidates[cell->outcome.selected].rows.front()].id,
                         one["predicted_best"].get<std::string>());
                QCOMPARE(std::string(to_string(cell->grade)), one["grade"].get<std::string>());
                QCOMPARE(cell->candidates.size(), one["strategies"].get<std::size_t>());
                QCOMPARE(cell->outcome.right, one["right"].get<std::size_t>());
                COMPARE_NEAR(cell->outcome.regret_pct, one["regret_percent"].get<double>());
            }
        }
    }
}

void MeasuredTest::one_cell_by_hand()
{
    // Three strategies of one thing, one run twice. Measured 10, 12 (median of 11 and 13) and 12.2 s; predicted 9, 8
    // and 7.
    std::vector<Row> rows(4);
    std::vector<Prediction> predictions(4);
    const std::array measured{10.0, 11.0, 12.2, 13.0};
    const std::array predicted{9.0, 8.0, 7.0, 8.0};
    const std::array strategy{1, 2, 3, 2};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = "run-" + std::to_string(i);
        rows[i].grade = i == 2 ? Grade::b : Grade::a;
        rows[i].seconds_per_iteration = measured[i];
        rows[i].json = {{"source", "hand"}, {"strategy", strategy[i]}};
        predictions[i].seconds[1] = Seconds(predicted[i]);
    }
    const Runs runs(std::move(rows), std::move(predictions));
    const auto of = judged(runs, kEveryGrade, cost::View::system_evidence);
    QCOMPARE(of.size(), std::size_t{4});
    const auto all = cells(runs, of, cost::View::system_evidence);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].candidates.size(), std::size_t{3});
    QCOMPARE(all[0].candidates[1].measured_seconds, 12.0);
    QCOMPARE(all[0].grade, Grade::b);
    // 10 against 12 and 12.2 count as pairs, both the wrong way round; 12 against 12.2 is within 3 %.
    QCOMPARE(all[0].outcome.pairs, std::size_t{2});
    QCOMPARE(all[0].outcome.right, std::size_t{0});
    QCOMPARE(all[0].outcome.selected, std::size_t{2});
    COMPARE_NEAR(all[0].outcome.regret_pct, 22.0);
    const auto of_b = metrics(runs, all, std::array{Grade::b});
    COMPARE_NEAR(*of_b.max_regret_pct, 22.0);
    QCOMPARE(metrics(runs, all, std::array{Grade::a}).cells, std::size_t{0});
    QCOMPARE(repeats(runs, of).size(), std::size_t{1});
    COMPARE_NEAR(repeats(runs, of)[0].spread_percent, 100 * 2.0 / 11);
}

void MeasuredTest::runs_like_mine()
{
    const model::TransformerModel& gpt = *model::find_preset("gpt3-175B");
    using namespace strategy;
    const auto sixty_four = strategy::find_preset("seqsel-tab5/gpt3-175B/seqsel")->execution;
    Execution many = sixty_four;
    many.parallelism = TransformerTrainingParallelism{{4, TensorCommunication::reduce_scatter_all_gather},
                                                      {16, InterleavedOneForwardOneBackward{6}},
                                                      {64, true},
                                                      RecomputePolicy::attention_only};
    many.global_batch = 4096;
    many.microbatch_size = 1;
    Execution unsharded = many;
    std::get<TransformerTrainingParallelism>(unsharded.parallelism).data.optimizer_sharding = false;
    const auto of = judged(m_runs, kHeadlineGrades, cost::View::system_evidence);
    std::size_t held = 0;
    for (const auto& [name, execution] :
         {std::pair{"gpt3-175B seqsel, 64 A100, TP 8 PP 8 DP 1 v 3 batch 64 microbatch 1", sixty_four},
          {"gpt3-175B, 4096 A100, TP 4 PP 16 DP 64 v 6 batch 4096 microbatch 1, attention, RS+AG, redo, sharding",
           many},
          {"the same without sharding", unsharded}}) {
        QVERIFY(m_expected["like"].contains(name));
        const Json& expected = m_expected["like"][name]["plain, grades A+B"];
        const Likeness actual = like(traits(gpt, "a100_80g", execution), m_runs, of, cost::View::system_evidence);
        QCOMPARE(actual.nearest.size(), expected["nearest"].size());
        for (std::size_t i = 0; i < actual.nearest.size(); ++i) {
            const Nearest& one = actual.nearest[i];
            const Json& other = expected["nearest"][i];
            QCOMPARE(rows()[one.rows.front()].id, other["id"].get<std::string>());
            COMPARE_NEAR(one.distance, other["distance"].get<double>());
            COMPARE_NEAR(one.error_percent, other["error_percent"].get<double>());
            QCOMPARE(one.differs.size(), other["differs"].size());
            QCOMPARE(one.rows.size(), other["repeats"].get<std::size_t>());
        }
        COMPARE_NEAR(actual.median_percent, expected["median_percent"].get<double>());
        COMPARE_NEAR(actual.low_percent, expected["range_percent"][0].get<double>());
        COMPARE_NEAR(actual.high_percent, expected["range_percent"][1].get<double>());
        ++held;
    }
    QCOMPARE(held, m_expected["like"].size());
}

void MeasuredTest::far_from_every_run()
{
    strategy::Execution one;
    const auto of = judged(m_runs, kHeadlineGrades, cost::View::system_evidence);
    const Likeness actual = like(traits(*model::find_preset("megatron-126M"), "h100_80g_nvl8", one), m_runs, of,
                                 cost::View::system_evidence);
    QVERIFY(actual.nearest.empty());
}

/// Every row that the program can express has a price, and none ran faster than its work alone: what is faster than
/// peak-only can have hidden messages. The ratios are printed, none is fitted.
void MeasuredTest::no_run_is_faster_than_its_work()
{
    const Runs all = *Runs::of(*carried_rows(), Reach::any, CancelToken());
    std::size_t priced = 0;
    std::map<std::string, std::vector<double>> ratios; // measured speed over peak-only, by system
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Row& row = all.row(i);
        const Prediction& prediction = all.prediction(i);

        if (row.expressible_with.empty())
            continue;
        QVERIFY2(prediction.refused.empty(), row.id.c_str());
        ++priced;
        const auto measured = row.seconds();
        if (!measured)
            continue;
        ratios[*row.system].push_back(prediction.in(cost::View::peak_only)->value() / *measured);
        QVERIFY2(prediction.without_messages->value() <= *measured,
                 qPrintable(QStringLiteral("%1: its work alone takes %2 s, and it ran in %3 s")
                                .arg(QString::fromStdString(row.id))
                                .arg(prediction.without_messages->value())
                                .arg(*measured)));
        QVERIFY(*prediction.without_messages <= *prediction.in(cost::View::peak_only));
        QCOMPARE(prediction.in(cost::View::system_evidence).has_value(), *row.system == "a100_80g");
    }
    QCOMPARE(priced, std::size_t{396 + 1182});
    for (auto& [system, its] : ratios) {
        std::sort(its.begin(), its.end());
        qInfo("%s: %zu runs, peak-only over measured from %.2f to %.2f, median %.2f", system.c_str(), its.size(),
              its.front(), its.back(), median(its));
    }
}

void MeasuredTest::faults_first()
{
    const Faults actual = faults(m_runs);
    QVERIFY(actual.faster_than_peak.empty());
    std::vector<std::string> expected;
    std::set<std::string> plain;
    for (const Row& row : rows())
        if (row.plain)
            plain.insert(row.id);
    for (const Json& id : m_expected["faults"]["ran_but_predicted_not_to_fit"])
        if (plain.contains(id.get<std::string>()))
            expected.push_back(id.get<std::string>());
    QVERIFY(!expected.empty());
    std::vector<std::string> ids;
    for (const std::size_t row : actual.ran_but_predicted_not_to_fit)
        ids.push_back(rows()[row].id);
    QCOMPARE(ids, expected);
}

namespace {

/// Runs of one thing, each of a strategy of its own, by hand.
Runs by_hand(const std::vector<double>& measured, const std::vector<double>& predicted, bool one_cell = true)
{
    std::vector<Row> rows(measured.size());
    std::vector<Prediction> predictions(measured.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = "run-" + std::to_string(i);
        rows[i].grade = Grade::a;
        rows[i].seconds_per_iteration = measured[i];
        rows[i].json = {{"source", "hand"}, {"gpus", one_cell ? 8 : 8 + i}, {"strategy", i}};
        for (auto& seconds : predictions[i].seconds)
            seconds = Seconds(predicted[i]);
    }
    return {std::move(rows), std::move(predictions)};
}

} // namespace

void MeasuredTest::faster_than_peak()
{
    // Peak rates alone take 10 s; no machine runs in 9.
    const Faults found = faults(by_hand({9, 10, 11}, {10, 10, 10}));
    QVERIFY((found.faster_than_peak == std::vector<std::size_t>{0}));
}

void MeasuredTest::equal_times()
{
    // Two are equally fast and equally predicted; the first in the file is the choice.
    const Runs runs = by_hand({10, 10, 12}, {5, 5, 5});
    const auto of = judged(runs, kEveryGrade, cost::View::system_evidence);
    const auto all = cells(runs, of, cost::View::system_evidence);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].outcome.best, std::size_t{0});
    QCOMPARE(all[0].outcome.selected, std::size_t{0});
    QCOMPARE(all[0].outcome.regret_pct, 0.0);
    QCOMPARE(all[0].outcome.pairs, std::size_t{2}); // 10 against 12, twice; 10 against 10 has no order
    QCOMPARE(all[0].outcome.right, std::size_t{0}); // equal scores put the second first
    // Two strategies are no choice.
    const Runs two = by_hand({10, 12}, {5, 6});
    QVERIFY(cells(two, judged(two, kEveryGrade, cost::View::system_evidence), cost::View::system_evidence).empty());
}

void MeasuredTest::few_rows()
{
    // Errors −10, −20, +10 and +30 %: an even count has the mean of the two middle ones.
    const Runs four = by_hand({10, 10, 10, 10}, {9, 8, 11, 13}, false);
    const Summary of_four = summarise(four, judged(four, kEveryGrade, cost::View::system_evidence));
    COMPARE_NEAR(of_four.median_percent, 0.0);
    COMPARE_NEAR(of_four.mean_absolute_percent, 17.5);
    COMPARE_NEAR(of_four.largest_percent, 30.0);
    QCOMPARE(of_four.largest_id, std::string("run-3"));
    COMPARE_NEAR(of_four.least_percent, -20.0);
    QCOMPARE(of_four.cells, std::size_t{4});
    QVERIFY(!of_four.median_interval_percent); // five rows are the least
    QVERIFY(of_four.few_cells());
    const Runs one_cell = by_hand({10, 10, 10, 10, 10}, {9, 8, 11, 13, 9});
    QVERIFY(!summarise(one_cell, judged(one_cell, kEveryGrade, cost::View::system_evidence)).median_interval_percent);
    const Runs five = by_hand({10, 10, 10, 10, 10}, {9, 9, 9, 9, 9}, false);
    const auto interval =
        summarise(five, judged(five, kEveryGrade, cost::View::system_evidence)).median_interval_percent;
    QVERIFY(interval);
    COMPARE_NEAR(interval->first, -10.0);
    COMPARE_NEAR(interval->second, -10.0);
}

std::string MeasuredTest::changed(const char* patch) const
{
    const auto plain = std::find_if(rows().begin(), rows().end(), [](const Row& row) { return row.plain.has_value(); });
    Json out = plain->json;
    out.merge_patch(Json::parse(patch));
    return out.dump();
}

/// 64 GPUs in two stages, so many blocks in all.
#define STAGES(blocks)                                                                                                 \
    R"("plain_model": {"hidden": 3072, "feedforward": 12288, "seq_size": 2048, "attn_heads": 32, "attn_size": 96, )"   \
    R"("num_blocks": )" #blocks R"(}, "strategy": {"parallelism": {"pipeline": {"degree": 2, "schedule": )"            \
    R"({"kind": "1f1b"}}, "data": {"degree": 16}}, "network_tiers": {"pipeline": 0, "data": 1}})"

void MeasuredTest::readings_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<std::size_t>("combinations");
    QTest::addColumn<bool>("interval");
    const auto row = [](const char* name, const char* patch, std::size_t combinations, bool interval) {
        QTest::newRow(name) << QByteArray(patch) << combinations << interval;
    };
    row("nothing open", R"({"open": []})", 0, false);
    row("words that widen nothing", R"({"open": ["dropout", "overlap", "attention kernel", "Recompute"]})", 0, false);
    row("sharding", R"({"open": ["optimizer sharding"]})", 2, true);
    row("recompute", R"({"open": ["recompute", "dropout"]})", 3, true);
    row("both", R"({"open": ["recompute", "optimizer sharding"]})", 6, true);
    row("one stage has no chunks", R"({"open": ["virtual stages"]})", 0, false);
    // 12 blocks a stage: 1, 2, 3, 4, 6, 12.
    row("chunks", R"({"open": ["virtual stages"], )" STAGES(24) "}", 6, true);
    row("all three", R"({"open": ["virtual stages", "recompute", "optimizer sharding"], )" STAGES(24) "}", 36, true);
    // 120 blocks a stage have 16 divisors.
    row("too many", R"({"open": ["virtual stages", "recompute", "optimizer sharding"], )" STAGES(240) "}", 96, false);
}

void MeasuredTest::readings()
{
    QFETCH(QByteArray, patch);
    QFETCH(std::size_t, combinations);
    QFETCH(bool, interval);
    auto read = read_rows(changed(patch), "runs.jsonl");
    QVERIFY2(read, read ? "" : to_line(read.diagnostics().front()).c_str());
    const Runs runs = *Runs::of(*std::move(read), Reach::plain, CancelToken());
    const Prediction& prediction = runs.prediction(0);
    QVERIFY(prediction.refused.empty());
    QCOMPARE(prediction.readings, combinations);
    QCOMPARE(prediction.interval.has_value(), interval);
    if (!interval)
        return;
    QCOMPARE(prediction.interval->combinations, combinations);
    QVERIFY(prediction.interval->legal > 0 && prediction.interval->legal <= combinations);
    const Seconds own = *prediction.in(cost::View::system_evidence);
    QVERIFY(prediction.interval->low <= own && own <= prediction.interval->high);
}

void MeasuredTest::beyond_memory()
{
    // 200 times the blocks on as many GPUs: it would not fit, and is priced all the same.
    auto read = read_rows(changed(R"({"plain_model": {"num_blocks": 6000}})"), "runs.jsonl");
    const Runs runs = *Runs::of(*std::move(read), Reach::plain, CancelToken());
    QVERIFY(!runs.prediction(0).fits);
    QVERIFY(runs.error_percent(0, cost::View::system_evidence));
    QCOMPARE(faults(runs).ran_but_predicted_not_to_fit.size(), std::size_t{1});
}

void MeasuredTest::broken_law()
{
    // 512 samples over 32 groups are 16 a group, which microbatches of 3 do not divide: read, and not priced.
    auto read = read_rows(changed(R"({"strategy": {"microbatch_size": 3}})"), "runs.jsonl");
    const Runs runs = *Runs::of(*std::move(read), Reach::plain, CancelToken());
    QVERIFY(!runs.error_percent(0, cost::View::system_evidence));
    QCOMPARE(runs.prediction(0).refused.front().code, std::string("strategy.microbatch.indivisible"));
    QVERIFY(judged(runs, kEveryGrade, cost::View::system_evidence).empty());
}

namespace {

constexpr std::string_view kHeader =
    "model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
    "seconds_per_iteration";

} // namespace

void MeasuredTest::refuses_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char* name, const char* patch, const char* code, const char* path) {
        QTest::newRow(name) << QByteArray(patch) << QByteArray(code) << QByteArray(path);
    };
    row("unknown key", R"({"spede": 1})", "reader.unknown_key", "/spede");
    row("no id", R"({"id": null})", "reader.missing", "/id");
    row("empty id", R"({"id": ""})", "measured.empty", "/id");
    row("empty source", R"({"source": ""})", "measured.empty", "/source");
    row("other GPUs than its strategy's", R"({"gpus": 63})", "measured.contradiction", "/gpus");
    row("another batch", R"({"global_batch": 63})", "measured.contradiction", "/global_batch");
    row("strategy is a guess", R"({"strategy_is": "guess"})", "reader.choice", "/strategy_is");
    row("grade", R"({"grade": "D"})", "reader.choice", "/grade");
    row("time of nothing", R"({"measured": {"seconds_per_iteration": 0}})", "measured.time",
        "/measured/seconds_per_iteration");
    row("rate below nothing", R"({"tokens_per_second_per_gpu": -1})", "measured.time", "/tokens_per_second_per_gpu");
    row("fraction of a GPU", R"({"gpus": 1.5})", "reader.type", "/gpus");
    row("no GPU", R"({"gpus": 0})", "reader.range", "/gpus");
    row("another kind of model", R"({"expressible_with": "ancient"})", "reader.choice", "/expressible_with");
    row("says yes and no", R"({"expressible": false})", "measured.expressible", "/expressible_with");
    row("preset that is none", R"({"plain_model": "gpt5"})", "measured.model", "/plain_model");
    row("strategy without a degree", R"({"strategy": {"parallelism": {"tensor": {"degree": "8"}}}})", "reader.type",
        "/strategy/parallelism/tensor/degree");
    row("no system", R"({"system": null})", "reader.missing", "/system");
    row("system that is none", R"({"system": "v100"})", "measured.system", "/system");
    row("more left out than there is", R"({"plain_leaves_out": {"head_share_of_exact_flops": 1}})", "reader.range",
        "/plain_leaves_out/head_share_of_exact_flops");
    row("a share in words", R"({"plain_leaves_out": {"head_share_of_exact_flops": "much"}})", "reader.type",
        "/plain_leaves_out/head_share_of_exact_flops");
    row("open is no list", R"({"open": "recompute"})", "reader.type", "/open");
    row("reading of nothing", R"({"candidates": {"palm": 0}})", "measured.time", "/candidates/palm");
    row("id of blanks", R"({"id": " \t"})", "measured.empty", "/id");
    row("source of blanks", R"({"source": "  "})", "measured.empty", "/source");
    row("shorter than a nanosecond", R"({"measured": {"seconds_per_iteration": 1e-320}})", "measured.time",
        "/measured/seconds_per_iteration");
    row("longer than 30 years", R"({"measured": {"seconds_per_iteration": 1e308}})", "measured.time",
        "/measured/seconds_per_iteration");
    row("a rate without end", R"({"tokens_per_second_per_gpu": 1e300})", "measured.time", "/tokens_per_second_per_gpu");
    row("a reading of hardly anything", R"({"candidates": {"palm": 1e-300}})", "measured.time", "/candidates/palm");
    row("degree of nothing", R"({"strategy": {"parallelism": {"tensor": {"degree": 0}}}})", "reader.range",
        "/strategy/parallelism/tensor/degree");
    row("degree below nothing", R"({"strategy": {"parallelism": {"data": {"degree": -2}}}})", "reader.range",
        "/strategy/parallelism/data/degree");
    row("batch of nothing", R"({"strategy": {"global_batch": 0}})", "reader.range", "/strategy/global_batch");
    row("tier below the first", R"({"strategy": {"network_tiers": {"pipeline": -1}}})", "reader.range",
        "/strategy/network_tiers/pipeline");
    row("another sequence than its description", R"({"sequence": 77, "plain_model": "gpt3-175B"})",
        "measured.contradiction", "/sequence");
}

/// One wrong value is one line: nothing is said of what follows from a strategy that was never read.
void MeasuredTest::one_refusal_a_mistake_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("names"); ///< what the line says
    const auto row = [this](const char* name, const char* patch, const char* names) {
        QTest::newRow(name) << QByteArray::fromStdString(changed(patch)) << QByteArray(names);
    };
    row("degree in words", R"({"strategy": {"parallelism": {"tensor": {"degree": "8"}}}})", "\"8\"");
    row("key that is none", R"({"strategy": {"speed": 1}})", "\"speed\"");
    row("no degree", R"({"strategy": {"parallelism": {"tensor": {"degree": -2}}}})", "must be 1 or more, not -2");
    QTest::newRow("comments alone") << QByteArray("# a\n# b\n") << QByteArray("no table of runs");
    QTest::newRow("a number alone") << QByteArray("3\n") << QByteArray("no table of runs");
    const QByteArray header(kHeader.data(), static_cast<qsizetype>(kHeader.size()));
    QTest::newRow("columns in capitals") << header.toUpper() + "\n" << QByteArray("\"model\", not \"MODEL\"");
    QTest::newRow("many columns missing")
        << QByteArray("model,system,seconds_per_iteration\n") << QByteArray("\"tensor\", \"pipeline\", \"data\"");
}

void MeasuredTest::one_refusal_a_mistake()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, names);
    const auto read = read_runs(text.toStdString(), "runs");
    QVERIFY(!read);
    const QByteArray said = QByteArray::fromStdString(to_line(read.diagnostics().front()));
    QVERIFY2(read.diagnostics().size() == 1 && said.contains(names), said.constData());
}

/// What stops a reading stops it between lines, whatever is behind them.
void MeasuredTest::cancelled()
{
    const CancelToken cancel;
    cancel.cancel();
    QVERIFY(read_runs(changed("{}") + "\nno row\n", "runs", cancel).cancelled());
    QVERIFY(read_runs(std::string(kHeader) + "\nno row\n", "runs", cancel).cancelled());
}

/// What the distance does not read is told beside it: the strategy of a run, with one thing changed.
void MeasuredTest::uncounted_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char* name, const char* patch, const char* told) {
        QTest::newRow(name) << QByteArray(patch) << QByteArray(told);
    };
    row("nothing", "{}", "");
    row("what is counted", R"({"global_batch": 128})", "");
    row("the machine's networks", R"({"network_tiers": {"pipeline": 0}})", "");
    row("chunks", R"({"parallelism": {"pipeline": {"schedule": {"kind": "interleaved_1f1b", "virtual_stages": 6}}}})",
        "v");
    row("no chunks", R"({"parallelism": {"pipeline": {"schedule": {"kind": "1f1b", "virtual_stages": null}}}})", "v");
    row("kind of attention", R"({"attention_type": "multiquery"})", "attention");
    row("two of them", R"({"datatype": "bfloat16", "fused_activation": true})", "fused activation datatype");
}

void MeasuredTest::uncounted()
{
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, told);
    const auto place = std::ranges::find(rows(), "korthikanti22-t5-175B-selective-sp", &Row::id);
    Json changed = place->json;
    changed["strategy"].merge_patch(Json::parse(patch.toStdString()));
    if (changed["strategy"]["global_batch"] != place->json["global_batch"])
        changed["global_batch"] = changed["strategy"]["global_batch"];
    const auto mine = read_row(changed.dump(), "mine", 1);
    QVERIFY2(mine, mine ? "" : to_line(mine.diagnostics().front()).c_str());
    QByteArray said;
    for (const std::string& each : uncounted_differences(*mine, *place))
        said += (said.isEmpty() ? "" : " ") + QByteArray::fromStdString(each);
    QCOMPARE(said, told);
    Row other = *mine; // as many weights, and not the same model
    std::swap(other.plain->model.heads, other.plain->model.head_size);
    QVERIFY(uncounted_differences(other, *place).front() == "model");
}

void MeasuredTest::refuses()
{
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, path);
    const std::string text = changed("{}") + "\n\n" + changed(patch) + "\n";
    const auto read = read_rows(text, "runs.jsonl");
    QVERIFY(!read);
    const auto said = std::find_if(read.diagnostics().begin(), read.diagnostics().end(),
                                   [&](const Diagnostic& each) { return each.code == code.toStdString(); });
    QVERIFY2(said != read.diagnostics().end(), to_line(read.diagnostics().front()).c_str());
    QCOMPARE(said->path, path.toStdString());
    QCOMPARE(said->location->line, std::size_t{3});
    const auto twice = read_rows(changed("{}") + "\n" + changed("{}"), "runs.jsonl");
    QVERIFY(!twice);
    QCOMPARE(twice.diagnostics().front().code, std::string("measured.duplicate_id"));
    QCOMPARE(twice.diagnostics().front().location->line, std::size_t{2});
}

void MeasuredTest::table()
{
    // Table 5 of arXiv 2205.05198: 175B with full recomputation takes 18.13 s on 64 GPUs.
    const std::string text = std::string(kHeader) +
                             ",tokens_per_second_per_gpu,virtual_stages,tensor.communication,optimizer_sharding,id\r\n"
                             "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,18.13,,3,all_reduce,off,\r\n"
                             "\r\n"
                             "megatron-22B,a100_80g,8,8,1,1,4,4,2048,full,,4551.1,,,,\"mine, \"\"2\"\"\"\r\n";
    auto read = read_table(text, "/some/where/own.csv");
    QVERIFY2(read, read ? "" : to_line(read.diagnostics().front()).c_str());
    QCOMPARE(read->size(), std::size_t{2});
    const Row& first = read->at(0);
    QCOMPARE(first.id, std::string("own-L2"));
    QCOMPARE(first.source, std::string("own.csv"));
    QCOMPARE(first.location.line, std::size_t{2});
    QCOMPARE(*first.seconds(), 18.13);
    strategy::Execution published = strategy::find_preset("seqsel-tab5/gpt3-175B/full")->execution;
    published.tiers.data = 0; // one group alone sends nothing over any
    published.num_procs.reset();
    QVERIFY(first.plain->execution == published);
    QVERIFY(first.plain->model == *model::find_preset("gpt3-175B"));
    const Row& second = read->at(1);
    QCOMPARE(second.id, std::string("mine, \"2\""));
    QCOMPARE(second.location.line, std::size_t{4});
    QCOMPARE(*second.seconds(), 4.0 * 2048 / (4551.1 * 8));
    QVERIFY(!second.assumed.empty());
    const Runs runs = *Runs::of(*std::move(read), Reach::plain, CancelToken());
    // As a published row of the same strategy: 18.03 s are predicted.
    QVERIFY(std::abs(*runs.error_percent(0, cost::View::system_evidence) + 0.55) < 0.02);
}

void MeasuredTest::table_refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("line");
    const QByteArray header(kHeader.data(), static_cast<qsizetype>(kHeader.size()));
    const auto row = [&](const char* name, const QByteArray& line, const char* code, const char* path, int at = 2) {
        QTest::newRow(name) << header + '\n' + line << QByteArray(code) << QByteArray(path) << at;
    };
    row("model", "gpt5,a100_80g,8,8,1,1,1,8,2048,full,1", "measured.model", "/model");
    row("system", "gpt3-175B,a100,8,8,1,1,1,8,2048,full,1", "measured.system", "/system");
    row("gpus", "gpt3-175B,a100_80g,16,8,1,1,1,8,2048,full,1", "measured.gpus", "/gpus");
    row("degree", "gpt3-175B,a100_80g,8,08,1,1,1,8,2048,full,1", "measured.value", "/tensor");
    row("recompute", "gpt3-175B,a100_80g,8,8,1,1,1,8,2048,some,1", "measured.value", "/recompute");
    row("no time", "gpt3-175B,a100_80g,8,8,1,1,1,8,2048,full,", "measured.time", "");
    row("time of hardly anything", "gpt3-175B,a100_80g,8,8,1,1,1,8,2048,full,1e-320", "measured.time",
        "/seconds_per_iteration");
    // What a run needs is never taken as something else where its cell is empty.
    const std::array<const char*, 10> needed{"model", "system",     "gpus",         "tensor",   "pipeline",
                                             "data",  "microbatch", "global_batch", "sequence", "recompute"};
    QList<QByteArray> cells = QByteArray("gpt3-175B,a100_80g,1,1,1,1,1,1,2048,none,1").split(',');
    for (std::size_t i = 0; i < needed.size(); ++i) {
        const QByteArray cell = std::exchange(cells[static_cast<qsizetype>(i)], QByteArray());
        QTest::newRow(qPrintable(QStringLiteral("empty %1").arg(needed[i]))) << header + '\n' + cells.join(',')
                                                                             << QByteArray(i == 0   ? "measured.model"
                                                                                           : i == 1 ? "measured.system"
                                                                                                    : "measured.value")
                                                                             << QByteArray("/") + needed[i] << 2;
        cells[static_cast<qsizetype>(i)] = cell;
    }
    QTest::newRow("id of blanks") << header + ",id\n" + cells.join(',') + ",  " << QByteArray("measured.empty")
                                  << QByteArray("/id") << 2;
    row("time of nothing", "gpt3-175B,a100_80g,8,8,1,1,1,8,2048,full,0", "measured.time", "/seconds_per_iteration");
    row("a cell too few", "gpt3-175B,a100_80g,8,8,1,1,1,8,2048,full", "measured.cells", "");
    row("open quote", "\"gpt3-175B,a100_80g", "measured.csv", "");
    row("second line", "gpt3-175B,a100_80g,8,8,1,1,1,8,2048,full,1\ngpt3-175B,a100_80g,8,8,1,1,1,8,2048,full,-1",
        "measured.time", "/seconds_per_iteration", 3);
    QTest::newRow("column") << QByteArray("model,speed\nx,1") << QByteArray("measured.column") << QByteArray("/speed")
                            << 1;
    QTest::newRow("missing column") << QByteArray(header).replace("recompute,", "") << QByteArray("measured.column")
                                    << QByteArray("/recompute") << 1;
}

void MeasuredTest::table_refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, path);
    QFETCH(int, line);
    const auto read = read_table(text.toStdString(), "own.csv");
    QVERIFY(!read);
    const auto said = std::find_if(read.diagnostics().begin(), read.diagnostics().end(),
                                   [&](const Diagnostic& each) { return each.path == path.toStdString(); });
    QVERIFY2(said != read.diagnostics().end(), to_line(read.diagnostics().front()).c_str());
    QCOMPARE(said->code, code.toStdString());
    QCOMPARE(said->location->file, std::string("own.csv"));
    QCOMPARE(said->location->line, std::size_t(line));
}

void MeasuredTest::told_apart()
{
    QCOMPARE(read_runs("\n" + changed("{}"), "runs")->size(), std::size_t{1});
    QCOMPARE(read_runs(std::string(kHeader) + "\ngpt3-175B,a100_80g,8,8,1,1,1,8,2048,full,1", "runs")->size(),
             std::size_t{1});
    // As spreadsheets and editors of some systems begin a file and end its lines.
    for (const std::string& text : {changed("{}") + "\r\n", std::string(kHeader) + "\r\ngpt3-175B,a100_80g,8,8,1,1,1,8,"
                                                                                   "2048,full,1\r\n"})
        QCOMPARE(read_runs("\xef\xbb\xbf" + text, "runs")->size(), std::size_t{1});
    const auto code = [](const std::string& text) { return read_runs(text, "runs").diagnostics().front().code; };
    QCOMPARE(code("[1]"), std::string("reader.type"));
    QCOMPARE(code(std::string("\xff\xfe{\0", 4)), std::string("measured.encoding"));
    QCOMPARE(code("model;system;gpus\n"), std::string("measured.csv"));
    QCOMPARE(code("model\tsystem\tgpus\n"), std::string("measured.csv"));
    const auto long_header = read_runs(std::string(100000, 'x') + ",y\n1,2\n", "runs").diagnostics();
    QVERIFY(long_header.front().path.size() < 200 && long_header.front().message.size() < 1000);
    // A released model, and a strategy of a preset beyond six numbers: as a modern row says it.
    const auto modern = *read_runs(std::string(kHeader) + ",fused_attention,tokens_per_second_per_gpu\n"
                                                          "Llama-3.1-8B,h100_sxm,8,8,1,1,1,8,4096,full,1,true,\n"
                                                          "gpt3-175B,a100_80g,8,8,1,1,1,8,2048,full,1,true,1\n",
                                   "runs");
    QCOMPARE(modern.size(), std::size_t{2});
    for (const Row& each : modern)
        QVERIFY(each.modern && !each.plain && each.expressible_with == "modern" &&
                each.modern->execution.fused_attention);
    QCOMPARE(modern[0].modern->model.sequence, std::int64_t{4096});
    // 8·2048/(1·8) = 2048 tokens/s are not the 1 that stands beside them.
    QVERIFY(modern[0].inconsistent.empty());
    QCOMPARE(modern[1].inconsistent.size(), std::size_t{1});
    const auto priced = *predict(modern, Reach::any, CancelToken());
    QVERIFY(priced[0].in(cost::View::peak_only) && !priced[0].in(cost::View::system_evidence));
    QVERIFY(priced[1].in(cost::View::system_evidence));
    QCOMPARE(read_runs("", "runs").diagnostics().front().code, std::string("measured.empty"));
    QCOMPARE(read_runs(kHeader, "runs").diagnostics().front().code, std::string("measured.empty"));
}

void MeasuredTest::years_and_names()
{
    std::map<std::string, const Row*> by_id;
    for (const Row& row : rows())
        by_id[row.id] = &row;
    QCOMPARE(*year_of(*by_id.at("korthikanti22-t5-175B-full")), 2022);
    QCOMPARE(*year_of(*by_id.at("narayanan21-t1-3.6B")), 2021);
    Row unknown;
    unknown.id = "mine-1";
    QVERIFY(!year_of(unknown));
    for (const char* id : {"optimus-1", "opt2-1", "bloomberg-1", "glmx", "zb24b-1"}) { // of no family that is known
        unknown.id = id;
        QVERIFY2(!year_of(unknown), id);
    }
    for (const auto& [id, year] : {std::pair("opt-175b", 2022), {"torchtitan-202412-1", 2024}, {"nemo24.05-1", 2024}}) {
        unknown.id = id;
        QCOMPARE(year_of(unknown), std::optional(year));
    }
    QCOMPARE(family_title("bloom"), std::string_view("BLOOM"));
    QCOMPARE(family_title("mine"), std::string_view("mine"));
    QVERIFY(is_gpu(*by_id.at("narayanan21-t1-3.6B"), "A100"));
    QVERIFY(!is_gpu(*by_id.at("narayanan21-t1-3.6B"), "H100"));
    for (const Row& row : rows()) { // every family has a year or says that it has none
        const auto year = year_of(row);
        QVERIFY2(!year || (*year >= 2020 && *year <= 2025), row.id.c_str());
    }
}

BLUEPRINTING_CORE_TEST(MeasuredTest)
#include "measured_test.moc"
