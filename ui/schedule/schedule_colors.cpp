#include "ui/schedule/schedule_colors.h"

#include "core/cost/estimate.h"

namespace blueprinting::ui {
namespace {

using schedule::CommandKind;

std::size_t component_index(cost::Component component) { return static_cast<std::size_t>(component); }

cost::Component component_of(CommandKind kind)
{
    switch (kind) {
    case CommandKind::forward: return cost::Component::forward;
    case CommandKind::backward:
    case CommandKind::input_gradient: return cost::Component::backward;
    case CommandKind::weight_gradient: return cost::Component::tensor_parallel; // for its colour alone
    case CommandKind::recompute: return cost::Component::recompute;
    case CommandKind::send: return cost::Component::pipeline_parallel;
    }
    return cost::Component::forward;
}

/// Whether the kind is part of the component that is picked.
bool belongs(CommandKind kind, const std::string& component)
{
    if (kind == CommandKind::weight_gradient)
        return component == cost::to_string(cost::Component::backward);
    return component == cost::to_string(component_of(kind));
}

bool in_this_view(const std::string& component)
{
    for (const cost::Component each : {cost::Component::forward, cost::Component::backward, cost::Component::recompute,
                                       cost::Component::pipeline_bubble})
        if (component == cost::to_string(each))
            return true;
    return false;
}

} // namespace

ColorToken shade_token(std::size_t shade)
{
    const auto kind = static_cast<CommandKind>(shade / schedule::kTints.size());
    const double tint = schedule::kTints[shade % schedule::kTints.size()];
    const ColorToken full = ColorToken::component(component_index(component_of(kind)));
    return tint == 0 ? full : full.mixedWithPanel(1 - tint);
}

ColorToken tail_token(schedule::TailStep::What what)
{
    using What = schedule::TailStep::What;
    return ColorToken::component(component_index(what == What::step   ? cost::Component::optimizer
                                                 : what == What::tied ? cost::Component::recommunication
                                                                      : cost::Component::data_parallel));
}

schedule::Palette lane_palette(const Theme& theme, const std::string& emphasis, bool critical_path)
{
    schedule::Palette out;
    const bool emphasised = in_this_view(emphasis);
    constexpr double kFaded = 0.38;
    for (std::size_t shade = 0; shade < schedule::kShades; ++shade) {
        QColor color = shade_token(shade).in(theme);
        if (emphasised && !belongs(static_cast<CommandKind>(shade / schedule::kTints.size()), emphasis))
            color = mixed(color, theme.panel, kFaded);
        out.shade[shade] = color.rgb();
    }
    // The hatch covers about a quarter of its ground.
    out.idle = mixed(theme.components[component_index(cost::Component::pipeline_bubble)], theme.panel, 0.3).rgb();
    if (critical_path) {
        out.off_path.emplace();
        for (std::size_t shade = 0; shade < schedule::kShades; ++shade)
            (*out.off_path)[shade] = mixed(QColor(out.shade[shade]), theme.panel, kFaded).rgb();
    }
    return out;
}

} // namespace blueprinting::ui
