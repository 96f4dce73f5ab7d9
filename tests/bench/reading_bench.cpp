#include "core/base/file.h"
#include "core/schedule/export.h"
#include "tests/growth/shapes.h"
#include "tests/support/readers.h"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <memory>
#include <unistd.h>

/// How fast every reader takes, or refuses, ten megabytes of what is hard to read, and how fast a large trace is
/// written. The time of each is to stay below a second.
namespace {

using namespace blueprinting;

constexpr std::size_t kSize = 10'000'000;

void read(benchmark::State& state, const testing::Reader& reader, const growth::Shape& shape)
{
    const std::string& seed = reader.seeds.front();
    const std::string text =
        reader.lines ? shape.make(seed.substr(0, seed.find('\n')), kSize) : shape.make(seed, kSize);
    if (text.empty()) {
        state.SkipWithError("not of this seed");
        return;
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(reader.read(text));
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * static_cast<std::int64_t>(state.iterations()));
}

void write_trace(benchmark::State& state)
{
    schedule::Request request;
    request.kind = schedule::Kind::zero_bubble_h2;
    request.stages = 64;
    request.microbatches = 256;
    const auto made = *schedule::make_schedule(*schedule::plan_by_hand(request, {}));
    std::int64_t bytes = 0;
    for (auto _ : state)
        schedule::chrome_trace(*made.simulation, [&](std::string_view piece) {
            bytes += static_cast<std::int64_t>(piece.size());
            return true;
        });
    state.SetBytesProcessed(bytes);
}
BENCHMARK(write_trace)->Unit(benchmark::kMillisecond);

/// Texts that every reader meets alike are read once, as JSON; what depends on the seed by each.
bool wanted(const testing::Reader& reader, const growth::Shape& shape)
{
    const bool of_seed =
        shape.name.ends_with(" 1") || shape.name.ends_with(" 3") || shape.name.find("key") != std::string::npos;
    return reader.name == "JSON" || of_seed;
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    std::string folder = (std::filesystem::temp_directory_path() / "bench-reading-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return 1;
    const auto readers = testing::all_readers(folder);
    for (const testing::Reader& reader : readers)
        for (const growth::Shape& shape : growth::shapes())
            if (wanted(reader, shape))
                benchmark::RegisterBenchmark((reader.name + "/" + shape.name).c_str(),
                                             [&](benchmark::State& state) { read(state, reader, shape); })
                    ->Unit(benchmark::kMillisecond)
                    ->Iterations(1);
    benchmark::RunSpecifiedBenchmarks();
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return 0;
}
