#include "core/certificate/read.h"

#include "core/certificate/features_reader.h"
#include "core/certificate/field_reader.h"
#include "core/certificate/plausible.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::certificate {
namespace {

constexpr std::size_t kMostComplaints = 8;

/// Hands on the document, the place and the list of complaints.
struct Context {
    const JsonDocument& document;
    Diagnostics& diagnostics;

    [[nodiscard]] FieldReader object(const Json& value, std::string at) const
    {
        return {document, value, std::move(at), diagnostics};
    }
    [[nodiscard]] bool enough() const { return diagnostics.size() >= kMostComplaints; }
};

Candidate read_candidate(const Context& context, const Json& value, const std::string& at)
{
    Candidate out;
    FieldReader reader = context.object(value, at);
    reader.text("label", out.label);
    reader.real("median_ms", out.median_ms, 0, true);
    reader.whole("n", out.n, 0);
    reader.real("spread_pct", out.spread_pct, 0);
    if (const Json* features = reader.object("features"))
        out.features = read_features(context.document, *features, at + "/features", context.diagnostics);
    out.extra = reader.rest();
    return out;
}

/// Regret is a share of the least time, so no time may be so small that the share leaves the numbers.
void regret_is_finite(FieldReader& reader, const std::vector<Candidate>& candidates)
{
    if (candidates.empty())
        return;
    const auto [least, most] =
        std::minmax_element(candidates.begin(), candidates.end(),
                            [](const Candidate& a, const Candidate& b) { return a.median_ms < b.median_ms; });
    if (least->median_ms > 0 && !std::isfinite((most->median_ms - least->median_ms) / least->median_ms * 100.0))
        reader.fail("reader.range", "candidates",
                    "the times of one cell must be near enough for a regret in percent, not " +
                        Json(least->median_ms).dump() + " and " + Json(most->median_ms).dump() + " ms");
}

Facts read_facts(const Context& context, const Json& value, const std::string& at)
{
    Facts out;
    FieldReader reader = context.object(value, at);
    reader.whole("tp", out.tp, 1);
    reader.whole("cp", out.cp, 1);
    reader.whole("layers", out.layers, 1);
    reader.whole("gdn_layers", out.gdn_layers, 0);
    reader.flag("uses_gdn", out.uses_gdn);
    reader.optional_whole("ep", out.ep, 1);
    reader.optional_whole("etp", out.etp, 1);
    if (out.gdn_layers > out.layers)
        reader.fail("reader.range", "gdn_layers",
                    "\"gdn_layers\" must be at most layers = " + std::to_string(out.layers) + ", not " +
                        std::to_string(out.gdn_layers));
    out.extra = reader.rest();
    return out;
}

Cell read_cell(const Context& context, const Json& value, const std::string& at)
{
    Cell out;
    FieldReader reader = context.object(value, at);
    reader.text("cell", out.key);
    if (const Json* facts = reader.object("facts"))
        out.facts = read_facts(context, *facts, at + "/facts");
    reader.optional_text("source", out.fingerprint.source);
    reader.optional_text("requests_sha256", out.fingerprint.requests_sha256);
    reader.optional_text("device", out.fingerprint.device);
    reader.optional_text("param_dtype", out.fingerprint.param_dtype);
    reader.optional_whole("hidden_size", out.fingerprint.hidden_size, 1);
    if (reader.has("workload") && !value.at("workload").is_null()) {
        if (const Json* workload = reader.object("workload")) {
            out.has_workload = true;
            FieldReader inner = context.object(*workload, at + "/workload");
            inner.optional_text("kind", out.workload_kind);
            inner.optional_whole("group", out.group, 0);
            out.workload_extra = inner.rest();
        }
    } else {
        reader.ignore("workload");
    }
    if (const Json* candidates = reader.array("candidates")) {
        if (candidates->empty())
            reader.fail("reader.range", "candidates", "\"candidates\" must list at least one candidate");
        if (candidates->size() > kMostCandidates)
            reader.fail("reader.range", "candidates",
                        "\"candidates\" must list at most " + std::to_string(kMostCandidates) +
                            " candidates of a cell, not " + std::to_string(candidates->size()));
        for (std::size_t i = 0; i < std::min(candidates->size(), kMostCandidates) && !context.enough(); ++i)
            out.candidates.push_back(read_candidate(context, (*candidates)[i], at + "/candidates" + pointer_step(i)));
        regret_is_finite(reader, out.candidates);
    }
    if (reader.valid())
        out.extra = reader.rest();
    return out;
}

FitArguments read_fit(const Context& context, const Json& value)
{
    FitArguments out;
    FieldReader reader = context.object(value, "/fit_arguments");
    reader.texts("terms", out.terms);
    reader.text("objective", out.objective);
    reader.text("holdout", out.holdout);
    reader.texts("exclude_cells", out.exclude_cells);
    reader.whole("require_complete", out.require_complete, 0);
    reader.optional_texts("rerank_shapes", out.rerank_shapes);
    out.extra = reader.rest();
    return out;
}

EmbeddedManifest read_embedded(const Context& context, const Json& value)
{
    EmbeddedManifest out;
    FieldReader reader = context.object(value, "/manifest");
    reader.optional_text("path", out.path);
    reader.texts("expected", out.expected);
    reader.texts("excluded", out.excluded);
    out.extra = reader.rest();
    return out;
}

Envelope read_envelope(const Context& context, const Json& value)
{
    Envelope out;
    FieldReader reader = context.object(value, "/measured_envelope");
    reader.texts("device_names", out.device_names);
    reader.texts("param_dtypes", out.param_dtypes);
    reader.wholes("hidden_sizes", out.hidden_sizes, 0);
    out.extra = reader.rest();
    return out;
}

std::optional<double> optional_real(FieldReader& reader, const Json& value, const std::string& key)
{
    if (!value.contains(key) || value.at(key).is_null()) {
        reader.ignore(key);
        return std::nullopt;
    }
    return reader.number(key);
}

void read_metrics(const Context& context, FieldReader& metrics, const Json& value, const std::string& split,
                  std::optional<Metrics>& out, Json& extra)
{
    if (!value.contains(split) || value.at(split).is_null()) {
        metrics.ignore(split);
        return;
    }
    const Json* object = metrics.object(split);
    if (!object)
        return;
    FieldReader reader = context.object(*object, "/metrics" + pointer_step(split));
    Metrics read;
    std::int64_t count = 0;
    reader.whole("cells", count, 0);
    read.cells = static_cast<std::size_t>(count);
    count = 0;
    reader.whole("ordered_pairs", count, 0);
    read.ordered_pairs = static_cast<std::size_t>(count);
    read.pairwise_accuracy = optional_real(reader, *object, "pairwise_accuracy");
    read.median_regret_pct = optional_real(reader, *object, "median_regret_pct");
    read.p95_regret_pct = optional_real(reader, *object, "p95_regret_pct");
    read.max_regret_pct = optional_real(reader, *object, "max_regret_pct");
    reader.texts("clear_misses", read.clear_misses);
    // What a split says beyond the known figures goes by the split's name among what was not used.
    if (Json rest = reader.rest(); !rest.empty())
        extra[split] = std::move(rest);
    out = std::move(read);
}

/// One complaint about a file that is something else, instead of one for each field that it lacks.
std::optional<Diagnostic> wrong_kind(const JsonDocument& document, Kind wanted)
{
    const Kind found = kind_of(document.root());
    if (found == wanted)
        return std::nullopt;
    const std::string want = wanted == Kind::certificate ? "a layout-cost certificate" : "the manifest of a campaign";
    if (found == Kind::certificate)
        return document.error("certificate.kind", "", "this is a layout-cost certificate, not " + want);
    if (found == Kind::manifest)
        return document.error("certificate.kind", "", "this is the manifest of a campaign, not " + want);
    return document.error(
        "certificate.kind", "",
        "this is not " + want + ": it has neither its schema nor its keys (" +
            (wanted == Kind::certificate ? "cells and integer_table_milli_us" : "cells and excluded") + ")");
}

IntegerTable read_table(const Context& context, FieldReader& root)
{
    IntegerTable out;
    const std::string name = "integer_table_milli_us";
    if (const Json* table = root.object(name)) {
        std::size_t wrong = 0;
        for (const auto& item : table->items()) {
            if (context.enough())
                break;
            if (const auto n = as_integer(item.value()))
                out[item.key()] = *n;
            else if (++wrong <= kMostComplaints)
                root.fail("reader.type", name,
                          "the coefficient of " + shown(Json(item.key())) +
                              " must be a whole number of at most 2^53, not " + shown(item.value()));
        }
    }
    return out;
}

} // namespace

Result<Certificate> read_certificate(const JsonDocument& document)
{
    Certificate out;
    Diagnostics diagnostics;
    const Context context{document, diagnostics};
    const Json& root = document.root();
    FieldReader reader = context.object(root, "");
    if (!reader.valid())
        return diagnostics;
    if (const auto wrong = wrong_kind(document, Kind::certificate))
        return *wrong;
    reader.text("schema", out.schema);
    if (const Json* fit = reader.object("fit_arguments"))
        out.fit = read_fit(context, *fit);
    out.table = read_table(context, reader);
    reader.text("integer_table_sha256", out.table_sha256);
    if (reader.has("manifest") && !root.at("manifest").is_null()) {
        if (const Json* manifest = reader.object("manifest"))
            out.manifest = read_embedded(context, *manifest);
    } else {
        reader.ignore("manifest");
    }
    if (const Json* envelope = reader.object("measured_envelope"))
        out.envelope = read_envelope(context, *envelope);
    if (const Json* metrics = reader.object("metrics")) {
        FieldReader inner = context.object(*metrics, "/metrics");
        Json further = Json::object();
        read_metrics(context, inner, *metrics, "integer_all", out.metrics.all, further);
        read_metrics(context, inner, *metrics, "test", out.metrics.test, further);
        read_metrics(context, inner, *metrics, "train", out.metrics.train, further);
        out.metrics.extra = inner.rest();
        out.metrics.extra.update(further);
    }
    if (const Json* cells = reader.array("cells")) {
        if (cells->empty())
            reader.fail("reader.range", "cells", "\"cells\" must list at least one cell");
        for (std::size_t i = 0; i < cells->size() && !context.enough(); ++i)
            out.cells.push_back(read_cell(context, (*cells)[i], "/cells" + pointer_step(i)));
    }
    if (!diagnostics.empty())
        return diagnostics;
    out.extra = reader.rest();
    return out;
}

Result<Certificate> read_certificate(const std::filesystem::path& path)
{
    const auto document = JsonDocument::read(path);
    return document ? read_certificate(*document) : document.failure_as<Certificate>();
}

Result<Manifest> read_manifest(const JsonDocument& document)
{
    Manifest out;
    out.file = std::filesystem::path(document.file()).filename().string();
    Diagnostics diagnostics;
    const Context context{document, diagnostics};
    FieldReader reader = context.object(document.root(), "");
    if (!reader.valid())
        return diagnostics;
    if (const auto wrong = wrong_kind(document, Kind::manifest))
        return *wrong;
    reader.text("schema", out.schema);
    reader.optional_text("description", out.description);
    if (const Json* cells = reader.array("cells")) {
        for (std::size_t i = 0; i < cells->size() && !context.enough(); ++i) {
            ManifestCell cell;
            FieldReader inner = context.object((*cells)[i], "/cells" + pointer_step(i));
            inner.text("key", cell.key);
            inner.optional_text("campaign", cell.campaign);
            inner.text("cell", cell.cell);
            inner.text("model", cell.model);
            inner.whole("layers", cell.layers, 1);
            inner.whole("tp", cell.tp, 1);
            inner.whole("cp", cell.cp, 1);
            inner.optional_whole("group", cell.group, 0);
            cell.extra = inner.valid() ? inner.rest() : Json::object();
            out.cells.push_back(std::move(cell));
        }
    }
    if (const Json* excluded = reader.array("excluded")) {
        for (std::size_t i = 0; i < excluded->size() && !context.enough(); ++i) {
            Exclusion exclusion;
            FieldReader inner = context.object((*excluded)[i], "/excluded" + pointer_step(i));
            inner.text("key", exclusion.key);
            inner.optional_text("reason", exclusion.reason);
            exclusion.extra = inner.valid() ? inner.rest() : Json::object();
            out.excluded.push_back(std::move(exclusion));
        }
    }
    if (!diagnostics.empty())
        return diagnostics;
    out.extra = reader.rest();
    return out;
}

Result<Manifest> read_manifest(const std::filesystem::path& path)
{
    const auto document = JsonDocument::read(path);
    return document ? read_manifest(*document) : document.failure_as<Manifest>();
}

Kind kind_of(const Json& root)
{
    if (!root.is_object())
        return Kind::other;
    const std::string schema =
        root.contains("schema") && root.at("schema").is_string() ? root.at("schema").get<std::string>() : "";
    if (schema == kCertificateSchema)
        return Kind::certificate;
    if (schema == kManifestSchema)
        return Kind::manifest;
    if (root.contains("integer_table_milli_us") && root.contains("cells"))
        return Kind::certificate;
    if (root.contains("excluded") && root.contains("cells"))
        return Kind::manifest;
    return Kind::other;
}

} // namespace blueprinting::certificate
