#pragma once
#include "core/certificate/certificate.h"
#include "core/certificate/manifest.h"

#include <filesystem>

namespace blueprinting::certificate {

/// A manifest file and where it was found.
struct FoundManifest {
    std::filesystem::path path;
    Manifest manifest;
};

/// Whether the two can be of the same campaign: no manifest without one of its cells is.
bool lists_a_cell_of(const Manifest& manifest, const Certificate& certificate);

/// The manifest that lies beside a certificate: in its folder, under the name that the certificate gives, the
/// certificate's name with "-manifest" behind it or with "manifest" for "certificate", or "manifest.json"; the first of
/// these that reads as a manifest and lists one of the certificate's cells. Nothing where there is none.
std::optional<FoundManifest> manifest_beside(const std::filesystem::path& certificate_file,
                                             const Certificate& certificate);

} // namespace blueprinting::certificate
