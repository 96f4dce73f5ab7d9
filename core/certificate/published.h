#pragma once
#include "core/base/embedded_file.h"

namespace blueprinting::certificate {

std::span<const EmbeddedFile> embedded_certificates(); // defined by packaging/cmake/EmbedData.cmake

/// The published certificate of coefficient version 2, its manifest, and the ablations that its source reports, as
/// files carried in the program (data/certificates, whose SOURCES.md names source and licence).
inline EmbeddedFile published_certificate() { return embedded_certificates()[0]; }
inline EmbeddedFile published_manifest() { return embedded_certificates()[1]; }
inline EmbeddedFile published_ablations() { return embedded_certificates()[2]; }

} // namespace blueprinting::certificate
