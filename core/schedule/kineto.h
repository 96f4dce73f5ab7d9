#pragma once
#include "core/base/json_document.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Reading what PyTorch's profiler (Kineto) writes: Chrome JSON, one file a rank. The file is streamed: what is held
/// grows with the spans of the pipeline alone.
namespace blueprinting::schedule {

/// A person's own names of spans: a regular expression, and which of its groups are stage and microbatch.
struct SpanPattern {
    std::string name;
    char kind = 'F';
    std::size_t stage = 1;
    std::size_t microbatch = 2;
    bool operator==(const SpanPattern&) const = default;
};
/// [{"name", "kind", "stage", "microbatch"}]. trace.pattern.
Result<std::vector<SpanPattern>> patterns_from(const JsonDocument& document, const Json& list);
Json to_json(const std::vector<SpanPattern>& patterns);
/// The same of a file. Also read_file's and JsonDocument's.
Result<std::vector<SpanPattern>> read_patterns(const std::filesystem::path& path);

struct TraceSpan {
    std::string cell; ///< as in PyTorch's table: "0F4", "(0F4;7B0)OVERLAP_F_B"
    double start = 0; ///< µs from the file's base
    double duration = 0;
    bool operator==(const TraceSpan&) const = default;
};

struct TraceFile {
    std::string file;
    std::optional<std::int64_t> rank;         ///< distributedInfo.rank, else after "rank" in the file's name
    std::optional<std::int64_t> base;         ///< baseTimeNanoseconds
    std::vector<TraceSpan> device, host;      ///< of gpu_user_annotation and of user_annotation, by start
    std::vector<TraceSpan> steps;             ///< ProfilerStep#n: cell is n
    bool stage_is_rank = false;               ///< spans are "Forward k", "Backward k": their stage is not in them
    std::map<std::string, std::size_t> names; ///< where no span was found: annotations and how often
};

/// file.*, trace.compressed, trace.json (with where it stops), trace.empty where it has no traceEvents,
/// trace.rank.value where it says a rank or a base that is no whole number from 0, trace.span of a span of the pipeline
/// without a start or a length, or that ends before it begins.
Result<TraceFile> read_trace(const std::filesystem::path& path, const std::vector<SpanPattern>& patterns = {});

} // namespace blueprinting::schedule
