#include "core/schedule/export.h"
#include "core/schedule/schedule.h"
#include "core/schedule/verify.h"

#include <benchmark/benchmark.h>

#include <sys/resource.h>

/// Commands a second of graph, simulation and exports, and the most memory that the process has held so far.
namespace {

using namespace blueprinting::schedule;

Plan plan_of(Kind kind, std::int64_t stages, std::int64_t microbatches, std::int64_t chunks, TransferMode transfers)
{
    Request request;
    request.kind = kind;
    request.stages = stages;
    request.microbatches = microbatches;
    request.chunks = chunks;
    request.transfers = transfers;
    StageTimes times;
    if (transfers == TransferMode::linked)
        times.transfer = 0.125;
    return plan_by_hand(request, times).value();
}

void count(benchmark::State& state, std::size_t commands)
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["commands"] = static_cast<double>(commands);
    state.counters["commands/s"] = benchmark::Counter(
        static_cast<double>(commands) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
    state.counters["peak MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Laying out and simulating p 64, m 512, v 3.
void graph_and_simulation(benchmark::State& state)
{
    const auto mode = state.range(0) == 0 ? TransferMode::charged : TransferMode::linked;
    const Plan plan = plan_of(Kind::interleaved, 64, 512, 3, mode);
    std::size_t commands = 0;
    for ([[maybe_unused]] auto _ : state) {
        auto simulation = simulate(build_graph(plan).value());
        commands = simulation->graph.size();
        benchmark::DoNotOptimize(simulation);
    }
    count(state, commands);
}
BENCHMARK(graph_and_simulation)->ArgName("linked")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// Building, verifying and simulating p 64, m 512 of each kind, v 2 where it takes that many.
void every_kind(benchmark::State& state)
{
    const Kind kind = kinds()[static_cast<std::size_t>(state.range(0))];
    const Plan plan = plan_of(kind, 64, 512, nearest_chunks(kind, 2), TransferMode::charged);
    std::size_t commands = 0;
    for ([[maybe_unused]] auto _ : state) {
        auto simulation = simulate(build_graph(plan).value());
        auto complaints = verify(simulation->graph);
        commands = simulation->graph.size();
        benchmark::DoNotOptimize(complaints);
    }
    state.SetLabel(std::string(kind->code));
    count(state, commands);
}
BENCHMARK(every_kind)->DenseRange(0, static_cast<int>(kinds().size()) - 1)->Unit(benchmark::kMillisecond);

/// The most that is admitted: 4 000 000 commands.
void at_the_limit(benchmark::State& state)
{
    const Plan plan = plan_of(Kind::one_forward_one_backward, 200, 10000, 1, TransferMode::charged);
    std::size_t commands = 0;
    for ([[maybe_unused]] auto _ : state) {
        auto simulation = simulate(build_graph(plan).value());
        commands = simulation->graph.size();
        benchmark::DoNotOptimize(simulation);
    }
    count(state, commands);
}
BENCHMARK(at_the_limit)->Unit(benchmark::kMillisecond);

/// Every lane of p 64, m 512, v 3 laid out on 1400 pixels: what a full-range frame asks of the core.
void lanes_of_a_frame(benchmark::State& state)
{
    const auto simulation =
        simulate(build_graph(plan_of(Kind::interleaved, 64, 512, 3, TransferMode::charged)).value());
    const TimeWindow window{0, simulation->timeline.makespan, 1400};
    const Palette palette;
    for ([[maybe_unused]] auto _ : state)
        for (std::uint32_t stage = 0; stage < 64; ++stage)
            for (const LaneItem& item : lane_items(*simulation, stage, window))
                if (item.merged)
                    benchmark::DoNotOptimize(merged_pixels(*simulation, item, window, palette));
    count(state, simulation->graph.size());
}
BENCHMARK(lanes_of_a_frame)->Unit(benchmark::kMillisecond);

void trace_export(benchmark::State& state)
{
    const auto simulation =
        simulate(build_graph(plan_of(Kind::interleaved, 64, 512, 3, TransferMode::charged)).value());
    for ([[maybe_unused]] auto _ : state)
        chrome_trace(*simulation, [](std::string_view piece) {
            benchmark::DoNotOptimize(piece.data());
            return true;
        });
    count(state, simulation->graph.size());
}
BENCHMARK(trace_export)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
