#include "core/schedule/command_needs.h"
#include "core/schedule/deadlock.h"
#include "core/schedule/hand_order.h"
#include "core/schedule/order_text.h"
#include "core/schedule/verify.h"
#include "core/schedule/written_order.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <random>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

namespace {

WrittenOrder typed(const std::string& text) { return must(parse_order(text, "typed")).order; }

Plan plan_of(const WrittenOrder& order) { return must(plan_by_hand(request_of(order), {})); }

Simulation as_far_as_it_goes(const WrittenOrder& order)
{
    CommandGraph graph = must(build_graph(plan_of(order)));
    Timeline timeline = run_as_far_as_it_goes(graph);
    return as_simulation(std::move(graph), std::move(timeline));
}

/// "0B1 of device 0".
QStringList names(const WrittenOrder& order)
{
    QStringList out;
    for (const Unplaced& each : unplaced(request_of(order)))
        out << QString::number(order.virtual_stages[each.device][each.slot.chunk]) +
                   QLatin1Char(letter(each.slot.kind)) + QString::number(each.slot.microbatch);
    return out;
}

} // namespace

/// Orders that are made by hand; all expected values are worked out by hand.
class HandOrderTest : public QObject {
    Q_OBJECT
private slots:
    void text_keeps_what_is_put_aside();
    void refused_data();
    void refused();
    void what_is_lacking_data();
    void what_is_lacking();
    void what_can_run();
    void the_cap();
    void edits();
    void pairs();
    void incomplete_orders();
    void every_order_can_be_placed_anew_data();
    void every_order_can_be_placed_anew();
};

void HandOrderTest::text_keeps_what_is_put_aside()
{
    for (const std::string text : {"0F0 0F1 0B0 | 0B1\n1F0 1F1 1B0 1B1\n", "| 0F0 0B0\n1F0 1B0\n", "0F0 0B0\n|\n",
                                   "0F0 (0F1;0B0)OVERLAP_F_B 0B1\n1F0 1B0 1F1 1B1\n"})
        QCOMPARE(typed_text(typed(text)), text);
    const WrittenOrder order = typed("0F0 | 0B0 0F1 0B1\n1F0 1F1 1B0 1B1\n");
    QCOMPARE(order.aside[0].size(), std::size_t{3});
    QCOMPARE(request_of(order).microbatches, std::int64_t{2}); // also of what is put aside
}

void HandOrderTest::refused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("problem");
    QTest::newRow("twice") << "0F0 0B0 | 0B0\n"
                           << "\"0B0\" is there twice";
    QTest::newRow("a pair") << "0F0 | (0F1;0B0)OVERLAP_F_B\n"
                            << "stands behind the bar, where single commands are put aside";
    QTest::newRow("a table") << "0F0,|,0B0\n"
                             << "\"|\" is no action";
    QTest::newRow("on another device") << "0F0 0B0 | 1F0\n1F1 1B1\n"
                                       << "which row 1 has too";
}

void HandOrderTest::refused()
{
    QFETCH(QString, text);
    QFETCH(QString, problem);
    const auto read = parse_order(text.toStdString(), "typed");
    QVERIFY(!read);
    QVERIFY2(QString::fromStdString(to_line(read.diagnostics().front())).contains(problem),
             to_line(read.diagnostics().front()).c_str());
}

void HandOrderTest::what_is_lacking_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("lacks");
    QTest::newRow("nothing") << "0F0 0B0\n1F0 1B0\n" << QStringList{};
    QTest::newRow("put aside first") << "0F0 0F1 | 0B1\n1F0 1B0 1F1 1B1\n" << QStringList{"0B1", "0B0"};
    QTest::newRow("a forward") << "0F0 0F1 0B0 0B1\n1F1 1B0 1B1\n" << QStringList{"1F0"};
    QTest::newRow("both gradients where others are split") << "0F0 0I0 0W0 0F1\n1F0 1I0 1F1 1I1 1W1\n"
                                                           << QStringList{"0I1", "0W1", "1W0"};
    QTest::newRow("a chunk with none of its own is as the others") << "0F0\n1F0 1I0 1W0\n" << QStringList{"0I0", "0W0"};
    QTest::newRow("no backward at all") << "0F0\n1F0\n" << QStringList{"0B0", "1B0"};
}

void HandOrderTest::what_is_lacking()
{
    QFETCH(QString, text);
    QTEST(names(typed(text.toStdString())), "lacks");
}

/// F 1, B 2: device 0 is free at 2, device 1 runs F at 1, B from 2 to 4, F from 4 to 5.
void HandOrderTest::what_can_run()
{
    const WrittenOrder order = typed("0F0 0F1 | 0B0 0B1\n1F0 1B0 1F1 | 1B1\n");
    const auto lacks = unplaced(request_of(order));
    const auto next = next_up(as_far_as_it_goes(order), lacks, std::nullopt);
    QCOMPARE(next.size(), std::size_t{3});
    QCOMPARE(next[0].now, false);
    QCOMPARE(next[0].why, std::string("needs backward 1 of device 1, which ends at 4.0"));
    QCOMPARE(next[0].place, std::optional(2));
    QCOMPARE(next[1].why, std::string("needs backward 2 of device 1, which is not placed"));
    QVERIFY(!next[1].place);
    QVERIFY2(next[2].now, next[2].why.c_str());
    QCOMPARE(next[2].place, std::optional(3));
    // where the device is free before its next command starts, it goes there
    const WrittenOrder gap = typed("0F0 0F1 0B1 | 0B0\n1F0 1B0 1F1 1B1\n");
    const auto first = next_up(as_far_as_it_goes(gap), unplaced(request_of(gap)), std::nullopt);
    QCOMPARE(first[0].place, std::optional(2)); // from 4 on: before the backward that starts at 7
    QVERIFY(first[0].now);
    // what stands still cannot feed anything
    const WrittenOrder still = typed("0B0 0F0\n1F0 | 1B0\n");
    const auto none = next_up(as_far_as_it_goes(still), unplaced(request_of(still)), std::nullopt);
    QCOMPARE(none[0].why, std::string("needs forward 1 of device 1, which stands still"));
}

void HandOrderTest::the_cap()
{
    const WrittenOrder order = typed("0F0 0F1 0F2 | 0F3\n1F0 1B0 1F1 1B1 1F2 1B2 1F3 1B3\n");
    const auto lacks = unplaced(request_of(order));
    QCOMPARE(next_up(as_far_as_it_goes(order), lacks, 3)[0].why, std::string("would pass the cap of 3"));
    QVERIFY(next_up(as_far_as_it_goes(order), lacks, 4)[0].now);
}

void HandOrderTest::edits()
{
    const WrittenOrder order = typed("0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1\n");
    const auto first = [](const WrittenOrder& of) { return typed_text(of).substr(0, typed_text(of).find('\n')); };
    QCOMPARE(first(with_unit_at(order, 0, 1, 3)), std::string("0F0 0B0 0F1 0B1"));
    QCOMPARE(first(with_unit_at(order, 0, 3, 0)), std::string("0B1 0F0 0F1 0B0"));
    QCOMPARE(first(with_unit_at(order, 0, 0, 99)), std::string("0F1 0B0 0B1 0F0"));
    QVERIFY(with_unit_at(order, 0, 2, 2) == order);
    QVERIFY(with_unit_at(order, 0, 2, 3) == order);
    QVERIFY(with_unit_at(order, 0, 7, 0) == order);
    QVERIFY(with_unit_at(order, 5, 0, 0) == order);
    const WrittenOrder less = with_unit_aside(order, 0, 1);
    QCOMPARE(first(less), std::string("0F0 0B0 0B1 | 0F1"));
    const Unplaced back = unplaced(request_of(less)).front();
    QCOMPARE(first(with_placed(less, back, 2)), std::string("0F0 0B0 0F1 0B1"));
    QVERIFY(with_placed(less, back, 1) == order);
    // transfers that a table lists are those of the order as it was
    WrittenOrder listed = order;
    listed.transfers.resize(2);
    QVERIFY(with_unit_at(listed, 0, 1, 3).transfers.empty());
}

void HandOrderTest::pairs()
{
    const WrittenOrder order = typed("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1\n");
    const auto first = [](const WrittenOrder& of) { return typed_text(of).substr(0, typed_text(of).find('\n')); };
    const auto pair = with_pair(order, 0, 1, 2);
    QVERIFY(pair.has_value());
    QCOMPARE(first(*pair), std::string("0F0 (0F1;0B0)OVERLAP_F_B 0B1"));
    QVERIFY(with_pair(order, 0, 2, 1) == pair); // whichever is taken to the other
    QCOMPARE(first(*with_pair(order, 0, 3, 0)), std::string("(0F0;0B1)OVERLAP_F_B 0F1 0B0"));
    QVERIFY(!with_pair(order, 0, 0, 1)); // two forwards
    QVERIFY(!with_pair(*pair, 0, 1, 2)); // one of them is in a pair
    QVERIFY(!with_pair(typed("0F0 0I0 0W0\n"), 0, 0, 1));
    QVERIFY(with_pair_parted(*pair, 0, 1) == order);
    QCOMPARE(first(with_unit_at(*pair, 0, 1, 0)), std::string("(0F1;0B0)OVERLAP_F_B 0F0 0B1"));
    QCOMPARE(first(with_unit_aside(*pair, 0, 1)), std::string("0F0 0B1 | 0F1 0B0"));
    QCOMPARE(first(with_unit_at(*pair, 0, 2, 1)), std::string("0F0 0B1 (0F1;0B0)OVERLAP_F_B"));
}

/// They run as far as they go, and say what is missing: also where nothing waits for it.
void HandOrderTest::incomplete_orders()
{
    const Schedule waits = must(make_schedule(plan_of(typed("0F0 0B0\n1F0 | 1B0\n"))));
    QVERIFY(waits.still.has_value());
    QCOMPARE(waits.still->words, std::string("the order stands still: device 0 waits in backward 1 of virtual stage 1 "
                                             "for backward 1 of virtual stage 2, which is missing"));
    const Schedule ends = must(make_schedule(plan_of(typed("0F0 0F1 0B0\n1F0 1B0 1F1 1B1\n"))));
    QVERIFY(ends.still.has_value());
    QCOMPARE(ends.still->ran, ends.still->of);
    QCOMPARE(ends.still->ran, std::size_t{7});
    QCOMPARE(ends.still->words,
             std::string("the order is not complete: backward 2 of virtual stage 1 on device 0 is missing"));
    QCOMPARE(ends.still->ring.size(), std::size_t{1});
    QVERIFY(ends.still->ring.front().missing);
    QCOMPARE(ends.still->ring.front().needs.virtual_stage, std::uint32_t{0});
    QVERIFY(!must(make_schedule(plan_of(typed("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1\n")))).still);
    // A forward that is missing is missing to all behind it: nothing runs on what was never made.
    const WrittenOrder none = typed("0F1 0B1 0B0\n1F0 1B0 1F1 1B1\n");
    const Schedule first = must(make_schedule(plan_of(none)));
    QVERIFY(first.still.has_value());
    QCOMPARE(first.still->ran, std::size_t{1}); // 0F1
}

void HandOrderTest::every_order_can_be_placed_anew_data()
{
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"gpipe", "1f1b", "interleaved", "bfs", "zb-h1", "zb-v", "v-half"})
        QTest::newRow(kind) << kind;
}

/// With everything in the tray, whatever can run is placed where it can run first, in any order: that ends with an
/// order that is right, and no order that was right on the way.
void HandOrderTest::every_order_can_be_placed_anew()
{
    QFETCH(QString, kind);
    const Kind of = *kind_from(kind.toStdString());
    WrittenOrder order = written(request(of, 3, 6, of->chunks.least > 1 ? static_cast<int>(of->chunks.least) : 1));
    const std::size_t all = unplaced(request_of(order)).size();
    QCOMPARE(all, std::size_t{0});
    for (std::uint32_t device = 0; device < order.orders.size(); ++device)
        while (!order.orders[device].empty())
            order = with_unit_aside(order, device, 0);
    std::mt19937 random(7); // NOLINT: the same games every time
    std::size_t steps = 0;
    for (auto lacks = unplaced(request_of(order)); !lacks.empty(); lacks = unplaced(request_of(order))) {
        const auto next = next_up(as_far_as_it_goes(order), lacks, std::nullopt);
        std::vector<std::size_t> can;
        for (std::size_t i = 0; i < next.size(); ++i)
            if (next[i].place)
                can.push_back(i);
        QVERIFY2(!can.empty(), "nothing can be placed");
        const std::size_t picked = can[random() % can.size()];
        order = with_placed(order, lacks[picked], *next[picked].place);
        QCOMPARE(unplaced(request_of(order)).size(), lacks.size() - 1);
        ++steps;
    }
    const Schedule made = must(make_schedule(plan_of(order)));
    QVERIFY(!made.still);
    QCOMPARE(verify(made.simulation->graph).size(), std::size_t{0});
    QCOMPARE(steps, made.simulation->graph.size());
}

BLUEPRINTING_CORE_TEST(HandOrderTest)
#include "hand_order_test.moc"
