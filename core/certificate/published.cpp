#include "core/certificate/published.h"

namespace blueprinting::certificate {

std::span<const EmbeddedFile> embedded_certificates();

EmbeddedFile published_certificate() { return embedded_certificates()[0]; }
EmbeddedFile published_manifest() { return embedded_certificates()[1]; }
EmbeddedFile published_ablations() { return embedded_certificates()[2]; }

} // namespace blueprinting::certificate
