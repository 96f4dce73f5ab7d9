#pragma once
#include "core/base/embedded_file.h"

namespace blueprinting::certificate {

/// The published certificate of coefficient version 2, its manifest, and the ablations that its source reports, as
/// files carried in the program (data/certificates, whose SOURCES.md names source and licence).
EmbeddedFile published_certificate();
EmbeddedFile published_manifest();
EmbeddedFile published_ablations();

} // namespace blueprinting::certificate
