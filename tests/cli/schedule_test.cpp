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
    void unlike_stages();
    void blocks_that_do_not_divide();
    void ranks_and_replicas();
    void options_without_effect_data();
    void options_without_effect();
    void lists_that_do_not_fit_data();
    void lists_that_do_not_fit();
    void traces_that_are_refused_data();
    void traces_that_are_refused();
    void several_steps();
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

/// A model with an embedding and a head: the pipeline and its step make the estimate's time, and the table of all kinds
/// has the strategy's own bytes, of which the fullest device's are the estimate's.
void ScheduleCommandTest::unlike_stages()
{
    const QString execution =
        R"({"parallelism": {"kind": "training", "tensor": {"degree": 1, "communication": "all_reduce"},
            "pipeline": {"degree": 4, "schedule": {"kind": "1f1b"}}, "data": {"degree": 1,
            "optimizer_sharding": false}, "recompute": "none"}, "global_batch": 8, "microbatch_size": 1,
            "datatype": "bfloat16", "network_tiers": {"tensor": 0, "pipeline": 0, "data": 0},
            "attention_type": "multihead", "fused_activation": false, "fused_attention": true,
            "sequence_parallel_all_gather_redo": false})";
    const QStringList of{"--model", "Llama-3.1-8B", "--system", "h100_sxm", "--execution", execution};
    const Outcome estimated = run_program(QStringList{"estimate", "--json"} + of);
    QVERIFY2(estimated.code == 0, estimated.err);
    const QJsonObject estimate = estimated.json().object();
    const Outcome outcome = run_program(QStringList{"schedule", "--format", "json"} + of);
    QVERIFY2(outcome.code == 0, outcome.err);
    const QJsonObject answer = outcome.json().object();
    QCOMPARE(answer["unit"].toString(), QString("seconds"));
    QCOMPARE(answer["closed_form"], QJsonValue());
    const QJsonArray work = answer["work"].toArray();
    QVERIFY(work[3].toDouble() > 1.1 * work[1].toDouble()); // the head
    const double step = estimate["timing_seconds"]["optimizer"].toDouble();
    QVERIFY(step > 0);
    QVERIFY(qAbs(answer["makespan"].toDouble() + step - estimate["total_seconds"].toDouble()) <
            1e-9 * estimate["total_seconds"].toDouble());
    const Outcome table = run_program(QStringList{"schedule", "compare", "--table", "--format", "json"} + of);
    QVERIFY2(table.code == 0, table.err);
    bool own = false;
    for (const auto& each : table.json().array())
        if (each.toObject()["kind"] == QLatin1String("1f1b")) {
            own = true;
            QVERIFY(qAbs(each.toObject()["makespan"].toDouble() - answer["makespan"].toDouble()) < 1e-9);
            QVERIFY(each.toObject()["iteration"].toDouble() > each.toObject()["makespan"].toDouble());
        }
    QVERIFY(own);
}

/// Calculon's uneven stages: simulated with the blocks that each has, and said in words.
void ScheduleCommandTest::blocks_that_do_not_divide()
{
    const QString execution =
        R"({"parallelism": {"kind": "training", "tensor": {"degree": 8, "communication": "all_reduce"},
            "pipeline": {"degree": 5, "schedule": {"kind": "1f1b"}}, "data": {"degree": 1,
            "optimizer_sharding": false}, "recompute": "none"}, "global_batch": 10, "microbatch_size": 1,
            "datatype": "float16", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1},
            "attention_type": "multihead", "fused_activation": false, "sequence_parallel_all_gather_redo": false})";
    const Outcome outcome =
        run_program({"schedule", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", execution,
                     "--calculon-compatible", "--transfers", "linked", "--format", "json"});
    QVERIFY2(outcome.err.contains("96 blocks on 5 devices. The last 4 of 5 virtual stages have fewer"), outcome.err);
    const QJsonArray work = outcome.json().object()["work"].toArray();
    for (int i = 1; i < 5; ++i) // 20 blocks, and four times 19
        QVERIFY(qAbs(work[i].toDouble() / work[0].toDouble() - 19.0 / 20) < 1e-9);
}

/// What a run's files do not say is asked for by the options that say it.
void ScheduleCommandTest::ranks_and_replicas()
{
    const QString clean = BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean/";
    QTemporaryDir folder;
    QStringList unsaid, ranks;
    for (int rank = 0; rank < 8; ++rank) {
        QFile from(clean + QStringLiteral("rank%1.json").arg(rank % 4));
        QVERIFY(from.open(QIODevice::ReadOnly));
        unsaid << folder.filePath(QStringLiteral("%1.json").arg(QChar('a' + rank)));
        QFile to(unsaid.back());
        QVERIFY(to.open(QIODevice::WriteOnly));
        to.write(from.readAll().replace("distributedInfo", "other"));
        ranks << "--rank" << QStringLiteral("%1.json=%2").arg(QChar('a' + rank)).arg(rank);
    }
    const Outcome asked = run_program(QStringList{"trace"} + unsaid);
    QCOMPARE(asked.code, 2);
    QCOMPARE(asked.err.count("nothing says which rank this is: give --rank FILE=r"), 8); // each file at once
    const auto shown = [&](const QStringList& more) {
        return run_program(QStringList{"trace", "--format", "json"} + unsaid + ranks + more);
    };
    QCOMPARE(shown({}).json().object()["replicas"].toInt(), 2);
    QCOMPARE(shown({}).json().object()["ranks"].toArray(), (QJsonArray{0, 1, 2, 3}));
    QCOMPARE(shown({"--replica", "2"}).json().object()["ranks"].toArray(), (QJsonArray{4, 5, 6, 7}));
    const Outcome none = shown({"--replica", "3"});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("replica is 3; these traces have 2") && none.err.contains("\"path\":\"--replica\""),
             none.err);
}

void ScheduleCommandTest::options_without_effect_data()
{
    QTest::addColumn<QStringList>("options");
    const auto row = [](const char* options) { QTest::newRow(options) << QString(options).split(' '); };
    row("--lowered");
    row("--lowered --format json");
    row("--print-order");
    row("--no-arrows");
    row("--arrows --format svg");
    row("--bound --format csv");
    row("--cap 4");
    row("--norm local");
    row("--no-overlap --format json");
    row("--two-iterations --format chrome-trace");
    row("--reduce 1 --format csv");
    row("--cap-bytes 10 --format json");
    row("--constant 1 --format svg");
}

/// What would change nothing is refused by its name, with what it goes with.
void ScheduleCommandTest::options_without_effect()
{
    QFETCH(QStringList, options);
    const Outcome outcome =
        run_program(QStringList{"schedule", "--kind", "1f1b", "--stages", "4", "--microbatches", "8"} + options);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty() || options.contains("json"));
    const QString name = options.front() == "--no-arrows" ? "--arrows" : options.front();
    QVERIFY2(outcome.err.contains((name + " goes with ").toUtf8()), outcome.err);
}

void ScheduleCommandTest::lists_that_do_not_fit_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("place");
    const auto row = [](const char* options, const char* place) {
        for (const char* format : {"summary", "json"})
            QTest::newRow(qPrintable(QString("%1, %2").arg(options, format)))
                << QString("%1 --format %2").arg(options, format).split(' ') << QByteArray(place);
    };
    row("--reduce 1,2", "--reduce");
    row("--step 1,2", "--step");
    row("--gather 1,2,3", "--gather");
    row("--constant 1,2", "--constant");
    row("--activation 1,2", "--activation");
    row("--constant 1 --keep 1,2", "--keep");
    row("--times F:1,2", "--times F");
    row("--times F:1 --times W:-1", "--times W");
    row("--times B:1e300", "--times B");
    row("--times F:1 --transfer-times backward:1,2", "--transfer-times backward");
}

/// Whatever is asked for, and by the option that gave it.
void ScheduleCommandTest::lists_that_do_not_fit()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, place);
    const Outcome outcome =
        run_program(QStringList{"schedule", "--kind", "1f1b", "--stages", "4", "--microbatches", "8"} + options);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("error: " + place + ": ") || outcome.err.contains("\"path\":\"" + place + "\""),
             outcome.err);
}

void ScheduleCommandTest::traces_that_are_refused_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("a span of negative length")
        << QByteArray(R"("ts": 2400.0, "dur": 1000.0)") << QByteArray(R"("ts": 2400.0, "dur": -5)")
        << QByteArray("the span PP:0F0 has no start or length, or ends before it begins");
    QTest::newRow("a span without a length") << QByteArray(R"("ts": 2400.0, "dur": 1000.0)")
                                             << QByteArray(R"("ts": 2400.0)") << QByteArray("the span PP:0F0 has no");
    QTest::newRow("half a rank") << QByteArray(R"("rank": 0)") << QByteArray(R"("rank": 0.5)")
                                 << QByteArray("rank is no whole number from 0");
    QTest::newRow("a negative rank") << QByteArray(R"("rank": 0)") << QByteArray(R"("rank": -1)")
                                     << QByteArray("rank is no whole number from 0");
    QTest::newRow("a rank in words") << QByteArray(R"("rank": 0)") << QByteArray(R"("rank": "0")")
                                     << QByteArray("rank is no whole number from 0");
    QTest::newRow("a base that is none") << QByteArray(R"("baseTimeNanoseconds": 1700000000000000000)")
                                         << QByteArray(R"("baseTimeNanoseconds": null)")
                                         << QByteArray("baseTimeNanoseconds is no whole number from 0");
    QTest::newRow("a span that is lost") << QByteArray("gpu_user_annotation\", \"name\": \"PP:0F0")
                                         << QByteArray("gpu_user_annotation\", \"name\": \"other")
                                         << QByteArray("rank0.json: iteration 0 (counted from 0: the files have no "
                                                       "steps that fit): 0F0 is missing");
}

/// Nothing is assumed of what a file says wrongly: it is named, with the file.
void ScheduleCommandTest::traces_that_are_refused()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, said);
    QTemporaryDir folder;
    for (int rank = 0; rank < 4; ++rank) {
        QFile clean(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean/rank%1.json").arg(rank));
        QVERIFY(clean.open(QIODevice::ReadOnly));
        QByteArray text = clean.readAll();
        if (rank == 0) {
            QVERIFY(text.contains(from));
            text.replace(text.indexOf(from), from.size(), to);
        }
        QFile file(folder.filePath(QStringLiteral("rank%1.json").arg(rank)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    const Outcome outcome = run_program({"trace", folder.path()});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(said), outcome.err);
    QVERIFY2(outcome.err.contains("rank0.json"), outcome.err);
}

/// The clean run twice, 60 ms later: both steps are named, and the first is shown.
void ScheduleCommandTest::several_steps()
{
    QTemporaryDir folder;
    for (int rank = 0; rank < 4; ++rank) {
        QFile clean(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean/rank%1.json").arg(rank));
        QVERIFY(clean.open(QIODevice::ReadOnly));
        QJsonObject trace = QJsonDocument::fromJson(clean.readAll()).object();
        QJsonArray events = trace["traceEvents"].toArray();
        const qsizetype count = events.size();
        for (qsizetype i = 0; i < count; ++i) {
            QJsonObject later = events[i].toObject();
            later["ts"] = later["ts"].toDouble() + 60000;
            if (later["name"] == QLatin1String("ProfilerStep#3"))
                later["name"] = "ProfilerStep#4";
            events.append(later);
        }
        trace["traceEvents"] = events;
        QFile file(folder.filePath(QStringLiteral("rank%1.json").arg(rank)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(trace).toJson(QJsonDocument::Compact));
    }
    QVERIFY(run_program({"trace", folder.path()}).out.contains("iteration    3 (of 3, 4)\n"));
    QVERIFY(run_program({"trace", folder.path(), "--iteration", "4"}).out.contains("iteration    4 (of 3, 4)\n"));
    QVERIFY(run_program({"trace", BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean"})
                .out.contains("iteration    3\n"));
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
