#include "core/model/released.h"
#include "core/search/single.h"

#include <benchmark/benchmark.h>
#include <oneapi/tbb/global_control.h>

#include <fstream>
#include <string>

/// How fast a space is gone through on one core: strategies enumerated and legal ones priced (time, nine components,
/// memory, front and the ten fastest), and what memory it takes above what the process had.
namespace {

using namespace blueprinting;

/// Resident kilobytes, now ("VmRSS") or at most ("VmHWM").
double kilobytes(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    std::string word;
    double value = 0;
    while (status >> word)
        if (word == key + ":")
            status >> value;
    return value;
}

struct Named {
    const char* model;
    std::int64_t devices, batch;
    bool all_tiers, both_activations;
    std::int64_t blocks = 0;    ///< other than the preset's
    const char* tensor = "1.."; ///< bounds
    const char* microbatch = "1..";
};

void search(benchmark::State& state, const Named& named)
{
    const oneapi::tbb::global_control one_core(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    auto model = *model::find_preset(named.model);
    if (named.blocks > 0)
        model.blocks = named.blocks;
    const auto& system = *system::find_preset("a100_80g");
    search::Space space = search::Space::of(named.devices, named.batch, system);
    space.tensor = *search::Allowed::parse(named.tensor, "");
    space.microbatch = *search::Allowed::parse(named.microbatch, "");
    if (named.all_tiers)
        space.tensor_tiers = space.pipeline_tiers = space.data_tiers = {0, 1};
    if (named.both_activations)
        space.fused_activation = {false, true};
    const auto layout = search::Layout::make(space, model.blocks);
    const search::Judgement judgement{system.capacity()};
    const search::Searched searched{.model = model, .system = system, .layout = *layout, .judgement = judgement};
    const double before = kilobytes("VmRSS");
    std::uint64_t legal = 0;
    std::uint64_t strategies = 0;
    for ([[maybe_unused]] auto _ : state) {
        const auto found = search::explore(searched, {}, {}, CancelToken());
        legal += found->legal;
        strategies += found->strategies;
    }
    const double laps = static_cast<double>(state.iterations());
    state.counters["strategies"] = static_cast<double>(layout->strategies());
    state.counters["legal"] = static_cast<double>(legal) / laps;
    state.counters["enumerated/s"] = benchmark::Counter(static_cast<double>(strategies), benchmark::Counter::kIsRate);
    state.counters["priced/s"] = benchmark::Counter(static_cast<double>(legal), benchmark::Counter::kIsRate);
    state.counters["MiB_more"] = (kilobytes("VmHWM") - before) / 1024;
}

/// A model beyond six numbers, whose stages differ: with the strategies whose pipeline was simulated.
void modern(benchmark::State& state, const char* name, std::int64_t devices, std::int64_t batch, const char* context,
            const char* expert, std::initializer_list<strategy::StateSharding> sharding)
{
    const oneapi::tbb::global_control one_core(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    search::Asked asked;
    asked.devices = std::to_string(devices);
    asked.batch = batch;
    asked.bounds = {{strategy::Field::context_degree, context}, {strategy::Field::expert_degree, expert}};
    for (const strategy::StateSharding each : sharding)
        asked.words[strategy::Field::sharding].push_back(
            search::value_word(strategy::Field::sharding, static_cast<std::int64_t>(each)));
    const auto question = search::question_of(model::find_released(name)->description, *system::find_preset("h100_sxm"),
                                              cost::View::peak_only, asked);
    const auto layout = question->layout(devices);
    const search::Searched searched{.model = question->model,
                                    .system = question->system,
                                    .layout = *layout,
                                    .view = question->view,
                                    .judgement = question->judgement()};
    const double before = kilobytes("VmRSS");
    search::Exploration found;
    for ([[maybe_unused]] auto _ : state)
        found = *search::explore(searched, {}, {}, CancelToken());
    const auto of_laps = [&](std::uint64_t each) {
        return benchmark::Counter(static_cast<double>(each) * static_cast<double>(state.iterations()),
                                  benchmark::Counter::kIsRate);
    };
    state.counters["strategies"] = static_cast<double>(found.strategies);
    state.counters["legal"] = static_cast<double>(found.legal);
    state.counters["simulated"] = static_cast<double>(found.simulated);
    state.counters["enumerated/s"] = of_laps(found.strategies);
    state.counters["priced/s"] = of_laps(found.legal);
    state.counters["MiB_more"] = (kilobytes("VmHWM") - before) / 1024;
}

using strategy::StateSharding;
BENCHMARK_CAPTURE(modern, llama_3_1_70B_on_1024_all_shardings, "Llama-3.1-70B", 1024, 1024, "1,2,4", "1",
                  {StateSharding::none, StateSharding::optimizer, StateSharding::gradients, StateSharding::full})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(modern, deepseek_v3_on_1024_ep_8_to_64, "DeepSeek-V3", 1024, 4096, "1", "8..64",
                  {StateSharding::optimizer, StateSharding::full})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, gpt3_175B_on_4096, Named{"gpt3-175B", 4096, 4096, false, false})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, megatron_1T_on_8192_all_tiers_both_activations, Named{"megatron-1T", 8192, 8192, true, true})
    ->Unit(benchmark::kMillisecond);
// So many ways to cut the blocks that each one is priced for hundreds of strategies: what the loop itself does.
BENCHMARK_CAPTURE(search, gpt3_175B_with_55440_blocks_on_443520_tp8_microbatch_1_to_64,
                  Named{"gpt3-175B", 443520, 3548160, false, false, 55440, "8", "..64"})
    ->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
