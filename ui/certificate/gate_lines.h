#pragma once
#include "ui/widgets/axis.h"

#include <QColor>
#include <QFont>
#include <QString>

#include <vector>

class QPainter;

namespace blueprinting::ui {

struct Theme;

/// The three regret gates as dashed lines over a regret axis that starts at zero.
struct GateLine {
    double value = 0; ///< percent
    QString name;     ///< "median", "p95", "largest"
};
const std::vector<GateLine>& regret_gates();

/// End of a regret axis that shows all gates and this value with some air.
double regret_axis_end(double largest);

/// Ticks of a regret axis between two pixels: zero, the gates, and round values past them; those that would touch their
/// left neighbour are left out.
std::vector<double> regret_ticks(double end, double from, double to, double least_gap);

/// A vertical dashed line, 1 px wide, crisp.
void draw_dashed(QPainter& painter, double x, double top, double bottom, const QColor& color);

} // namespace blueprinting::ui
