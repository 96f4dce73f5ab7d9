#include "core/schedule/scene.h"
#include "core/schedule/uneven.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

/// Stages that are not all alike: layers, layouts, a slow device, head and embedding.
class UnevenTest : public QObject {
    Q_OBJECT
private slots:
    void makespans_data();
    void makespans();
    void layouts();
    void refuses_data();
    void refuses();
    void a_picked_kind_takes_the_nearest_counts();
    void work_is_equal_or_not();
    void the_busiest_device_is_named();
    void scenes_go_out_and_in();
    void time_lists();
    void time_lists_that_are_refused_data();
    void time_lists_that_are_refused();
};

namespace {

UnevenStages layers(std::vector<double> list, double head = 0, double embedding = 0)
{
    UnevenStages out;
    out.layers = std::move(list);
    out.head_adds = head;
    out.embedding_adds = embedding;
    return out;
}

UnevenStages layout(const char* text, double head = 0, double embedding = 0)
{
    UnevenStages out = layers({}, head, embedding);
    out.layout = text;
    return out;
}

UnevenStages slow(std::vector<double> factors)
{
    UnevenStages out;
    out.device_factor = std::move(factors);
    return out;
}

double makespan(const Request& request, const UnevenStages& uneven, const StageTimes& times)
{
    return must(make_schedule(must(plan_uneven(request, times, uneven)))).makespan();
}

} // namespace

void UnevenTest::makespans_data()
{
    QTest::addColumn<int>("kind"); // place in the table
    QTest::addColumn<int>("microbatches");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<QString>("how");
    QTest::addColumn<double>("expected");
    const auto place = [](Kind kind) {
        return static_cast<int>(std::find(kinds().begin(), kinds().end(), kind) - kinds().begin());
    };
    const int one = place(Kind::one_forward_one_backward);
    // Published with the order of work, F = 1, B = 2 a layer, p 4, m 8.
    QTest::newRow("8 8 8 8, head 2") << one << 8 << 1 << "8,8,8,8 h2" << 312.0;
    QTest::newRow("9 9 8 6, head 2") << one << 8 << 1 << "9,9,8,6 h2" << 285.0;
    QTest::newRow("9 9 9 5, head 2") << one << 8 << 1 << "9,9,9,5 h2" << 285.0;
    // the busiest of four layers a stage once, eleven times its 3·4
    QTest::newRow("equal layers") << one << 8 << 1 << "4,4,4,4" << 132.0;
    QTest::newRow("device 1 × 1.25") << one << 8 << 1 << "slow" << 37.5;
    QTest::newRow("interleaved, device 1 × 1.25") << place(Kind::interleaved) << 8 << 2 << "slow" << 32.0;
    QTest::newRow("ZB-H1, device 1 × 1.25") << place(Kind::zero_bubble_h1) << 8 << 1 << "slow" << 32.5;
    QTest::newRow("ZB-V, device 1 × 1.25") << place(Kind::zero_bubble_v) << 8 << 2 << "slow" << 30.5;
}

void UnevenTest::makespans()
{
    QFETCH(int, kind);
    QFETCH(int, microbatches);
    QFETCH(int, chunks);
    QFETCH(QString, how);
    QFETCH(double, expected);
    UnevenStages uneven =
        how == "slow" ? slow({1, 1.25, 1, 1}) : layers(must(read_layers(how.section(' ', 0, 0).toStdString())));
    if (how.endsWith("h2"))
        uneven.head_adds = 2;
    QCOMPARE(makespan(request(kinds()[static_cast<std::size_t>(kind)], 4, microbatches, chunks), uneven,
                      split_times(1, 1, 1)),
             expected);
}

void UnevenTest::layouts()
{
    const auto stages = must(read_layout("Et*3|(tt|)*2m|L"));
    const std::vector<LayoutStage> expected{
        {3, true, false}, {2, false, false}, {2, false, false}, {1, false, false}, {0, false, true}};
    QCOMPARE(stages, expected);
    // what layers say, a layout says
    const Request four = request(Kind::one_forward_one_backward, 4, 8);
    const StageTimes times = split_times(1, 1, 1);
    QCOMPARE(makespan(four, layout("Et*9|t*9|t*8|t*6L", 2), times), 285.0);
    QCOMPARE(makespan(four, layout("E,t*8|t*8|(t*4)*2|t*8L", 2, 0.5), times),
             makespan(four, layers({8.5, 8, 8, 10}), times));
    // of equal stages head and embedding add whole stages' worth, of chunks too
    QCOMPARE(must(plan_uneven(request(Kind::interleaved, 4, 8, 2), times, layers({}, 1))).at(7).forward /
                 must(plan_uneven(request(Kind::interleaved, 4, 8, 2), times, layers({}, 1))).times.ticks_per_unit,
             1.5);
}

void UnevenTest::refuses_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("which");
    QTest::newRow("a layout's letter") << "schedule.layout"
                                       << "place 3: 'x' is none of E, t, m, L" << 0;
    QTest::newRow("a group that is open") << "schedule.layout"
                                          << "place 1: '(' is not closed" << 1;
    QTest::newRow("too many stages") << "schedule.layers.count"
                                     << "layout has 5 virtual stages; this schedule has 4" << 2;
    QTest::newRow("too few layers") << "schedule.layers.count"
                                    << "layers has 3 virtual stages; this schedule has 4" << 3;
    QTest::newRow("factors of other devices") << "schedule.factor"
                                              << "device_factor has 3 numbers; there are 4 devices" << 4;
    QTest::newRow("two directions") << "schedule.factor"
                                    << "each stage stands on two devices" << 5;
    QTest::newRow("a factor of 0") << "schedule.uneven.range"
                                   << "device_factor is 0; it must be from 0.001 to 1000" << 6;
    QTest::newRow("recompute") << "schedule.uneven.recompute"
                               << "set apart where all stages are equal" << 7;
}

void UnevenTest::refuses()
{
    QFETCH(QString, code);
    QFETCH(QString, words);
    QFETCH(int, which);
    const std::vector<UnevenStages> wrong{layout("Etx"),   layout("(t|t"),     layout("E|t|t|t|L"), layers({1, 2, 3}),
                                          slow({1, 1, 2}), slow({1, 2, 1, 1}), slow({1, 0, 1, 1}),  slow({1, 2, 1, 1})};
    const Request asked =
        which == 5 ? request(Kind::dual_pipe, 4, 8, 2) : request(Kind::one_forward_one_backward, 4, 8);
    StageTimes times = split_times(1, 1, 1);
    if (which == 7)
        times.recompute = 0.5;
    const auto plan = plan_uneven(asked, times, wrong[static_cast<std::size_t>(which)]);
    QVERIFY(!plan.has_value());
    QVERIFY2(has_code(plan.diagnostics(), code.toStdString()), qPrintable(text(plan.diagnostics())));
    QVERIFY2(text(plan.diagnostics()).contains(words), qPrintable(text(plan.diagnostics())));
}

void UnevenTest::a_picked_kind_takes_the_nearest_counts()
{
    const SceneGroup start{"", Kind::one_forward_one_backward, 5, 8, 1};
    const auto counts = [&](Kind kind, std::int64_t last = 3) {
        const SceneGroup out = with_kind(start, kind, last);
        return std::tuple(out.stages, out.microbatches, out.chunks);
    };
    QCOMPARE(counts(Kind::gpipe), std::tuple(5L, 8L, 1L));
    QCOMPARE(counts(Kind::interleaved), std::tuple(5L, 10L, 3L)); // a multiple of p above 8, chunks as last
    QCOMPARE(counts(Kind::zero_bubble_v), std::tuple(5L, 8L, 2L));
    QCOMPARE(counts(Kind::dual_pipe), std::tuple(6L, 12L, 2L)); // p even, m even and at least 2p
    QCOMPARE(counts(Kind::dual_pipe_v), std::tuple(5L, 10L, 2L));
}

void UnevenTest::work_is_equal_or_not()
{
    const StageTimes times = split_times(1, 1, 1);
    const auto work = [&](const Request& r) { return total_work(must(plan_by_hand(r, times))); };
    // four devices, eight microbatches, three units each
    const double whole = 4 * 8 * 3;
    for (const auto& [kind, chunks] : {std::pair(Kind::one_forward_one_backward, 1), std::pair(Kind::interleaved, 2),
                                       std::pair(Kind::zero_bubble_v, 2), std::pair(Kind::dual_pipe, 2)})
        QVERIFY(std::fabs(work(request(kind, 4, 8, chunks)) - whole) < 1e-9);
    QVERIFY(std::fabs(work(request(Kind::one_forward_one_backward, 4, 16)) - 2 * whole) < 1e-9);
    QVERIFY(std::fabs(work(request(Kind::forward_only, 4, 8)) - 32) < 1e-9);
}

/// The bubble is that of the device that works most, which says so; where all work the same it is any one's.
void UnevenTest::the_busiest_device_is_named()
{
    Request four;
    UnevenStages uneven;
    QVERIFY(!must(make_schedule(must(plan_uneven(four, {}, uneven)))).busiest());
    uneven.device_factor = {1, 1.25, 1, 1};
    const Schedule slow = must(make_schedule(must(plan_uneven(four, {}, uneven))));
    QCOMPARE(slow.busiest(), std::optional<std::size_t>(1));
    QVERIFY(QString::fromStdString(summary(slow)).contains(QStringLiteral(" on stage 1, the busiest: ")));
    uneven = {};
    uneven.head_adds = 1;
    QCOMPARE(must(make_schedule(must(plan_uneven(four, {}, uneven)))).busiest(), std::optional<std::size_t>(3));
}

void UnevenTest::scenes_go_out_and_in()
{
    Scene scene = starting_scene();
    scene.groups[1].parameters = {5, 1};
    scene.groups[1].microbatches = 10;
    scene.groups.push_back(must(group_of_order("0F0 0B0\n1F0 1B0\n", "typed")));
    SceneGroup run;
    run.traces = TraceSource{{"a/b.json"}, {{{"b.json", 2}}, "3", 0.5}};
    scene.groups.push_back(run);
    scene.groups[0].even = true;
    scene.uneven.embedding_adds = 0.5;
    scene.end = Tail{{2}, 3, {1}, {0}, false, false};
    scene.two_iterations = scene.bound = true;
    scene.memory = MemoryShown::bytes;
    scene.held = {1, 2, 3, 50, 4, 60};
    scene.transfers = TransferMode::ordered;
    scene.times.transfer = 0.25;
    const JsonDocument document = must(JsonDocument::parse(to_json(scene).dump(), "scene"));
    const auto back = scene_from_json(document, document.root(), "");
    QVERIFY2(back.has_value(), qPrintable(text(back.diagnostics())));
    QVERIFY(*back == scene);
    QCOMPARE(back->groups[2].stages, std::int64_t{2});
    QVERIFY(back->groups[2].written != nullptr);
}

/// 1F1B with B = 2F and stage j slower by x ≥ 3/2 takes j(F+B) + m·x(F+B) + (p−1−j)·max(0, F+B−xF).
void UnevenTest::time_lists()
{
    UnevenStages uneven;
    uneven.lists = "F:1,1,1,2  B:2,2,2,4";
    const Request r = request(Kind::one_forward_one_backward, 4, 8);
    StageTimes ignored; // nothing of it counts
    ignored.forward = 7;
    QCOMPARE(must(simulate(must(build_graph(must(plan_uneven(r, ignored, uneven)))))).timeline.makespan, 57.0);
    uneven.lists = "F:1,2,1,1 B:2,4,2,2";
    QCOMPARE(must(simulate(must(build_graph(must(plan_uneven(r, ignored, uneven)))))).timeline.makespan, 53.0);
    const StageTimeLists read = must(read_time_lists("F:1 I:0.5,0.5 W:1 forward:0.25 backward:0.5"));
    QCOMPARE(read.input_gradient, (std::vector<double>{0.5, 0.5}));
    QCOMPARE(read.transfer_forward, (std::vector<double>{0.25}));
    QCOMPARE(read.transfer_backward, (std::vector<double>{0.5}));
    // a scene keeps them
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 8, 1}};
    scene.uneven.lists = uneven.lists;
    const JsonDocument document = must(JsonDocument::parse(to_json(scene).dump(), "scene"));
    QVERIFY(must(scene_from_json(document, document.root(), "")) == scene);
}

void UnevenTest::time_lists_that_are_refused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("problem");
    QTest::newRow("none") << " "
                          << "there are no times";
    QTest::newRow("no name") << "1,1,1,2"
                             << "\"1,1,1,2\" does not begin with one of F, B, I, W, forward, backward and a colon";
    QTest::newRow("no number") << "F:1,x"
                               << "x";
    QTest::newRow("twice") << "F:1 F:2"
                           << "F is given twice";
    QTest::newRow("count") << "F:1,1,1"
                           << "3";
    QTest::newRow("negative") << "F:-1"
                              << "-1";
}

void UnevenTest::time_lists_that_are_refused()
{
    QFETCH(QString, text);
    QFETCH(QString, problem);
    UnevenStages uneven;
    uneven.lists = text.toStdString();
    const auto plan = plan_uneven(request(Kind::one_forward_one_backward, 4, 8), {}, uneven);
    QVERIFY(!plan);
    QVERIFY2(QString::fromStdString(plan.diagnostics().front().message).contains(problem),
             plan.diagnostics().front().message.c_str());
}

BLUEPRINTING_CORE_TEST(UnevenTest)
#include "uneven_test.moc"
