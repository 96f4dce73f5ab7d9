#pragma once
#include "core/certificate/certificate.h"

namespace blueprinting::certificate {

/// The features of a layout, as certificates and raw evidence spell them. Complaints go to `diagnostics`.
Features read_features(const JsonDocument& document, const Json& value, const std::string& at,
                       Diagnostics& diagnostics);

} // namespace blueprinting::certificate
