#pragma once
#include "core/search/evaluate.h"
#include "ui/widgets/controls/answer.h"
#include "ui/widgets/tables/column_fit.h"
#include "ui/widgets/tables/row_table.h"
#include "ui/workspace/reference_words.h"

#include <vector>

namespace blueprinting::ui {

/// Below this an error, in percent, is rounding of the last bits and no difference.
inline constexpr double kEqualPercent = 1e-9;

/// The components and their total beside the references.
struct ReferenceComparison {
    std::shared_ptr<const search::Evaluation> evaluation;
    ReferenceAnswers answers; ///< in the order of oracle::sources()
    bool current = true;      ///< false: last legal figures, in secondary

    /// What the first reference said, null while it is being asked; everything is held against it.
    [[nodiscard]] const oracle::Answer* main() const { return answers.front().get(); }
    /// Whether it has figures to compare with.
    [[nodiscard]] bool covered() const { return main() && main()->total_seconds.has_value(); }
};

/// What stands in place of the columns of a reference that does not cover the strategy.
LeftOut left_out_of(const ReferenceComparison& comparison);
/// The columns of a reference that prints totals alone and speaks; nothing of the others.
QStringList totals_columns(const ReferenceComparison& comparison);

/// `brief`: heads without glyphs, errors under "%".
std::vector<Column> component_columns(const ReferenceComparison& comparison, bool brief = false);
/// The order in which they give way: what is held against what stays.
std::vector<GivesWay> component_columns_that_give_way();
/// `brief`: each name in one word, whole in its tooltip; what sorts and is copied is the whole name.
std::vector<TableRow> component_rows(const ReferenceComparison& comparison, bool brief = false);

/// The view's answer: one line with the numbers, one that says why.
Answer timing_answer(const ReferenceComparison& comparison);

} // namespace blueprinting::ui
