#pragma once
#include "core/certificate/certificate.h"
#include "core/certificate/manifest.h"

namespace blueprinting::certificate {

/// The one spelling of a certificate: keys sorted, one line a cell, one a fit argument, manifest list and split; a
/// final newline. Reading it gives the same value. Fails only where a text is not UTF-8 (json.encoding).
Result<std::string> write_certificate(const Certificate& certificate);

/// One line a cell and an exclusion. The name of the file is not written.
Result<std::string> write_manifest(const Manifest& manifest);

/// A split's metrics as certificates and reports spell them; absent figures are null.
Json metrics_json(const Metrics& metrics);

} // namespace blueprinting::certificate
