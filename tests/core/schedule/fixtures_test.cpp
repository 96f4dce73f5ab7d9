#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <numeric>

using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;
using blueprinting::CancelToken;

namespace {

std::vector<double> doubles(const QString& text)
{
    std::vector<double> out;
    for (const QString& part : text.split(' '))
        out.push_back(part.toDouble());
    return out;
}

Kind kind_named(const char* name) { return *kind_from(name); }

} // namespace

/// Makespans, bubbles and peaks of small schedules that can be drawn by hand. All comparisons are exact.
class FixturesTest : public QObject {
    Q_OBJECT
private slots:
    void fixtures_data();
    void fixtures();
    void orders_of_interleaved();
    void critical_of_1f1b();
    void slack_is_how_late_a_command_may_be();
    void idle_says_why();
    void idle_of_gpipe_is_warm_up();
    void idle_adds_up();
    void activations_over_time();
    void linked_transfers();
    void wrap_around_link();
    void separate_recompute_changes_no_time();
    void decimal_times_are_exact();
    void thirds_are_exact();
    void cancelled();
    void large();
};

void FixturesTest::fixtures_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("p");
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("v");
    QTest::addColumn<QString>("times"); // F I W
    QTest::addColumn<double>("makespan");
    QTest::addColumn<double>("bubble");
    QTest::addColumn<QString>("peaks"); // chunks, until the gradient
    QTest::addColumn<QString>("peaks_until_weight");
    QTest::addColumn<QString>("internal");

    QTest::newRow("1f1b p4 m8") << "1f1b" << 4 << 8 << 1 << "1 1 1" << 33.0 << 9.0 << "4 3 2 1"
                                << "4 3 2 1"
                                << "9 6 3 0";
    QTest::newRow("gpipe p4 m8") << "gpipe" << 4 << 8 << 1 << "1 1 1" << 33.0 << 9.0 << "8 8 8 8"
                                 << "8 8 8 8"
                                 << "9 6 3 0";
    QTest::newRow("1f1b p8 m1") << "1f1b" << 8 << 1 << 1 << "1 1 1" << 24.0 << 21.0 << "1 1 1 1 1 1 1 1"
                                << "1 1 1 1 1 1 1 1"
                                << "21 18 15 12 9 6 3 0";
    QTest::newRow("1f1b p8 m4") << "1f1b" << 8 << 4 << 1 << "1 1 1" << 33.0 << 21.0 << "4 4 4 4 4 3 2 1"
                                << "4 4 4 4 4 3 2 1"
                                << "21 18 15 12 9 6 3 0";
    QTest::newRow("interleaved p2 m8 v2") << "interleaved" << 2 << 8 << 2 << "1 1 1" << 25.5 << 1.5 << "5 3"
                                          << "5 3"
                                          << "1.5 0";
    QTest::newRow("interleaved p4 m8 v2") << "interleaved" << 4 << 8 << 2 << "1 1 1" << 28.5 << 4.5 << "11 9 7 5"
                                          << "11 9 7 5"
                                          << "4.5 3 1.5 0";
    QTest::newRow("interleaved p4 m4 v2") << "interleaved" << 4 << 4 << 2 << "1 1 1" << 16.5 << 4.5 << "8 8 8 8"
                                          << "8 8 8 8"
                                          << "4.5 3 1.5 0";
    QTest::newRow("zb-h1 p4 m8") << "zb-h1" << 4 << 8 << 1 << "1 1 1" << 27.0 << 3.0 << "4 3 2 1"
                                 << "4 4 4 4"
                                 << "3 2 1 0";
    QTest::newRow("zb-h2 p4 m8") << "zb-h2" << 4 << 8 << 1 << "1 1 1" << 27.0 << 3.0 << "7 5 3 1"
                                 << "7 7 7 7"
                                 << "0 0 0 0";
    // forward only: m·F + (p−1)·F, one activation at a time
    QTest::newRow("forward-only p4 m8") << "forward-only" << 4 << 8 << 1 << "1 1 1" << 11.0 << 3.0 << "1 1 1 1"
                                        << "1 1 1 1"
                                        << "0 0 0 0";
    QTest::newRow("one stage") << "1f1b" << 1 << 5 << 1 << "1 1 1" << 15.0 << 0.0 << "1"
                               << "1"
                               << "0";
    // 32 microbatches, 8 stages, unit times: 2·32 + 2·7 is the least
    QTest::newRow("1f1b p8 m32 unit") << "1f1b" << 8 << 32 << 1 << "1 0.5 0.5" << 78.0 << 14.0 << "8 7 6 5 4 3 2 1"
                                      << "8 7 6 5 4 3 2 1"
                                      << "14 12 10 8 6 4 2 0";
    QTest::newRow("gpipe p8 m32 unit") << "gpipe" << 8 << 32 << 1 << "1 0.5 0.5" << 78.0 << 14.0
                                       << "32 32 32 32 32 32 32 32"
                                       << "32 32 32 32 32 32 32 32"
                                       << "14 12 10 8 6 4 2 0";
}

void FixturesTest::fixtures()
{
    QFETCH(QString, kind);
    QFETCH(int, p);
    QFETCH(int, m);
    QFETCH(int, v);
    QFETCH(QString, times);
    QFETCH(double, makespan);
    QFETCH(double, bubble);
    QFETCH(QString, peaks);
    QFETCH(QString, peaks_until_weight);
    QFETCH(QString, internal);

    const auto t = doubles(times);
    const Simulation s = simulated(request(kind_named(kind.toUtf8()), p, m, v), split_times(t[0], t[1], t[2]));
    QVERIFY2(s.timeline.makespan == makespan, qPrintable(QString::number(s.timeline.makespan, 'g', 17)));
    QVERIFY2(s.bubble_time == bubble, qPrintable(QString::number(s.bubble_time, 'g', 17)));
    QCOMPARE(s.bubble_over_ideal, bubble / (makespan - bubble));
    QCOMPARE(s.bubble_over_total, bubble / makespan);
    const auto held = doubles(peaks);
    const auto until_weight = doubles(peaks_until_weight);
    const auto idle = doubles(internal);
    QCOMPARE(s.stages.size(), static_cast<std::size_t>(p));
    for (std::size_t i = 0; i < s.stages.size(); ++i) {
        QCOMPARE(static_cast<double>(s.stages[i].peak_activations), held[i]);
        QCOMPARE(static_cast<double>(s.stages[i].peak_until_weight_gradient), until_weight[i]);
        QVERIFY2(s.stages[i].internal_idle == idle[i], qPrintable(QString::number(s.stages[i].internal_idle, 'g', 17)));
    }
}

void FixturesTest::orders_of_interleaved()
{
    // p 2, m 4, v 2, stage 0: warm-up 2·1 + 1·2 = 4 forwards.
    const Simulation s = simulated(request(Kind::interleaved, 2, 4, 2));
    QStringList got;
    for (CommandId id = s.graph.queue_begin[0]; id < s.graph.queue_begin[1]; ++id)
        got << QString::fromStdString(describe_short(s.graph, id));
    const QStringList expected{
        "forward 1 (chunk 1)",  "forward 2 (chunk 1)",  "forward 1 (chunk 2)",  "forward 2 (chunk 2)",
        "forward 3 (chunk 1)",  "backward 1 (chunk 2)", "forward 4 (chunk 1)",  "backward 2 (chunk 2)",
        "forward 3 (chunk 2)",  "backward 1 (chunk 1)", "forward 4 (chunk 2)",  "backward 2 (chunk 1)",
        "backward 3 (chunk 2)", "backward 4 (chunk 2)", "backward 3 (chunk 1)", "backward 4 (chunk 1)"};
    QCOMPARE(got, expected);
}

void FixturesTest::critical_of_1f1b()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    QCOMPARE(s.graph.size(), std::size_t{64});
    QCOMPARE(s.critical_count(), std::size_t{52});
}

void FixturesTest::slack_is_how_late_a_command_may_be()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    // Stage 0 waits from 4 to 10 for its first backward: its fourth forward, needed by stage 1 only later, has room.
    const CommandId fourth = find(s.graph, CommandKind::forward, 0, 3);
    QCOMPARE(s.timeline.end[fourth], 4.0);
    // forward 4 feeds stage 1 at 10, stage 1's forward 4 starts at 10 (after backward 1, 8…10): 6 units of room
    QCOMPARE(s.timeline.start[find(s.graph, CommandKind::forward, 1, 3)], 10.0);
    QCOMPARE(s.slack[fourth], 6.0);
    QVERIFY(s.critical(find(s.graph, CommandKind::forward, 0, 0)));
    QVERIFY(s.critical(find(s.graph, CommandKind::backward, 0, 7)));
}

void FixturesTest::idle_says_why()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    const auto first = s.idle_of(0).front();
    QCOMPARE(first.begin, 4.0);
    QCOMPARE(first.end, 10.0);
    QCOMPARE(QString::fromStdString(describe(s.graph, first.waits_for)), QString("backward 1 of device 1"));
    QCOMPARE(QString::fromStdString(describe(s.graph, first.next)), QString("backward 1 of device 0"));
    QCOMPARE(first.phase, Phase::warm_up);

    const auto start = s.idle_of(3).front();
    QCOMPARE(start.begin, 0.0);
    QCOMPARE(start.end, 3.0);
    QCOMPARE(QString::fromStdString(describe(s.graph, start.waits_for)), QString("forward 1 of device 2"));
    QCOMPARE(start.phase, Phase::warm_up);

    const auto end = s.idle_of(3).back();
    QCOMPARE(end.begin, 27.0);
    QCOMPARE(end.end, 33.0);
    QCOMPARE(end.next, kNoCommand);
    QCOMPARE(QString::fromStdString(describe(s.graph, end.waits_for)), QString("backward 8 of device 0"));
    QCOMPARE(end.phase, Phase::cool_down);

    // between its last forward (23…24) and its last backward, stage 0 waits for stage 1 three times
    const auto cool = s.idle_of(0).back();
    QCOMPARE(cool.end, 31.0);
    QCOMPARE(cool.phase, Phase::cool_down);
    QCOMPARE(QString::fromStdString(describe(s.graph, cool.waits_for)), QString("backward 8 of device 1"));
}

void FixturesTest::idle_of_gpipe_is_warm_up()
{
    // after its last forward and before its first backward: both hold, warm-up is said
    const Simulation s = simulated(request(Kind::gpipe, 4, 8));
    QCOMPARE(s.idle_of(0).size(), std::size_t{1});
    QCOMPARE(s.idle_of(0).front().phase, Phase::warm_up);
    QCOMPARE(s.idle_of(0).front().begin, 8.0);
    QCOMPARE(s.idle_of(0).front().end, 17.0);
}

void FixturesTest::idle_adds_up()
{
    for (const char* name : {"gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "forward-only"}) {
        const Kind kind = kind_named(name);
        const Simulation s =
            simulated(request(kind, 4, 8, kind == Kind::interleaved ? 3 : 1), split_times(1, 1.5, 0.5));
        for (std::size_t i = 0; i < 4; ++i) {
            double idle = 0;
            for (const Idle& gap : s.idle_of(i)) {
                QVERIFY(gap.begin < gap.end);
                QCOMPARE(s.timeline.end[gap.waits_for], gap.end);
                idle += gap.end - gap.begin;
            }
            QCOMPARE(idle + s.stages[i].work, s.timeline.makespan);
        }
    }
}

void FixturesTest::activations_over_time()
{
    // stage 2 of p4 m8: forwards 1 and 2 at 2 and 3, then one in, one out every 3 units, drained by two backwards
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    const auto held = activations(s, 2, HeldUntil::gradient);
    QCOMPARE(held.front(), (Held{2, 1}));
    QCOMPARE(held[1], (Held{3, 2}));
    QCOMPARE(held.back(), (Held{29, 0}));
    QCOMPARE(held[held.size() - 2], (Held{26, 1}));

    // ZB-H2 keeps inputs until the weight gradient: never fewer
    const Simulation z = simulated(request(Kind::zero_bubble_h2, 4, 8), split_times(1, 1, 1));
    std::uint32_t most = 0;
    for (const Held& h : activations(z, 3, HeldUntil::weight_gradient))
        most = std::max(most, h.count);
    QCOMPARE(most, 7U);
    QCOMPARE(activations(z, 3, HeldUntil::weight_gradient).back(), (Held{z.stages[3].last_end, 0}));
}

void FixturesTest::linked_transfers()
{
    // p 2, m 1: F 0…1, transfer 1…1.5, F 1.5…2.5, B 2.5…4.5, transfer 4.5…5, B 5…7
    Request r = request(Kind::one_forward_one_backward, 2, 1);
    r.transfers = TransferMode::linked;
    StageTimes times;
    times.transfer = 0.5;
    const Simulation s = simulated(r, times);
    QCOMPARE(s.graph.size(), std::size_t{6});
    QCOMPARE(s.graph.resources(), std::size_t{4});
    QCOMPARE(s.timeline.makespan, 7.0);
    const CommandId send = find(s.graph, CommandKind::send, 0, 0);
    QCOMPARE(s.timeline.start[send], 1.0);
    QCOMPARE(s.timeline.end[send], 1.5);
    QCOMPARE(QString::fromStdString(describe(s.graph, send)), QString("transfer of forward 1, device 0 → 1"));
    QCOMPARE(QString::fromStdString(describe(s.graph, s.idle_of(1).front().waits_for)),
             QString("transfer of forward 1, device 0 → 1"));
    // charged: every chunk is 0.5 longer each way, (m + p − 1)·(1.5 + 2.5)
    r.transfers = TransferMode::charged;
    QCOMPARE(simulated(r, times).timeline.makespan, 8.0);
    // without transfers the two modes are one
    r.transfers = TransferMode::linked;
    QCOMPARE(simulated(r).timeline.makespan, 6.0);
}

void FixturesTest::wrap_around_link()
{
    Request r = request(Kind::interleaved, 4, 8, 2);
    r.transfers = TransferMode::linked;
    StageTimes times;
    times.transfer = 0.25;
    const Simulation s = simulated(r, times);
    // each microbatch hops p·v − 1 times each way
    QCOMPARE(s.graph.size(), std::size_t{128 + 8 * 7 * 2});
    QVERIFY(std::find(s.graph.links.begin(), s.graph.links.end(), Link{3, 0}) != s.graph.links.end());
    QVERIFY(std::find(s.graph.links.begin(), s.graph.links.end(), Link{0, 3}) != s.graph.links.end());
    QCOMPARE(s.graph.links.size(), std::size_t{8});
    for (std::size_t r_index = 0; r_index < s.graph.resources(); ++r_index)
        for (CommandId id = s.graph.queue_begin[r_index] + 1; id < s.graph.queue_begin[r_index + 1]; ++id)
            QVERIFY(s.timeline.start[id] >= s.timeline.end[id - 1]);
}

void FixturesTest::separate_recompute_changes_no_time()
{
    StageTimes times;
    times.backward = 3;
    times.recompute = 1;
    for (const Kind kind : {Kind::gpipe, Kind::one_forward_one_backward, Kind::interleaved, Kind::zero_bubble_h1}) {
        Request r = request(kind, 4, 8, kind == Kind::interleaved ? 2 : 1);
        const Simulation whole = simulated(r, times);
        r.separate_recompute = true;
        const Simulation apart = simulated(r, times);
        QCOMPARE(apart.timeline.makespan, whole.timeline.makespan);
        QCOMPARE(apart.bubble_time, whole.bubble_time);
        QCOMPARE(apart.graph.size() - whole.graph.size(), static_cast<std::size_t>(4 * 8 * r.chunks));
    }
}

void FixturesTest::decimal_times_are_exact()
{
    // (8 + 3)·0.3: 3.3 in decimals; summing 0.1 and 0.2 in binary misses it
    StageTimes times;
    times.forward = 0.1;
    times.backward = 0.2;
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8), times);
    QVERIFY(s.timeline.makespan == 3.3);
    QVERIFY(s.bubble_time == 0.9);
    QCOMPARE(s.critical_count(), std::size_t{52});
}

void FixturesTest::thirds_are_exact()
{
    // v 3: chunks of 1/3 and 2/3; (8·3 + 3)·1 = 27
    const Simulation s = simulated(request(Kind::interleaved, 4, 8, 3));
    QVERIFY(s.timeline.makespan == 27.0);
    QVERIFY(s.bubble_time == 3.0);
}

void FixturesTest::cancelled()
{
    const CancelToken cancel;
    cancel.cancel();
    auto graph = must(build_graph(must(plan_by_hand(request(Kind::one_forward_one_backward, 64, 2048), {}))));
    QVERIFY(simulate(std::move(graph), cancel).cancelled());
}

void FixturesTest::large()
{
    // p 64, m 512, v 3: (512 + 63/3)·3
    const Simulation s = simulated(request(Kind::interleaved, 64, 512, 3));
    QCOMPARE(s.graph.size(), std::size_t{196608});
    QVERIFY(s.timeline.makespan == 1599.0);
    QCOMPARE(s.stages[0].peak_activations, std::uint32_t{2 * 63 + 2 * 64 + 1});
}

BLUEPRINTING_CORE_TEST(FixturesTest)
#include "fixtures_test.moc"
