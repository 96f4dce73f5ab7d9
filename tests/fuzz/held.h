#pragma once
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/rewrites.h"
#include "tests/support/readers.h"

#include <filesystem>
#include <string>
#include <vector>

/// What every reader is held to, of whatever text: shared by the programs that make texts.
namespace blueprinting::fuzz {

struct HeldReader {
    testing::Reader reader;
    Rewrite rewrite; ///< null where nothing writes its format
};

/// All readers, in `folder` where they need one. Ends the program where one is not in rewrites(), or is there and no
/// reader: somebody has to say whether its format is written.
std::vector<HeldReader> held_readers(const std::string& folder);

/// Who reads in turn: what takes little text comes more often, up to 16 times in a round.
std::vector<std::size_t> turns_of(const std::vector<HeldReader>& readers);

/// Keeps a text to go on from, among at most 64 beside the first `seeds`, and none that grew beyond all bounds.
void remember(std::vector<std::string>& pool, std::size_t seeds, const std::string& text, Dice& dice);

/// Where texts of this reader are kept: its name without blanks.
std::string folder_of(const testing::Reader& reader);
/// The files of a folder by name.
std::vector<std::string> files_in(const std::filesystem::path& folder);

struct Held {
    bool value = false; ///< past the syntax: what is said of it, if anything, is not of JSON
    bool read = false;  ///< nothing is said of it, or it could be read and written
    std::string fault;  ///< "" where nothing is wrong
};
/// Reads the text. What is refused is refused with reasons that are few, short and about a place in the text; what is
/// read and can be written is the same when it is read again.
Held hold(const HeldReader& reader, const std::string& text);

} // namespace blueprinting::fuzz
