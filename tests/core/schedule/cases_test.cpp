#include "core/schedule/bytes.h"
#include "core/schedule/iteration.h"
#include "core/schedule/measured_run.h"
#include "core/schedule/orders.h"
#include "core/schedule/placement.h"
#include "core/schedule/verify.h"
#include "core/schedule/written_order.h"
#include "tests/core/schedule/cases.h"
#include "tests/support/test_main.h"

#include <set>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

/// Every number of cases.json, to 1e-9.
class CasesTest : public QObject {
    Q_OBJECT
private slots:
    void every_list_is_held();
    void schedules_data();
    void schedules();
    void bounds();
    void tables();
    void lowered();
    void ordered();
    void deadlocks();
    void profiles();
    void iterations();
    void two();
    void slack_to_the_end_of_the_iteration();
    void bytes();
    void measured_runs();
    void skewed_clocks();
    void traces_that_are_refused();
};

/// No list of the file is passed over.
void CasesTest::every_list_is_held()
{
    const std::set<std::string> held{"cases",          "bounds",    "csv",      "lowered",
                                     "ordered",        "deadlocks", "profiles", "iteration",
                                     "two_iterations", "bytes",     "measured"};
    for (const auto& [name, list] : cases().items())
        QVERIFY2(name == "about" || held.contains(name), name.c_str());
    QCOMPARE(cases()["cases"].size(), std::size_t{90});
}

void CasesTest::schedules_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Json& c : cases()["cases"])
        QTest::newRow(c["id"].get<std::string>().c_str()) << index++;
}

void CasesTest::schedules()
{
    QFETCH(int, index);
    const Json& c = cases()["cases"][static_cast<std::size_t>(index)];
    const Plan plan = plan_of_case(c, c["cost_per_virtual_stage"]);
    const Schedule s = must(make_schedule(plan));
    QVERIFY2(s.simulation, s.findings.empty() ? "" : s.findings.front().message.c_str());
    const Json json = to_json(s, {true, {}});
    const auto same = [&](const Json& got, const Json& wanted) {
        return alike(got, wanted) ? QByteArray() : (dumped(got) + " instead of " + dumped(wanted)).toUtf8();
    };
    QCOMPARE(same(json["makespan"], c["makespan"]), QByteArray());
    QCOMPARE(same(json["work"], c["work"]), QByteArray());
    QCOMPARE(same(json["bubble"], c["bubble"]), QByteArray());
    QCOMPARE(same(json["internal_idle"], c["internal_idle"]), QByteArray());
    QCOMPARE(same(json["peak_activations"], c["peak_until_gradient"]), QByteArray());
    QCOMPARE(same(json["peak_activations_until_weight_gradient"], c["peak_until_weight_gradient"]), QByteArray());
    QCOMPARE(same(json["lower_bound"]["time"], c["lower_bound"]), QByteArray());
    QCOMPARE(same(json["lower_bound"]["reason"], c["lower_bound_reason"]), QByteArray());
    if (c["closed_makespan"].is_null())
        QVERIFY2(json["closed_form"].is_null(), qPrintable(dumped(json["closed_form"])));
    else
        QCOMPARE(same(json["closed_form"]["makespan"], c["closed_makespan"]), QByteArray());
    if (!c["closed_peak"].is_null())
        for (std::size_t i = 0; i < c["closed_peak"].size(); ++i)
            QVERIFY(near(s.closed.peak_activations[i] * parts_of_a_stage(plan.request), c["closed_peak"][i]));
    if (c.contains("order") && !c["order"].is_null())
        QCOMPARE(same(json["order"], c["order"]), QByteArray());
    const Placement placement(plan.request);
    for (std::uint32_t device = 0; device < plan.request.stages; ++device)
        for (std::uint32_t chunk = 0; chunk < plan.request.chunks; ++chunk) {
            QCOMPARE(placement.place(device, chunk).path, c["placement"][device][chunk]["path"].get<std::uint32_t>());
            QCOMPARE(placement.place(device, chunk).virtual_stage,
                     c["placement"][device][chunk]["g"].get<std::uint32_t>());
        }
    const Diagnostics complaints = verify(s.simulation->graph, s.simulation->timeline);
    QVERIFY2(complaints.empty(), qPrintable(text(complaints)));
}

void CasesTest::bounds()
{
    for (const Json& c : cases()["bounds"]) {
        const std::string placement = c["placement"];
        const bool split = c["split"];
        const int v = c["v"];
        const Kind kind = placement == "v"     ? Kind::zero_bubble_v
                          : placement == "two" ? Kind::dual_pipe
                          : v > 1              ? (split ? Kind::interleaved_zero_bubble : Kind::interleaved)
                          : split              ? Kind::zero_bubble_h1
                                               : Kind::one_forward_one_backward;
        Json as = c;
        as["kind"] = kind->code;
        const LowerBound found = lower_bound(
            plan_of_case(as, c["cost"]), split,
            BoundCap{c["cap_chunks"], c["held_until"] == "weight" ? HeldUntil::weight_gradient : HeldUntil::gradient});
        QCOMPARE(QString::fromStdString(found.reason), QString::fromStdString(c["reason"]));
        QCOMPARE(found.time.has_value(), !c["bound"].is_null());
        if (found.time)
            QCOMPARE(*found.time, c["bound"].get<double>());
    }
}

/// Out and in again, action by action.
void CasesTest::tables()
{
    for (const Json& c : cases()["csv"]) {
        const CommandGraph graph = must(build_graph(must(plan_by_lists(request_of_case(c), {}))));
        std::string wanted;
        for (const Json& row : c["rows"])
            wanted += row.get<std::string>() + '\n';
        const std::string table = must(pytorch_csv(graph, false));
        QCOMPARE(QString::fromStdString(table), QString::fromStdString(wanted));
        const Request back = request_of(must(parse_order(table, "t.csv")).order);
        QCOMPARE(back.microbatches, graph.plan.request.microbatches);
        QCOMPARE(must(pytorch_csv(must(build_graph(must(plan_by_lists(back, {})))), false)), table);
        QCOMPARE(order_json(must(build_graph(must(plan_by_lists(back, {}))))), order_json(graph));
    }
}

void CasesTest::lowered()
{
    for (const Json& c : cases()["lowered"]) {
        const QString from = QString::fromStdString(c["from"]);
        const QStringList words = from.section(';', 0, 0).split(' ');
        Json as{{"kind", words[0].toStdString()}, {"p", 0}, {"m", 0}, {"v", 1}};
        for (const QString& word : words.mid(1))
            if (word.size() > 1 && word.mid(1).toInt() > 0)
                as[word.left(1) == "n" ? "group" : word.left(1).toStdString()] = word.mid(1).toInt();
        const CommandGraph graph = must(build_graph(must(plan_by_lists(request_of_case(as), {}))));
        std::string wanted;
        for (const Json& row : c["rows"]) {
            std::string line;
            for (const Json& cell : row)
                line += (line.empty() ? "" : ",") + cell.get<std::string>();
            wanted += line + '\n';
        }
        const std::string table = must(pytorch_csv(graph, true));
        QVERIFY2(table == wanted, qPrintable(from + '\n' + QString::fromStdString(table)));
        // Read again it runs, and is the same.
        Request back = request_of(must(parse_order(table, "t.csv")).order);
        back.transfers = TransferMode::ordered;
        const CommandGraph again = must(build_graph(must(plan_by_lists(back, {}))));
        QCOMPARE(must(pytorch_csv(again, true)), table);
    }
}

void CasesTest::ordered()
{
    for (const Json& c : cases()["ordered"]) {
        Request r = request_of_case(c);
        StageTimeLists times;
        times.forward = times.input_gradient = times.weight_gradient = {1};
        times.transfer_forward = times.transfer_backward = {c["transfer"].get<double>()};
        for (const auto& [mode, key] :
             {std::pair(TransferMode::linked, "linked"), std::pair(TransferMode::ordered, "ordered")}) {
            r.transfers = mode;
            const Simulation s = must(simulate(must(build_graph(must(plan_by_lists(r, times))))));
            QVERIFY2(near(s.timeline.makespan, c[key]), qPrintable(dumped(c) + QString::number(s.timeline.makespan)));
            QVERIFY(verify(s.graph, s.timeline).empty());
        }
    }
}

void CasesTest::deadlocks()
{
    for (const Json& c : cases()["deadlocks"]) {
        // Typed as <virtual stage><kind><microbatch>, chunks going round.
        std::string typed;
        const int p = c["p"];
        for (int device = 0; device < p; ++device) {
            for (const Json& cell : c["order"][static_cast<std::size_t>(device)]) {
                const QString text = QString::fromStdString(cell);
                const QStringList numbers = text.mid(1).split('.');
                typed += std::to_string(numbers[0].toInt() * p + device) + text[0].toLatin1() +
                         numbers[1].toStdString() + ' ';
            }
            typed += '\n';
        }
        const auto read = parse_order(typed, "typed");
        QVERIFY2(read, qPrintable(text(read.diagnostics())));
        const Schedule s = must(make_schedule(must(plan_by_lists(request_of(read->order), {}))));
        QCOMPARE(s.still.has_value(), !c["ring"].is_null());
        if (s.still)
            QVERIFY2(alike(ring_json(*s.still), c["ring"]),
                     qPrintable(dumped(ring_json(*s.still)) + " instead of " + dumped(c["ring"])));
    }
}

/// Bubble of the longest device's span, as the paper's tables have it, to 4 decimals.
void CasesTest::profiles()
{
    for (const Json& c : cases()["profiles"])
        for (const auto& [kind, wanted] : c["bubble_over_longest_span"].items()) {
            Json as = c;
            as["kind"] = kind;
            as["v"] = 1;
            Request r = request_of_case(as);
            r.transfers = TransferMode::linked;
            StageTimeLists times;
            times.forward = {c["F"].get<double>()};
            times.input_gradient = {c["B"].get<double>()};
            times.weight_gradient = {c["W"].get<double>()};
            times.transfer_forward = times.transfer_backward = {c["transfer"].get<double>()};
            const Simulation s = must(simulate(must(build_graph(must(plan_by_lists(r, times))))));
            double longest = 0;
            for (const StageSummary& stage : s.stages)
                longest = std::max(longest, stage.span());
            QCOMPARE(std::round((longest - s.stages.front().work) / longest * 1e4) / 1e4, wanted.get<double>());
        }
}

namespace {

std::vector<double> list_of(const Json& json)
{
    return json.is_null()    ? std::vector<double>{0}
           : json.is_array() ? json.get<std::vector<double>>()
                             : std::vector<double>{json.get<double>()};
}

Tail tail_of(const Json& tail)
{
    return {list_of(tail["reduce"]),     tail["tied"],
            list_of(tail["step"]),       list_of(tail["gather"]),
            tail.value("overlap", true), tail["norm"] == "global"};
}

} // namespace

void CasesTest::iterations()
{
    for (const Json& c : cases()["iteration"]) {
        const Simulation s = must(simulate(must(build_graph(plan_of_case(c, c["cost"])))));
        const IterationEnd found = must(end_of_iteration(s.graph, s.timeline, tail_of(c["tail"])));
        QVERIFY(near(s.timeline.makespan, c["makespan"]));
        QVERIFY(near(found.end, c["iteration"]));
        Json lanes = Json::array();
        for (const TailStep& each : found.lanes)
            lanes.push_back({to_string(each.what), each.device, each.other, each.begin, each.end});
        QVERIFY2(alike(lanes, c["lanes"]), qPrintable(dumped(lanes) + " instead of " + dumped(c["lanes"])));
    }
}

void CasesTest::two()
{
    for (const Json& c : cases()["two_iterations"]) {
        const Simulation s = must(simulate(must(build_graph(plan_of_case(c, c["cost"])))));
        const Tail tail = tail_of(c["tail"]);
        const IterationEnd first = must(end_of_iteration(s.graph, s.timeline, tail));
        const TwoIterations found = must(two_iterations(s.graph, first, tail));
        QVERIFY2(near(found.end, c["both"]), qPrintable(dumped(c)));
        QVERIFY2(alike(Json(found.second_begins), c["second_begins"]), qPrintable(dumped(c)));
    }
}

/// By trying: a command that takes longer by its slack moves nothing, and by more than that moves the end.
void CasesTest::slack_to_the_end_of_the_iteration()
{
    int tried = 0;
    int free = 0;
    for (const char* list : {"iteration", "two_iterations"})
        for (const Json& c : cases()[list]) {
            const bool both = std::string(list) == "two_iterations";
            const CommandGraph graph = must(build_graph(plan_of_case(c, c["cost"])));
            const Tail tail = tail_of(c["tail"]);
            // The second iteration as it is: only the first is made longer.
            const auto end_with = [&](const CommandGraph& of) {
                const Timeline timeline = partial_run(of);
                const IterationEnd first = must(end_of_iteration(of, timeline, tail));
                return both ? must(two_iterations(graph, first, tail)).end : first.end;
            };
            const Simulation s = must(simulate(graph));
            const IterationEnd first = must(end_of_iteration(graph, s.timeline, tail));
            const TwoIterations two = must(two_iterations(graph, first, tail));
            const auto slack = must(slack_to_the_end(graph, s.timeline, first, tail, both ? &two : nullptr));
            const double end = end_with(graph);
            for (CommandId id = 0; id < graph.size(); id += 3) {
                if (graph.unit(id).first != graph.unit(id).second)
                    continue;
                const auto longer = [&](double by) {
                    CommandGraph other = graph;
                    other.ticks[id] += by * other.plan.times.ticks_per_unit;
                    return end_with(other);
                };
                QVERIFY2(near(longer(slack[id]), end), qPrintable(QString::number(slack[id])));
                QVERIFY(longer(slack[id] + 0.25) > end + 1e-6);
                ++tried;
                free += slack[id] > 0;
            }
        }
    QVERIFY(tried > 200);
    QVERIFY(free > 20);
}

void CasesTest::bytes()
{
    for (const Json& c : cases()["bytes"]) {
        const Simulation s = must(simulate(must(build_graph(plan_of_case(c, c["cost"])))));
        const ByteTerms terms{list_of(c["const"]), list_of(c["act"]), list_of(c["keep"]), list_of(c["temp"])};
        Json peaks = Json::array();
        for (const DeviceBytes& device : must(bytes_over_time(s, terms))) {
            peaks.push_back({{"bytes", device.peak},
                             {"time", device.peak_time},
                             {"command", command_code(s.graph, device.peak_command)}});
            QVERIFY(device.least_possible <= device.peak * (1 + 1e-9));
            // What is alive then, with the constant, is all of it.
            const auto number = static_cast<std::uint32_t>(peaks.size() - 1);
            double sum = terms.constant.size() == 1 ? terms.constant[0] : terms.constant[number];
            for (const AliveAtPeak& each : alive_at_peak(s, terms, number, device)) {
                QCOMPARE(s.graph.kind[each.forward], CommandKind::forward);
                QCOMPARE(s.graph.stage[each.forward], number);
                QVERIFY(s.timeline.start[each.forward] <= device.peak_time);
                sum += each.bytes;
            }
            QVERIFY2(near(sum, device.peak), qPrintable(QString::number(sum)));
        }
        QVERIFY2(alike(peaks, c["peak"]), qPrintable(dumped(peaks) + " instead of " + dumped(c["peak"])));
    }
}

namespace {

std::vector<TraceFile> traces_of(const std::string& folder)
{
    std::vector<TraceFile> out;
    for (int rank = 0; rank < 4; ++rank)
        out.push_back(must(read_trace(kCasesFolder + folder + "/rank" + std::to_string(rank) + ".json")));
    return out;
}

} // namespace

void CasesTest::measured_runs()
{
    for (const Json& c : cases()["measured"]) {
        const double transfer = c.value("transfer_ms", 0.0);
        MeasuredOptions options;
        options.transfer = transfer;
        const MeasuredRun run = must(measured_run(traces_of(c["folder"]), options));
        const Json json = to_json(run, transfer);
        for (const auto& [key, wanted] : c.items()) {
            if (key == "id" || key == "folder")
                continue;
            Json found = json[key];
            for (Json& each : found)
                if (key == "stragglers")
                    each.erase("costs_ms");
            QVERIFY2(alike(found, wanted),
                     qPrintable(QString::fromStdString(key) + ": " + dumped(found) + " instead of " + dumped(wanted)));
        }
        if (c["id"] != "uneven")
            continue;
        // What they cost, by the same independent simulation.
        const std::vector<double> costs{0, 1.0685, 1.313};
        for (std::size_t i = 0; i < costs.size(); ++i)
            QVERIFY2(near(run.stragglers[i].costs, costs[i]),
                     qPrintable(QString::number(run.stragglers[i].costs, 'g', 12)));
        QVERIFY(near(run.late_by(run.stragglers[0].command),
                     run.measured.end[run.stragglers[0].command] - run.simulated.end[run.stragglers[0].command]));
    }
}

/// The clean run with the clock of rank 1 4 ms behind and that of rank 2 1.5 ms ahead.
void CasesTest::skewed_clocks()
{
    auto files = traces_of("traces/clean");
    const std::vector<std::int64_t> by{0, 4'000'000, -1'500'000, 0};
    for (std::size_t i = 0; i < files.size(); ++i)
        *files[i].base += by[i];
    const MeasuredRun run = must(measured_run(std::move(files)));
    QCOMPARE(run.broken, std::size_t{47});
    QVERIFY2(alike(Json(run.shifts), Json{4, 0, 5.5, 4}), qPrintable(dumped(Json(run.shifts))));
    QVERIFY(near(run.measured.makespan, 51));
    QCOMPARE(run.recognised.text, std::string("zb-v p4 m8"));
    // Without the files' common time the clocks are aligned the same way.
    auto bare = traces_of("traces/clean");
    for (TraceFile& file : bare)
        file.base.reset();
    QVERIFY(near(must(measured_run(std::move(bare))).measured.makespan, 51));
}

void CasesTest::traces_that_are_refused()
{
    const auto said = [](std::vector<TraceFile> files) {
        const auto run = measured_run(std::move(files));
        return run ? std::string() : run.diagnostics().front().code;
    };
    auto files = traces_of("traces/clean");
    files[2].rank.reset();
    QCOMPARE(said(files), std::string("trace.rank"));
    files = traces_of("traces/clean");
    files[1].rank = 0;
    QCOMPARE(said(files), std::string("trace.rank.twice"));
    files = traces_of("traces/clean"); // complete, and its first command stands last: no such run can have been
    std::rotate(files[0].device.begin(), files[0].device.begin() + 1, files[0].device.end());
    QCOMPARE(said(files), std::string("trace.incomplete"));
    files = traces_of("traces/clean");
    MeasuredOptions options;
    options.ranks = {{"no such file.json", 1}};
    QCOMPARE(measured_run(files, options).diagnostics().front().code, std::string("trace.rank.file"));
    files.erase(files.begin() + 2); // stages 2 and 5
    const auto lacks = measured_run(files);
    QVERIFY2(lacks.diagnostics().at(1).message.find("no file has stage 2; the highest is 7") != std::string::npos,
             lacks.diagnostics().at(1).message.c_str());
    files = traces_of("traces/clean");
    files[3].device.pop_back();
    QCOMPARE(said(files), std::string("trace.incomplete"));
    files = traces_of("traces/clean");
    for (TraceFile& file : files) {
        file.device.clear();
        file.host.clear();
        file.names = {{"aten::mm", 3}};
    }
    QCOMPARE(said(files), std::string("trace.no_spans"));
    QCOMPARE(read_trace(kCasesFolder + "cases.json").diagnostics().front().code, std::string("trace.empty"));
    QCOMPARE(read_trace(kCasesFolder + "cases.h").diagnostics().front().code, std::string("trace.json"));
    QCOMPARE(read_trace(kCasesFolder).diagnostics().front().code, std::string("file.special"));
}

BLUEPRINTING_CORE_TEST(CasesTest)
#include "cases_test.moc"
