#include "core/schedule/orders.h"
#include "core/schedule/verify.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

namespace {

/// Message of the first complaint with this code; empty where there is none.
QString first(const Diagnostics& diagnostics, const std::string& code)
{
    for (const Diagnostic& d : diagnostics)
        if (d.code == code)
            return QString::fromStdString(d.message);
    return {};
}

Plan small_plan() { return must(plan_by_hand(request(Kind::one_forward_one_backward, 2, 2), {})); }

} // namespace

class VerifyTest : public QObject {
    Q_OBJECT
private slots:
    void accepts_every_kind();
    void cycle();
    void late_dependency();
    void missing_dependency();
    void double_booking();
    void missing_command();
    void doubled_command();
    void activation_cap();
    void wrong_length();
    void impossible_table();
    void counts_the_rest();
    void table_shape();
};

void VerifyTest::accepts_every_kind()
{
    for (const Kind kind : {Kind::gpipe, Kind::one_forward_one_backward, Kind::interleaved, Kind::zero_bubble_h1,
                            Kind::zero_bubble_h2, Kind::forward_only})
        for (const TransferMode mode : {TransferMode::charged, TransferMode::linked})
            for (const bool recompute : {false, true})
                for (const int p : {1, 2, 5}) {
                    Request r = request(kind, p, 2 * p, kind == Kind::interleaved ? 3 : 1);
                    r.transfers = mode;
                    r.separate_recompute = recompute;
                    StageTimes times;
                    times.transfer = 0.25;
                    times.recompute = 0.5;
                    const Simulation s = simulated(r, times);
                    const Diagnostics complaints = verify(s.graph, s.timeline);
                    QVERIFY2(complaints.empty(), qPrintable(text(complaints)));
                }
}

void VerifyTest::cycle()
{
    // stage 0 wants its backward before its forward
    Orders table = orders(request(Kind::one_forward_one_backward, 2, 2));
    std::swap(table[0][0], table[0][2]);
    QCOMPARE(table[0][0].kind, CommandKind::backward);
    const CommandGraph graph = must(build_graph(small_plan(), table));
    const QString message = first(verify(graph), "schedule.cycle");
    QVERIFY2(message.contains("backward 1 of device 0 waits for "), qPrintable(message));
    QVERIFY2(message.contains("forward "), qPrintable(message));
    const auto run = simulate(graph);
    QVERIFY(!run);
    QCOMPARE(run.diagnostics().front().code, std::string("schedule.cycle"));
}

void VerifyTest::late_dependency()
{
    Simulation s = simulated(request(Kind::one_forward_one_backward, 2, 2));
    const CommandId id = find(s.graph, CommandKind::forward, 1, 0); // 1…2
    s.timeline.start[id] = 0.5;
    s.timeline.end[id] = 1.5;
    QCOMPARE(first(verify(s.graph, s.timeline), "schedule.dependency.late"),
             QString("forward 1 of device 1 starts at 0.5 but needs forward 1 of device 0, which ends at 1"));
}

void VerifyTest::missing_dependency()
{
    Simulation s = simulated(request(Kind::one_forward_one_backward, 2, 2));
    const CommandId id = find(s.graph, CommandKind::forward, 1, 1);
    // forward 2 of stage 1 forgets what it needs
    s.graph.dependency.erase(s.graph.dependency.begin() + s.graph.dependency_begin[id]);
    for (std::size_t i = id + 1; i < s.graph.dependency_begin.size(); ++i)
        --s.graph.dependency_begin[i];
    QCOMPARE(first(verify(s.graph), "schedule.dependency.missing"),
             QString("forward 2 of device 1 does not wait for forward 2 of device 0"));
}

void VerifyTest::double_booking()
{
    Simulation s = simulated(request(Kind::gpipe, 2, 2));
    const CommandId id = find(s.graph, CommandKind::forward, 0, 1); // 1…2
    s.timeline.start[id] = 0.25;
    s.timeline.end[id] = 1.25;
    QCOMPARE(
        first(verify(s.graph, s.timeline), "schedule.resource.double_booked"),
        QString(
            "forward 2 of device 0 starts at 0.25 while forward 1 of device 0 runs until 1 on the same compute queue"));
}

void VerifyTest::missing_command()
{
    Orders table = orders(request(Kind::one_forward_one_backward, 2, 2));
    table[0].pop_back();
    const Diagnostics complaints = verify(must(build_graph(small_plan(), table)));
    QCOMPARE(first(complaints, "schedule.command.missing"), QString("backward 2 of device 0 is missing"));
    QCOMPARE(complaints.size(), std::size_t{1});
}

void VerifyTest::doubled_command()
{
    Orders table = orders(request(Kind::one_forward_one_backward, 2, 2));
    table[1].push_back(table[1].back());
    const Diagnostics complaints = verify(must(build_graph(small_plan(), table)));
    QCOMPARE(first(complaints, "schedule.command.double"), QString("backward 2 of device 1 is there twice"));
}

void VerifyTest::activation_cap()
{
    const Simulation s = simulated(request(Kind::gpipe, 4, 8));
    QVERIFY(verify(s.graph, s.timeline, 8).empty());
    QCOMPARE(first(verify(s.graph, s.timeline, 4), "schedule.activation.cap"),
             QString("forward 5 of device 0 makes device 0 hold 5 chunks at 4; the cap is 4"));
}

void VerifyTest::wrong_length()
{
    Simulation s = simulated(request(Kind::one_forward_one_backward, 2, 2));
    const CommandId id = find(s.graph, CommandKind::backward, 0, 1);
    s.timeline.end[id] -= 1;
    QVERIFY(
        first(verify(s.graph, s.timeline), "schedule.command.time").startsWith("backward 2 of device 0 runs from "));
    s.timeline.end[id] = std::nan("");
    QVERIFY(first(verify(s.graph, s.timeline), "schedule.command.time").contains("backward 2 of device 0"));
}

void VerifyTest::impossible_table()
{
    // "1F1B of 8 stages and 32 microbatches in 71 steps": each stage starts one step after the one before it and never
    // idles again, 7 + 64 steps. The order is 1F1B's own; the times cannot be.
    StageTimes unit;
    unit.backward = 1;
    const Request r = request(Kind::one_forward_one_backward, 8, 32);
    const CommandGraph graph = must(build_graph(must(plan_by_hand(r, unit))));
    Timeline table;
    table.start.resize(graph.size());
    table.end.resize(graph.size());
    for (CommandId id = 0; id < graph.size(); ++id) {
        const auto stage = graph.stage[id];
        table.start[id] = stage + (id - graph.queue_begin[stage]);
        table.end[id] = table.start[id] + 1;
        table.makespan = std::max(table.makespan, table.end[id]);
    }
    QCOMPARE(table.makespan, 71.0);

    const Diagnostics complaints = verify(graph, table);
    QVERIFY(!complaints.empty());
    const QString late = first(complaints, "schedule.dependency.late");
    QVERIFY2(late.startsWith("backward 1 of device 0 starts at 8 but needs backward 1 of device 1"), qPrintable(late));
    QCOMPARE(first(complaints, "schedule.makespan.impossible"),
             QString("it ends at 71; no order of 8 stages and 32 microbatches ends before 78"));
}

void VerifyTest::counts_the_rest()
{
    // an empty table misses 2·4·8 = 64 commands: 20 are named, 44 counted
    const Plan plan = must(plan_by_hand(request(Kind::one_forward_one_backward, 4, 8), {}));
    const Diagnostics complaints = verify(must(build_graph(plan, Orders(4))));
    QCOMPARE(complaints.size(), kMostComplaints + 1);
    QCOMPARE(complaints.back().message, std::string("and 44 more"));
}

void VerifyTest::table_shape()
{
    Orders table = orders(request(Kind::one_forward_one_backward, 2, 2));
    table[0][0].microbatch = 2;
    const auto beyond = build_graph(small_plan(), table);
    QVERIFY(!beyond);
    QCOMPARE(beyond.diagnostics().front().code, std::string("schedule.table.shape"));
    table[0][0] = {CommandKind::weight_gradient, 0, 0};
    QVERIFY(!build_graph(small_plan(), table));
    table.pop_back();
    QVERIFY(!build_graph(small_plan(), table));
}

BLUEPRINTING_CORE_TEST(VerifyTest)
#include "verify_test.moc"
