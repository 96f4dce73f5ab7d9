#pragma once
#include "core/base/digest.h"
#include "core/measured/runs.h"

#include <QString>

#include <memory>

namespace blueprinting::ui {

/// So many own runs are shown at most, of all files together: each is a mark that is drawn, a line that is sorted, and
/// a strategy that is priced. The command line has no such bound.
inline constexpr std::size_t kMostOwnRuns = 10000;

/// A file of one's own runs, as a session refers to it.
struct RunsFile {
    QString path;
    std::string digest; ///< of its bytes when it was opened; "" asks for whatever it holds now
    bool operator==(const RunsFile&) const = default;
};

/// Its rows, read strictly; a row without a source of its own has the file's name.
struct OwnRuns {
    RunsFile file;
    std::vector<measured::Row> rows;
};
using OwnFiles = std::vector<std::shared_ptr<const OwnRuns>>;

/// From and to what the view keeps in the session. What is none in a file written by hand counts as not there.
std::vector<RunsFile> own_files_of(const Json& state);
Json to_json(const std::vector<RunsFile>& files);

/// The published runs with one's own behind them.
struct AllRuns {
    std::shared_ptr<const measured::Runs> runs;
    std::size_t published = 0; ///< so many of them are
    OwnFiles own;
    /// A file that a session refers to, and that is not there as it was.
    struct Lost {
        QString path;
        bool changed = false; ///< it can be read and holds something else
    };
    std::vector<Lost> lost;
};

/// Reads what of `wanted` is not among `have`, and prices it. A file that is asked for as it is now is refused by line,
/// with all that was to come; ids that stand twice are refused, and more rows than kMostOwnRuns before any is read
/// (measured.too_many). For a job thread; cancelled between rows.
Result<AllRuns> with_own_runs(std::shared_ptr<const measured::Runs> published, const OwnFiles& have,
                              const std::vector<RunsFile>& wanted, const CancelToken& cancel,
                              const measured::Progress& progress = {});

} // namespace blueprinting::ui
