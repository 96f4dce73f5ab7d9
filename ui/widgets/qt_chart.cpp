#include "ui/widgets/qt_chart.h"

#include "ui/style/theme.h"

#include <QAbstractAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QPainter>

namespace blueprinting::ui {

QChart* bare_chart(QGraphicsScene& scene)
{
    auto* chart = new QChart;
    scene.addItem(chart);
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->setBackgroundVisible(false);
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->legend()->hide();
    return chart;
}

void plain_axis(QAbstractAxis& axis, const Theme& theme)
{
    axis.setLabelsVisible(false);
    axis.setGridLinePen(QPen(theme.grid, 1));
    axis.setMinorGridLinePen(QPen(theme.grid, 1));
    axis.setLinePen(QPen(theme.secondary, 1));
}

void render_scene(QGraphicsScene& scene, QPainter& painter, const QRectF& area)
{
    scene.render(&painter, area, QRectF(QPointF(0, 0), area.size()), Qt::IgnoreAspectRatio);
}

} // namespace blueprinting::ui
