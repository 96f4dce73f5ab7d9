#include "core/schedule/bound.h"
#include "core/schedule/order_text.h"
#include "core/schedule/orders.h"
#include "core/schedule/verify.h"
#include "core/schedule/written_order.h"
#include "tests/core/schedule/cases.h"
#include "tests/support/test_main.h"

#include <random>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

namespace {

/// Requests of a kind on so many stages that can be: several counts, chunks and parameters.
std::vector<Request> requests(Kind kind, int p)
{
    std::vector<Request> out;
    const int most_chunks = kind->chunks.most > 2 ? 3 : static_cast<int>(kind->chunks.most);
    for (int v = static_cast<int>(kind->chunks.least); v <= most_chunks; ++v)
        for (const int m : {1, 2, 3, p, p + 1, 2 * p - 1, 2 * p, 2 * p + 2, 3 * p}) {
            Request r = request(kind, p, m, v);
            if ((kind->refused && kind->refused(r)) || m < 1)
                continue;
            out.push_back(r);
            for (const Parameter& each : kind->parameters) {
                if (each.name == kGroup)
                    for (const int n : {p, p + 1, 2 * p, m}) {
                        out.push_back(r);
                        set_parameter(out.back(), kGroup, n);
                    }
                if (each.name == kWarmUp || each.name == kReverse) {
                    out.push_back(r);
                    set_parameter(out.back(), each.name, each.standard == 1 ? 2 : 1);
                }
                if (each.name == kSlices)
                    for (const int s : {2, 4}) {
                        out.push_back(r);
                        set_parameter(out.back(), kSlices, s);
                    }
                if (each.name == kHidden) {
                    out.push_back(r);
                    set_parameter(out.back(), kHidden, 0.5);
                }
            }
        }
    return out;
}

} // namespace

/// The orders and forms of all kinds, against the simulation.
class OrdersTest : public QObject {
    Q_OBJECT
private slots:
    void forms_are_simulated_data();
    void forms_are_simulated();
    void orders_are_whole();
    void groups_that_stand_still();
    void bound_is_below();
    void wrong_orders_data();
    void wrong_orders();
    void long_block_is_the_short_one();
    void written_again();
    void no_table_without_backwards();
};

void OrdersTest::forms_are_simulated_data()
{
    QTest::addColumn<QString>("code");
    for (const Kind kind : kinds())
        QTest::newRow(std::string(kind->code).c_str()) << QString::fromStdString(std::string(kind->code));
}

/// Wherever a form says that it holds, for p 1…8 and several times.
void OrdersTest::forms_are_simulated()
{
    QFETCH(QString, code);
    const Kind kind = *kind_from(code.toStdString());
    int held = 0;
    for (int p = 1; p <= 8; ++p)
        for (const Request& r : requests(kind, p)) {
            if (!has_executable_order(r))
                continue;
            for (const auto& [f, i, w] : {std::tuple(1.0, 1.0, 1.0), std::tuple(1.0, 2.0, 1.0),
                                          std::tuple(2.0, 2.0, 1.0), std::tuple(2.0, 1.0, 3.0)}) {
                StageTimeLists times;
                times.forward = {f};
                times.input_gradient = {i};
                times.weight_gradient = {w};
                const Plan plan = must(plan_by_lists(r, times));
                const ClosedForm closed = closed_form(plan);
                if (!closed.holds)
                    continue;
                const Schedule s = must(make_schedule(plan));
                QVERIFY2(s.simulation, title(r).c_str());
                QVERIFY2(
                    near(s.makespan(), closed.makespan),
                    qPrintable(
                        QString("%1: %2 simulated, %3").arg(title(r).c_str()).arg(s.makespan()).arg(closed.makespan)));
                QVERIFY2(near(s.simulation->bubble_time, closed.bubble_time), title(r).c_str());
                // At m = p interleaving without a group has every forward first; its form of the peak says so.
                if (closed.note.find("peak") == std::string::npos)
                    for (std::size_t d = 0; d < closed.peak_activations.size(); ++d)
                        QVERIFY2(near(s.peak(d), closed.peak_activations[d]), title(r).c_str());
                if (closed.peak_until_weight_gradient) {
                    std::uint32_t most = 0;
                    for (const StageSummary& each : s.simulation->stages)
                        most = std::max(most, each.peak_until_weight_gradient);
                    QVERIFY2(near(most / parts_of_a_stage(r), *closed.peak_until_weight_gradient), title(r).c_str());
                }
                ++held;
            }
        }
    QVERIFY2(held >= 20, qPrintable(QString::number(held)));
}

/// Every command once and every dependency kept, in all modes.
void OrdersTest::orders_are_whole()
{
    for (const Kind kind : kinds())
        for (const int p : {1, 2, 3, 4, 6})
            for (Request r : requests(kind, p)) {
                if (!has_executable_order(r))
                    continue;
                for (const TransferMode mode : {TransferMode::linked, TransferMode::ordered}) {
                    if (mode == TransferMode::ordered && kind->paths > 1)
                        continue; // a table has no two paths
                    r.transfers = mode;
                    StageTimeLists times;
                    times.transfer_forward = times.transfer_backward = {0.25};
                    const auto s = simulate(must(build_graph(must(plan_by_lists(r, times)))));
                    if (!s && parameter(r, kGroup).value_or(0) > 0)
                        continue; // groups may stand still
                    QVERIFY2(s, title(r).c_str());
                    const Diagnostics complaints = verify(s->graph, s->timeline);
                    QVERIFY2(complaints.empty(), qPrintable(QString::fromStdString(title(r)) + text(complaints)));
                }
            }
}

/// p 4, v 2, m 8: groups of 1, 2 and 3 stand still, of 2 in this ring; m 10 in groups of 3 runs (50.5).
void OrdersTest::groups_that_stand_still()
{
    for (const int n : {1, 2, 3}) {
        Request r = request(Kind::interleaved, 4, 8, 2);
        set_parameter(r, kGroup, n);
        const Schedule s = must(make_schedule(must(plan_by_hand(r, {}))));
        QVERIFY(s.still && !s.simulation);
        QCOMPARE(s.findings.front().code, std::string("schedule.cycle"));
        if (n == 2)
            QCOMPARE(s.still->words,
                     std::string("the order stands still: device 0 waits in forward 4 of virtual stage 5 "
                                 "for forward 4 of virtual stage 4 on device 3, device 3 waits in "
                                 "backward 1 of virtual stage 4 for backward 1 of virtual stage 5 on "
                                 "device 0"));
    }
    Request r = request(Kind::interleaved, 4, 10, 2);
    set_parameter(r, kGroup, 3);
    const Schedule s = must(make_schedule(must(plan_by_hand(r, {}))));
    QCOMPARE(s.makespan(), 50.5);
    QCOMPARE(s.findings.front().code, std::string("schedule.group.short"));
}

void OrdersTest::bound_is_below()
{
    std::mt19937 random(20240523); // NOLINT: the same plans every time
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    int compared = 0;
    while (compared < 1000) {
        const Kind kind = kinds()[static_cast<std::size_t>(below(static_cast<int>(kinds().size())))];
        const auto all = requests(kind, 1 + below(6));
        if (all.empty())
            continue;
        Request r = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
        if (!has_executable_order(r))
            continue;
        r.transfers = below(2) == 0 ? TransferMode::charged : TransferMode::linked;
        StageTimeLists times;
        for (std::int64_t g = 0; g < virtual_stages(r); ++g) {
            times.forward.push_back(1 + below(8));
            times.input_gradient.push_back(1 + below(8));
            times.weight_gradient.push_back(below(8));
            times.transfer_forward.push_back(below(3) * 0.5);
            times.transfer_backward.push_back(below(3) * 0.5);
        }
        const Plan plan = must(plan_by_lists(r, times));
        const auto s = simulate(must(build_graph(plan)));
        if (!s)
            continue; // stands still
        ++compared;
        const LowerBound bound = lower_bound(plan);
        QVERIFY2(*bound.time <= s->timeline.makespan * (1 + 1e-9), (title(r) + ", " + bound.reason).c_str());
        // Under a cap of what the order itself holds.
        for (const HeldUntil until : {HeldUntil::gradient, HeldUntil::weight_gradient}) {
            std::uint32_t most = 0;
            for (const StageSummary& each : s->stages)
                most = std::max(most,
                                until == HeldUntil::gradient ? each.peak_activations : each.peak_until_weight_gradient);
            const LowerBound capped = lower_bound(plan, BoundCap{static_cast<double>(most), until});
            if (has_backward(kind))
                QVERIFY2(capped.time && *capped.time <= s->timeline.makespan * (1 + 1e-9),
                         (title(r) + ", " + capped.reason).c_str());
        }
    }
}

void OrdersTest::wrong_orders_data()
{
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char* name, const char* table, const char* complaint) {
        QTest::newRow(name) << QByteArray(table) << QString(complaint);
    };
    row("no action", "0F0,xyz\n0B0,\n",
        "t.csv:1: row 1, column 2: \"xyz\" is no action: <stage><kind><microbatch>, like 0F4, 3B0, 2SEND_F1 "
        "[schedule.csv.action]");
    row("older notation", "F0_s1,\n",
        "t.csv:1: row 1, column 1: \"F0_s1\" is an older notation: it does not say which stage acts; write "
        "<stage><kind><microbatch>, like 0F4 [schedule.csv.action]");
    row("a stage on two ranks", "0F0,0B0\n0F1,0B1\n",
        "t.csv:2: row 2, column 1: \"0F1\" is of stage 0, which row 1 has too [schedule.csv.stage_on_two_ranks]");
    row("missing backward", "0F0,0F1,0B0\n", "t.csv:1: row 1: 0B1 is missing [schedule.csv.missing]");
    row("missing weight gradient", "0F0,0I0\n", "t.csv:1: row 1: 0W0 is missing [schedule.csv.missing]");
    row("double", "0F0,0F0,0B0\n", "t.csv:1: row 1, column 2: \"0F0\" is there twice [schedule.csv.double]");
    row("both backwards", "0F0,0B0,0I0,0W0\n",
        "t.csv:1: row 1, column 3: \"0I0\" is there, and so is the other kind of backward [schedule.csv.double]");
    row("microbatch", "0F0,0B1\n",
        "t.csv:1: row 1, column 2: \"0B1\" is of microbatch 1; the forwards are of 1 [schedule.csv.microbatches]");
    row("a gap of stages", "0F0,0B0\n2F0,2B0\n",
        "t.csv: stage 1 stands in no row; the highest is 2 [schedule.csv.missing]");
    row("half of the transfers", "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0\n",
        "t.csv:2: row 2, column 3: \"1B0\" has no 1SEND_B0 behind it [schedule.csv.communication]");
    row("send before its producer", "0SEND_F0,0F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n",
        "t.csv:1: row 1, column 1: \"0SEND_F0\" stands before what it sends [schedule.csv.communication]");
}

void OrdersTest::wrong_orders()
{
    QFETCH(QByteArray, table);
    QFETCH(QString, complaint);
    const auto read = parse_order(table.toStdString(), "t.csv");
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(to_line(read.diagnostics().front())), complaint);
}

/// Of many microbatches only the ends are pulled in; it is the same as pulling in everything.
void OrdersTest::long_block_is_the_short_one()
{
    for (const Kind kind : {Kind::v_half, Kind::v_min})
        for (const int p : {3, 4, 6})
            for (const int m : {4 * p + 1, 6 * p}) {
                const Schedule s =
                    must(make_schedule(must(plan_by_hand(request(kind, p, m, 2), split_times(1, 1, 1)))));
                QVERIFY(s.closed.holds);
                QVERIFY(near(s.makespan(), s.closed.makespan));
            }
}

/// Every order of one path as a table and in again.
void OrdersTest::written_again()
{
    for (const Kind kind : kinds())
        for (const int p : {2, 4})
            for (const Request& r : requests(kind, p)) {
                if (kind->paths > 1 || !has_backward(kind) || !has_executable_order(r) ||
                    parameter_or_one(r, kSlices) > 1)
                    continue;
                const CommandGraph graph = must(build_graph(must(plan_by_lists(r, {}))));
                if (find_cycle(graph))
                    continue;
                for (const bool lowered : {false, true}) {
                    const std::string table = must(pytorch_csv(graph, lowered));
                    if (table.find(',') == std::string::npos)
                        continue;
                    const Request back = request_of(must(parse_order(table, "t.csv")).order);
                    QCOMPARE(must(pytorch_csv(must(build_graph(must(plan_by_lists(back, {})))), lowered)), table);
                }
            }
}

/// What could not be read again is not written.
void OrdersTest::no_table_without_backwards()
{
    const CommandGraph graph = must(build_graph(must(plan_by_lists({Kind::forward_only, 4, 8, 1}, {}))));
    const auto table = pytorch_csv(graph, false);
    QVERIFY(!table);
    QCOMPARE(table.diagnostics().front().code, std::string("schedule.csv.no_backward"));
}

BLUEPRINTING_CORE_TEST(OrdersTest)
#include "orders_test.moc"
