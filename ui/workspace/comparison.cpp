#include "ui/workspace/comparison.h"

#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

} // namespace

ComparedBaseline compared_baseline(const Session& session, const std::function<bool(const SessionStrategy&)>& usable)
{
    const auto fit = [&](const SessionStrategy& strategy) { return strategy.visible && (!usable || usable(strategy)); };
    const SessionStrategy* pinned = session.find(session.baseline);
    if (pinned && fit(*pinned))
        return {pinned, nullptr};
    const auto first = std::ranges::find_if(session.strategies, fit);
    return {first == session.strategies.end() ? nullptr : &*first, pinned};
}

QString baseline_words(const ComparedBaseline& baseline)
{
    if (!baseline.pinned || !baseline.strategy)
        return {};
    const QString pinned = name_in_sentence(shown(baseline.pinned->name));
    const QString stand_in = name_in_sentence(shown(baseline.strategy->name));
    return (baseline.pinned->visible
                ? Words::tr("The baseline %1 has no legal figures; %2, the first that has some, is used instead.")
                : Words::tr("The baseline %1 is hidden; %2, the first that is shown, is used instead."))
        .arg(pinned, stand_in);
}

} // namespace blueprinting::ui
