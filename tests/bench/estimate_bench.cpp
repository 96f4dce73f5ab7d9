#include "core/base/file.h"
#include "core/calibration/experiment.h"
#include "core/calibration/gate.h"
#include "core/model/released.h"
#include "core/program/evaluate.h"
#include "core/search/batch.h"
#include "core/strategy/mapping.h"

#include <benchmark/benchmark.h>

/// How fast a strategy is compiled and priced. The command line's batch is measured by `time blueprinting estimate
/// --batch`.
namespace {

using namespace blueprinting;

const strategy::Preset& gpt3() { return *strategy::find_preset("seqsel-tab5/gpt3-175B/seqsel"); }

/// Laws, three passes with their verification and digests, and both views of one GPT-175B strategy.
void evaluate(benchmark::State& state)
{
    const auto& model = *model::find_preset(gpt3().model);
    const auto& system = *system::find_preset(gpt3().system);
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(search::evaluate(model, system, gpt3().execution, strategy::Rules::strict));
    state.counters["strategies/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// Compile with its digests, and both views, of models beyond six numbers: Llama-3.1-405B over TP 8, PP 16 with eight
/// chunks and DP 8, and DeepSeek-V3 over PP 16, DP 128 with its experts over 64.
void evaluate_program(benchmark::State& state, const char* name, const char* typed)
{
    const model::Description& model = model::find_released(name)->description;
    const auto document = JsonDocument::parse(typed, name);
    const auto execution = strategy::execution_from_json(*document, document->root(), "");
    const system::SystemProfile& system = *system::find_preset("h100_sxm");
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(program::evaluate(model, system, *execution));
    state.counters["strategies/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

constexpr const char* kLlama405 =
    R"({"parallelism": {"kind": "training", "tensor": {"degree": 8, "communication": "reduce_scatter_all_gather"},
        "pipeline": {"degree": 16, "schedule": {"kind": "interleaved_1f1b", "virtual_stages": 8}, "layout": "edges"},
        "data": {"degree": 8, "sharding": {"kind": "optimizer"}}, "recompute": "none"},
        "global_batch": 512, "microbatch_size": 1, "datatype": "bfloat16", "attention_type": "multihead",
        "fused_activation": false, "fused_attention": true, "sequence_parallel_all_gather_redo": false,
        "network_tiers": {}})";
constexpr const char* kDeepSeek =
    R"({"parallelism": {"kind": "training", "tensor": {"degree": 1, "communication": "all_reduce"},
        "pipeline": {"degree": 16, "schedule": {"kind": "1f1b"}, "layout": "Et*4|(t*4|)*14tmL"},
        "expert": {"degree": 64, "tensor_degree": 1}, "data": {"degree": 128, "sharding": {"kind": "optimizer"}},
        "recompute": {"kind": "modules", "modules": ["mla_up_proj", "mlp_act", "moe_act"]}},
        "global_batch": 15360, "microbatch_size": 1, "datatype": "bfloat16", "attention_type": "multihead",
        "fused_activation": false, "fused_attention": true, "sequence_parallel_all_gather_redo": false,
        "network_tiers": {}})";

/// One view of a plan that is already compiled.
void price(benchmark::State& state)
{
    const auto& system = *system::find_preset(gpt3().system);
    const auto compiled = passes::compile(*model::find_preset(gpt3().model), gpt3().execution, strategy::Rules::strict);
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(
            cost::estimate(compiled->plan(), system, cost::View::system_evidence, strategy::Rules::strict));
    state.counters["tasks/s"] =
        benchmark::Counter(static_cast<double>(compiled->plan().tasks.size()) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate);
}

/// The eight cases of Table 5 with the recorded oracle read anew, and the gate.
void calibrate(benchmark::State& state)
{
    const auto contract = calibration::baseline_contract();
    for ([[maybe_unused]] auto _ : state) {
        const auto cases = calibration::table5_cases();
        const auto report = calibration::run_experiment(*cases, *oracle::make_recorded_calculon(),
                                                        *oracle::make_paper(), {}, CancelToken());
        benchmark::DoNotOptimize(calibration::check(*report, *contract));
    }
}

/// The carried training records as a batch, on all processors.
void batch(benchmark::State& state)
{
    const auto text = read_file(BLUEPRINTING_SOURCE_DIR "/data/oracle/train.jsonl");
    std::size_t lines = 0;
    for ([[maybe_unused]] auto _ : state) {
        const auto counts = search::evaluate_batch(
            *text, "train.jsonl", strategy::Rules::strict, cost::View::system_evidence,
            [](const std::string& line) { benchmark::DoNotOptimize(line.data()); }, CancelToken());
        lines += counts->lines;
    }
    state.counters["lines/s"] = benchmark::Counter(static_cast<double>(lines), benchmark::Counter::kIsRate);
}

BENCHMARK(evaluate)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(evaluate_program, llama_405b, "Llama-3.1-405B", kLlama405)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate_program, deepseek_v3, "DeepSeek-V3", kDeepSeek)->Unit(benchmark::kMillisecond);
BENCHMARK(price)->Unit(benchmark::kMicrosecond);
BENCHMARK(calibrate)->Unit(benchmark::kMillisecond);
BENCHMARK(batch)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
