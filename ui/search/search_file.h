#pragma once
#include "core/base/cancel.h"
#include "core/search/found_file.h"
#include "core/search/question.h"
#include "ui/search/search_rows.h"

#include <memory>

namespace blueprinting::ui {

/// A file that a search wrote, as a session refers to it.
struct SearchFileRef {
    QString path;
    std::string digest; ///< of its bytes when it was opened; "" asks for whatever it holds now
    bool operator==(const SearchFileRef&) const = default;
};
/// From and to what the session keeps; nothing where it keeps none.
std::optional<SearchFileRef> search_file_of(const Json& state);
Json to_json(const SearchFileRef& file);

/// Its first strategies by time, beside what this session's model and system make of them.
struct SearchFile {
    SearchFileRef file;
    std::string model, system; ///< as it says; "" where it says nothing
    std::size_t strategies = 0;
    struct Row {
        search::FileRow of_file;
        std::optional<Seconds> here; ///< nothing where a law refuses it here
    };
    std::vector<Row> rows; ///< at most kSearchTop
};
using SearchFilePtr = std::shared_ptr<const SearchFile>;

/// What became of a file that was asked for.
struct SearchFileRead {
    SearchFilePtr opened; ///< null where it holds something else than it did
};

/// Reads and prices it; `execution` says what a table does not. Refused as file.* and search::read_found(). For a job.
Result<SearchFileRead> read_search_file(const SearchFileRef& file, const search::Question& question,
                                        const strategy::Execution& execution, const CancelToken& cancel);

SearchTable file_table(const SearchFile& file);
/// The place of a row in the file's table by its key; nothing where it is the key of none.
std::optional<std::size_t> file_row_of(const QString& key);

} // namespace blueprinting::ui
