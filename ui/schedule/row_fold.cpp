#include "ui/schedule/row_fold.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

int width_of(const RowPart& part, bool words) { return words || part.narrow <= 0 ? part.width : part.narrow; }

/// Parts in lines that wrap, like words; those that have left up to `gone` are not there.
RowFold placed(const std::vector<RowPart>& parts, int width, int gap, bool words, bool separated, int gone)
{
    RowFold out;
    out.words = words;
    out.in_row.assign(parts.size(), false);
    out.line.assign(parts.size(), 0);
    out.left.assign(parts.size(), 0);
    int x = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const RowPart& part = parts[i];
        if ((part.leaves > 0 && part.leaves <= gone) || (part.separates && !separated))
            continue;
        const int own = width_of(part, words);
        if (x > 0 && x + own > width) {
            ++out.lines;
            x = 0;
        }
        out.in_row[i] = true;
        out.line[i] = out.lines - 1;
        out.left[i] = x;
        x += own + gap;
    }
    // What ends the row stands at its right end, above the right edge of what is below.
    const int spare = width - (x - gap);
    const auto end = std::ranges::find_if(parts, [](const RowPart& part) { return part.ends; });
    for (auto i = static_cast<std::size_t>(end - parts.begin()); i < parts.size(); ++i)
        if (spare > 0 && out.in_row[i] && out.line[i] == out.lines - 1)
            out.left[i] += spare;
    return out;
}

} // namespace

RowFold fold_row(const std::vector<RowPart>& parts, int width, int gap)
{
    int most = 0;
    for (const RowPart& part : parts)
        most = std::max(most, part.leaves);
    for (int lines = 1;; ++lines) {
        const bool separated = lines == 1;
        if (RowFold whole = placed(parts, width, gap, true, separated, 0); whole.lines <= lines)
            return whole;
        for (int gone = 0; gone <= most; ++gone)
            if (RowFold out = placed(parts, width, gap, false, separated, gone); out.lines <= lines)
                return out;
    }
}

} // namespace blueprinting::ui
