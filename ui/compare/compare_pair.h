#pragma once
#include "ui/compare/compare_model.h"

/// The two strategies that stand against each other in the tables, and how their columns are named.
namespace blueprinting::ui::compare {

/// The two columns of a comparison; `right` alone where there is nothing to compare with, neither where nothing is
/// drawn.
struct Pair {
    const Contender* left = nullptr;
    const Contender* right = nullptr;
    /// Whether figures of both can be had; else neither is the better.
    [[nodiscard]] bool both_fit() const { return right && right->fits() && (!left || left->fits()); }
};
Pair pair_of(const Contest& contest);
/// "none does not fit by 151.9 GiB", for a panel's note; empty where both fit.
QString unfit_note(const Pair& pair);

inline constexpr qsizetype kMostHeader = 12; ///< letters of a name over a column of numbers
inline constexpr qsizetype kFewLetters = 8;  ///< where room is short
/// Over a column a long name is its letter, which heads its row in the charts; the tip has the name.
QString header_name(const Contender& one, qsizetype most);
/// Over a column of one strategy's figures.
QString column_name(const Contender& one);
/// The same where the table is saved, among tables of other strategies; two may have one name. It says what is no
/// offer.
QString saved_name(const Contender& one, const QString& unit = {});
/// The whole name where the header has only its ends.
QString column_tip(const Contender& one);

/// What is not there, as told apart from a zero.
Cell absent_cell(const QString& why);
Cell inference_has_none();

} // namespace blueprinting::ui::compare
