#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <limits>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

class PlanTest : public QObject {
    Q_OBJECT
private slots:
    void refuses_times_data();
    void refuses_times();
    void refuses_counts_data();
    void refuses_counts();
    void limit_of_commands();
    void nearest_microbatches_data();
    void nearest_microbatches();
    void names();
};

void PlanTest::refuses_times_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("message");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const QString rule = "; a time must be above 0 and at most 1e9 units";
    QTest::newRow("zero forward") << "forward" << 0.0 << "forward is 0" + rule;
    QTest::newRow("negative forward") << "forward" << -1.0 << "forward is -1" + rule;
    QTest::newRow("NaN backward") << "backward" << nan << "backward is not a number" + rule;
    QTest::newRow("infinite backward") << "backward" << infinity << "backward is infinite" + rule;
    QTest::newRow("past the most") << "backward" << 1000000001.0 << "backward is 1000000001" + rule;
    QTest::newRow("zero transfer") << "transfer" << 0.0 << "transfer is 0" + rule;
    QTest::newRow("negative input gradient") << "input_gradient" << -0.5 << "input_gradient is -0.5" + rule;
    QTest::newRow("input gradient past backward")
        << "input_gradient" << 2.5 << QString("input_gradient is 2.5; it is a part of backward, which is 2");
    QTest::newRow("recompute past backward")
        << "recompute" << 2.0 << QString("recompute is 2; it is a part of the backward, which is 2");
}

void PlanTest::refuses_times()
{
    QFETCH(QString, field);
    QFETCH(double, value);
    QFETCH(QString, message);
    StageTimes times;
    if (field == "forward")
        times.forward = value;
    else if (field == "backward")
        times.backward = value;
    else if (field == "transfer")
        times.transfer = value;
    else if (field == "recompute")
        times.recompute = value;
    else
        times.input_gradient = value;
    const auto plan = plan_by_hand({}, times);
    QVERIFY(!plan);
    QCOMPARE(plan.diagnostics().front().code, std::string("schedule.time.range"));
    QCOMPARE(QString::fromStdString(plan.diagnostics().front().path), field);
    QCOMPARE(QString::fromStdString(plan.diagnostics().front().message), message);
}

void PlanTest::refuses_counts_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<qint64>("p");
    QTest::addColumn<qint64>("m");
    QTest::addColumn<qint64>("v");
    QTest::addColumn<QString>("code");
    QTest::newRow("no stages") << "1f1b" << qint64{0} << qint64{8} << qint64{1} << "schedule.stages.range";
    QTest::newRow("no microbatches") << "1f1b" << qint64{4} << qint64{0} << qint64{1} << "schedule.microbatches.range";
    QTest::newRow("negative chunks") << "interleaved" << qint64{4} << qint64{8} << qint64{-1}
                                     << "schedule.chunks.range";
    QTest::newRow("interleaved with one chunk")
        << "interleaved" << qint64{4} << qint64{8} << qint64{1} << "schedule.chunks.range";
    QTest::newRow("1f1b with chunks") << "1f1b" << qint64{4} << qint64{8} << qint64{2} << "schedule.chunks.range";
    QTest::newRow("too many") << "1f1b" << qint64{512} << qint64{10000} << qint64{1} << "schedule.too_large";
    QTest::newRow("past 64 bits") << "interleaved" << qint64{4000000000} << qint64{4000000000} << qint64{4}
                                  << "schedule.too_large";
}

void PlanTest::refuses_counts()
{
    QFETCH(QString, kind);
    QFETCH(qint64, p);
    QFETCH(qint64, m);
    QFETCH(qint64, v);
    QFETCH(QString, code);
    Request r;
    r.kind = *kind_from(kind.toStdString());
    r.stages = p;
    r.microbatches = m;
    r.chunks = v;
    const auto plan = plan_by_hand(r, {});
    QVERIFY(!plan);
    QCOMPARE(plan.diagnostics().size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(plan.diagnostics().front().code), code);
}

void PlanTest::limit_of_commands()
{
    // 2 commands × 200 stages × 10 000 microbatches are 4 000 000: the most there may be; one stage more is refused
    QVERIFY(plan_by_hand(request(Kind::one_forward_one_backward, 200, 10000), {}).has_value());
    const auto plan = plan_by_hand(request(Kind::one_forward_one_backward, 201, 10000), {});
    QVERIFY(!plan);
    QCOMPARE(QString::fromStdString(plan.diagnostics().front().message),
             QString("201 stages × 10000 microbatches × 1 chunks are 4\u2009020\u2009000 commands; at most "
                     "4\u2009000\u2009000 are simulated"));
}

void PlanTest::nearest_microbatches_data()
{
    QTest::addColumn<int>("p");
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("below"); // 0 is none
    QTest::addColumn<int>("above");
    QTest::newRow("p6 m3") << 6 << 3 << 0 << 6;
    QTest::newRow("p4 m10") << 4 << 10 << 8 << 12;
    QTest::newRow("p35 m280") << 35 << 281 << 280 << 315;
}

void PlanTest::nearest_microbatches()
{
    QFETCH(int, p);
    QFETCH(int, m);
    QFETCH(int, below);
    QFETCH(int, above);
    const Request r = request(Kind::interleaved, p, m, 2);
    QVERIFY(!has_executable_order(r));
    QCOMPARE(nearest_executable(r).below.value_or(0), qint64{below});
    QCOMPARE(nearest_executable(r).above, qint64{above});

    const Schedule s = must(make_schedule(must(plan_by_hand(r, {}))));
    QVERIFY(s.analytical_only());
    // (m·v + p − 1 + (v − 1)(p − m mod p)) chunks of 1.5
    QCOMPARE(s.makespan(), (m * 2 + p - 1 + (p - m % p)) * 1.5);
    QCOMPARE(s.findings.front().code, std::string("schedule.no_executable_order"));
    QCOMPARE(s.findings.front().severity, Severity::finding);
    QVERIFY(s.findings.front().message.find(std::to_string(above)) != std::string::npos);
    const Json json = to_json(s);
    QVERIFY(json["analytical_only"].get<bool>());
    QVERIFY(json["peak_activations"].is_null());
    QCOMPARE(json["nearest_microbatches"].back().get<int>(), above);
}

void PlanTest::names()
{
    for (const char* name : {"gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "forward-only"})
        QCOMPARE(to_string(*kind_from(name)), std::string_view(name));
    QVERIFY(!kind_from("1F1B"));
    QCOMPARE(title(request(Kind::interleaved, 4, 8, 2)), std::string("Interleaved 1F1B, p 4, m 8, v 2"));
}

BLUEPRINTING_CORE_TEST(PlanTest)
#include "plan_test.moc"
