#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;

class ScheduleCommandTest : public QObject {
    Q_OBJECT
private slots:
    void json_data();
    void json();
    void analytical_only();
    void strategy();
    void trace_csv_svg();
    void refused_data();
    void refused();
};

void ScheduleCommandTest::json_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<double>("makespan");
    QTest::addColumn<double>("bubble");
    QTest::addColumn<QString>("peaks");
    QTest::addColumn<QString>("until_weight");
    QTest::addColumn<QString>("internal");
    const auto row = [](const char* name, const QString& arguments, double makespan, double bubble, const char* peaks,
                        const char* until_weight, const char* internal) {
        QTest::newRow(name) << arguments.split(' ') << makespan << bubble << peaks << until_weight << internal;
    };
    row("1f1b", "--kind 1f1b --stages 4 --microbatches 8", 33, 9, "4 3 2 1", "4 3 2 1", "9 6 3 0");
    row("gpipe", "--kind gpipe --stages 4 --microbatches 8 --forward 1 --backward 2", 33, 9, "8 8 8 8", "8 8 8 8",
        "9 6 3 0");
    row("interleaved", "--kind interleaved --stages 4 --microbatches 8 --chunks 2", 28.5, 4.5, "11 9 7 5", "11 9 7 5",
        "4.5 3 1.5 0");
    row("zb-h1", "--kind zb-h1 --stages 4 --microbatches 8 --forward 1 --backward 2 --input-gradient 1", 27, 3,
        "4 3 2 1", "4 4 4 4", "3 2 1 0");
    row("zb-h2", "--kind zb-h2 --stages 4 --microbatches 8", 27, 3, "7 5 3 1", "7 7 7 7", "0 0 0 0");
    row("forward-only", "--kind forward-only --stages 4 --microbatches 8", 11, 3, "1 1 1 1", "1 1 1 1", "0 0 0 0");
}

void ScheduleCommandTest::json()
{
    QFETCH(QStringList, arguments);
    QFETCH(double, makespan);
    QFETCH(double, bubble);
    const Outcome outcome = run_program(QStringList{"schedule", "--format", "json"} + arguments);
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    const QJsonObject answer = outcome.json().object();
    QCOMPARE(answer["kind"].toString(), arguments[1]);
    QCOMPARE(answer["stages"].toInt(), 4);
    QCOMPARE(answer["microbatches"].toInt(), 8);
    QCOMPARE(answer["makespan"].toDouble(), makespan);
    QCOMPARE(answer["bubble_time"].toDouble(), bubble);
    QCOMPARE(answer["bubble_over_ideal"].toDouble(), bubble / (makespan - bubble));
    QCOMPARE(answer["bubble_over_total"].toDouble(), bubble / makespan);
    QCOMPARE(answer["analytical_only"], QJsonValue(false));
    QCOMPARE(answer["closed_form"]["makespan"].toDouble(), makespan);
    QVERIFY(answer["diagnostics"].toArray().isEmpty());
    const auto joined = [&](const char* key) {
        QStringList out;
        for (const auto& value : answer[QLatin1String(key)].toArray())
            out << QString::number(value.toDouble());
        return out.join(' ');
    };
    QTEST(joined("peak_activations"), "peaks");
    QTEST(joined("peak_activations_until_weight_gradient"), "until_weight");
    QTEST(joined("internal_idle"), "internal");
}

void ScheduleCommandTest::analytical_only()
{
    const QStringList arguments{"schedule",       "--kind", "interleaved", "--stages", "4",
                                "--microbatches", "10",     "--chunks",    "2"};
    const Outcome outcome = run_program(arguments + QStringList{"--format", "json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject answer = outcome.json().object();
    QCOMPARE(answer["analytical_only"], QJsonValue(true));
    QVERIFY(answer["peak_activations"].isNull());
    QCOMPARE(answer["nearest_microbatches"].toArray(), (QJsonArray{8, 12}));
    // (20 + 3 + 2) chunks of 1.5
    QCOMPARE(answer["makespan"].toDouble(), 37.5);
    QCOMPARE(answer["diagnostics"].toArray().first()["code"].toString(), QString("schedule.no_executable_order"));
    QCOMPARE(outcome.error_lines().size(), 1);

    // there are no commands to write down
    const Outcome trace = run_program(arguments + QStringList{"--format", "chrome-trace"});
    QCOMPARE(trace.code, 2);
    QVERIFY(trace.out.isEmpty());
    QVERIFY(trace.err.contains("nearest 8 and 12"));
}

void ScheduleCommandTest::strategy()
{
    const Outcome outcome = run_program({"schedule", "--model", "gpt3-175B", "--system", "a100_80g", "--execution",
                                         "seqsel-tab5/gpt3-175B/full", "--format", "json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject answer = outcome.json().object();
    QCOMPARE(answer["kind"].toString(), QString("interleaved"));
    QCOMPARE(answer["stages"].toInt(), 8);
    QCOMPARE(answer["microbatches"].toInt(), 64);
    QCOMPARE(answer["chunks"].toInt(), 3);
    QCOMPARE(answer["unit"].toString(), QString("seconds"));
    // (p−1)/(v·m) of the ideal
    QVERIFY(qAbs(answer["bubble_over_ideal"].toDouble() - 7.0 / 192) < 1e-9);
    const Outcome other = run_program({"schedule", "--model", "gpt3-175B", "--system", "a100_80g", "--execution",
                                       "seqsel-tab5/gpt3-175B/full", "--kind", "gpipe", "--format", "json"});
    QCOMPARE(other.json()["peak_activations"][0].toInt(), 64);
    QVERIFY(qAbs(other.json()["bubble_over_ideal"].toDouble() - 7.0 / 64) < 1e-9);
}

void ScheduleCommandTest::trace_csv_svg()
{
    QTemporaryDir folder;
    const QStringList arguments{"schedule", "--kind", "1f1b", "--stages", "4", "--microbatches", "8", "--format"};
    const Outcome trace = run_program(arguments + QStringList{"chrome-trace"});
    QCOMPARE(trace.code, 0);
    QCOMPARE(trace.json()["executable"], QJsonValue(false));
    int complete = 0;
    double busy = 0;
    for (const QJsonValue event : trace.json()["traceEvents"].toArray())
        if (event["ph"].toString() == "X") {
            ++complete;
            busy += event["dur"].toDouble();
        }
    QCOMPARE(complete, 64);
    QCOMPARE(busy, 4 * 24000.0); // a unit is a millisecond

    QCOMPARE(run_program(arguments + QStringList{"csv"}).out.count('\n'), 65);

    const QString path = folder.filePath("s.svg");
    const Outcome svg = run_program(arguments + QStringList{"svg", "--output", path});
    QCOMPARE(svg.code, 0);
    QVERIFY(svg.out.isEmpty());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    while (!xml.atEnd())
        xml.readNext();
    QVERIFY(!xml.hasError());
}

void ScheduleCommandTest::refused_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("named");
    const QString base = "--kind 1f1b --stages 4 --microbatches 8 ";
    QTest::newRow("zero time") << base + "--forward 0" << QByteArray("schedule.time.range")
                               << QByteArray("forward is 0");
    QTest::newRow("negative time") << base + "--backward=-1" << QByteArray("schedule.time.range")
                                   << QByteArray("backward is -1");
    QTest::newRow("NaN") << base + "--forward nan" << QByteArray("usage")
                         << QByteArray("--forward: \"nan\" is not a number in decimal digits");
    QTest::newRow("past 1e9") << base + "--forward 1e10" << QByteArray("schedule.time.range") << QByteArray("1e9");
    QTest::newRow("recompute apart, but none")
        << base + "--separate-recompute" << QByteArray("usage") << QByteArray("--recompute");
    QTest::newRow("too many") << QString("--kind gpipe --stages 512 --microbatches 10000")
                              << QByteArray("schedule.too_large") << QByteArray("4\u2009000\u2009000");
    QTest::newRow("unknown kind") << QString("--kind chimera --stages 4 --microbatches 8") << QByteArray("usage")
                                  << QByteArray("chimera");
    QTest::newRow("no kind") << QString("--stages 4 --microbatches 8") << QByteArray("usage") << QByteArray("--kind");
    QTest::newRow("no stages") << QString("--kind 1f1b --microbatches 8") << QByteArray("usage")
                               << QByteArray("--stages");
    QTest::newRow("nothing") << QString("--format json") << QByteArray("usage") << QByteArray("--stages");
    QTest::newRow("model alone") << QString("--model gpt3-175B") << QByteArray("usage") << QByteArray("--system");
    QTest::newRow("both")
        << QString("--model gpt3-175B --system a100_80g --execution seqsel-tab5/gpt3-175B/full --stages 4")
        << QByteArray("usage") << QByteArray("--stages");
    QTest::newRow("infinite") << base + "--forward inf" << QByteArray("usage")
                              << QByteArray("--forward: \"inf\" is not a number");
    QTest::newRow("past any number") << base + "--forward 1e400" << QByteArray("usage")
                                     << QByteArray("--forward: \"1e400\" is out of range");
    QTest::newRow("fraction of a stage") << QString("--kind 1f1b --stages 4.5 --microbatches 8") << QByteArray("usage")
                                         << QByteArray("4.5");
    QTest::newRow("unwritable") << base + "--format csv --output /nowhere/s.csv" << QByteArray("file.unwritable")
                                << QByteArray("/nowhere/s.csv");
}

void ScheduleCommandTest::refused()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, named);
    const Outcome outcome = run_program(QStringList{"schedule"} + arguments.split(' ', Qt::SkipEmptyParts));
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY2(outcome.err.contains(code), outcome.err.constData());
    QVERIFY2(outcome.err.contains(named), outcome.err.constData());
}

BLUEPRINTING_CORE_TEST(ScheduleCommandTest)
#include "schedule_test.moc"
