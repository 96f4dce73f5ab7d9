#include "ui/workspace/figures.h"

#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/component_names.h"

namespace blueprinting::ui {

QString component_title(program::Component component)
{
    const auto at = static_cast<std::size_t>(component);
    if (at < cost::kComponents)
        return component_title(static_cast<cost::Component>(at));
    switch (component) {
    case program::Component::context_parallel: return Words::tr("Context parallel");
    case program::Component::expert_parallel: return Words::tr("Expert parallel");
    case program::Component::parameter_gather: return Words::tr("Parameter gather");
    default: return Words::tr("Embedding and head");
    }
}

QString component_key(program::Component component) { return shown(to_string(component)); }

ColorToken component_color(program::Component component)
{
    const auto at = static_cast<std::size_t>(component);
    return at < cost::kComponents ? component_color(static_cast<cost::Component>(at))
                                  : ColorToken::furtherComponent(at - cost::kComponents);
}

QString bound_tag() { return Words::tr("upper bound, not calibrated"); }

bool is_bound(const SessionStrategy& strategy)
{
    return search::calibration(strategy.system, strategy.execution) == system::CalibrationStatus::datasheet;
}

std::optional<Figures> figures_of(const StrategyResult& result)
{
    Figures out;
    if (result.evaluation) {
        const cost::Estimate& estimate = result.evaluation->evidence;
        out = {estimate.total, estimate.memory.total(), estimate.capacity, estimate.fits, estimate.training};
    } else if (result.program) {
        const program::ProgramEstimate& estimate = result.program->evidence;
        out = {estimate.total, estimate.needed(), estimate.capacity, estimate.fits(), estimate.training};
        out.stage = estimate.fullest;
        out.stages = estimate.stages.size();
    } else {
        return std::nullopt;
    }
    out.bound = is_bound(result.evaluated);
    return out;
}

} // namespace blueprinting::ui
