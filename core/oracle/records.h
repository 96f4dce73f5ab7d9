#pragma once
#include "core/oracle/oracle.h"

#include <vector>

namespace blueprinting::oracle {

/// One line of data/oracle/*.jsonl, names resolved to what they stand for.
struct Record {
    std::string id;
    Question question;
    Answer answer;
    bool fits = true; ///< whether the reference says that the first memory tier holds it
};

/// All records that the program carries, in file order. Reads them anew each time.
Result<std::vector<Record>> read_records();

/// Whether two questions ask the same: names, unused network tiers and a stated processor count do not matter.
bool same(const Question& a, const Question& b);

} // namespace blueprinting::oracle
