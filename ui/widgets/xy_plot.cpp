#include "ui/widgets/xy_plot.h"
#include "ui/widgets/chart_text.h"
#include "ui/widgets/table_view.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

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

/// At most twice as long as the whole axis, and half of what is in sight within it: there is always a way back to the
/// data.
AxisScale kept_near(const AxisScale& scale, const AxisScale& whole)
{
    const auto at = [&](double value) { return whole.logarithmic ? std::log(value) : value; };
    const auto value = [&](double place) { return whole.logarithmic ? std::exp(place) : place; };
    const double low = at(whole.low);
    const double high = at(whole.high);
    const double length = std::min(at(scale.high) - at(scale.low), 2 * (high - low));
    const double start = std::clamp(at(scale.low), low - length / 2, high - length / 2);
    return {value(start), value(start + length), scale.logarithmic};
}

/// Not so near that neighbouring numbers are one.
bool can_show(const AxisScale& scale, const AxisScale& whole)
{
    const auto length = [](const AxisScale& s) {
        return s.logarithmic ? std::log(s.high) - std::log(s.low) : s.high - s.low;
    };
    const double share = length(scale) / length(whole);
    return std::isfinite(share) && share > 1e-4;
}

/// The axis as it was left, where that still shows some of the data.
std::optional<AxisScale> left_at(const std::optional<Span>& span, const AxisScale& whole)
{
    if (!span || (whole.logarithmic && span->low <= 0) || span->low >= whole.high || span->high <= whole.low)
        return std::nullopt;
    const AxisScale scale{span->low, span->high, whole.logarithmic};
    return can_show(scale, whole) ? std::optional(scale) : std::nullopt;
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
    if (other_axes) {
        m_x.reset();
        m_y.reset();
    }
    const bool only_rings =
        chart.marks == m_given.marks && chart.lines == m_given.lines && chart.x == m_given.x && chart.y == m_given.y;
    m_given = std::move(chart);
    m_chart = as_shown(m_given);
    if (m_cursor >= static_cast<int>(m_chart.marks.size()))
        m_cursor = -1;
    if (only_rings)
        update();
    else
        redraw();
    if (other_axes)
        sightMoved();
    dataCame();
}

void XyPlot::redraw()
{
    m_drawn = {};
    update();
}

XyLayout XyPlot::places() const { return layout_xy(m_chart, rect(), xy_fonts(this), m_x, m_y); }

void XyPlot::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool) const
{
    const XyLayout layout = layout_xy(m_chart, area, xy_fonts(this), m_x, m_y);
    paint_xy(painter, m_chart, layout, area, xy_fonts(this), theme);
    paint_rings(painter, m_chart, layout, theme);
}

void XyPlot::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    const XyLayout layout = places();
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
    if (hasFocus() && m_keyboard && m_cursor >= 0) {
        const auto at = static_cast<std::size_t>(m_cursor);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, 1.5, Qt::DotLine));
        painter.drawEllipse(layout.marks[at], layout.radii[at] + 6, layout.radii[at] + 6);
    }
}

std::vector<QStringList> XyPlot::dataRows() const
{
    std::vector<QStringList> rows{{tr("kind"), tr("name"), m_given.x.title, m_given.y.title}};
    for (const XyMark& mark : m_given.marks)
        rows.push_back({tr("mark"), mark.key, plain_figure(mark.x), plain_figure(mark.y)});
    for (const XyLine& line : m_given.lines)
        for (const QPointF& point : line.points)
            rows.push_back({line.kind == LineKind::steps ? tr("step") : tr("line"), line.label, plain_figure(point.x()),
                            plain_figure(point.y())});
    return rows;
}

int XyPlot::markAt(const QPointF& at) const
{
    const XyLayout layout = places();
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

QString XyPlot::hoverText(const QPointF& at) const
{
    if (const int mark = markAt(at); mark >= 0) {
        const XyMark& own = m_chart.marks[static_cast<std::size_t>(mark)];
        return own.hover.isEmpty() ? own.label : own.hover;
    }
    const XyLayout layout = places();
    for (std::size_t i = 0; i < layout.lines.size(); ++i)
        if (!m_chart.lines[i].hover.isEmpty() && distance_to(layout.lines[i], at) < 4)
            return m_chart.lines[i].hover;
    return {};
}

void XyPlot::mousePressEvent(QMouseEvent* event)
{
    m_keyboard = false;
    ChartWidget::mousePressEvent(event);
}

void XyPlot::clicked(const QPointF& at)
{
    m_cursor = markAt(at);
    if (m_cursor < 0)
        return;
    const QString key = m_chart.marks[static_cast<std::size_t>(m_cursor)].key; // whoever listens may set another chart
    Q_EMIT markPicked(key);
}

void XyPlot::zoomBy(double factor, const QPointF& about)
{
    const XyLayout layout = places();
    const AxisScale x = layout.x.zoomed(factor, layout.x.value(about.x(), layout.plot.left(), layout.plot.right()));
    const AxisScale y = layout.y.zoomed(factor, layout.y.value(about.y(), layout.plot.bottom(), layout.plot.top()));
    if (!can_show(x, natural_scale(m_chart, true)) || !can_show(y, natural_scale(m_chart, false)))
        return;
    m_x = kept_near(x, natural_scale(m_chart, true));
    m_y = kept_near(y, natural_scale(m_chart, false));
    redraw();
    sightMoved();
}

void XyPlot::panBy(const QPointF& pixels)
{
    const XyLayout layout = places();
    m_x = kept_near(layout.x.moved(-pixels.x() / layout.plot.width()), natural_scale(m_chart, true));
    m_y = kept_near(layout.y.moved(pixels.y() / layout.plot.height()), natural_scale(m_chart, false));
    redraw();
    sightMoved();
}

void XyPlot::showWhole()
{
    m_x.reset();
    m_y.reset();
    redraw();
    sightMoved();
}

PartState XyPlot::inSight() const
{
    PartState out;
    if (m_x)
        out.x = Span{m_x->low, m_x->high};
    if (m_y)
        out.y = Span{m_y->low, m_y->high};
    return out;
}

void XyPlot::look(const PartState& state)
{
    m_x = left_at(state.x, natural_scale(m_chart, true));
    m_y = left_at(state.y, natural_scale(m_chart, false));
    redraw();
}

void XyPlot::stepCursor(int by)
{
    if (m_chart.marks.empty())
        return;
    m_keyboard = true;
    std::vector<int> order(m_chart.marks.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        return m_chart.marks[static_cast<std::size_t>(a)].x < m_chart.marks[static_cast<std::size_t>(b)].x;
    });
    const auto found = std::find(order.begin(), order.end(), m_cursor);
    const int at = found == order.end() ? (by > 0 ? -1 : 0) : static_cast<int>(found - order.begin());
    m_cursor = order[static_cast<std::size_t>(std::clamp(at + by, 0, static_cast<int>(order.size()) - 1))];
    const XyMark& mark = m_chart.marks[static_cast<std::size_t>(m_cursor)];
    announce(mark.hover.isEmpty() ? mark.label : mark.hover);
    update();
}

void XyPlot::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() & Qt::ShiftModifier)
        return ChartWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: stepCursor(-1); return;
    case Qt::Key_Right: stepCursor(1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_cursor >= 0) {
            Q_EMIT markPicked(m_chart.marks[static_cast<std::size_t>(m_cursor)].key);
            return;
        }
        break;
    default: break;
    }
    ChartWidget::keyPressEvent(event);
}

void XyPlot::focusInEvent(QFocusEvent* event)
{
    ChartWidget::focusInEvent(event);
    m_keyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                 event->reason() == Qt::ShortcutFocusReason;
    if (m_keyboard && m_cursor < 0)
        stepCursor(1);
    update();
}

void XyPlot::focusOutEvent(QFocusEvent* event)
{
    ChartWidget::focusOutEvent(event);
    update();
}

void XyPlot::changeEvent(QEvent* event)
{
    ChartWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::FontChange)
        redraw();
}

void XyPlot::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    m_drawn = {};
}

} // namespace blueprinting::ui
