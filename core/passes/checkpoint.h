#pragma once
#include "core/ir/serialise.h"

#include <filesystem>
#include <memory>
#include <string>

namespace blueprinting::passes {

/// What a pass publishes: an immutable IR with its digest and where it came from.
struct PassCheckpoint {
    std::string pass; ///< "transformer-import", "transformer-distribute", "transformer-plan-work"
    int revision = 0;
    Digest input; ///< empty for the import
    Digest output;
    std::string schema;
    std::shared_ptr<const ir::AnyIR> ir;
};

/// {"pass", "revision", "schema", "input", "output", "ir"}
Json to_json(const PassCheckpoint& checkpoint);
/// Reads, verifies and digests again; checkpoint.digest_mismatch where the content is not what the digest says,
/// every problem of the verifier otherwise. The text is sealed too: it must be spelled as pretty_json or canonical_json
/// spell it (checkpoint.spelling).
Result<PassCheckpoint> checkpoint_from_json(const JsonDocument& document);

} // namespace blueprinting::passes
