#include "ui/schedule/lane_canvas.h"

#include "ui/schedule/schedule_colors.h"
#include "ui/schedule/schedule_model.h"
#include "ui/widgets/named.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr double kPadding = 10; ///< room left of the titles for the selected group's bar
constexpr double kMostZoom = 1e6;
constexpr double kLeastHeight = 140;
constexpr double kMostClaimed = 340, kMostModest = 216; ///< more lanes than that holds scroll

} // namespace

LaneCanvas::LaneCanvas(QWidget* parent)
    : ChartWidget(tr("Devices over time"), parent),
      m_bar(named(new QScrollBar(Qt::Vertical, this), "schedule.lanes.scroll", tr("Lanes")))
{
    setObjectName(QStringLiteral("schedule.lanes"));
    setCursor(Qt::CrossCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_bar->hide();
    connect(m_bar, &QScrollBar::valueChanged, this, [this](int value) {
        m_scroll = value;
        update();
    });
    m_rest.setSingleShot(true);
    m_rest.setInterval(200);
    connect(&m_rest, &QTimer::timeout, this, &LaneCanvas::settle);
}

// No more than what can be read needs, since the page around it scrolls as soon as its parts do not get what they would
// like.
QSize LaneCanvas::sizeHint() const { return {1000, m_least}; }
QSize LaneCanvas::minimumSizeHint() const { return {360, m_least}; }

void LaneCanvas::setModest(bool modest)
{
    m_modest = modest;
    claimHeight();
}

void LaneCanvas::claimHeight()
{
    const ReadableHeight readable = readable_height(m_chart, lane_metrics(lane_fonts(this), m_chart));
    const double wanted = m_modest ? std::min(readable.one, kMostModest) : std::min(readable.all, kMostClaimed);
    const int least = static_cast<int>(std::ceil(std::max(wanted, kLeastHeight)));
    if (least == m_least)
        return;
    m_least = least;
    updateGeometry();
}

QRectF LaneCanvas::area() const
{
    return QRectF(rect()).adjusted(kPadding, 0, m_bar->isVisibleTo(this) ? -m_bar->width() - 2 : 0, 0);
}

void LaneCanvas::setChart(LaneChart chart)
{
    // What is framed points into a simulation: it stays only where that does.
    const auto keeps = [&](const LaneHit& hit) {
        const auto g = static_cast<std::size_t>(hit.group);
        return hit.group >= 0 && g < chart.groups.size() && g < m_chart.groups.size() &&
               chart.groups[g].drawn == m_chart.groups[g].drawn &&
               chart.groups[g].iteration == m_chart.groups[g].iteration &&
               chart.groups[g].second == m_chart.groups[g].second;
    };
    if (!keeps(m_hover))
        m_hover = {};
    if (!keeps(m_cursor))
        m_cursor = {};
    if (!keeps(m_pinned))
        m_pinned = {};
    if (chart.axis_title != m_chart.axis_title)
        m_measured.reset();
    chart.lane = m_chart.lane;
    m_chart = std::move(chart);
    m_chart.device = m_stage;
    claimHeight();
    updateScrollBar();
    update();
}

void LaneCanvas::setPicked(const std::string& component, int stage)
{
    m_component = component;
    m_stage = stage;
    m_chart.device = stage;
    update();
}

LaneLayout LaneCanvas::places() const
{
    return layout_lanes(m_chart, area(), lane_metrics(lane_fonts(this), m_chart), m_scroll);
}

void LaneCanvas::updateScrollBar()
{
    const auto measure = [this] { return places().max_scroll(); };
    const double room = measure();
    m_bar->setVisible(room > 0);
    m_bar->setGeometry(width() - m_bar->sizeHint().width(), 0, m_bar->sizeHint().width(), height());
    m_bar->setRange(0, static_cast<int>(std::ceil(room > 0 ? measure() : 0)));
    m_bar->setPageStep(std::max(1, height() - 40));
    m_bar->setSingleStep(20);
    m_scroll = m_bar->value();
}

void LaneCanvas::fit()
{
    if (!m_chart.range)
        return;
    m_chart.range.reset();
    m_rest.start();
    update();
}

void LaneCanvas::setRange(double begin, double end)
{
    const double all = m_chart.end();
    const double length = std::clamp(end - begin, all / kMostZoom, all);
    begin = std::clamp(begin, 0.0, all - length);
    if (length >= all)
        m_chart.range.reset();
    else
        m_chart.range = std::pair(begin, begin + length);
    m_rest.start();
    update();
}

void LaneCanvas::zoom(double factor, double about)
{
    const auto [begin, end] = shown_range(m_chart);
    setRange(about - (about - begin) / factor, about + (end - about) / factor);
}

void LaneCanvas::move(double share)
{
    const auto [begin, end] = shown_range(m_chart);
    const double step = share * (end - begin);
    setRange(begin + step, end + step);
}

void LaneCanvas::scrollLanes(double pixels) { m_bar->setValue(m_bar->value() + static_cast<int>(pixels)); }

void LaneCanvas::setLaneHeight(std::optional<double> height)
{
    if (height)
        height = std::clamp(*height, kLowestLane, kHighestLane);
    if (height == m_chart.lane)
        return;
    m_chart.lane = height;
    updateScrollBar();
    update();
    Q_EMIT laneHeightChanged();
}

void LaneCanvas::settle()
{
    const auto [begin, end] = shown_range(m_chart);
    Q_EMIT rangeChanged(!m_chart.range.has_value(), begin, end);
}

void LaneCanvas::paintChart(QPainter& painter, const QRectF& whole, const Theme& theme, bool on_screen) const
{
    const LaneFonts fonts = lane_fonts(this);
    const QRectF inside = on_screen ? area() : whole;
    const LaneLayout layout =
        layout_lanes(m_chart, inside, lane_metrics(fonts, m_chart), on_screen ? m_scroll : 0, on_screen);
    const LaneLook look{theme, fonts, lane_palette(theme, m_component, m_chart.critical_path), m_stage, on_screen};
    paint_lanes(painter, m_chart, layout, look);
    if (!on_screen)
        return;
    if (!layout.overview.isEmpty())
        paintOverview(painter, layout, theme);
    if (m_drag == Drag::cell && !m_joining)
        paintCaret(painter, layout, theme);
    const LaneHit hit = explained();
    QPointF at = m_pointer;
    if ((m_keyboard || hit == m_pinned) && hit.group >= 0) {
        const auto& trays = layout.groups[static_cast<std::size_t>(hit.group)].unplaced;
        const auto in_tray = static_cast<std::size_t>(std::max(0, hit.unplaced));
        const QRectF place = hit.unplaced >= 0 ? (in_tray < trays.size() ? trays[in_tray] : QRectF())
                             : hit.idle        ? place_of_idle(m_chart, layout, hit.group, *hit.idle)
                             : hit.tail >= 0   ? place_of_tail(m_chart, layout, hit.group,
                                                               m_chart.groups[static_cast<std::size_t>(hit.group)]
                                                                   .iteration->lanes[static_cast<std::size_t>(hit.tail)])
                                               : place_of_command(m_chart, layout, hit.group, hit.command);
        at = QPointF(std::clamp(place.center().x(), layout.plot.left(), layout.plot.right()), place.bottom());
    }
    // What explains stands where it is seen, also where the page around is scrolled.
    const QRectF seen = inside.intersected(QRectF(visibleRegion().boundingRect()));
    paint_overlay(painter, m_chart, layout,
                  {m_drag == Drag::move || m_drag == Drag::measure ? LaneHit{} : hit, at, m_measured, m_measured_y},
                  look, seen.isEmpty() ? inside : seen);
    if (hasFocus() && !m_keyboard) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

LaneHit LaneCanvas::explained() const
{
    const LaneHit now = focused();
    const bool says = now.group >= 0 && (now.idle || now.command != kNoCommand || now.tail >= 0 || now.unplaced >= 0);
    return says ? now : m_pinned;
}

std::vector<QStringList> LaneCanvas::dataRows() const { return command_rows(m_chart); }

void LaneCanvas::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    updateScrollBar();
}

void LaneCanvas::changeEvent(QEvent* event)
{
    ChartWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        claimHeight();
        updateScrollBar();
    }
}

} // namespace blueprinting::ui
