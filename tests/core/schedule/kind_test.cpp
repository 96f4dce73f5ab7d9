#include "core/schedule/export.h"
#include "core/schedule/orders.h"
#include "core/schedule/verify.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <set>

using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;
using blueprinting::Json;

namespace {

/// 1F1B as a kind of its own.
KindRow renamed()
{
    KindRow row = *Kind::one_forward_one_backward.operator->();
    row.code = "another";
    row.name = "Another";
    return row;
}

void all_forwards(const Request& r, std::int64_t stage, OrderWriter& write)
{
    // Of two paths each device runs the chunk first at which its path begins there.
    const bool last = stage == r.stages - 1;
    for (std::int64_t chunk = 0; chunk < r.chunks; ++chunk) {
        const std::int64_t c = r.kind->paths == 2 && last ? r.chunks - 1 - chunk : chunk;
        for (std::int64_t m = 0; m < r.microbatches; ++m)
            if (r.kind->paths == 1 || c == m * 2 / r.microbatches)
                write.put(CommandKind::forward, c, m);
    }
}

/// Down the stages with one chunk and up again with the other: V.
KindRow there_and_back()
{
    KindRow row = *Kind::forward_only.operator->();
    row.code = "there-and-back";
    row.chunks = {2, 2};
    row.has_order = nullptr;
    row.placement = [](const Request& r, std::int64_t device, std::int64_t chunk) {
        const std::int64_t place = chunk % 2 == 0 ? device : r.stages - 1 - device;
        return Place{0, static_cast<std::uint32_t>(chunk * r.stages + place)};
    };
    row.order = all_forwards;
    return row;
}

/// One chunk on a path from the first device to the last, the other on one from the last to the first.
KindRow both_ways()
{
    KindRow row = there_and_back();
    row.code = "both-ways";
    row.paths = 2;
    row.placement = [](const Request& r, std::int64_t device, std::int64_t chunk) {
        return Place{static_cast<std::uint32_t>(chunk),
                     static_cast<std::uint32_t>(chunk == 0 ? device : r.stages - 1 - device)};
    };
    return row;
}

constexpr std::array kEither{CommandKind::forward, CommandKind::backward, CommandKind::input_gradient,
                             CommandKind::weight_gradient};
constexpr std::array kHides{Parameter{kHidden, 0, 1, 0, false}, Parameter{"group", 1, 8, 4, true}};

Simulation simulated_order(const Request& r, const Orders& orders, const StageTimes& times)
{
    return must(simulate(must(build_graph(must(plan_by_hand(r, times)), orders))));
}

} // namespace

/// The table of kinds, and kinds that stand in no table: a row is all that the rest needs.
class KindTest : public QObject {
    Q_OBJECT
private slots:
    void rows_are_whole();
    void typed_names();
    void a_row_is_enough();
    void chunks_of_a_kind();
    void counts_without_an_order();
    void placement_there_and_back();
    void placement_of_two_paths();
    void either_backward();
    void pairs_run_as_one();
    void pairs_wait_for_both();
    void parameters();
};

void KindTest::rows_are_whole()
{
    std::set<std::string_view> names;
    for (const Kind kind : kinds()) {
        QVERIFY(names.insert(kind->code).second);
        QVERIFY(names.insert(kind->name).second);
        QVERIFY(!kind->short_name.empty() && kind->form && kind->placement);
        QVERIFY(!kind->order != !kind->all_orders);
        QVERIFY(kind->chunks.least >= 1 && kind->chunks.most >= kind->chunks.least);
        QVERIFY(!kind->has_order == !kind->why_none);
        QVERIFY(kind->with_one_chunk.empty() || kind_from(kind->with_one_chunk));
        QVERIFY(kind_from(kind->code) == kind);
    }
}

void KindTest::typed_names()
{
    QVERIFY(kind_of_typed("single_stage") == Kind::one_forward_one_backward);
    QVERIFY(kind_of_typed("1f1b") == Kind::one_forward_one_backward);
    QVERIFY(kind_of_typed("interleaved_1f1b") == Kind::interleaved);
    QVERIFY(kind_of_typed("forward_only") == Kind::forward_only);
    QVERIFY(!kind_of_typed("gpipe")); // no strategy's own
    QVERIFY(!kind_of_typed(""));
}

void KindTest::a_row_is_enough()
{
    const KindRow row = renamed();
    const Schedule s = must(make_schedule(must(plan_by_hand(request(Kind(row), 4, 8), {}))));
    QCOMPARE(s.makespan(), 33.0);
    QCOMPARE(s.closed.makespan, 33.0);
    QCOMPARE(s.peak(0), 4.0);
    QVERIFY(verify(s.simulation->graph, s.simulation->timeline).empty());
    QCOMPARE(to_json(s)["kind"].get<std::string>(), std::string("another"));
    QVERIFY(summary(s).starts_with("Another, p 4, m 8, charged transfers, times in units\nmakespan     33.0\n"));
}

void KindTest::chunks_of_a_kind()
{
    KindRow row = renamed();
    row.chunks = {2, 3};
    row.with_one_chunk = "1f1b";
    const auto said = [&](int chunks) {
        return plan_by_hand(request(Kind(row), 4, 8, chunks), {}).diagnostics().front().message;
    };
    QCOMPARE(said(1), std::string("chunks is 1; another needs at least 2 chunks a stage (with 1 it is 1f1b)"));
    QCOMPARE(said(4), std::string("chunks is 4; another has 3 chunks a stage (interleaved takes more)"));
    QVERIFY(plan_by_hand(request(Kind(row), 4, 8, 3), {}).has_value());
}

void KindTest::counts_without_an_order()
{
    KindRow row = renamed();
    row.has_order = [](const Request& r) { return r.microbatches % 2 == 0; };
    row.why_none = [](const Request&) { return std::string("not even"); };
    const Schedule s = must(make_schedule(must(plan_by_hand(request(Kind(row), 4, 7), {}))));
    QVERIFY(s.analytical_only());
    QCOMPARE(s.makespan(), 30.0); // (7 + 3)·3
    QCOMPARE(s.findings.front().message, std::string("microbatches is 7, not even; nearest 6 and 8; analytical only"));
}

void KindTest::placement_there_and_back()
{
    const KindRow row = there_and_back();
    Request r = request(Kind(row), 2, 1, 2);
    StageTimes times;
    times.transfer = 0.25;
    // Two stages of two half chunks, one after another, and charged transfers on each.
    QCOMPARE(simulated(r, times).timeline.makespan, 4 * 0.5 + 4 * 0.25);
    r.transfers = TransferMode::linked;
    const Simulation s = simulated(r, times);
    // 0 → 1, at the fold nothing, 1 → 0.
    QCOMPARE(s.graph.links, (std::vector<Link>{{0, 1}, {1, 0}}));
    QCOMPARE(s.timeline.makespan, 4 * 0.5 + 2 * 0.25);
    QVERIFY(verify(s.graph, s.timeline).empty());
    const CommandId back = find(s.graph, CommandKind::forward, 1, 0, 1);
    QCOMPARE(s.graph.dependencies(back).front(), find(s.graph, CommandKind::forward, 1, 0, 0));
}

void KindTest::placement_of_two_paths()
{
    const KindRow row = both_ways();
    const Simulation s = simulated(request(Kind(row), 2, 2, 2));
    QCOMPARE(s.graph.size(), std::size_t{4}); // each microbatch on its own path: twice through two devices
    QCOMPARE(command_count(s.graph.plan.request, false), qint64{4});
    // The paths fill each other's gaps: two full stages on each device, since its chunks are two whole models' own.
    QCOMPARE(s.timeline.makespan, 2.0);
    QVERIFY(verify(s.graph, s.timeline).empty());
}

void KindTest::either_backward()
{
    KindRow row = renamed();
    row.commands = kEither;
    const Request r = request(Kind(row), 1, 2);
    const Slot f0{CommandKind::forward, 0, 0}, f1{CommandKind::forward, 0, 1}, b0{CommandKind::backward, 0, 0},
        i0{CommandKind::input_gradient, 0, 0}, i1{CommandKind::input_gradient, 0, 1},
        w0{CommandKind::weight_gradient, 0, 0}, w1{CommandKind::weight_gradient, 0, 1};
    const StageTimes times = split_times(1, 1, 2);
    const auto complaints = [&](const std::vector<Slot>& order) {
        const Simulation s = simulated_order(r, {order}, times);
        return text(verify(s.graph, s.timeline));
    };
    QCOMPARE(complaints({f0, f1, b0, i1, w1}), QString());
    QCOMPARE(simulated_order(r, {{f0, f1, b0, i1, w1}}, times).timeline.makespan, 8.0);
    QCOMPARE(complaints({f0, f1, b0, i1}),
             QString("schedule.command.missing: weight gradient 2 of device 0 is missing\n"));
    QVERIFY(
        complaints({f0, f1, b0, i0, w0, i1, w1})
            .startsWith("schedule.command.double: backward 1 of device 0 is there, and so is its input gradient\n"));
}

void KindTest::pairs_run_as_one()
{
    KindRow row = renamed();
    row.parameters = kHides;
    Request r = request(Kind(row), 1, 2);
    const Slot f0{CommandKind::forward, 0, 0}, pair{CommandKind::forward, 0, 1, true}, b0{CommandKind::backward, 0, 0},
        b1{CommandKind::backward, 0, 1};
    for (const auto& [hidden, makespan] : {std::pair(0.0, 6.0), std::pair(0.5, 5.5), std::pair(1.0, 5.0)}) {
        r.parameters = {hidden};
        const Simulation s = simulated_order(r, {{f0, pair, b0, b1}}, {});
        QCOMPARE(s.timeline.makespan, makespan);
        QCOMPARE(s.stages.front().work, makespan);
        QCOMPARE(s.stages.front().internal_idle, 0.0);
        QCOMPARE(s.stages.front().peak_activations, 2U);
        QVERIFY(s.idle.empty());
        const CommandId second = find(s.graph, CommandKind::backward, 0, 0);
        QCOMPARE(s.timeline.start[second], s.timeline.start[second - 1]);
        QCOMPARE(s.timeline.end[second], s.timeline.end[second - 1]);
        QCOMPARE(s.graph.before(second), find(s.graph, CommandKind::forward, 0, 0));
        QCOMPARE(s.critical_count(), std::size_t{4});
        QVERIFY(verify(s.graph, s.timeline).empty());
    }
}

void KindTest::pairs_wait_for_both()
{
    const KindRow row = renamed();
    const Request r = request(Kind(row), 2, 2);
    const Slot f0{CommandKind::forward, 0, 0}, f1{CommandKind::forward, 0, 1}, b0{CommandKind::backward, 0, 0},
        b1{CommandKind::backward, 0, 1}, pair{CommandKind::forward, 0, 1, true};
    // Stage 0 cannot start forward 2 before backward 1 has come back from stage 1 at 4.
    const Simulation s = simulated_order(r, {{f0, pair, b0, b1}, {f0, b0, f1, b1}}, {});
    QCOMPARE(s.timeline.start[find(s.graph, CommandKind::forward, 0, 1)], 4.0);
    QCOMPARE(s.timeline.makespan, 12.0); // 1 + 3 idle + 3, then forward 2, backward 2 of stage 1, backward 2
    QCOMPARE(s.stages[0].internal_idle, 6.0);
    QCOMPARE(s.idle.front().waits_for, find(s.graph, CommandKind::backward, 1, 0));
    // Its forward is what stage 1 waits for: pairs that wait for each other never run.
    const auto stuck = simulate(must(build_graph(must(plan_by_hand(r, {})), {{f0, pair, b1, b0}, {f0, b0, f1, b1}})));
    QVERIFY(!stuck);
    QCOMPARE(stuck.diagnostics().front().code, std::string("schedule.cycle"));
}

void KindTest::parameters()
{
    KindRow row = renamed();
    row.parameters = kHides;
    Request r = request(Kind(row), 4, 8);
    QCOMPARE(parameter(r, "group"), std::optional(4.0)); // as standard
    QVERIFY(!parameter(r, "slices"));
    r.parameters = {0.5, 9};
    QCOMPARE(plan_by_hand(r, {}).diagnostics().front().message,
             std::string("group is 9; it must be a whole number from 1 to 8"));
    r.parameters = {1.5, 2};
    QCOMPARE(plan_by_hand(r, {}).diagnostics().front().message, std::string("hidden is 1.5; it must be from 0 to 1"));
    r.parameters = {0.5, 2, 3};
    QCOMPARE(plan_by_hand(r, {}).diagnostics().front().message, std::string("3 parameters are given; another has 2"));
    r.parameters = {0.5, 2};
    const Json json = to_json(must(make_schedule(must(plan_by_hand(r, {})))));
    QCOMPARE(json["group"].get<double>(), 2.0);
    QCOMPARE(json["hidden"].get<double>(), 0.5);
}

BLUEPRINTING_CORE_TEST(KindTest)
#include "kind_test.moc"
