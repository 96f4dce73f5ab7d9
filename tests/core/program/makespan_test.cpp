#include "core/program/makespan.h"
#include "core/schedule/simulate.h"
#include "tests/support/test_main.h"

#include <random>

using namespace blueprinting;
using namespace blueprinting::program;

namespace {

/// As the schedule's own graph and simulation say.
double by_graph(schedule::Kind kind, const CommandTimes& times, std::int64_t microbatches)
{
    schedule::Request request;
    request.kind = kind;
    request.stages = std::ssize(times.forward);
    request.chunks = std::ssize(times.forward.front());
    request.microbatches = microbatches;
    auto graph = schedule::build_graph(schedule::plan_in_seconds(request, {1, 1}).value()).value();
    for (schedule::CommandId id = 0; id < graph.size(); ++id) {
        const auto& of = graph.kind[id] == schedule::CommandKind::forward ? times.forward : times.backward;
        graph.ticks[id] = of[graph.stage[id]][graph.chunk[id]];
    }
    return schedule::simulate(std::move(graph)).value().timeline.makespan;
}

} // namespace

/// A pipeline on plain numbers takes as long as its simulated graph, to the last bit, and its lower bound lies below.
class MakespanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void asTheGraphIsSimulated()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> near(0.9, 1.1), wide(0.01, 3);
        Pipeline reused;
        double slack = 1;
        for (int i = 0; i < 1500; ++i) {
            const std::int64_t p = 2 + std::int64_t(random() % 7),
                               v = random() % 2 == 0 ? 1 : 2 + std::int64_t(random() % 3);
            const std::int64_t m = v == 1 ? 1 + std::int64_t(random() % 24) : p * (1 + std::int64_t(random() % 4));
            const schedule::Kind kind = random() % 8 == 0 ? schedule::Kind::forward_only
                                        : v == 1          ? schedule::Kind::one_forward_one_backward
                                                          : schedule::Kind::interleaved;
            auto& times = random() % 2 == 0 ? near : wide;
            CommandTimes commands;
            reused.set(kind, p, v, m);
            for (std::int64_t stage = 0; stage < p; ++stage) {
                commands.forward.emplace_back();
                commands.backward.emplace_back();
                for (std::int64_t chunk = 0; chunk < v; ++chunk) {
                    commands.forward.back().push_back(times(random));
                    commands.backward.back().push_back(2 * times(random));
                    reused.time(std::size_t(stage), std::size_t(chunk), commands.forward.back().back(),
                                commands.backward.back().back());
                }
            }
            const double graph = by_graph(kind, commands, m);
            QVERIFY(!reused.closed() && reused.refused().empty());
            QVERIFY2(reused.simulated() == graph, qPrintable(QString("%1 %2 %3").arg(p).arg(v).arg(m)));
            QCOMPARE(makespan(kind, commands, m).value(), graph);
            QVERIFY(reused.least() <= graph);
            slack = std::min(slack, reused.least() / graph);
        }
        QVERIFY(slack > 0.3); // a bound, not nothing
    }

    /// A last stage with a head: what the search prunes by is as good as exact.
    void aHeadLeavesTheBoundTight()
    {
        for (const std::int64_t v : {1, 4}) {
            Pipeline pipeline;
            pipeline.set(v == 1 ? schedule::Kind::one_forward_one_backward : schedule::Kind::interleaved, 8, v, 64);
            for (std::size_t stage = 0; stage < 8; ++stage)
                for (std::size_t chunk = 0; chunk < std::size_t(v); ++chunk) {
                    const double more = stage == 7 && chunk + 1 == std::size_t(v) ? 1.15 : 1;
                    pipeline.time(stage, chunk, more, 2 * more);
                }
            QVERIFY(pipeline.least() > 0.99 * pipeline.simulated());
        }
    }

    void whatIsTooLargeIsRefused()
    {
        const CommandTimes times{{{1}, {1.5}}, {{2}, {2}}};
        const auto refused = makespan(schedule::Kind::one_forward_one_backward, times, 1'000'001);
        QVERIFY(!refused);
        QCOMPARE(refused.diagnostics().front().code, std::string("schedule.too_large"));
    }
};

BLUEPRINTING_CORE_TEST(MakespanTest)
#include "makespan_test.moc"
