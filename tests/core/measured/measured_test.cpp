#include "core/measured/choices.h"
#include "core/measured/like.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

#include <algorithm>
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
    void intervals();
    void choices();
    void one_cell_by_hand();
    void runs_like_mine();
    void far_from_every_run();
    void faults_first();
    void refuses_data();
    void refuses();

private:
    Json m_expected;
    std::vector<Prediction> m_predictions;
};

namespace {

constexpr std::array kHeadline{Grade::a, Grade::b};
constexpr std::array kAll{Grade::a, Grade::b, Grade::c};
constexpr std::array kDerived{Grade::c};
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
    m_predictions = *predict(carried_rows(), CancelToken());
}

void MeasuredTest::every_carried_row_is_read()
{
    QCOMPARE(carried_rows().size(), m_expected["counts"]["rows"].get<std::size_t>());
    const auto plain = std::count_if(carried_rows().begin(), carried_rows().end(),
                                     [](const Row& row) { return row.plain.has_value(); });
    QCOMPARE(std::size_t(plain), m_expected["counts"]["plain"].get<std::size_t>());
    std::set<std::string> ids;
    for (const Row& row : carried_rows())
        QVERIFY2(ids.insert(row.id).second, row.id.c_str());
}

void MeasuredTest::each_price_and_error()
{
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < carried_rows().size(); ++i)
        places[carried_rows()[i].id] = i;
    std::size_t held = 0;
    for (const Json& each : m_expected["rows"]) {
        if (each["expressible_with"] != "plain")
            continue;
        const std::size_t at = places.at(each["id"].get<std::string>());
        const Row& row = carried_rows()[at];
        QVERIFY2(near(row.seconds(), each["measured_seconds"]), row.id.c_str());
        QCOMPARE(m_predictions[at].fits, each["fits"].get<bool>());
        for (const cost::View view : kViews) {
            const std::string name(to_string(view));
            const auto& seconds = m_predictions[at].in(view);
            QVERIFY2(seconds, row.id.c_str());
            QCOMPARE(seconds->value(), each["predicted_seconds"][name].get<double>());
            const Json& errors = each["error_percent"];
            QVERIFY2(near(error_percent(row, m_predictions[at], view), errors.is_null() ? errors : errors[name]),
                     row.id.c_str());
        }
        ++held;
    }
    QCOMPARE(held, m_expected["counts"]["plain"].get<std::size_t>());
}

void MeasuredTest::summaries()
{
    for (const cost::View view : kViews)
        for (const auto& [name, grades] : {std::pair{"plain, grades A+B", std::span<const Grade>(kHeadline)},
                                           {"plain, grades A+B+C", std::span<const Grade>(kAll)}}) {
            const auto of = judged(carried_rows(), m_predictions, grades, view);
            const Json& expected = m_expected["summary"][name][std::string(to_string(view))];
            compare(summarise(carried_rows(), of), expected["all"]);
            std::size_t rows = 0;
            for (const auto& [source, one] : expected["by_source"].items()) {
                std::vector<Judged> theirs;
                std::copy_if(of.begin(), of.end(), std::back_inserter(theirs),
                             [&](const Judged& each) { return carried_rows()[each.row].source == source; });
                compare(summarise(carried_rows(), theirs), one);
                rows += theirs.size();
            }
            QCOMPARE(rows, of.size());
        }
}

void MeasuredTest::repeated_runs()
{
    const auto of = judged(carried_rows(), m_predictions, kHeadline, cost::View::system_evidence);
    std::map<std::string, std::pair<Json, double>> actual;
    for (const Repeat& repeat : repeats(carried_rows(), of)) {
        Json ids = Json::array();
        for (const std::size_t row : repeat.rows)
            ids.push_back(carried_rows()[row].id);
        actual[ids[0].get<std::string>()] = {ids, repeat.spread_percent};
    }
    QCOMPARE(actual.size(), m_expected["repeats"].size());
    for (const Json& each : m_expected["repeats"]) {
        const auto& [ids, spread] = actual.at(each["ids"][0].get<std::string>());
        QVERIFY(ids == each["ids"]);
        COMPARE_NEAR(spread, each["spread_percent"].get<double>());
    }
}

void MeasuredTest::intervals()
{
    std::map<std::string, std::size_t> with;
    for (std::size_t i = 0; i < m_predictions.size(); ++i)
        if (m_predictions[i].interval)
            with[carried_rows()[i].id] = i;
    QCOMPARE(with.size(), m_expected["intervals"]["rows"].size());
    for (const Json& each : m_expected["intervals"]["rows"]) {
        const std::string id = each["id"].get<std::string>();
        QVERIFY2(with.contains(id), id.c_str());
        const Interval& interval = *m_predictions[with[id]].interval;
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
        const auto of = judged(carried_rows(), m_predictions, kAll, view);
        const std::vector<Cell> all = cells(carried_rows(), m_predictions, of, view);
        for (const auto& [name, grades] : {std::pair{"plain, grades A+B", std::span<const Grade>(kHeadline)},
                                           {"plain, grade C", std::span<const Grade>(kDerived)}}) {
            const Json& expected = m_expected["choices"][name][std::string(to_string(view))];
            const certificate::Metrics actual = metrics(carried_rows(), all, grades);
            QCOMPARE(actual.cells, expected["cells"].get<std::size_t>());
            QCOMPARE(actual.ordered_pairs, expected["pairs"].get<std::size_t>());
            QVERIFY(near(actual.pairwise_accuracy, expected["pairwise_accuracy"]));
            QVERIFY(near(actual.median_regret_pct, expected["median_regret_percent"]));
            QVERIFY(near(actual.p95_regret_pct, expected["p95_regret_percent"]));
            QVERIFY(near(actual.max_regret_pct, expected["max_regret_percent"]));
            for (const Json& one : expected["list"]) {
                const auto cell = std::find_if(all.begin(), all.end(), [&](const Cell& each) {
                    return carried_rows()[each.candidates[each.outcome.best].rows.front()].id == one["measured_best"];
                });
                QVERIFY(cell != all.end());
                QCOMPARE(carried_rows()[cell->candidates[cell->outcome.selected].rows.front()].id,
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
    std::vector<Judged> of;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = "run-" + std::to_string(i);
        rows[i].grade = i == 2 ? Grade::b : Grade::a;
        rows[i].seconds_per_iteration = measured[i];
        rows[i].json = {{"source", "hand"}, {"strategy", strategy[i]}};
        predictions[i].seconds[1] = Seconds(predicted[i]);
        of.push_back({i, *error_percent(rows[i], predictions[i], cost::View::system_evidence)});
    }
    const auto all = cells(rows, predictions, of, cost::View::system_evidence);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].candidates.size(), std::size_t{3});
    QCOMPARE(all[0].candidates[1].measured_seconds, 12.0);
    QCOMPARE(all[0].grade, Grade::b);
    // 10 against 12 and 12.2 count as pairs, both the wrong way round; 12 against 12.2 is within 3 %.
    QCOMPARE(all[0].outcome.pairs, std::size_t{2});
    QCOMPARE(all[0].outcome.right, std::size_t{0});
    QCOMPARE(all[0].outcome.selected, std::size_t{2});
    COMPARE_NEAR(all[0].outcome.regret_pct, 22.0);
    const auto of_b = metrics(rows, all, std::array{Grade::b});
    COMPARE_NEAR(*of_b.max_regret_pct, 22.0);
    QCOMPARE(metrics(rows, all, std::array{Grade::a}).cells, std::size_t{0});
    QCOMPARE(repeats(rows, of).size(), std::size_t{1});
    COMPARE_NEAR(repeats(rows, of)[0].spread_percent, 100 * 2.0 / 11);
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
    const auto of = judged(carried_rows(), m_predictions, kHeadline, cost::View::system_evidence);
    std::size_t held = 0;
    for (const auto& [name, execution] :
         {std::pair{"gpt3-175B seqsel, 64 A100, TP 8 PP 8 DP 1 v 3 batch 64 microbatch 1", sixty_four},
          {"gpt3-175B, 4096 A100, TP 4 PP 16 DP 64 v 6 batch 4096 microbatch 1, attention, RS+AG, redo, sharding",
           many},
          {"the same without sharding", unsharded}}) {
        QVERIFY(m_expected["like"].contains(name));
        const Json& expected = m_expected["like"][name]["plain, grades A+B"];
        const Likeness actual =
            like(traits(gpt, "a100_80g", execution), carried_rows(), m_predictions, of, cost::View::system_evidence);
        QCOMPARE(actual.nearest.size(), expected["nearest"].size());
        for (std::size_t i = 0; i < actual.nearest.size(); ++i) {
            const Nearest& one = actual.nearest[i];
            const Json& other = expected["nearest"][i];
            QCOMPARE(carried_rows()[one.rows.front()].id, other["id"].get<std::string>());
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
    const auto of = judged(carried_rows(), m_predictions, kHeadline, cost::View::system_evidence);
    const Likeness actual = like(traits(*model::find_preset("megatron-126M"), "h100_80g_nvl8", one), carried_rows(),
                                 m_predictions, of, cost::View::system_evidence);
    QVERIFY(actual.nearest.empty());
}

void MeasuredTest::faults_first()
{
    const Faults actual = faults(carried_rows(), m_predictions);
    QVERIFY(actual.faster_than_peak.empty());
    std::vector<std::string> expected;
    std::set<std::string> plain;
    for (const Row& row : carried_rows())
        if (row.plain)
            plain.insert(row.id);
    for (const Json& id : m_expected["faults"]["ran_but_predicted_not_to_fit"])
        if (plain.contains(id.get<std::string>()))
            expected.push_back(id.get<std::string>());
    QVERIFY(!expected.empty());
    std::vector<std::string> ids;
    for (const std::size_t row : actual.ran_but_predicted_not_to_fit)
        ids.push_back(carried_rows()[row].id);
    QCOMPARE(ids, expected);
}

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
}

void MeasuredTest::refuses()
{
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, path);
    const auto plain = std::find_if(carried_rows().begin(), carried_rows().end(),
                                    [](const Row& row) { return row.plain.has_value(); });
    Json changed = plain->json;
    changed.merge_patch(Json::parse(patch.toStdString()));
    const std::string text = plain->json.dump() + "\n\n" + changed.dump() + "\n";
    const auto rows = read_rows(text, "runs.jsonl");
    QVERIFY(!rows);
    const auto said = std::find_if(rows.diagnostics().begin(), rows.diagnostics().end(),
                                   [&](const Diagnostic& each) { return each.code == code.toStdString(); });
    QVERIFY2(said != rows.diagnostics().end(), to_line(rows.diagnostics().front()).c_str());
    QCOMPARE(said->path, path.toStdString());
    QCOMPARE(said->location->line, std::size_t{3});
    const auto twice = read_rows(plain->json.dump() + "\n" + plain->json.dump(), "runs.jsonl");
    QVERIFY(!twice);
    QCOMPARE(twice.diagnostics().front().code, std::string("measured.duplicate_id"));
}

BLUEPRINTING_CORE_TEST(MeasuredTest)
#include "measured_test.moc"
