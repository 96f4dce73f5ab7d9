#include "core/base/format.h"
#include "ui/compare/compare_model.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/workspace/published_runs.h"

#include <map>

namespace blueprinting::ui::compare {

void find_near(Contest& contest, const measured::Runs& published)
{
    std::map<cost::View, std::vector<measured::Judged>> judged; // in the views that the bars are of
    for (Contender& one : contest.contenders) {
        if (!one.current() || !one.training())
            continue;
        const cost::View view = likened_in(*one.strategy, cost::View::system_evidence);
        if (!judged.contains(view))
            judged[view] = measured::judged(published, measured::kHeadlineGrades, view);
        one.near = measured::like(traits_of(*one.strategy), published, judged[view], view);
    }
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
