#include "core/calibration/memory_figures.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>

using namespace blueprinting;
using calibration::MemoryFigures;
using calibration::MemoryQuantity;
using calibration::MemoryRow;
using calibration::Progress;

namespace {

constexpr double kGiB = 1024. * 1024. * 1024.;

/// Writes down when it is asked; every memory part is the same, so that the figures are easy to say.
class FlatOracle final : public oracle::Oracle {
public:
    FlatOracle(QStringList& log, oracle::Figure part) : m_log(log), m_part(part) {}
    [[nodiscard]] oracle::Identity identity() const override { return {"flat", "1", "nowhere", "0", "recorded"}; }
    void begin_run() override { ++runs; }
    int runs = 0; ///< begun
    Result<oracle::Answer> ask(const oracle::Question& question, const CancelToken&) override
    {
        m_log << "asked of " + QString::fromStdString(question.model.name);
        oracle::Answer out = oracle::answer_of(oracle::State::not_published);
        out.memory_parts.fill(m_part);
        return out;
    }

private:
    QStringList& m_log;
    oracle::Figure m_part;
};

} // namespace

class MemoryFiguresTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        auto figures = calibration::run_memory_figures(*oracle::make_recorded_calculon(), *oracle::make_paper(), {},
                                                       CancelToken());
        QVERIFY(figures);
        m_figures = *std::move(figures);
    }

    void rows_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<int>("quantity");
        QTest::addColumn<double>("reference");
        QTest::addColumn<double>("published");
        const auto row = [](const char* strategy, MemoryQuantity quantity, double reference, double published) {
            const std::string name = std::string(strategy) + " " + std::string(to_string(quantity));
            QTest::newRow(name.c_str()) << QString(strategy) << static_cast<int>(quantity) << reference << published;
        };
        // What the reference computes for the inputs (weights + weight gradients + optimizer; activations +
        // checkpoints), and what the paper prints.
        row("seqsel-fig1/megatron-22B/none", MemoryQuantity::parameters_and_optimizer,
            5438177280. + 5551472640. + 32629063680., 45.5625 * kGiB);
        row("seqsel-fig1/megatron-22B/none", MemoryQuantity::activations, 63820529664. + 0., 59.25 * kGiB);
        row("seqsel-fig1/megatron-22B/seqsel", MemoryQuantity::parameters_and_optimizer,
            5438177280. + 5551472640. + 32629063680., 45.5625 * kGiB);
        row("seqsel-fig1/megatron-22B/seqsel", MemoryQuantity::activations, 11165237248. + 0., 9.5625 * kGiB);
        row("seqsel-fig1/gpt3-175B/none", MemoryQuantity::parameters_and_optimizer,
            5436997632. + 5890080768. + 32621985792., 45.5625 * kGiB);
        row("seqsel-fig1/gpt3-175B/none", MemoryQuantity::activations, 71873593344. + 0., 66.84375 * kGiB);
        row("seqsel-fig1/gpt3-175B/seqsel", MemoryQuantity::parameters_and_optimizer,
            5436997632. + 5890080768. + 32621985792., 45.5625 * kGiB);
        row("seqsel-fig1/gpt3-175B/seqsel", MemoryQuantity::activations, 13627293696. + 0., 12.3515625 * kGiB);
        row("seqsel-fig1/turing-530B/none", MemoryQuantity::parameters_and_optimizer,
            3775365120. + 5033820160. + 22652190720., 31.640625 * kGiB);
        row("seqsel-fig1/turing-530B/none", MemoryQuantity::activations, 122599505920. + 0., 114.0234375 * kGiB);
        row("seqsel-fig1/turing-530B/seqsel", MemoryQuantity::parameters_and_optimizer,
            3775365120. + 5033820160. + 22652190720., 31.640625 * kGiB);
        row("seqsel-fig1/turing-530B/seqsel", MemoryQuantity::activations, 25302138880. + 0., 23.076171875 * kGiB);
        row("seqsel-fig1/megatron-1T/none", MemoryQuantity::parameters_and_optimizer,
            3932569600. + 5898854400. + 23595417600., 32.958984375 * kGiB);
        row("seqsel-fig1/megatron-1T/none", MemoryQuantity::activations, 141138329600. + 0., 131.25 * kGiB);
        row("seqsel-fig1/megatron-1T/seqsel", MemoryQuantity::parameters_and_optimizer,
            3932569600. + 5898854400. + 23595417600., 32.958984375 * kGiB);
        row("seqsel-fig1/megatron-1T/seqsel", MemoryQuantity::activations, 29176627200. + 0., 26.5625 * kGiB);
        row("seqsel-fig7/megatron-22B/seq", MemoryQuantity::activations_of_none,
            100 * (42706403328. + 0.) / 63820529664., 66.84);
        row("seqsel-fig7/megatron-22B/sel", MemoryQuantity::activations_of_none,
            100 * (27548188672. + 0.) / 63820529664., 49.42);
        row("seqsel-fig7/megatron-22B/seqsel", MemoryQuantity::activations_of_none,
            100 * (11165237248. + 0.) / 63820529664., 16.18);
        row("seqsel-fig7/megatron-22B/full", MemoryQuantity::activations_of_none,
            100 * (1526726656. + 4831838208.) / 63820529664., 7.64);
        row("seqsel-fig7/gpt3-175B/seq", MemoryQuantity::activations_of_none, 100 * (44581257216. + 0.) / 71873593344.,
            62.04);
        row("seqsel-fig7/gpt3-175B/sel", MemoryQuantity::activations_of_none, 100 * (34728837120. + 0.) / 71873593344.,
            56.53);
        row("seqsel-fig7/gpt3-175B/seqsel", MemoryQuantity::activations_of_none,
            100 * (13627293696. + 0.) / 71873593344., 18.49);
        row("seqsel-fig7/gpt3-175B/full", MemoryQuantity::activations_of_none,
            100 * (679477248. + 6241124352.) / 71873593344., 8.71);
        row("seqsel-fig7/turing-530B/seq", MemoryQuantity::activations_of_none,
            100 * (71607255040. + 0.) / 122599505920., 58.31);
        row("seqsel-fig7/turing-530B/sel", MemoryQuantity::activations_of_none,
            100 * (64718110720. + 0.) / 122599505920., 62.04);
        row("seqsel-fig7/turing-530B/seqsel", MemoryQuantity::activations_of_none,
            100 * (25302138880. + 0.) / 122599505920., 20.27);
        row("seqsel-fig7/turing-530B/full", MemoryQuantity::activations_of_none,
            100 * (1048576000. + 11660165119.999998) / 122599505920., 9.42);
        row("seqsel-fig7/megatron-1T/seq", MemoryQuantity::activations_of_none,
            100 * (82444288000. + 0.) / 141138329600., 58.31);
        row("seqsel-fig7/megatron-1T/sel", MemoryQuantity::activations_of_none,
            100 * (74553753600. + 0.) / 141138329600., 62.04);
        row("seqsel-fig7/megatron-1T/seqsel", MemoryQuantity::activations_of_none,
            100 * (29176627200. + 0.) / 141138329600., 20.27);
        row("seqsel-fig7/megatron-1T/full", MemoryQuantity::activations_of_none,
            100 * (1310720000. + 13421772800.) / 141138329600., 9.42);
    }
    void rows()
    {
        QFETCH(QString, strategy);
        QFETCH(int, quantity);
        QFETCH(double, reference);
        QFETCH(double, published);
        const auto found = std::find_if(m_figures.rows.begin(), m_figures.rows.end(), [&](const MemoryRow& row) {
            return row.strategy == strategy.toStdString() && static_cast<int>(row.quantity) == quantity;
        });
        QVERIFY(found != m_figures.rows.end());
        const auto near = [](double actual, double expected) {
            return std::fabs(actual - expected) <= 1e-12 * std::fabs(expected);
        };
        QVERIFY2(near(found->estimated, reference), qPrintable(QString::number(found->estimated, 'g', 17)));
        QVERIFY(found->calculon.has_value() && near(found->calculon.value, reference));
        QVERIFY(found->paper.has_value());
        QCOMPARE(found->paper.value, published);
        QVERIFY(std::fabs(found->estimated_vs_calculon.value) < 1e-9);
        const double off = 100 * (reference - published) / published;
        QVERIFY(std::fabs(found->estimated_vs_paper.value - off) < 1e-9);
        QVERIFY(std::fabs(found->calculon_vs_paper.value - off) < 1e-9);
    }

    void orderAndSummary()
    {
        QCOMPARE(m_figures.rows.size(), std::size_t{32}); // 8 strategies × 2, and 4 models × 4
        QCOMPARE(m_figures.rows.front().strategy, std::string("seqsel-fig1/megatron-22B/none"));
        QCOMPARE(m_figures.rows[16].strategy, std::string("seqsel-fig7/megatron-22B/seq"));
        QCOMPARE(m_figures.rows.back().strategy, std::string("seqsel-fig7/megatron-1T/full"));
        QCOMPARE(m_figures.rows.back().figure, std::string("Figure 7"));
        QCOMPARE(m_figures.hardware.name, std::string("a100_80e"));

        QCOMPARE(m_figures.summary.size(), std::size_t{2});
        const auto& one = m_figures.summary[0];
        const auto& seven = m_figures.summary[1];
        QCOMPARE(one.figure, std::string("Figure 1"));
        QCOMPARE(one.calculon_vs_paper.rows, std::size_t{16});
        // The reference itself: (1526726656 + 4831838208) / 63820529664 is 9.963 %, printed are 7.64 %.
        QCOMPARE(seven.calculon_vs_paper.largest, std::string("seqsel-fig7/megatron-22B/full"));
        const double worst = 100 * (100 * (1526726656. + 4831838208.) / 63820529664. / 7.64 - 1);
        QVERIFY(std::fabs(worst - 30.4) < 0.05);
        QVERIFY(std::fabs(seven.calculon_vs_paper.max_absolute_percent - worst) < 1e-9);
        QVERIFY(std::fabs(seven.estimated_vs_paper.max_absolute_percent - worst) < 1e-9);
        QVERIFY(seven.estimated_vs_calculon.max_absolute_percent < 1e-9);
        QVERIFY(one.estimated_vs_calculon.max_absolute_percent < 1e-9);
        double sum = 0;
        for (const MemoryRow& row : m_figures.rows)
            if (row.figure == "Figure 1")
                sum += std::fabs(row.calculon_vs_paper.value);
        QVERIFY(std::fabs(one.calculon_vs_paper.mean_absolute_percent - sum / 16) < 1e-9);
    }

    /// No oracle is asked before all 28 estimates stand.
    void estimatesComeFirst()
    {
        QStringList log;
        FlatOracle calculon(log, oracle::Figure::of(1));
        FlatOracle paper(log, oracle::Figure::of(1));
        const auto figures = calibration::run_memory_figures(
            calculon, paper,
            [&](const Progress& progress) {
                const char* stage = progress.stage == Progress::Stage::estimated ? "estimated "
                                    : progress.stage == Progress::Stage::asking  ? "asking about "
                                                                                 : "compared ";
                log << stage + QString::fromStdString(progress.name);
                QCOMPARE(progress.total, std::size_t{28});
            },
            CancelToken());
        QVERIFY(figures);
        QCOMPARE(calculon.runs, 1); // its questions belong together: one that hangs is waited for once
        QCOMPARE(log.size(), 28 + 4 * 28);
        for (int i = 0; i < log.size(); ++i) {
            QCOMPARE(log[i].startsWith("estimated "), i < 28);
            QCOMPARE(log[i].startsWith("asking about "),
                     i >= 28 && i % 4 == 0); // 28 is a multiple of 4: each before its two answers
            QCOMPARE(log[i].startsWith("compared "), i >= 28 && i % 4 == 3); // and behind them
        }
        // And what it says changed no estimate. Parts of one byte: three of parameters, two of activations, and as many
        // as "none" has.
        for (std::size_t i = 0; i < figures->rows.size(); ++i) {
            QCOMPARE(figures->rows[i].estimated, m_figures.rows[i].estimated);
            QCOMPARE(figures->rows[i].paper.state, oracle::State::not_published);
            QCOMPARE(figures->rows[i].calculon.value, i >= 16 ? 100.0 : i % 2 == 0 ? 3.0 : 2.0);
        }
        QCOMPARE(figures->summary[0].estimated_vs_paper.rows, std::size_t{0});
        QCOMPARE(to_json(*figures)["rows"][0]["paper"], Json("not published"));
        QCOMPARE(to_json(*figures)["rows"][0]["error_percent"]["calculon_vs_paper"], Json("not published"));
        for (const char* key : {"mean_absolute_error_percent", "max_absolute_error_percent", "largest"})
            QVERIFY(to_json(*figures)["summary"][0]["estimated_vs_paper"][key].is_null()); // over no rows: not zero
    }

    void statesStayApart()
    {
        QStringList log;
        FlatOracle zero(log, oracle::Figure::of(0));
        const auto infinite = calibration::run_memory_figures(zero, *oracle::make_paper(), {}, CancelToken());
        QVERIFY(infinite);
        QVERIFY(std::isinf(infinite->rows[0].estimated_vs_calculon.value));
        QCOMPARE(to_json(*infinite)["rows"][0]["error_percent"]["estimated_vs_calculon"], Json("Infinity"));
        QCOMPARE(to_json(*infinite)["rows"][0]["calculon"], Json(0.0));
        QCOMPARE(to_json(*infinite)["rows"][16]["calculon"], Json("not covered")); // a share of nothing
        FlatOracle refused(log, {oracle::State::refused, 0});
        const auto refusing = calibration::run_memory_figures(refused, *oracle::make_paper(), {}, CancelToken());
        QVERIFY(refusing);
        QCOMPARE(to_json(*refusing)["rows"][20]["error_percent"]["estimated_vs_calculon"], Json("refused"));
        QCOMPARE(to_json(*refusing)["rows"][20]["error_percent"]["calculon_vs_paper"], Json("refused"));
        QVERIFY(refusing->rows[20].estimated_vs_paper.has_value());
    }

    void cancelled()
    {
        const CancelToken cancel;
        int seen = 0;
        const auto figures = calibration::run_memory_figures(
            *oracle::make_recorded_calculon(), *oracle::make_paper(),
            [&](const Progress&) {
                if (++seen == 3)
                    cancel.cancel();
            },
            cancel);
        QVERIFY(!figures);
        QVERIFY(figures.cancelled());
        QCOMPARE(seen, 3);
    }

private:
    MemoryFigures m_figures;
};

BLUEPRINTING_CORE_TEST(MemoryFiguresTest)
#include "memory_figures_test.moc"
