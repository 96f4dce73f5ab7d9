#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/charts/chart_text.h"
#include "ui/widgets/tables/table_view.h"

#include <QEvent>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <numeric>

namespace blueprinting::ui {

namespace {

constexpr double kReach = 8;

/// Distance from a point to the nearest stroke.
double distance_to(const XyLinePlace& line, const QPointF& at)
{
    double nearest = 1e9;
    for (const QPolygonF& stroke : line.strokes) {
        const QLineF part(stroke[0], stroke[1]);
        const double length = part.length();
        const QPointF from = at - part.p1();
        const double along =
            length > 0 ? std::clamp((from.x() * part.dx() + from.y() * part.dy()) / length, 0.0, length) : 0;
        nearest = std::min(nearest, QLineF(at, length > 0 ? part.pointAt(along / length) : part.p1()).length());
    }
    return nearest;
}

} // namespace

XyPlot::XyPlot(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void XyPlot::setChart(XyChart chart)
{
    if (chart == m_given)
        return;
    const bool other_axes = isZoomed() && (chart.x != m_given.x || chart.y != m_given.y);
    const bool only_rings = chart.marks == m_given.marks && chart.lines == m_given.lines &&
                            chart.areas == m_given.areas && chart.x == m_given.x && chart.y == m_given.y;
    m_given = std::move(chart);
    m_chart = as_shown(m_given);
    m_places.reset();
    if (m_cursor >= static_cast<int>(m_chart.marks.size()))
        m_cursor = -1;
    if (!only_rings)
        m_drawn = {};
    update();
    if (other_axes)
        showWhole();
    dataCame();
}

XyLayout XyPlot::layoutIn(const QRectF& area) const
{
    const auto scale = [](const std::optional<Span>& span, const XyAxis& axis) {
        return span ? std::optional(AxisScale{span->low, span->high, axis.logarithmic}) : std::nullopt;
    };
    const PartState sight = inSight();
    return layout_xy(m_chart, area, xy_fonts(this), scale(sight.x, m_chart.x), scale(sight.y, m_chart.y));
}

const XyLayout& XyPlot::places() const
{
    LaidOut now{rect(), inSight(), font()};
    if (!m_places || m_places->first != now)
        m_places.emplace(std::move(now), layoutIn(rect()));
    return m_places->second;
}

ZoomAxes XyPlot::zoomAxes() const
{
    return {natural_scale(m_chart, true), natural_scale(m_chart, false), places().plot, false, true};
}

void XyPlot::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool) const
{
    const XyLayout layout = layoutIn(area);
    paint_xy(painter, m_chart, layout, area, xy_fonts(this), theme);
    paint_rings(painter, m_chart, layout, theme);
}

void XyPlot::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    const XyLayout& layout = places();
    const double scale = std::clamp(painter.deviceTransform().m11(), 1.0, 4.0);
    if (m_drawn.isNull() || m_drawn.devicePixelRatio() != scale) {
        m_drawn = QPixmap(size() * scale);
        m_drawn.setDevicePixelRatio(scale);
        m_drawn.fill(Qt::transparent);
        QPainter own(&m_drawn);
        own.setFont(font());
        paint_xy(own, m_chart, layout, rect(), xy_fonts(this), theme);
    }
    painter.drawPixmap(0, 0, m_drawn);
    paint_rings(painter, m_chart, layout, theme);
    if (showsCursor() && m_cursor >= 0) {
        const auto at = static_cast<std::size_t>(m_cursor);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, 1.5, Qt::DotLine));
        painter.drawEllipse(layout.marks[at], layout.radii[at] + 6, layout.radii[at] + 6);
    }
}

std::vector<QStringList> XyPlot::dataRows() const
{
    // A chart that nothing was given to yet has no titles.
    const auto title = [](const QString& given, const char* axis) {
        return given.isEmpty() ? QString::fromLatin1(axis) : given;
    };
    std::vector<QStringList> rows{{tr("kind"), tr("name"), title(m_given.x.title, "x"), title(m_given.y.title, "y")}};
    for (const XyMark& mark : m_given.marks)
        rows.push_back({tr("mark"), mark.key, plain_figure(mark.x), plain_figure(mark.y)});
    for (const XyArea& area : m_given.areas)
        if (!area.key.isEmpty())
            rows.push_back({tr("cell"), area.key, plain_figure(area.low.x()), plain_figure(area.low.y())});
    for (const XyLine& line : m_given.lines)
        for (const QPointF& point : line.points)
            rows.push_back({line.kind >= LineKind::stairs ? tr("step") : tr("line"), line.label,
                            plain_figure(point.x()), plain_figure(point.y())});
    return rows;
}

int XyPlot::markAt(const QPointF& at) const
{
    const XyLayout& layout = places();
    int best = -1;
    double nearest = kReach;
    // From the top: what is drawn last is hit first.
    for (auto it = layout.order.rbegin(); it != layout.order.rend(); ++it) {
        const double away = QLineF(layout.marks[*it], at).length() - layout.radii[*it];
        if (away < nearest) {
            nearest = away;
            best = static_cast<int>(*it);
            if (away <= 0)
                break;
        }
    }
    return best;
}

/// The topmost one that can be picked.
QString XyPlot::areaAt(const QPointF& at) const
{
    const XyLayout& layout = places();
    for (std::size_t i = layout.areas.size(); i-- > 0;)
        if (!m_chart.areas[i].key.isEmpty() && layout.areas[i].contains(at))
            return m_chart.areas[i].key;
    return {};
}

QString XyPlot::hoverText(const QPointF& at) const
{
    if (const int mark = markAt(at); mark >= 0) {
        const XyMark& own = m_chart.marks[static_cast<std::size_t>(mark)];
        return own.hover.isEmpty() ? own.label : own.hover;
    }
    const XyLayout& layout = places();
    for (std::size_t i = 0; i < layout.lines.size(); ++i)
        if (!m_chart.lines[i].hover.isEmpty() && distance_to(layout.lines[i], at) < 4)
            return m_chart.lines[i].hover;
    const QString area = m_area_read_out ? areaAt(at) : QString();
    return area.isEmpty() ? area : m_area_read_out(area);
}

void XyPlot::clicked(const QPointF& at)
{
    m_cursor = markAt(at);
    if (m_cursor >= 0)
        pickCursor();
    else if (const QString area = areaAt(at); !area.isEmpty())
        Q_EMIT markPicked(area);
}

void XyPlot::sightChanged()
{
    m_drawn = {};
    Q_EMIT placesChanged();
}

/// From mark to mark by their place along x.
bool XyPlot::step(int, int across)
{
    if (across == 0)
        return false;
    if (m_chart.marks.empty())
        return true;
    std::vector<int> order(m_chart.marks.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [this](int a, int b) {
        return m_chart.marks[static_cast<std::size_t>(a)].x < m_chart.marks[static_cast<std::size_t>(b)].x;
    });
    const auto found = std::ranges::find(order, m_cursor);
    const int at = found == order.end() ? (across > 0 ? -1 : 0) : static_cast<int>(found - order.begin());
    m_cursor = order[static_cast<std::size_t>(std::clamp(at + across, 0, static_cast<int>(order.size()) - 1))];
    const XyMark& mark = m_chart.marks[static_cast<std::size_t>(m_cursor)];
    announce(mark.hover.isEmpty() ? mark.label : mark.hover);
    return true;
}

void XyPlot::pickCursor()
{
    const QString key = m_chart.marks[static_cast<std::size_t>(m_cursor)].key; // whoever listens may set another chart
    Q_EMIT markPicked(key);
}

void XyPlot::changeEvent(QEvent* event)
{
    ChartWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::FontChange) {
        m_drawn = {};
        update();
    }
}

void XyPlot::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    sightChanged();
}

} // namespace blueprinting::ui
