#include "ui/workspace/reference_words.h"

#include <QCoreApplication>

namespace blueprinting::ui {
namespace {

struct ReferenceWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::References)
};

} // namespace

bool speaks(const oracle::Answer* answer)
{
    return !answer || !answer->refusal.empty() || answer->total_seconds.state != oracle::State::not_covered ||
           answer->memory_bytes.state != oracle::State::not_covered;
}

QString calculon_not_covered()
{
    return ReferenceWords::tr("Calculon: the figures that this program carries are of other strategies. File, Choose "
                              "Calculon checkout… asks a Calculon of "
                              "your own for this one.");
}

QString paper_not_covered()
{
    return ReferenceWords::tr("Paper: Table 5 of arXiv 2205.05198 prints eight strategies of 22B, 175B, 530B and 1T "
                              "models, and this is none of them. "
                              "Strategy, Add a published strategy shows one of the eight beside it.");
}

LeftOut left_out(bool calculon_speaks, bool paper_speaks)
{
    if (calculon_speaks && paper_speaks)
        return {};
    if (calculon_speaks)
        return {ReferenceWords::tr("paper: not covered"), paper_not_covered()};
    if (paper_speaks)
        return {ReferenceWords::tr("Calculon: not covered"), calculon_not_covered()};
    return {ReferenceWords::tr("Calculon, paper: not covered"),
            calculon_not_covered() + QLatin1Char('\n') + paper_not_covered()};
}

} // namespace blueprinting::ui
