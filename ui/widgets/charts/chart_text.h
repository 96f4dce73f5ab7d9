#pragma once
#include "ui/widgets/charts/bar_chart.h"
#include "ui/widgets/charts/heat_chart.h"
#include "ui/widgets/charts/xy_chart.h"

namespace blueprinting::ui {

/// A chart as it is laid out and drawn: foreign text in it made visible (ui/style/foreign_text.h); keys stay. What is
/// saved of its numbers keeps the exact text.
BarChart as_shown(BarChart chart);
HeatChart as_shown(HeatChart chart);
XyChart as_shown(XyChart chart);

} // namespace blueprinting::ui
