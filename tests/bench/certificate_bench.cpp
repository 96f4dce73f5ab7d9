#include "core/certificate/checks.h"
#include "core/certificate/published.h"
#include "core/certificate/read.h"
#include "core/certificate/write.h"

#include <benchmark/benchmark.h>

#include <random>

using namespace blueprinting;
using namespace blueprinting::certificate;

namespace {

Certificate published()
{
    const EmbeddedFile file = published_certificate();
    return std::move(*read_certificate(*JsonDocument::parse(std::string(file.bytes), "")));
}

/// A certificate of `cells` cells with 30 candidates each, whose times follow a table with some noise.
const Certificate& large(std::size_t cells)
{
    static std::map<std::size_t, Certificate> made;
    const auto [at, fresh] = made.emplace(cells, published());
    Certificate& out = at->second;
    if (!fresh)
        return out;
    std::mt19937 random(7);
    const auto between = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    Cell model = out.cells.front();
    model.candidates.resize(1);
    out.cells.clear();
    for (std::size_t i = 0; i < cells; ++i) {
        Cell cell = model;
        cell.facts.cp = std::int64_t{1} << between(0, 2);
        cell.group = static_cast<std::int64_t>(i);
        cell.key = "cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp" + std::to_string(cell.facts.cp) + "|g" + std::to_string(i);
        cell.candidates.assign(30, model.candidates.front());
        for (std::size_t j = 0; j < cell.candidates.size(); ++j) {
            Candidate& candidate = cell.candidates[j];
            candidate.label = "layout_" + std::to_string(j);
            candidate.features.packed_tokens = between(5000, 60000);
            candidate.features.max_depth = between(1, 6);
            const double tokens =
                2.0 * 32 * static_cast<double>(candidate.features.packed_tokens) / static_cast<double>(cell.facts.cp);
            const double levels = 24.0 * 3000 * static_cast<double>(candidate.features.max_depth - 1);
            candidate.median_ms = (tokens + levels) / 1000 * (0.97 + 0.001 * between(0, 60));
        }
        out.cells.push_back(std::move(cell));
    }
    return out;
}

void read_file_of(benchmark::State& state)
{
    const std::string text = *write_certificate(large(static_cast<std::size_t>(state.range(0))));
    for (auto _ : state) {
        auto document = JsonDocument::parse(text, "");
        benchmark::DoNotOptimize(read_certificate(*document));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(read_file_of)->Arg(56)->Arg(5000)->Unit(benchmark::kMillisecond);

void assess_cells(benchmark::State& state)
{
    const Certificate& certificate = large(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(assess(certificate));
}
BENCHMARK(assess_cells)->Arg(56)->Arg(5000)->Unit(benchmark::kMillisecond);

void refit_cells(benchmark::State& state)
{
    const Certificate& certificate = large(static_cast<std::size_t>(state.range(0)));
    const CertificateSet set = measured_set(certificate);
    for (auto _ : state)
        benchmark::DoNotOptimize(refit(certificate, set, {}));
}
BENCHMARK(refit_cells)->Arg(56)->Arg(5000)->Unit(benchmark::kMillisecond);

void refit_published(benchmark::State& state)
{
    const Certificate certificate = published();
    const CertificateSet set = measured_set(certificate);
    for (auto _ : state)
        benchmark::DoNotOptimize(refit(certificate, set, {}));
}
BENCHMARK(refit_published)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
