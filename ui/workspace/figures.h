#pragma once
#include "core/program/component.h"
#include "ui/style/color_token.h"
#include "ui/workspace/workspace.h"

namespace blueprinting::ui {

/// What a strategy takes and needs in the view that is shown of it, whatever its model: the evidence view, of a data
/// sheet peak-only, which is all that there is.
struct Figures {
    Seconds total;
    Bytes needed, capacity; ///< on the fullest GPU
    bool fits = true;
    bool training = true;
    bool bound = false;                ///< nobody measured what the times rest on: they are the least that it can take
    std::size_t stage = 0, stages = 1; ///< the fullest, of so many that are told apart
};
/// Nothing where the strategy never was legal.
std::optional<Figures> figures_of(const StrategyResult& result);

/// Of any component of an iteration: "Expert parallel", its name in a session's selection, its colour.
QString component_title(program::Component component);
QString component_key(program::Component component);
ColorToken component_color(program::Component component);

/// "upper bound, not calibrated": the tag of a number that nobody measured.
QString bound_tag();
/// Whether what a strategy's times rest on was measured by nobody.
bool is_bound(const SessionStrategy& strategy);

} // namespace blueprinting::ui
