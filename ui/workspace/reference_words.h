#pragma once
#include "core/oracle/source.h"
#include "ui/style/icon.h"
#include "ui/workspace/evaluations.h"

#include <QString>

namespace blueprinting::ui {

/// Whether a reference says anything of a strategy, or may yet: it has a figure, or none of a case that it knows, or
/// refused it, or failed at it, or is being asked (null). Where it is silent of all that a view shows, the view leaves
/// its columns out.
bool speaks(const oracle::Answer* answer);
/// The same of each reference.
std::vector<bool> speaking(const ReferenceAnswers& answers);

/// A time-out, a crash: whether the reference knows the case is not known.
bool unanswered(const oracle::Answer& answer);
/// Why there is no figure: "not covered", "refused"; "no answer" for one that failed. Empty where there is one.
QString state_words(const oracle::Answer& answer, oracle::State state);

/// Why a reference does not cover a strategy, and what a person can do about it.
QString not_covered(const oracle::Source& source);

/// What is said in place of the columns that were left out: in a few words, and in a tip why and what to do. Empty
/// where none was.
struct LeftOut {
    QString words, why;
};
LeftOut left_out(const std::vector<bool>& speaking);

/// The mark of a reference on charts and over columns.
Glyph glyph_of(const oracle::Source& source);

} // namespace blueprinting::ui
