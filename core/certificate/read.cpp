#include "core/certificate/read.h"

#include "core/certificate/fields.h"

#include <cmath>

namespace blueprinting::certificate {
namespace {

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

template <class Record>
Result<Record> read_whole(const JsonDocument& document, Kind kind)
{
    Record out;
    Diagnostics diagnostics;
    FieldReader reader(document, document.root(), "", diagnostics);
    if (!reader.valid())
        return diagnostics;
    if (const auto wrong = wrong_kind(document, kind))
        return *wrong;
    reader.record(out);
    if (!diagnostics.empty())
        return diagnostics;
    return out;
}

} // namespace

void hold(FieldReader& reader, const Facts& facts)
{
    if (facts.gdn_layers > facts.layers)
        reader.fail("reader.range", "gdn_layers",
                    "\"gdn_layers\" must be at most layers = " + std::to_string(facts.layers) + ", not " +
                        std::to_string(facts.gdn_layers));
}

/// Regret is a share of the least time, so no time may be so small that the share leaves the numbers.
void hold(FieldReader& reader, const Cell& cell)
{
    if (cell.candidates.empty())
        return;
    const auto [least, most] = std::ranges::minmax_element(cell.candidates, {}, &Candidate::median_ms);
    if (least->median_ms > 0 && !std::isfinite((most->median_ms - least->median_ms) / least->median_ms * 100.0))
        reader.fail("reader.range", "candidates",
                    "the times of one cell must be near enough for a regret in percent, not " +
                        Json(least->median_ms).dump() + " and " + Json(most->median_ms).dump() + " ms");
}

std::string too_many(const std::string& key, std::size_t found, std::size_t most)
{
    return "\"" + key + "\" must list at most " + std::to_string(most) + " " + key + " of a cell, not " +
           std::to_string(found);
}

Result<Certificate> read_certificate(const JsonDocument& document)
{
    return read_whole<Certificate>(document, Kind::certificate);
}

Result<Certificate> read_certificate(const std::filesystem::path& path)
{
    const auto document = JsonDocument::read(path);
    return document ? read_certificate(*document) : document.failure_as<Certificate>();
}

Result<Manifest> read_manifest(const JsonDocument& document)
{
    auto out = read_whole<Manifest>(document, Kind::manifest);
    if (out)
        out->file = std::filesystem::path(document.file()).filename().string();
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
