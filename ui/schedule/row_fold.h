#pragma once
#include <vector>

/// Which parts of a row of fields stand in it where it is so wide, and which in the menu at its end.
namespace blueprinting::ui {

struct RowPart {
    int width = 0;          ///< pixels, with its words
    int narrow = 0;         ///< as its icon alone; 0: it has no such form
    int leaves = 0;         ///< 1 is the first to leave the row; 0: it stays
    bool ends = false;      ///< this and what follows stand at the right end of their line
    bool separates = false; ///< parts what stands beside it: where lines wrap it would part nothing
    bool operator==(const RowPart&) const = default;
};

struct RowFold {
    int lines = 1;
    bool words = true;        ///< false: parts that have a narrow form are in it
    std::vector<bool> in_row; ///< as many as there are parts
    std::vector<int> line;    ///< of each that is in the row
    std::vector<int> left;    ///< its left edge
};

/// One line if anything makes that possible: first narrow forms, then one part after another leaves; else the least
/// number of lines, with as many parts as those hold. Depends on nothing but its arguments; a narrower row is never
/// lower.
RowFold fold_row(const std::vector<RowPart>& parts, int width, int gap);

} // namespace blueprinting::ui
