#include "ui/measured/error_plot.h"

#include "ui/measured/mark_stamps.h"
#include "ui/measured/words.h"
#include "ui/style/fonts.h"
#include "ui/widgets/tables/table_view.h"

#include <QEvent>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace blueprinting::ui {
namespace {

constexpr double kReach = 7;
constexpr int kLeastMarks = 110;

} // namespace

ErrorPlot::ErrorPlot(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ErrorPlot::setChart(ErrorChart chart)
{
    if (chart == m_chart)
        return;
    const bool other_axis = chart.up_title != m_chart.up_title;
    m_chart = std::move(chart);
    if (m_cursor >= static_cast<int>(m_chart.marks.size()))
        m_cursor = -1;
    forget();
    updateGeometry();
    if (other_axis && isZoomed())
        showWhole();
    arrange();
    update();
    dataCame();
}

void ErrorPlot::setControls(QWidget* up, QWidget* strips)
{
    m_up = up;
    m_by = strips;
    for (QWidget* each : {up, strips})
        each->setParent(this);
    arrange();
}

void ErrorPlot::arrange()
{
    if (!m_up)
        return;
    const ErrorLayout& at = places();
    const int width = static_cast<int>(std::max(96.0, at.marks.left() - 58 - at.label_left));
    const int height = m_up->sizeHint().height();
    m_up->setGeometry(static_cast<int>(at.label_left), static_cast<int>(at.marks.top()), width, height);
    m_by->setGeometry(static_cast<int>(at.label_left), static_cast<int>(at.strips.top()) - height - 2, width, height);
}

void ErrorPlot::setSelected(const QString& key)
{
    m_chart.selected = key;
    update();
}

QString ErrorPlot::readOut(int mark) const
{
    const QString& key = m_chart.marks[static_cast<std::size_t>(mark)].key;
    return m_read_out ? m_read_out(key) : key;
}

void ErrorPlot::forget()
{
    m_places.reset();
    m_drawn = {};
}

ErrorLayout ErrorPlot::layoutIn(const QRectF& area) const
{
    const PartState sight = inSight();
    const auto scale = [](const std::optional<Span>& span, bool logarithmic) {
        return span ? std::optional(AxisScale{span->low, span->high, logarithmic}) : std::nullopt;
    };
    return layout_errors(m_chart, area, body_font(this), small_font(this), scale(sight.x, false),
                         scale(sight.y, m_chart.up_logarithmic));
}

const ErrorLayout& ErrorPlot::places() const
{
    if (!m_places)
        m_places = layoutIn(rect());
    return *m_places;
}

ZoomAxes ErrorPlot::zoomAxes() const
{
    return {natural_error_scale(m_chart), natural_up_scale(m_chart), places().marks, false, true};
}

QSize ErrorPlot::sizeHint() const { return {760, static_cast<int>(height_of_strips(m_chart, small_font(this))) + 150}; }

QSize ErrorPlot::minimumSizeHint() const
{
    return {360, static_cast<int>(height_of_strips(m_chart, small_font(this))) + kLeastMarks};
}

void ErrorPlot::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool) const
{
    const ErrorLayout layout = layoutIn(area);
    paint_errors(painter, m_chart, layout, this, theme);
    paint_error_rings(painter, m_chart, layout, theme);
}

void ErrorPlot::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    const ErrorLayout& layout = places();
    const double scale = std::clamp(painter.deviceTransform().m11(), 1.0, 4.0);
    if (m_drawn.isNull() || m_drawn.devicePixelRatio() != scale) {
        m_drawn = QPixmap(size() * scale);
        m_drawn.fill(Qt::transparent);
        {
            QPainter own(&m_drawn);
            own.scale(scale, scale);
            own.setFont(font());
            MarkStamps stamps(scale, theme.panel);
            paint_errors(own, m_chart, layout, this, theme, &stamps);
        }
        m_drawn.setDevicePixelRatio(scale);
    }
    painter.drawPixmap(0, 0, m_drawn);
    paint_error_rings(painter, m_chart, layout, theme);
    if (showsCursor() && m_cursor >= 0) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, 1.5, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(layout.places[static_cast<std::size_t>(m_cursor)], 9, 9);
    }
}

void ErrorPlot::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    forget();
    arrange();
}

void ErrorPlot::changeEvent(QEvent* event)
{
    ChartWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::FontChange) {
        forget();
        arrange();
        update();
    }
}

/// In the plot the nearest mark, in the strips the nearest dot.
int ErrorPlot::markAt(const QPointF& at) const
{
    const ErrorLayout& layout = places();
    double nearest = kReach;
    int best = -1;
    const auto consider = [&](const QPointF& place, std::size_t mark) {
        const double away = QLineF(place, at).length();
        if (away < nearest) {
            nearest = away;
            best = static_cast<int>(mark);
        }
    };
    if (at.y() <= layout.marks.bottom() + kReach) {
        for (std::size_t i = 0; i < layout.places.size(); ++i)
            consider(layout.places[i], i);
        return best;
    }
    for (std::size_t s = 0; s < layout.rows.size(); ++s)
        if (layout.rows[s].contains(at))
            for (std::size_t i = 0; i < layout.dots[s].size(); ++i)
                consider(layout.dots[s][i], m_chart.strips[s].marks[i]);
    return best;
}

QString ErrorPlot::hoverText(const QPointF& at) const
{
    if (const int mark = markAt(at); mark >= 0)
        return readOut(mark);
    const ErrorLayout& layout = places();
    for (std::size_t s = 0; s < layout.rows.size(); ++s) {
        if (!layout.rows[s].contains(at))
            continue;
        const ErrorStrip& strip = m_chart.strips[s];
        const double error = layout.error.value(at.x(), layout.marks.left(), layout.marks.right());
        for (std::size_t i = 0; i < strip.bars.size(); ++i) {
            const double y = layout.rows[s].top() + layout.rows[s].height() * (static_cast<double>(i) + 1) /
                                                        (static_cast<double>(strip.bars.size()) + 1);
            if (error >= strip.bars[i].low && error <= strip.bars[i].high && std::fabs(at.y() - y) < 3)
                return strip.bars[i].hover;
        }
        if (strip.runs.isEmpty())
            return strip.note.isEmpty() ? strip.label : strip.label + QLatin1Char('\n') + strip.note;
        const QString said = MeasuredWords::tr("%1: %2 runs, median %3 %, from %4, %5 within 10 %")
                                 .arg(strip.label, strip.runs, strip.median_text, strip.range_text, strip.within_text);
        return strip.note.isEmpty() ? said : said + QLatin1Char('\n') + strip.note;
    }
    return {};
}

void ErrorPlot::clicked(const QPointF& at)
{
    m_cursor = markAt(at);
    if (m_cursor >= 0)
        pickCursor();
}

bool ErrorPlot::step(int down, int across)
{
    if (m_chart.marks.empty())
        return false;
    std::vector<int> order(m_chart.marks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const ErrorMark& one = m_chart.marks[static_cast<std::size_t>(a)];
        const ErrorMark& other = m_chart.marks[static_cast<std::size_t>(b)];
        return across != 0 ? one.error < other.error : one.up > other.up;
    });
    const int by = across != 0 ? across : down;
    const auto found = std::find(order.begin(), order.end(), m_cursor);
    const int at = found == order.end() ? (by > 0 ? -1 : 0) : static_cast<int>(found - order.begin());
    m_cursor = order[static_cast<std::size_t>(std::clamp(at + by, 0, static_cast<int>(order.size()) - 1))];
    announce(readOut(m_cursor));
    return true;
}

void ErrorPlot::pickCursor()
{
    const QString key = m_chart.marks[static_cast<std::size_t>(m_cursor)].key; // whoever listens may set another chart
    Q_EMIT runPicked(key);
}

std::vector<QStringList> ErrorPlot::dataRows() const
{
    std::vector<QStringList> rows{{tr("run"), tr("error (%)"), m_chart.up_title}};
    for (const ErrorMark& mark : m_chart.marks)
        rows.push_back({mark.key, plain_figure(mark.error), plain_figure(mark.up)});
    return rows;
}

} // namespace blueprinting::ui
