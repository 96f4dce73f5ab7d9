#include "tests/ui/compare/compare_bench.h"
#include "ui/compare/compare_text.h"
#include "ui/widgets/charts/stacked_bars.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;

/// The recorded cases as the Compare view draws and writes them, and what it writes where there is no value.
class CompareRecordsTest : public testing::CompareBench {
    Q_OBJECT

    /// The object whose "id" (or "inputs", in Table 5) is this one.
    static QJsonObject record(const QString& id)
    {
        QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/oracle/seqsel.jsonl"));
        if (file.open(QIODevice::ReadOnly))
            while (!file.atEnd())
                if (const QJsonObject line = QJsonDocument::fromJson(file.readLine()).object();
                    line["id"].toString() == id)
                    return line["stats"].toObject();
        return {};
    }
    static double published(const QString& id)
    {
        QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/oracle/paper.json"));
        if (file.open(QIODevice::ReadOnly)) {
            const QJsonArray figures = QJsonDocument::fromJson(file.readAll())["figures"].toArray();
            for (const QJsonValue& figure : figures)
                if (figure["where"].toString() == "Table 5" && figure["inputs"].toString() == id)
                    return figure["total_seconds"].toDouble();
        }
        return NAN;
    }
private Q_SLOTS:
    void cleanup() { close(); }

    void drawsWhatIsRecorded_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("peak"); // the sum of work over peak rates, to four decimals
        QTest::newRow("22B full") << "seqsel-tab5/megatron-22B/full" << 1.1691;
        QTest::newRow("22B seqsel") << "seqsel-tab5/megatron-22B/seqsel" << 0.9351;
        QTest::newRow("175B full") << "seqsel-tab5/gpt3-175B/full" << 15.4997;
        QTest::newRow("175B seqsel") << "seqsel-tab5/gpt3-175B/seqsel" << 11.5500;
        QTest::newRow("530B full") << "seqsel-tab5/turing-530B/full" << 44.8563;
        QTest::newRow("530B seqsel") << "seqsel-tab5/turing-530B/seqsel" << 30.6678;
        QTest::newRow("1T full") << "seqsel-tab5/megatron-1T/full" << 81.6511;
        QTest::newRow("1T seqsel") << "seqsel-tab5/megatron-1T/seqsel" << 59.3347;
    }
    void drawsWhatIsRecorded()
    {
        QFETCH(QString, id);
        QFETCH(double, peak);
        open(session({{id.toStdString(), "case"}}));
        const QJsonObject stats = record(id);
        QVERIFY(!stats.isEmpty());
        const auto* chart = child<StackedBars>("timeChart");
        const BarRow& row = chart->chart().rows.at(0);
        const char* names[] = {"fw_time",
                               "bw_time",
                               "recompute_time",
                               "optim_step_time",
                               "tp_comm_exposed_time",
                               "pp_comm_exposed_time",
                               "dp_comm_exposed_time",
                               "recomm_exposed_time",
                               "bubble_time"};
        QCOMPARE(row.segments.size(), std::size_t{9});
        for (std::size_t i = 0; i < 9; ++i) {
            const double recorded = stats[QLatin1String(names[i])].toDouble(NAN);
            QVERIFY2(std::abs(row.segments[i].value - recorded) <= 1e-9 * std::max(1.0, recorded), names[i]);
        }
        const double total = stats["total_time"].toDouble(NAN);
        const double paper = published(id);
        QVERIFY(std::abs(row.marks.at(0).value - total) <= 1e-9 * total);
        QCOMPARE(row.marks.at(1).value, paper);
        // As drawn: each ends where its value lies on the axis, to the pixel.
        const BarLayout places = chart->places();
        const auto x = [&](double value) {
            return places.plot.left() + value / places.scale.high * places.plot.width();
        };
        QVERIFY(std::abs(places.rows[0].segments.back().rect.right() - x(total)) <= 2);
        QVERIFY(std::abs(places.rows[0].outlined.back().right() - x(peak)) <= 2);
        QVERIFY(std::abs(places.rows[0].marks[0].x() - x(total)) <= 1e-6 * places.plot.width());
        QVERIFY(std::abs(places.rows[0].marks[1].x() - x(paper)) <= 1e-6 * places.plot.width());
        // As written: evidence, peak-only, Calculon, error, paper, error.
        const int decimals = total >= 10 ? 2 : 3;
        QCOMPARE(row.read_outs[0].text, QString::number(total, 'f', decimals));
        QVERIFY(std::abs(row.read_outs[1].text.toDouble() - peak) <= 0.51 * std::pow(10, -decimals));
        QCOMPARE(row.read_outs[2].text, QString::number(total, 'f', decimals));
        QCOMPARE(row.read_outs[3].text, QStringLiteral("0.00 %"));
        QCOMPARE(row.read_outs[4].text, QString::number(paper, 'f', decimals));
        const double error = 100 * (total / paper - 1);
        QCOMPARE(QString(row.read_outs[5].text).remove(QRegularExpression("[+−]")),
                 QString::number(std::abs(error), 'f', 2) + " %");
        // Memory by kind, in GiB.
        const BarRow& memory = child<StackedBars>("memoryChart")->chart().rows.at(0);
        const char* spaces[] = {"weight_space", "weight_grad_space",   "optimizer_space",
                                "act_space",    "act_checkpoint_size", "act_grad_space"};
        double sum = 0;
        for (std::size_t i = 0; i < 6; ++i) {
            const double recorded = stats[QLatin1String(spaces[i])].toDouble(NAN) / (1024.0 * 1024 * 1024);
            QVERIFY2(std::abs(memory.segments[i].value - recorded) < 1e-9 * 80, spaces[i]);
            sum += recorded;
        }
        QCOMPARE(memory.read_outs[0].text, QString::number(sum, 'f', 2));
        QCOMPARE(memory.read_outs[3].text, QStringLiteral("0 bytes"));
        QCOMPARE(memory.read_outs[5].text, QStringLiteral("not published"));
        QCOMPARE(memory.marks.size(), std::size_t{1}); // the diamond that heads Calculon's column
        QVERIFY(std::abs(memory.marks[0].value - sum) < 1e-9 * 80);
        // The numbers behind the memory chart: kinds in their order, Calculon, capacity.
        const auto rows = child<StackedBars>("memoryChart")->dataRows();
        QCOMPARE(rows.size(), std::size_t{1 + 6 + 1 + 1});
        QCOMPARE(rows[0], (QStringList{"row", "bar", "part", "Memory per GPU (GiB)", "letter", "state"}));
        const char* kinds[] = {"Weights",     "Weight gradients", "Optimizer",
                               "Activations", "Checkpoints",      "Activation gradients"};
        for (std::size_t i = 0; i < 6; ++i) {
            QCOMPARE(rows[i + 1][2], QString(kinds[i]));
            QVERIFY2(std::abs(rows[i + 1][3].toDouble() -
                              stats[QLatin1String(spaces[i])].toDouble(NAN) / (1024.0 * 1024 * 1024)) < 1e-9 * 80,
                     kinds[i]);
        }
        QCOMPARE(rows[7][1], QString("Calculon"));
        QVERIFY(std::abs(rows[7][3].toDouble() - sum) < 1e-9 * 80);
        QCOMPARE(rows[8].mid(1), (QStringList{"capacity", "total", "80", "A", "legal"}));
    }

    void statesAreToldApart()
    {
        using compare::seconds_reference;
        const compare::TimeUnit how = compare::time_unit(20); // in s, with two decimals
        oracle::Answer answer;
        answer.total_seconds = {oracle::State::value, 2.0};
        QCOMPARE(seconds_reference(&answer, 1.0, how).value.text, QString("2.00"));
        QCOMPARE(seconds_reference(&answer, 1.0, how).error.text, QString::fromUtf8("−50.00 %"));
        answer.total_seconds = {oracle::State::value, 0.0};
        QCOMPARE(seconds_reference(&answer, 0.0, how).value.text, QString("0"));
        // Both references by one rule, time and memory: what a state is called does not depend on who says it.
        for (const auto& [state, word] :
             {std::pair(oracle::State::not_covered, "not covered"),
              std::pair(oracle::State::not_published, "not published"), std::pair(oracle::State::refused, "refused")}) {
            answer.total_seconds = answer.memory_bytes = {state, 0};
            for (const compare::ReferenceText& text :
                 {seconds_reference(&answer, 1.0, how),
                  compare::memory_reference(&answer, Bytes(1e9), format::Series(4, 2))}) {
                QVERIFY(text.value.text.isEmpty());
                QCOMPARE(text.error.text, QString(word));
            }
        }
        answer.total_seconds = answer.memory_bytes = {oracle::State::not_covered, 0};
        answer.refusal = "timed out";
        QCOMPARE(seconds_reference(&answer, 1.0, how).error.text, QString("no answer"));
        QCOMPARE(seconds_reference(nullptr, 1.0, how).error.text, QString::fromUtf8("asking…"));
        // In the view: a value, a zero with its reason, not covered, not published, boundless.
        Session session = six(false);
        strategy::Execution& execution = session.strategies[5].execution;
        execution.global_batch = 128; // nobody recorded that
        session.strategies[4].system.mem1.capacity_gib = 1e9;
        open(session);
        const auto& rows = child<StackedBars>("timeChart")->chart().rows;
        QCOMPARE(rows[5].read_outs[3].text, QString("not covered"));
        QCOMPARE(rows[5].read_outs[5].text, QString("not covered")); // nor did the paper measure it
        QCOMPARE(rows[2].read_outs[5].text, QString("not published"));
        QCOMPARE(cell(*child<TableView>("differenceTable"), "data_parallel", "left").text, QString("0"));
        QCOMPARE(cell(*child<TableView>("differenceTable"), "data_parallel", "percent").text, QString("no DP"));
        const BarRow& boundless = child<StackedBars>("memoryChart")->chart().rows[4];
        QCOMPARE(boundless.read_outs[1].text, QString("no limit"));
        QVERIFY(!boundless.capacity);
    }
};

BLUEPRINTING_UI_TEST(CompareRecordsTest)
#include "records_test.moc"
