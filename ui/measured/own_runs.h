#pragma once
#include "core/base/digest.h"
#include "core/measured/row.h"

#include <QString>

namespace blueprinting::ui {

/// A file of one's own runs, as a session refers to it.
struct RunsFile {
    QString path;
    std::string digest; ///< of its bytes when it was opened
    bool operator==(const RunsFile&) const = default;
};

/// Its rows, read strictly; a row without a source of its own has the file's name.
struct OwnRuns {
    RunsFile file;
    std::vector<measured::Row> rows;
};
Result<OwnRuns> read_own_runs(const QString& path);

/// From and to what the view keeps in the session. What is none in a file written by hand counts as not there.
std::vector<RunsFile> own_files_of(const Json& state);
Json to_json(const std::vector<RunsFile>& files);

/// The carried rows with those of files behind them. Ids that stand twice are refused.
Result<std::vector<measured::Row>> all_rows(std::vector<measured::Row> carried, const std::vector<OwnRuns>& own);

} // namespace blueprinting::ui
