#pragma once
#include "core/base/json_document.h"
#include "core/certificate/metrics.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A layout-cost calibration certificate as it stands in its file: measurements, the fitted integer table, and what its
/// author says of both. Nothing here is recomputed. Fields that are not known are kept in `extra`, so that writing
/// loses nothing, and are listed by unused_fields().
namespace blueprinting::certificate {

inline constexpr std::string_view kCertificateSchema = "art.dev.trainer_rank_cost_calibration_certificate.v1";
inline constexpr std::string_view kManifestSchema = "art.dev.trainer_rank_cost_calibration_manifest.v1";

/// What the score reads of a layout.
struct Features {
    std::int64_t packed_tokens = 0;
    std::int64_t segment_count = 0;
    std::int64_t max_depth = 0;
    std::array<std::int64_t, 8> segments_below{}; ///< segments shorter than 64, 128, …, 8192 tokens
    Json extra = Json::object();
    bool operator==(const Features&) const = default;
};

struct Candidate {
    std::string label;
    Features features;
    double median_ms = 0;  ///< positive
    std::int64_t n = 0;    ///< usable rows
    double spread_pct = 0; ///< (max − min)/median·100
    Json extra = Json::object();
    bool operator==(const Candidate&) const = default;
};

/// What the score reads of the execution. tp, cp and layers are at least 1; gdn_layers at most layers.
struct Facts {
    std::int64_t tp = 1;
    std::int64_t cp = 1;
    std::int64_t layers = 1;
    std::int64_t gdn_layers = 0;
    bool uses_gdn = false;
    std::optional<std::int64_t> ep;  ///< expert parallelism; later certificates
    std::optional<std::int64_t> etp; ///< tensor parallelism of experts; later certificates
    Json extra = Json::object();
    bool operator==(const Facts&) const = default;
};

/// What a cell was measured with. Absent fields are findings of the checks, not of the reader.
struct Fingerprint {
    std::optional<std::string> source;
    std::optional<std::string> requests_sha256;
    std::optional<std::string> device;
    std::optional<std::string> param_dtype;
    std::optional<std::int64_t> hidden_size;
    bool operator==(const Fingerprint&) const = default;

    /// Calls `call` with the key of each field and the member.
    template <class Call>
    static void each(Call call)
    {
        call("source", &Fingerprint::source);
        call("requests_sha256", &Fingerprint::requests_sha256);
        call("device", &Fingerprint::device);
        call("param_dtype", &Fingerprint::param_dtype);
        call("hidden_size", &Fingerprint::hidden_size);
    }
};

struct Cell {
    std::string key;
    Facts facts;
    Fingerprint fingerprint;
    std::optional<std::int64_t> group; ///< of the workload
    std::optional<std::string> workload_kind;
    std::vector<Candidate> candidates; ///< at least one, in file order
    Json workload_extra = Json::object();
    bool has_workload = false;
    Json extra = Json::object();
    bool operator==(const Cell&) const = default;
};

struct FitArguments {
    std::vector<std::string> terms;
    std::string objective; ///< "regret" or "lsq"
    std::string holdout;   ///< comma-separated patterns
    std::vector<std::string> exclude_cells;
    std::int64_t require_complete = 0;
    std::vector<std::string> rerank_shapes; ///< "tp1cp4"; their cells leave the table's splits. Later certificates
    Json extra = Json::object();
    bool operator==(const FitArguments&) const = default;
};

/// The manifest as the certificate repeats it.
struct EmbeddedManifest {
    std::string path;
    std::vector<std::string> expected;
    std::vector<std::string> excluded;
    Json extra = Json::object();
    bool operator==(const EmbeddedManifest&) const = default;
};

struct Envelope {
    std::vector<std::string> device_names;
    std::vector<std::string> param_dtypes;
    std::vector<std::int64_t> hidden_sizes;
    Json extra = Json::object();
    bool operator==(const Envelope&) const = default;
};

/// What these cells were measured with, in order, each once.
Envelope envelope_of(const std::vector<Cell>& cells);

/// Metrics as the certificate states them. A split that it leaves out is absent.
struct StatedMetrics {
    std::optional<Metrics> all;  ///< "integer_all"
    std::optional<Metrics> test; ///< held out
    std::optional<Metrics> train;
    Json extra = Json::object();
    bool operator==(const StatedMetrics&) const = default;
};

/// Coefficients in milli-microseconds per feature unit, by term.
using IntegerTable = std::map<std::string, std::int64_t>;

struct Certificate {
    std::string schema;
    std::vector<Cell> cells;
    FitArguments fit;
    IntegerTable table;
    std::string table_sha256;
    std::optional<EmbeddedManifest> manifest;
    Envelope envelope;
    StatedMetrics metrics;
    Json extra = Json::object();
    bool operator==(const Certificate&) const = default;

    [[nodiscard]] std::size_t candidate_count() const;
};

/// SHA-256 of the table as JSON with sorted keys and the separators ", " and ": ".
std::string table_hash(const IntegerTable& table);

/// A kind of field that was read, kept and not used: its place with list indices as "*" (cut in the middle where it is
/// longer than anyone reads), how often it stands, and one of its values (the beginning of its text where it is long).
struct UnusedField {
    std::string path;
    std::size_t count = 0;
    std::size_t distinct = 0;
    Json example;
    bool operator==(const UnusedField&) const = default;
};

/// Sorted by path: the first of them, and how many more there are. A file can hold any number.
struct UnusedFields : std::vector<UnusedField> {
    static constexpr std::size_t kMost = 100;
    std::size_t further = 0;
    [[nodiscard]] std::size_t told() const { return size() + further; }
};

UnusedFields unused_fields(const Certificate& certificate);
struct Manifest;
/// Likewise of a manifest file. Its recipes are known: they say how the campaign was run, which no check reads.
UnusedFields unused_fields(const Manifest& manifest);

/// "TP1 CP4", from the facts.
std::string topology_label(const Facts& facts);
/// "tp1cp4", with "ep…" and "etp…" where above 1: how fit arguments name shapes.
std::string fit_shape(const Facts& facts);

} // namespace blueprinting::certificate
