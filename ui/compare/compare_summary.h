#pragma once
#include "ui/compare/compare_model.h"
#include "ui/widgets/charts/stacked_bars.h"

namespace blueprinting::ui::compare {

/// A comparison on one page: the answer, both charts, the tables.
struct Summary {
    Answer answer;
    TableContent strategies; ///< in full, since bars and columns have short names
    std::vector<TableContent> tables;
    QString provenance; ///< evidence revisions and where the references come from
};
Summary summary_of(const Contest& contest, const oracle::Identity& reference);

/// One file that needs no other: styles and charts are within it.
QString summary_html(const Summary& summary, const QByteArray& time_svg, const QByteArray& memory_svg);
/// One landscape page, always in the light theme.
QByteArray summary_pdf(const Summary& summary, const StackedBars& time, const StackedBars& memory);

} // namespace blueprinting::ui::compare
