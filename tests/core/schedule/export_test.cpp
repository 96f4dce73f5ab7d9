#include "core/schedule/export.h"
#include "core/schedule/iteration.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <QXmlStreamReader>

#include <map>
#include <set>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

namespace {

Simulation linked_interleaved()
{
    Request r = request(Kind::interleaved, 4, 8, 2);
    r.transfers = TransferMode::linked;
    StageTimes times;
    times.transfer = 0.25;
    return simulated(r, times);
}

std::string chrome_trace(const Simulation& simulation)
{
    return text_of([&](const TextSink& sink) { schedule::chrome_trace(simulation, sink); });
}
std::string csv(const Simulation& simulation)
{
    return text_of([&](const TextSink& sink) { schedule::csv(simulation, sink); });
}
std::string svg(std::span<const Schedule> schedules)
{
    return text_of([&](const TextSink& sink) { schedule::svg(schedules, sink); });
}

Json parsed(std::string text) { return must(JsonDocument::parse(std::move(text), "trace")).root(); }

} // namespace

class ExportTest : public QObject {
    Q_OBJECT
private slots:
    void trace_is_marked_and_named();
    void trace_sums_are_the_simulations_data();
    void trace_sums_are_the_simulations();
    void trace_arrows_are_the_dependencies();
    void trace_slices_never_overlap();
    void trace_of_the_iterations_end();
    void trace_counts_activations();
    void csv_has_a_line_a_command();
    void svg_is_drawn();
    void svg_of_many_commands_stays_small();
    void lane_items_cover_the_lane();
    void thin_commands_merge();
    void pixels_are_means();
    void commands_and_gaps_are_found();
    void ticks_data();
    void ticks();
};

void ExportTest::trace_is_marked_and_named()
{
    const Json trace = parsed(chrome_trace(linked_interleaved()));
    QCOMPARE(trace["executable"], Json(false));
    QCOMPARE(trace["otherData"]["executable"], Json(false));
    std::map<int, std::string> processes;
    std::map<std::pair<int, int>, std::string> threads;
    for (const Json& event : trace["traceEvents"]) {
        if (event["ph"] != "M")
            continue;
        if (event["name"] == "process_name")
            processes[event["pid"].get<int>()] = event["args"]["name"].get<std::string>();
        if (event["name"] == "thread_name")
            threads[{event["pid"].get<int>(), event["tid"].get<int>()}] = event["args"]["name"].get<std::string>();
    }
    QCOMPARE(processes.size(), std::size_t{4});
    QCOMPARE(processes[4], std::string("device 3"));
    // a compute queue each, and eight links: down, up and the two that wrap around
    QCOMPARE(threads.size(), std::size_t{12});
    QCOMPARE((threads[{1, 1}]), std::string("compute"));
    std::set<std::string> names;
    for (const auto& [place, name] : threads)
        names.insert(std::to_string(place.first) + ' ' + name);
    QVERIFY(names.contains("4 link to device 0"));
    QVERIFY(names.contains("1 link to device 3"));
    // every event stands on a thread that has a name
    for (const Json& event : trace["traceEvents"])
        if (event["ph"] == "X")
            QVERIFY((threads.contains({event["pid"].get<int>(), event["tid"].get<int>()})));
}

void ExportTest::trace_sums_are_the_simulations_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<double>("makespan");
    QTest::addColumn<double>("work");
    QTest::newRow("1f1b") << "1f1b" << 1 << 33.0 << 24.0;
    QTest::newRow("interleaved") << "interleaved" << 2 << 28.5 << 24.0;
    QTest::newRow("zb-h1") << "zb-h1" << 1 << 27.0 << 24.0;
}

void ExportTest::trace_sums_are_the_simulations()
{
    QFETCH(QString, kind);
    QFETCH(int, chunks);
    QFETCH(double, makespan);
    QFETCH(double, work);
    const Simulation s = simulated(request(*kind_from(kind.toStdString()), 4, 8, chunks), split_times(1, 1, 1));
    const Json trace = parsed(chrome_trace(s));
    std::map<int, double> busy;
    double last = 0;
    std::size_t complete = 0;
    for (const Json& event : trace["traceEvents"]) {
        if (event["ph"] != "X")
            continue;
        ++complete;
        QVERIFY(event["dur"].get<double>() >= 0);
        busy[event["pid"].get<int>()] += event["dur"].get<double>();
        last = std::max(last, event["ts"].get<double>() + event["dur"].get<double>());
    }
    QCOMPARE(complete, s.graph.size());
    QCOMPARE(last, 1000 * makespan); // a unit is a millisecond
    for (int stage = 0; stage < 4; ++stage)
        QCOMPARE(busy[stage + 1], 1000 * work);
}

void ExportTest::trace_arrows_are_the_dependencies()
{
    const Simulation s = linked_interleaved();
    const Json trace = parsed(chrome_trace(s));
    struct Slice {
        double begin, end;
        int pid, tid;
    };
    std::vector<Slice> slices(s.graph.size());
    std::map<int, Json> starts;
    std::map<int, Json> ends;
    for (const Json& event : trace["traceEvents"]) {
        const auto phase = event["ph"].get<std::string>();
        if (phase == "X")
            slices[event["args"]["command"].get<std::size_t>()] = {
                event["ts"].get<double>(), event["ts"].get<double>() + event["dur"].get<double>(),
                event["pid"].get<int>(), event["tid"].get<int>()};
        if (phase == "s")
            QVERIFY(starts.emplace(event["id"].get<int>(), event).second);
        if (phase == "f") {
            QVERIFY(ends.emplace(event["id"].get<int>(), event).second);
            QCOMPARE(event["bp"], Json("e"));
        }
    }
    QCOMPARE(starts.size(), s.graph.dependency.size());
    QCOMPARE(ends.size(), starts.size());
    const auto on_a_slice = [&](const Json& event) {
        const double time = event["ts"].get<double>();
        return std::any_of(slices.begin(), slices.end(), [&](const Slice& slice) {
            return slice.pid == event["pid"].get<int>() && slice.tid == event["tid"].get<int>() &&
                   slice.begin <= time && time <= slice.end;
        });
    };
    for (const auto& [id, start] : starts) {
        QVERIFY(ends.contains(id));
        QVERIFY(start["ts"].get<double>() <= ends[id]["ts"].get<double>());
        QVERIFY(on_a_slice(start));
        QVERIFY(on_a_slice(ends[id]));
    }
}

/// Whole microseconds on threads from 1, and no two events of a thread overlap, whatever the times.
void ExportTest::trace_slices_never_overlap()
{
    const auto check = [](const Simulation& s, const TraceOptions& options, const std::string& says) {
        const Json trace = parsed(text_of([&](const TextSink& sink) { schedule::chrome_trace(s, sink, options); }));
        std::map<std::pair<int, int>, std::vector<std::pair<std::int64_t, std::int64_t>>> threads;
        for (const Json& event : trace["traceEvents"]) {
            QVERIFY(event["tid"] >= 1 && event["pid"] >= 1);
            if (event["ph"] != "X")
                continue;
            QVERIFY(event["ts"].is_number_integer() && event["dur"].is_number_integer());
            QVERIFY(event["dur"] >= 1);
            const std::int64_t start = event["ts"];
            threads[{event["pid"], event["tid"]}].emplace_back(start, start + event["dur"].get<std::int64_t>());
        }
        for (auto& [thread, slices] : threads) {
            std::sort(slices.begin(), slices.end());
            for (std::size_t i = 1; i < slices.size(); ++i)
                QVERIFY(slices[i].first >= slices[i - 1].second);
        }
        QCOMPARE(trace["otherData"]["time"].get<std::string>(), says);
    };
    Request r = request(Kind::dual_pipe_v, 4, 8, 2);
    r.transfers = TransferMode::linked;
    StageTimes times = split_times(1.0 / 3, 1.0 / 7, 1.0 / 9);
    times.transfer = 1.0 / 11;
    const Simulation s = simulated(r, times);
    const IterationEnd end = must(end_of_iteration(s.graph, s.timeline, Tail{{0.3}, 0, {0.2}, {0.1}, true, true}));
    check(s, {{}, &end}, "1 unit = 1 millisecond");
    check(simulated(r, split_times(1, 1e-4, 1)), {},
          "1 unit = 1 millisecond, everything stretched 1000 times so that the shortest command is seen");
    // A pair is one event; arrows can be left out.
    const Json trace = parsed(text_of([&](const TextSink& sink) {
        schedule::chrome_trace(s, sink, {false, nullptr});
    }));
    std::size_t events = 0;
    bool pair = false;
    for (const Json& event : trace["traceEvents"]) {
        QVERIFY(event["ph"] != "s" && event["ph"] != "f");
        events += event["ph"] == "X";
        pair = pair || (event["ph"] == "X" && event["name"] == "F 5 & B 1");
    }
    QVERIFY(pair);
    QCOMPARE(events,
             s.graph.size() - static_cast<std::size_t>(std::count(s.graph.joined.begin(), s.graph.joined.end(), 1)));
}

/// What comes after the pipeline stands on the collectives' thread, steps on the compute thread; what takes no time
/// stands nowhere, and what is short is stretched with all else until it is seen.
void ExportTest::trace_of_the_iterations_end()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    Tail tail;
    tail.reduce = {1e-4};
    tail.step = {1};
    const IterationEnd end = must(end_of_iteration(s.graph, s.timeline, tail));
    TraceOptions options;
    options.end = &end;
    const std::string text = text_of([&](const TextSink& sink) { schedule::chrome_trace(s, sink, options); });
    std::map<std::string, std::size_t> names;
    const Json trace = parsed(text);
    for (const Json& event : trace["traceEvents"])
        if (event["ph"] == "X") {
            QVERIFY(event["dur"].get<double>() > 0);
            if (event["cat"] == "end of the iteration")
                ++names[event["name"].get<std::string>() + '/' + std::to_string(event["tid"].get<int>())];
        }
    QCOMPARE(names, (std::map<std::string, std::size_t>{{"reduce, chunk 1/2", 4}, {"step/1", 4}}));
}

void ExportTest::trace_counts_activations()
{
    const Json trace = parsed(chrome_trace(simulated(request(Kind::interleaved, 4, 8, 2))));
    double most = 0;
    for (const Json& event : trace["traceEvents"])
        if (event["ph"] == "C" && event["pid"] == 1)
            most = std::max(most, event["args"]["held"].get<double>());
    QCOMPARE(most, 5.5);
}

void ExportTest::csv_has_a_line_a_command()
{
    const QStringList lines =
        QString::fromStdString(csv(simulated(request(Kind::one_forward_one_backward, 2, 2)))).split("\r\n");
    QCOMPARE(lines.size(), 1 + 8 + 1);
    QCOMPARE(lines[0], QString("id,kind,stage,chunk,microbatch,resource,start,end,duration,slack,critical,depends_on,"
                               "path,virtual_stage,slice,pair"));
    // stage 0: F1 0…1, F2 1…2, B1 4…6, B2 7…9; stage 1: F1 1…2, B1 2…4, F2 4…5, B2 5…7. Ids in queue order.
    QCOMPARE(lines[1], QString("0,forward,0,1,1,compute 0,0,1,1,0,true,,1,1,1,"));
    QCOMPARE(lines[2], QString("1,forward,0,1,2,compute 0,1,2,1,2,false,,1,1,1,"));
    QCOMPARE(lines[3], QString("2,backward,0,1,1,compute 0,4,6,2,1,false,0 5,1,1,1,"));
    QCOMPARE(lines[8], QString("7,backward,1,1,2,compute 1,5,7,2,0,true,6,1,2,1,"));
    QVERIFY(lines[9].isEmpty());
    QVERIFY(csv(linked_interleaved()).find(",link 3 to 0,") != std::string::npos);
}

void ExportTest::svg_is_drawn()
{
    const std::vector<Schedule> both{
        must(make_schedule(must(plan_by_hand(request(Kind::one_forward_one_backward, 4, 8), {})))),
        must(make_schedule(must(plan_by_hand(request(Kind::interleaved, 4, 8, 2), {}))))};
    const std::string text = svg(both);
    QXmlStreamReader xml(QString::fromStdString(text));
    int rects = 0;
    QStringList words;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("rect"))
            ++rects;
        if (xml.isStartElement() && xml.name() == QLatin1String("text"))
            words << xml.readElementText();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(rects > 64 + 128);
    QVERIFY(words.contains("1F1B, p 4, m 8"));
    QVERIFY(words.contains("Interleaved 1F1B, p 4, m 8, v 2"));
    QVERIFY(words.contains("makespan 28.5   bubble 4.5: 15.8 % of total, 18.8 % of ideal"));
    QVERIFY(words.contains("peak 5.50"));
    QVERIFY(text.find("fill=\"#332288\"") != std::string::npos);
}

void ExportTest::svg_of_many_commands_stays_small()
{
    // 160 000 commands on 1100 pixels: at most a column of the lane and one of its strip a pixel, whatever is held
    for (const Kind kind : {Kind::one_forward_one_backward, Kind::gpipe}) {
        const std::vector<Schedule> one{must(make_schedule(must(plan_by_hand(request(kind, 4, 20000), {}))))};
        QVERIFY(svg(one).size() < std::size_t{4} * 2 * 1100 * 100);
    }
}

void ExportTest::lane_items_cover_the_lane()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    const TimeWindow whole{0, 33, 330};
    const auto items = lane_items(s, 0, whole);
    QCOMPARE(items.size(), std::size_t{16});
    QCOMPARE(items[4].x0, 100.0); // backward 1 starts at 10
    QCOMPARE(items[4].x1, 120.0);
    // only what is visible: from 10 to 13 backward 1 and forward 5
    QCOMPARE(lane_items(s, 0, {10, 13, 300}).size(), std::size_t{2});
    // a gap alone
    QVERIFY(lane_items(s, 0, {5, 9, 300}).empty());
}

void ExportTest::thin_commands_merge()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    // 33 units on 33 pixels: forwards and backwards are each at least one pixel
    for (const LaneItem& item : lane_items(s, 0, {0, 33, 33}))
        QVERIFY(!item.merged);
    // on 22 pixels forwards (2/3 px) are thin, backwards (4/3) are not
    const auto items = lane_items(s, 0, {0, 33, 22});
    QVERIFY(items.front().merged);
    QCOMPARE(items.front().first, CommandId{0});
    QCOMPARE(items.front().last, CommandId{3});
    QVERIFY(!items[1].merged);
    // on 5 pixels all is one run but for the gap of 6 units (0.9 px), which no longer shows
    QCOMPARE(lane_items(s, 0, {0, 33, 5}).size(), std::size_t{1});
}

void ExportTest::pixels_are_means()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 1, 4), split_times(1, 0.5, 0.5));
    Palette palette;
    palette.shade.fill(0xff000000U);
    palette.shade[shade_of(CommandKind::forward, 0)] = 0xffc80000U;  // red 200
    palette.shade[shade_of(CommandKind::backward, 0)] = 0xff0000c8U; // blue 200
    const TimeWindow window{0, 8, 4};                                // a forward and a backward a pixel
    const auto items = lane_items(s, 0, window);
    QCOMPARE(items.size(), std::size_t{1});
    const PixelRun run = merged_pixels(s, items.front(), window, palette);
    QCOMPARE(run.first_x, 0);
    QCOMPARE(run.colors, std::vector<std::uint32_t>(4, 0xff640064U));
    // one pixel for 16 units: a quarter each of red and blue, the other half idle and white
    const TimeWindow wide{0, 16, 1};
    QCOMPARE(merged_pixels(s, lane_items(s, 0, wide).front(), wide, palette).colors,
             std::vector<std::uint32_t>{0xffb280b2U});
}

void ExportTest::commands_and_gaps_are_found()
{
    const Simulation s = simulated(request(Kind::one_forward_one_backward, 4, 8));
    QCOMPARE(command_at(s, 0, 0.5), CommandId{0});
    QCOMPARE(command_at(s, 0, 1), CommandId{1}); // what starts there, not what ends
    QCOMPARE(command_at(s, 0, 7), kNoCommand);
    QCOMPARE(command_at(s, 0, 34), kNoCommand);
    QCOMPARE(idle_at(s, 0, 7)->end, 10.0);
    QVERIFY(!idle_at(s, 0, 10.5));
    QVERIFY(!idle_at(s, 0, 40));
    QCOMPARE(idle_at(s, 3, 30)->begin, 27.0);
}

void ExportTest::ticks_data()
{
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    QTest::addColumn<QString>("expected");
    QTest::newRow("33 units") << 0.0 << 33.0 << "0 5 10 15 20 25 30";
    QTest::newRow("from 4 to 10") << 4.0 << 10.0 << "4 5 6 7 8 9 10";
    QTest::newRow("18 seconds") << 0.0 << 18.0 << "0 5 10 15";
    QTest::newRow("small") << 0.0 << 0.001 << "0 0.0002 0.0004 0.0006 0.0008 0.001";
    QTest::newRow("empty") << 1.0 << 1.0 << "";
}

void ExportTest::ticks()
{
    QFETCH(double, begin);
    QFETCH(double, end);
    QStringList got;
    for (const double tick : axis_ticks(begin, end, 7))
        got << QString::number(tick);
    QTEST(got.join(' '), "expected");
}

BLUEPRINTING_CORE_TEST(ExportTest)
#include "export_test.moc"
