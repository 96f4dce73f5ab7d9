#include "core/base/format.h"
#include "ui/compare/compare_model.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

namespace blueprinting::ui::compare {

void find_near(Contest& contest, const measured::Runs& published)
{
    const auto judged = measured::judged(published, measured::kHeadlineGrades, cost::View::system_evidence);
    for (Contender& one : contest.contenders)
        if (one.plain() && one.current() && one.training()) // published runs are likened to plain models alone
            one.near = measured::like(
                measured::traits(one.strategy->model, one.strategy->system.name, one.strategy->execution), published,
                judged, cost::View::system_evidence);
}

QString whisker_words(const Contest& contest)
{
    bool asked = false;
    QStringList without;
    for (const Contender& one : contest.contenders) {
        asked = asked || one.near.has_value();
        if (one.near && one.near->nearest.empty())
            without << one.letter;
    }
    if (!asked)
        return {};
    const QString all = Words::tr("whiskers: if off as the nearest published runs are");
    return without.isEmpty() ? all : Words::tr("%1; none is like %2").arg(all, without.join(QStringLiteral(", ")));
}

} // namespace blueprinting::ui::compare
