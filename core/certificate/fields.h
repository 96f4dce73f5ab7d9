#pragma once
#include "core/base/record.h"
#include "core/certificate/field_reader.h"
#include "core/certificate/manifest.h"
#include "core/certificate/plausible.h"

/// Inside the room: the fields of its records (record.h), in the order in which they are read. FieldReader reads them,
/// FieldWriter writes them.
namespace blueprinting::certificate {

void fields(auto& visit, Of<Features> auto& features)
{
    visit("packed_tokens", features.packed_tokens, 0);
    visit("segment_count", features.segment_count, 0);
    visit("max_depth", features.max_depth, 0);
    visit("segments_below", features.segments_below);
}

void fields(auto& visit, Of<Candidate> auto& candidate)
{
    visit("label", candidate.label);
    visit("median_ms", candidate.median_ms, 0, true);
    visit("n", candidate.n, 0);
    visit("spread_pct", candidate.spread_pct, 0);
    visit("features", candidate.features);
}

void fields(auto& visit, Of<Facts> auto& facts)
{
    visit("tp", facts.tp, 1);
    visit("cp", facts.cp, 1);
    visit("layers", facts.layers, 1);
    visit("gdn_layers", facts.gdn_layers, 0);
    visit("uses_gdn", facts.uses_gdn);
    visit.if_any("ep", facts.ep, 1);
    visit.if_any("etp", facts.etp, 1);
}

void fields(auto& visit, Of<Fingerprint> auto& fingerprint)
{
    Fingerprint::each([&](const char* key, auto member) {
        if constexpr (std::is_same_v<decltype(member), std::optional<std::int64_t> Fingerprint::*>)
            visit(key, fingerprint.*member, 1);
        else
            visit(key, fingerprint.*member);
    });
}

/// What a cell says of its workload.
void workload_fields(auto& visit, Of<Cell> auto& cell)
{
    visit.if_any("kind", cell.workload_kind);
    visit.if_any("group", cell.group, 0);
}

void fields(auto& visit, Of<Cell> auto& cell)
{
    visit("cell", cell.key);
    visit("facts", cell.facts);
    fields(visit, cell.fingerprint);
    visit.part("workload", cell.has_workload, cell.workload_extra, [&](auto& part) { workload_fields(part, cell); });
    visit("candidates", cell.candidates, Count{true, kMostCandidates});
}

void fields(auto& visit, Of<FitArguments> auto& fit)
{
    visit("terms", fit.terms);
    visit("objective", fit.objective);
    visit("holdout", fit.holdout);
    visit("exclude_cells", fit.exclude_cells);
    visit("require_complete", fit.require_complete, 0);
    visit.if_any("rerank_shapes", fit.rerank_shapes);
}

void fields(auto& visit, Of<EmbeddedManifest> auto& manifest)
{
    visit.maybe("path", manifest.path);
    visit("expected", manifest.expected);
    visit("excluded", manifest.excluded);
}

void fields(auto& visit, Of<Envelope> auto& envelope)
{
    visit("device_names", envelope.device_names);
    visit("param_dtypes", envelope.param_dtypes);
    visit("hidden_sizes", envelope.hidden_sizes, 0);
}

void fields(auto& visit, Of<Metrics> auto& metrics)
{
    visit("cells", metrics.cells);
    visit("ordered_pairs", metrics.ordered_pairs);
    visit("pairwise_accuracy", metrics.pairwise_accuracy);
    visit("median_regret_pct", metrics.median_regret_pct);
    visit("p95_regret_pct", metrics.p95_regret_pct);
    visit("max_regret_pct", metrics.max_regret_pct);
    visit("clear_misses", metrics.clear_misses);
}

void fields(auto& visit, Of<StatedMetrics> auto& metrics)
{
    visit.split("integer_all", metrics.all);
    visit.split("test", metrics.test);
    visit.split("train", metrics.train);
}

void fields(auto& visit, Of<Certificate> auto& certificate)
{
    visit("schema", certificate.schema);
    visit("fit_arguments", certificate.fit);
    visit("integer_table_milli_us", certificate.table);
    visit("integer_table_sha256", certificate.table_sha256);
    visit("manifest", certificate.manifest);
    visit("measured_envelope", certificate.envelope);
    visit("metrics", certificate.metrics);
    visit("cells", certificate.cells, Count{.some = true});
}

void fields(auto& visit, Of<ManifestCell> auto& cell)
{
    visit("key", cell.key);
    visit.maybe("campaign", cell.campaign);
    visit("cell", cell.cell);
    visit("model", cell.model);
    visit("layers", cell.layers, 1);
    visit("tp", cell.tp, 1);
    visit("cp", cell.cp, 1);
    visit("group", cell.group, 0);
}

void fields(auto& visit, Of<Exclusion> auto& exclusion)
{
    visit("key", exclusion.key);
    visit.maybe("reason", exclusion.reason);
}

void fields(auto& visit, Of<Manifest> auto& manifest)
{
    visit("schema", manifest.schema);
    visit.maybe("description", manifest.description);
    visit("cells", manifest.cells);
    visit("excluded", manifest.excluded);
}

/// What is wrong with a record beyond its single fields.
void hold(FieldReader& reader, const Facts& facts);
void hold(FieldReader& reader, const Cell& cell);

/// "\"candidates\" must list at most 100 candidates of a cell, not 101"
std::string too_many(const std::string& key, std::size_t found, std::size_t most);

} // namespace blueprinting::certificate
