#pragma once
#include "core/oracle/oracle.h"

#include <QString>

namespace blueprinting::ui {

/// Whether a reference says anything of a strategy, or may yet: it has a figure, or none of a case that it knows, or
/// refused it, or failed at it, or is being asked (null). Where it is silent of all that a view shows, the view leaves
/// its columns out.
bool speaks(const oracle::Answer* answer);

/// Why Calculon or the paper does not cover a strategy, and what a person can do about it.
QString calculon_not_covered();
QString paper_not_covered();

/// What is said in place of the columns that were left out: in a few words, and in a tip why and what to do. Empty
/// where none was.
struct LeftOut {
    QString words, why;
};
LeftOut left_out(bool calculon_speaks, bool paper_speaks);

} // namespace blueprinting::ui
