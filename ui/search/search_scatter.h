#pragma once
#include "ui/search/search_cloud.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/xy_chart.h"

#include <map>

namespace blueprinting::ui {

/// What the picture of time against memory shows.
struct ScatterSubject {
    const SearchRun& run;
    std::size_t count = 0;
    const SearchCloud* cloud = nullptr; ///< null: not there yet
    const std::vector<char>& within;    ///< the cloud's points within the brush; empty without one
    bool logarithmic = false;
    QString picked;       ///< key of a strategy that is ringed
    search::BinGrid grid; ///< what is in sight, in so many cells
    /// All of the cloud in this grid, where that is known already: it is the same under every filter.
    const search::Bins* all = nullptr;
};

/// The picture with the cells that it is made of, in the order of their areas' keys.
struct Scatter {
    XyChart chart;
    std::vector<search::Bins::Bin> cells; ///< "c" + place is the key of its area
    std::map<QString, QString> letters;   ///< of the session's strategies, by the key of their mark
    QString beyond;                       ///< what lies above the picture, in words
};

Scatter scatter_of(const ScatterSubject& subject);
std::vector<LegendItem> scatter_legend(const SearchRun& run, bool brushed);
/// What a cell or a mark says.
QString cell_text(const SearchRun& run, std::size_t count, const search::Bins::Bin& cell);
QString found_text(const SearchRun& run, std::size_t count, const search::Found& found);

} // namespace blueprinting::ui
