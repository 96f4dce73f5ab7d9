#pragma once
#include "tests/fuzz/round_trip.h"

#include <functional>
#include <map>

/// For each reader of tests/support/readers.h what its format is written by, so that "read, written, read again and
/// written again is the same" can be asked of all of them.
namespace blueprinting::fuzz {

using Rewrite = std::function<RoundTrip(const std::string& text)>;

/// By the reader's name; of a format that nothing here writes, null.
std::map<std::string, Rewrite> rewrites();

/// The same for those of testing::add_window_readers. `folder` is one to write in.
void add_window_rewrites(std::map<std::string, Rewrite>& rewrites, const std::string& folder);

} // namespace blueprinting::fuzz
