#pragma once
#include "core/base/diagnostic.h"

#include <functional>
#include <string>
#include <vector>

/// Every reader of texts from outside, for tests that hold something of all of them. A test compares this list with
/// what the headers declare (tests/growth), so that a new reader cannot be forgotten.
namespace blueprinting::testing {

struct Reader {
    std::string name;
    /// The functions of headers that this calls or stands for.
    std::vector<std::string> functions;
    /// Texts that it accepts, taken from what the project carries.
    std::vector<std::string> seeds;
    /// What it refuses the text with; empty where it is read.
    std::function<Diagnostics(const std::string& text)> read;
    /// The text is lines of JSON, and each is one.
    bool lines = false;
    /// It does more than read: what a line of a batch asks for is computed, a regular expression is compiled.
    bool works = false;
};

/// `folder` is one to write in, for what reads files alone.
std::vector<Reader> all_readers(const std::string& folder);

/// Inside: those of ui/ that need no window, put in by all_readers where the explorer is built.
void add_explorer_readers(std::vector<Reader>& readers);

/// Those that read files with Qt: the person's settings and what a crash left. For programs that link the explorer's
/// rooms.
void add_window_readers(std::vector<Reader>& readers, const std::string& folder);

} // namespace blueprinting::testing
