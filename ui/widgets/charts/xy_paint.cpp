#include "ui/style/fonts.h"
#include "ui/widgets/charts/xy_plot.h"

#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineF>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QPainter>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

/// Axes, grid, lines and marks are Qt Charts' own, over the places that the layout gives; words are ours.
namespace blueprinting::ui {

namespace {

/// A chart of Qt Charts that is nothing but its plot: no ground, no margins, no legend, no animation. It lies in the
/// scene, which owns it and is rendered wherever the chart is painted.
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

constexpr double kDecades = 3; ///< shorter logarithmic axes have their 2, 3, … 9 too

std::unique_ptr<QAbstractAxis> axis_of(const AxisScale& scale, const std::vector<XyTick>& ticks, const Theme& theme)
{
    std::unique_ptr<QAbstractAxis> out;
    if (scale.logarithmic) {
        auto axis = std::make_unique<QLogValueAxis>();
        axis->setRange(scale.low, scale.high);
        axis->setMinorTickCount(scale.high / scale.low < std::pow(10.0, kDecades) ? 8 : 0);
        out = std::move(axis);
    } else {
        auto axis = std::make_unique<QValueAxis>();
        axis->setRange(scale.low, scale.high);
        if (ticks.size() > 1) {
            axis->setTickType(QValueAxis::TicksDynamic);
            axis->setTickAnchor(ticks[0].value);
            axis->setTickInterval(ticks[1].value - ticks[0].value);
        }
        out = std::move(axis);
    }
    out->setLabelsVisible(false); // these are ours
    out->setGridLinePen(QPen(theme.grid, 1));
    out->setMinorGridLinePen(QPen(theme.grid, 1));
    out->setLinePen(QPen(theme.secondary, 1));
    return out;
}

/// A chart of Qt over a layout: pixels of the layout are what it is given, so that both agree.
class Plot {
public:
    Plot(const XyChart& chart, const XyLayout& layout, const QRectF& area, const Theme& theme)
        : m_layout(layout), m_area(area), m_theme(theme), m_chart(bare_chart(m_scene))
    {
        auto x = axis_of(layout.x, layout.x_ticks, theme);
        auto y = axis_of(layout.y, layout.y_ticks, theme);
        x->setGridLineVisible(false);
        x->setMinorGridLineVisible(false);
        y->setGridLineVisible(chart.grid);
        y->setMinorGridLineVisible(chart.grid);
        y->setLineVisible(false);
        m_chart->addAxis(m_x = x.release(), Qt::AlignBottom);
        m_chart->addAxis(m_y = y.release(), Qt::AlignLeft);
        m_chart->setPlotArea(layout.plot.translated(-area.topLeft()));
        m_chart->setGeometry(QRectF(QPointF(0, 0), area.size()));
    }

    /// Crisp, while curves and marks are smooth.
    void paintAxes(QPainter& painter)
    {
        painter.setRenderHint(QPainter::Antialiasing, false);
        render(painter);
        m_x->setVisible(false);
        m_y->setVisible(false);
    }

    void add(const QPolygonF& stroke, const QPen& pen)
    {
        auto* series = new QLineSeries;
        series->setPen(pen);
        for (const QPointF& point : stroke)
            series->append(valueAt(point));
        take(series);
    }

    void add(const XyMark& mark, const QPointF& at, double radius)
    {
        const QColor color = mark.faded ? faded(mark.color.in(m_theme), m_theme.panel) : mark.color.in(m_theme);
        // A line of panel colour parts marks that overlap.
        const QPen pen = mark.hollow ? QPen(color, 1.5) : QPen(m_theme.panel, 1);
        const QColor fill = mark.hollow ? m_theme.panel : color;
        const double size = 2 * radius * (mark.shape == MarkShape::square ? 0.886 : 1); // the same area
        const auto shape =
            mark.shape == MarkShape::circle ? QScatterSeries::MarkerShapeCircle : QScatterSeries::MarkerShapeRectangle;
        const auto known = std::ranges::find_if(m_marks, [&](const QScatterSeries* one) {
            return one->markerShape() == shape && one->markerSize() == size && one->pen() == pen &&
                   one->brush().color() == fill;
        });
        QScatterSeries* series = known == m_marks.end() ? nullptr : *known;
        if (!series) {
            m_marks.push_back(series = new QScatterSeries);
            series->setMarkerShape(shape);
            series->setMarkerSize(size);
            series->setPen(pen);
            series->setBrush(fill);
        }
        // Qt centres a mark without its pen.
        series->append(valueAt(at + QPointF(pen.widthF() / 2, pen.widthF() / 2)));
    }

    void paintSeries(QPainter& painter)
    {
        for (QScatterSeries* series : m_marks)
            take(series);
        painter.setRenderHint(QPainter::Antialiasing);
        render(painter);
    }

private:
    void render(QPainter& painter)
    {
        m_scene.render(&painter, m_area, QRectF(QPointF(0, 0), m_area.size()), Qt::IgnoreAspectRatio);
    }
    [[nodiscard]] QPointF valueAt(const QPointF& pixel) const
    {
        const QRectF& plot = m_layout.plot;
        return {m_layout.x.value(pixel.x(), plot.left(), plot.right()),
                m_layout.y.value(pixel.y(), plot.bottom(), plot.top())};
    }
    void take(QXYSeries* series)
    {
        m_chart->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    }

    const XyLayout& m_layout;
    QRectF m_area;
    const Theme& m_theme;
    QGraphicsScene m_scene;
    QChart* m_chart; ///< owns axes and series
    QAbstractAxis* m_x = nullptr;
    QAbstractAxis* m_y = nullptr;
    std::vector<QScatterSeries*> m_marks; ///< of each look one
};

void add_line(Plot& plot, const XyLine& line, const XyLinePlace& place, const Theme& theme)
{
    QPen pen(line.color.in(theme), line.width, Qt::SolidLine, Qt::FlatCap);
    if (line.kind == LineKind::dashed)
        pen.setDashPattern({4, 3});
    else if (line.kind == LineKind::dotted)
        pen.setDashPattern({1, 2});
    QPolygonF joined; // strokes that go on where the one before ends are one line
    for (const QPolygonF& stroke : place.strokes) {
        if (!joined.isEmpty() && joined.back() != stroke.front())
            plot.add(std::exchange(joined, {}), pen);
        joined << stroke;
    }
    if (!joined.isEmpty())
        plot.add(joined, pen);
    pen.setWidthF(1);
    pen.setDashPattern({1, 2});
    for (const QPolygonF& stroke : place.connectors)
        plot.add(stroke, pen);
}

void write_axes(QPainter& painter, const XyChart& chart, const XyLayout& layout, const QRectF& area,
                const XyFonts& fonts, const Theme& theme)
{
    const QRectF& plot = layout.plot;
    const QFontMetricsF metrics(fonts.small_number);
    painter.setFont(fonts.small_number);
    painter.setPen(theme.secondary);
    for (const XyTick& tick : layout.y_ticks)
        painter.drawText(
            QRectF(area.left(), tick.at - metrics.height() / 2, plot.left() - 6 - area.left(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tick.text);
    for (const XyTick& tick : layout.x_ticks) {
        // Labels at the ends stay inside of the chart.
        const double width = metrics.horizontalAdvance(tick.text);
        const double left = std::min(tick.at - width / 2, area.right() - width);
        painter.drawText(QRectF(left, plot.bottom() + 4, width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignTop,
                         tick.text);
    }
    painter.setFont(fonts.small);
    if (!chart.x.title.isEmpty())
        painter.drawText(
            QRectF(area.left(), area.bottom() - metrics.height(), plot.right() - area.left(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, chart.x.title);
    if (!chart.y.title.isEmpty()) {
        painter.save();
        painter.translate(area.left() + metrics.height() / 2, plot.center().y());
        painter.rotate(-90);
        painter.drawText(QRectF(-plot.height() / 2, -metrics.height() / 2, plot.height(), metrics.height()),
                         Qt::AlignCenter, chart.y.title);
        painter.restore();
    }
}

void write_on_line(QPainter& painter, const XyLine& line, const XyLinePlace& place, const XyFonts& fonts,
                   const Theme& theme)
{
    const QFontMetricsF metrics(fonts.small);
    if (place.label_shown) {
        painter.save();
        painter.setFont(fonts.small);
        painter.setPen(theme.text);
        painter.translate(place.label);
        painter.rotate(place.label_angle);
        painter.drawText(QPointF(-metrics.horizontalAdvance(line.label) / 2, 0), line.label);
        painter.restore();
    }
    painter.setFont(fonts.small_number);
    painter.setPen(theme.text);
    for (std::size_t i = 0; i < place.step_labels.size() && i < line.step_labels.size(); ++i) {
        const double width = QFontMetricsF(fonts.small_number).horizontalAdvance(line.step_labels[i]) + 2;
        // The last step lies highest: its word goes below the line, the others' above it.
        const bool below = i + 1 == place.step_labels.size() && i > 0;
        painter.drawText(QRectF(place.step_labels[i].x() - width / 2,
                                place.step_labels[i].y() + (below ? 6 : -metrics.height() - 4), width,
                                metrics.height()),
                         Qt::AlignCenter, line.step_labels[i]);
    }
}

} // namespace

XyFonts xy_fonts(const QWidget* widget) { return {small_font(widget), small_number_font(widget)}; }

void paint_xy(QPainter& painter, const XyChart& chart, const XyLayout& layout, const QRectF& area, const XyFonts& fonts,
              const Theme& theme)
{
    painter.save();
    Plot plot(chart, layout, area, theme);
    plot.paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < chart.areas.size(); ++i)
        painter.fillRect(layout.areas[i], chart.areas[i].color.in(theme));
    for (std::size_t i = 0; i < chart.lines.size(); ++i)
        add_line(plot, chart.lines[i], layout.lines[i], theme);
    const QRectF sight = layout.plot.adjusted(-4, -4, 4, 4);
    for (const std::size_t i : layout.order)
        if (sight.contains(layout.marks[i]))
            plot.add(chart.marks[i], layout.marks[i], layout.radii[i]);
    plot.paintSeries(painter);
    write_axes(painter, chart, layout, area, fonts, theme);
    for (std::size_t i = 0; i < chart.lines.size(); ++i)
        write_on_line(painter, chart.lines[i], layout.lines[i], fonts, theme);
    painter.setFont(fonts.small);
    painter.setPen(theme.text);
    QColor under = theme.panel;
    under.setAlphaF(0.8); // where a line has to pass behind a word
    for (std::size_t i = 0; i < layout.labels.size(); ++i)
        if (!layout.labels[i].isNull()) {
            const QLineF leader(layout.marks[i], nearest_in(layout.labels[i], layout.marks[i]));
            if (const double gap = leader.length() - layout.radii[i]; gap > kLed) {
                painter.setPen(QPen(theme.secondary, 1));
                painter.drawLine(QLineF(leader.pointAt((layout.radii[i] + 1) / leader.length()),
                                        leader.pointAt(1 - 2 / leader.length())));
                painter.setPen(theme.text);
            }
            painter.fillRect(layout.labels[i], under);
            painter.drawText(layout.labels[i], Qt::AlignCenter, chart.marks[i].label);
        }
    painter.restore();
}

void paint_rings(QPainter& painter, const XyChart& chart, const XyLayout& layout, const Theme& theme)
{
    if (chart.selected.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    const QRectF sight = layout.plot.adjusted(-4, -4, 4, 4);
    for (std::size_t i = 0; i < chart.marks.size(); ++i)
        if (sight.contains(layout.marks[i]) &&
            std::ranges::find(chart.selected, chart.marks[i].key) != chart.selected.end())
            painter.drawEllipse(layout.marks[i], layout.radii[i] + 3, layout.radii[i] + 3);
    painter.restore();
}

} // namespace blueprinting::ui
