#pragma once
#include "ui/widgets/tables/row_table.h"

namespace blueprinting::ui {

/// How the last legal figures of a strategy that breaks laws look in every view: secondary text that is not bold,
/// colours at 38 % over the panel, and words that say so. Charts do the same where a row or mark is `faded`.
QString last_legal_words(); ///< "last legal figures", for a panel's note or a chart's title
ColorToken last_legal(const ColorToken& color);
Cell last_legal(Cell cell);
TableRow last_legal(TableRow row);

} // namespace blueprinting::ui
