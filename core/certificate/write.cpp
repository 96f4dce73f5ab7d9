#include "core/certificate/write.h"

#include "core/base/canonical_json.h"

#include <set>

namespace blueprinting::certificate {
namespace {

template <class Value>
Json or_null(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json();
}

Json features_json(const Features& features)
{
    Json out = features.extra;
    out["packed_tokens"] = features.packed_tokens;
    out["segment_count"] = features.segment_count;
    out["max_depth"] = features.max_depth;
    out["segments_below"] = features.segments_below;
    return out;
}

Json candidate_json(const Candidate& candidate)
{
    Json out = candidate.extra;
    out["label"] = candidate.label;
    out["features"] = features_json(candidate.features);
    out["median_ms"] = candidate.median_ms;
    out["n"] = candidate.n;
    out["spread_pct"] = candidate.spread_pct;
    return out;
}

Json facts_json(const Facts& facts)
{
    Json out = facts.extra;
    out["tp"] = facts.tp;
    out["cp"] = facts.cp;
    out["layers"] = facts.layers;
    out["gdn_layers"] = facts.gdn_layers;
    out["uses_gdn"] = facts.uses_gdn ? 1 : 0;
    if (facts.ep)
        out["ep"] = *facts.ep;
    if (facts.etp)
        out["etp"] = *facts.etp;
    return out;
}

Json cell_json(const Cell& cell)
{
    Json out = cell.extra;
    out["cell"] = cell.key;
    out["facts"] = facts_json(cell.facts);
    out["source"] = or_null(cell.fingerprint.source);
    out["requests_sha256"] = or_null(cell.fingerprint.requests_sha256);
    out["device"] = or_null(cell.fingerprint.device);
    out["param_dtype"] = or_null(cell.fingerprint.param_dtype);
    out["hidden_size"] = or_null(cell.fingerprint.hidden_size);
    if (cell.has_workload) {
        out["workload"] = cell.workload_extra;
        if (cell.workload_kind)
            out["workload"]["kind"] = *cell.workload_kind;
        if (cell.group)
            out["workload"]["group"] = *cell.group;
    }
    out["candidates"] = Json::array();
    for (const Candidate& candidate : cell.candidates)
        out["candidates"].push_back(candidate_json(candidate));
    return out;
}

Json fit_json(const FitArguments& fit)
{
    Json out = fit.extra;
    out["terms"] = fit.terms;
    out["objective"] = fit.objective;
    out["holdout"] = fit.holdout;
    out["exclude_cells"] = fit.exclude_cells;
    out["require_complete"] = fit.require_complete;
    if (!fit.rerank_shapes.empty())
        out["rerank_shapes"] = fit.rerank_shapes;
    return out;
}

Json stated_json(const StatedMetrics& metrics)
{
    Json out = metrics.extra;
    const auto put = [&](const char* split, const std::optional<Metrics>& stated) {
        if (!stated)
            return;
        Json known = metrics_json(*stated);
        if (out.contains(split) && out[split].is_object())
            known.update(out[split]);
        out[split] = std::move(known);
    };
    put("integer_all", metrics.all);
    put("test", metrics.test);
    put("train", metrics.train);
    return out;
}

/// Writes an object one key a line; the entries of `lines` one list entry or one inner key a line.
class LineWriter {
public:
    Result<std::string> write(const Json& root, const std::set<std::string>& lines)
    {
        m_out = "{";
        bool first = true;
        for (const auto& item : root.items()) {
            m_out += first ? "\n " : ",\n ";
            first = false;
            m_out += Json(item.key()).dump() + ": ";
            const bool ok =
                lines.contains(item.key()) && !item.value().empty() ? block(item.value()) : line(item.value());
            if (!ok)
                return m_failure;
        }
        return m_out + "\n}\n";
    }

private:
    bool line(const Json& value)
    {
        auto text = canonical_json(value);
        if (!text) {
            m_failure = text.diagnostics();
            return false;
        }
        m_out += *text;
        return true;
    }

    bool block(const Json& value)
    {
        const bool list = value.is_array();
        m_out += list ? "[" : "{";
        bool first = true;
        for (const auto& item : value.items()) {
            m_out += first ? "\n  " : ",\n  ";
            first = false;
            if (!list)
                m_out += Json(item.key()).dump() + ": ";
            if (!line(item.value()))
                return false;
        }
        m_out += list ? "\n ]" : "\n }";
        return true;
    }

    std::string m_out;
    Diagnostics m_failure;
};

} // namespace

Json metrics_json(const Metrics& metrics)
{
    return {{"cells", metrics.cells},
            {"ordered_pairs", metrics.ordered_pairs},
            {"pairwise_accuracy", or_null(metrics.pairwise_accuracy)},
            {"median_regret_pct", or_null(metrics.median_regret_pct)},
            {"p95_regret_pct", or_null(metrics.p95_regret_pct)},
            {"max_regret_pct", or_null(metrics.max_regret_pct)},
            {"clear_misses", metrics.clear_misses}};
}

Result<std::string> write_certificate(const Certificate& certificate)
{
    Json root = certificate.extra;
    root["schema"] = certificate.schema;
    root["cells"] = Json::array();
    for (const Cell& cell : certificate.cells)
        root["cells"].push_back(cell_json(cell));
    root["fit_arguments"] = fit_json(certificate.fit);
    root["integer_table_milli_us"] = certificate.table;
    root["integer_table_sha256"] = certificate.table_sha256;
    root["manifest"] = nullptr;
    if (certificate.manifest) {
        Json manifest = certificate.manifest->extra;
        manifest["path"] = certificate.manifest->path;
        manifest["expected"] = certificate.manifest->expected;
        manifest["excluded"] = certificate.manifest->excluded;
        root["manifest"] = std::move(manifest);
    }
    Json envelope = certificate.envelope.extra;
    envelope["device_names"] = certificate.envelope.device_names;
    envelope["param_dtypes"] = certificate.envelope.param_dtypes;
    envelope["hidden_sizes"] = certificate.envelope.hidden_sizes;
    root["measured_envelope"] = std::move(envelope);
    root["metrics"] = stated_json(certificate.metrics);
    return LineWriter().write(root, {"cells", "fit_arguments", "manifest", "metrics"});
}

Result<std::string> write_manifest(const Manifest& manifest)
{
    Json root = manifest.extra;
    root["schema"] = manifest.schema;
    root["description"] = manifest.description;
    root["cells"] = Json::array();
    for (const ManifestCell& cell : manifest.cells) {
        Json out = cell.extra;
        out["key"] = cell.key;
        out["campaign"] = cell.campaign;
        out["cell"] = cell.cell;
        out["model"] = cell.model;
        out["layers"] = cell.layers;
        out["tp"] = cell.tp;
        out["cp"] = cell.cp;
        out["group"] = or_null(cell.group);
        root["cells"].push_back(std::move(out));
    }
    root["excluded"] = Json::array();
    for (const Exclusion& exclusion : manifest.excluded) {
        Json out = exclusion.extra;
        out["key"] = exclusion.key;
        out["reason"] = exclusion.reason;
        root["excluded"].push_back(std::move(out));
    }
    return LineWriter().write(root, {"cells", "excluded"});
}

} // namespace blueprinting::certificate
