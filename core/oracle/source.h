#pragma once
#include "core/oracle/oracle.h"

#include <functional>
#include <vector>

namespace blueprinting::oracle {

/// What a reference rests on: figures that were recorded of it, the thing itself asked now, print, or a machine.
enum class Kind { recorded, live, paper, measured };
std::string_view to_string(Kind kind);

/// How a reference is spoken of, wherever its figures stand.
struct Wording {
    std::string name;        ///< beginning a sentence: "Paper"
    std::string in_sentence; ///< "the paper"
    std::string header;      ///< over a column: "paper"
    std::string total;       ///< what the mark of its time is: "the published measurement"
    std::string components;  ///< what its figures of components are
    std::string memory;      ///< what the mark of its memory is; of a reference without, why there is none
    std::string not_covered; ///< why it does not cover a strategy, and what a person can do about it
};

/// A reference that the program holds its figures against, and who answers for it.
struct Source {
    std::string key; ///< "calculon": of columns, and of answers
    Kind kind = Kind::recorded;
    Wording words;
    bool totals_alone = false; ///< it prints one time for all components
    bool memory = true;        ///< it says how much memory a strategy takes
    int decimals = -1;         ///< of its seconds, as it prints them; −1: as the figures beside it
    std::function<std::unique_ptr<Oracle>()> make{};
};

/// All of them, in the order in which they are shown; the first is the one that every figure is held against. Another
/// reference is one more entry here.
const std::vector<Source>& sources();
/// Its place among them.
std::size_t place_of(std::string_view key);

} // namespace blueprinting::oracle
