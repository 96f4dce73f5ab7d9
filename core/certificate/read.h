#pragma once
#include "core/certificate/certificate.h"
#include "core/certificate/manifest.h"

#include <filesystem>

namespace blueprinting::certificate {

/// Reads a certificate of any form of the schema: what is known strictly (wrong types, missing fields, values outside
/// their range, each with line, column and pointer), what is not known kept as it stands. The schema string itself is a
/// matter of the checks. At most eight complaints are made, then reading stops. Any thread.
/// Codes: those of JsonDocument and ObjectReader; certificate.kind where the file is plainly something else.
Result<Certificate> read_certificate(const JsonDocument& document);
Result<Certificate> read_certificate(const std::filesystem::path& path);

/// The manifest of a campaign, in the same manner. A reason that is missing is a matter of the checks.
Result<Manifest> read_manifest(const JsonDocument& document);
Result<Manifest> read_manifest(const std::filesystem::path& path);

/// What a document is, by its schema string or, where that is foreign, by its shape.
enum class Kind { certificate, manifest, other };
Kind kind_of(const Json& root);

} // namespace blueprinting::certificate
