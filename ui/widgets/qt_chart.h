#pragma once
#include <QRectF>

class QAbstractAxis;
class QChart;
class QGraphicsScene;
class QPainter;

namespace blueprinting::ui {

struct Theme;

/// A chart of Qt Charts that is nothing but its plot: no ground, no margins, no legend, no animation. It lies in the
/// scene, which owns it and is rendered wherever the chart is painted.
QChart* bare_chart(QGraphicsScene& scene);

/// Grid and line in the theme's colours, without labels: these are ours.
void plain_axis(QAbstractAxis& axis, const Theme& theme);

void render_scene(QGraphicsScene& scene, QPainter& painter, const QRectF& area);

} // namespace blueprinting::ui
