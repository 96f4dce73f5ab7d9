#pragma once
#include "core/schedule/iteration.h"
#include "core/schedule/lane_layout.h"
#include "ui/style/color_token.h"

namespace blueprinting::ui {

/// Colour of a shade (lane_layout.h): the kind's component colour, for chunks 2, 4, … paler. Input
/// and whole backward share theirs, weight gradients have the green that no other kind of a lane has.
ColorToken shade_token(std::size_t shade);

/// Colour of what comes after the pipeline.
ColorToken tail_token(schedule::TailStep::What what);

/// The palette of a theme; `emphasis` leaves one component (cost::to_string) at full colour and fades the others.
schedule::Palette lane_palette(const Theme& theme, const std::string& emphasis, bool critical_path);

} // namespace blueprinting::ui
