#include "core/schedule/explain.h"
#include "core/schedule/lane_layout.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

/// 1F1B, p 4, m 8, F 1, B 2: the words for what can be read off the drawn lanes.
class ExplainTest : public QObject {
    Q_OBJECT
private slots:
    void idle();
    void command();
    void narration_data();
    void narration();
    void events();
    void transfers();
    void chunks();
};

void ExplainTest::idle()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    const Explanation expected{"Device 0 idle from 4.0 to 10.0: 6.0 units",
                               {"waits for backward 1 of device 1 (warm-up)", "then unblocks its own backward 1"}};
    QCOMPARE(explain_idle(s, *idle_at(s, 0, 5)), expected);
    const Explanation after{"Device 3 idle from 27.0 to 33.0: 6.0 units",
                            {"has done all its work (cool-down)", "the iteration ends with backward 8 of device 0"}};
    QCOMPARE(explain_idle(s, *idle_at(s, 3, 30)), after);
}

void ExplainTest::command()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    const Explanation expected{"Forward 4 of device 0, 3.0 to 4.0: 1.0 units",
                               {"needs nothing but its turn", "unblocks its own backward 4 and forward 4 of device 1",
                                "could end 6.0 units later"}};
    QCOMPARE(explain_command(s, find(s.graph, CommandKind::forward, 0, 3)), expected);
    const Explanation last{"Backward 8 of device 0, 31.0 to 33.0: 2.0 units",
                           {"needs its own forward 8 and backward 8 of device 1",
                            "unblocks nothing: it is the last of its microbatch here",
                            "on a critical path: later here is later at the end"}};
    QCOMPARE(explain_command(s, find(s.graph, CommandKind::backward, 0, 7)), last);
}

void ExplainTest::narration_data()
{
    QTest::addColumn<double>("time");
    QTest::addColumn<QString>("text");
    QTest::newRow("start") << 0.0 << "Device 0 starts forward 1; every other device waits for what it hands on.";
    QTest::newRow("first hand-over")
        << 1.0
        << "Device 0 ends forward 1 and hands its output to device 1, which has waited from "
           "the start and now starts forward 1. "
           "Device 0 starts forward 2.";
    QTest::newRow("falls idle")
        << 4.0
        << "Device 0 has nothing to do for 6.0 units: it waits for backward 1 of device 1. Device 3 starts backward 1.";
    QTest::newRow("first gradient") << 10.0
                                    << "Device 1 ends backward 1 and hands its gradient to device 0, which has idled "
                                       "since 4.0 and now starts backward 1. "
                                       "Device 1 starts forward 4 and device 3 starts backward 3.";
    QTest::newRow("between events") << 4.5 << "1 of 4 devices compute.";
    QTest::newRow("end") << 33.0 << "Backward 8 of device 0 ends: the iteration is done, 33.0 units after it began.";
}

void ExplainTest::narration()
{
    QFETCH(double, time);
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    QTEST(QString::fromStdString(narrate(s, time)), "text");
}

void ExplainTest::events()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    QCOMPARE(next_event(s, 0), 1.0);
    QCOMPARE(next_event(s, 4.5), 6.0); // stage 3 ends backward 1, 4…6
    QCOMPARE(next_event(s, 33), 33.0);
    QCOMPARE(previous_event(s, 6), 4.0);
    QCOMPARE(previous_event(s, 0.5), 0.0);
    QCOMPARE(previous_event(s, 0), 0.0);
    // stepping through touches every event once
    double time = 0;
    int steps = 0;
    for (; time < 33; ++steps)
        time = next_event(s, time);
    for (int back = 0; back < steps; ++back)
        time = previous_event(s, time);
    QCOMPARE(time, 0.0);
}

void ExplainTest::transfers()
{
    Request r = request(Kind::one_forward_one_backward, 2, 1);
    r.transfers = TransferMode::linked;
    StageTimes times;
    times.transfer = 0.5;
    const Simulation s = simulated(r, times);
    QCOMPARE(narrate(s, 1.5),
             std::string("The transfer of forward 1, device 0 → 1 is done: device 1 has waited from the "
                         "start and now starts forward 1."));
    QCOMPARE(explain_idle(s, *idle_at(s, 1, 1)).lines.front(),
             std::string("waits for transfer of forward 1, device 0 → 1 (warm-up)"));
}

void ExplainTest::chunks()
{
    const Simulation s = simulated(request(Kind::interleaved, 2, 4, 2));
    QCOMPARE(explain_command(s, find(s.graph, CommandKind::forward, 1, 0, 0)).lines[1],
             std::string("unblocks forward 1 (chunk 2) of device 0 and its own backward 1 (chunk 1)"));
}

BLUEPRINTING_CORE_TEST(ExplainTest)
#include "explain_test.moc"
