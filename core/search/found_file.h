#pragma once
#include "core/base/result.h"
#include "core/search/found.h"
#include "core/strategy/parallelism.h"

#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::search {

/// A strategy as a file of a search states it. Its figures are the file's.
struct FileRow {
    std::size_t line = 1;
    Found found; ///< its number is the file's
    strategy::Execution execution;
    bool operator==(const FileRow&) const = default;
};

/// What `blueprinting search` wrote: a table of strategies (CSV or JSONL), or a whole answer (JSON), of which the front
/// and the first by rank are the rows.
struct FoundFile {
    std::string model, system; ///< names, which an answer tells; empty of a table
    std::vector<FileRow> rows; ///< in the order of the file; of an answer each strategy once
};

inline constexpr std::size_t kMostFileRows = 1'000'000;

/// Reads it strictly, each complaint with its line. A CSV says nothing of batch, datatype and attention: they are those
/// of `base`. search.file.column, .cells, .value, .part (of a shard, which is to be joined first), .repeated, .empty,
/// .too_many; json.*, reader.* and strategy.* as from_mapping(). Pure; any thread.
Result<FoundFile> read_found(std::string text, const std::string& file, const strategy::Execution& base);

/// Whether a text begins as such a table does: by the names of its columns, or by the keys of its first line. Looks at
/// that line alone.
bool names_found(std::string_view text);

} // namespace blueprinting::search
