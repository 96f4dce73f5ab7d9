#include "ui/widgets/charts/stacked_bars.h"

#include "ui/widgets/charts/chart_text.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/tables/table_view.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

namespace {

constexpr std::size_t kRememberedWidths = 32;
constexpr double kReach = 8; ///< pixels within which a mark or a narrow segment is hit

} // namespace

StackedBars::StackedBars(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void StackedBars::setChart(BarChart chart)
{
    if (chart == m_given)
        return;
    const bool other_axis = chart.axis_title != m_given.axis_title;
    m_given = std::move(chart);
    m_chart = as_shown(m_given);
    if (other_axis && isZoomed())
        showWhole();
    dataCame();
    if (m_cursor.row >= static_cast<int>(m_chart.rows.size()))
        m_cursor = {};
    forgetEdges();
    updateGeometry();
    update();
    for (StackedBars* partner : m_partners)
        partner->update();
}

void StackedBars::setEdgePartners(std::vector<StackedBars*> partners)
{
    m_partners = std::move(partners);
    m_edges.clear();
    update();
}

void share_edges(const std::vector<StackedBars*>& charts)
{
    for (StackedBars* chart : charts)
        chart->setEdgePartners(charts);
}

void StackedBars::forgetEdges()
{
    m_edges.clear();
    for (StackedBars* partner : m_partners)
        partner->m_edges.clear();
}

BarEdges StackedBars::edges(double width) const
{
    if (const auto known = m_edges.find(width); known != m_edges.end())
        return known->second;
    if (m_edges.size() > kRememberedWidths)
        m_edges.clear();
    const BarFonts fonts = bar_fonts(this);
    if (m_partners.empty())
        return m_edges[width] = natural_edges(m_chart, fonts, width);
    std::vector<const BarChart*> charts;
    for (const StackedBars* partner : m_partners)
        charts.push_back(&partner->m_chart);
    return m_edges[width] = shared_edges(charts, fonts, width);
}

BarLayout StackedBars::places() const
{
    return layout_bars(m_chart, rect(), bar_fonts(this), edges(width()), shownScale());
}

void StackedBars::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const BarFonts fonts = bar_fonts(this);
    if (m_chart.rows.empty() && !m_chart.empty.isEmpty()) {
        painter.setFont(fonts.body);
        painter.setPen(theme.secondary);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_chart.empty);
        return;
    }
    const BarLayout layout = layout_bars(m_chart, area, fonts, edges(area.width()), shownScale());
    paint_bars(painter, m_chart, layout, fonts, theme, on_screen && showsCursor() ? m_cursor.row : -1,
               m_cursor.segment);
}

std::vector<QStringList> StackedBars::dataRows() const
{
    if (!m_given.data.empty())
        return m_given.data;
    // Of strategies, which may have one name and need not be legal, each line says which it is of and whether it
    // stands.
    const bool strategies =
        std::ranges::any_of(m_given.rows, [](const BarRow& row) { return !row.chip.isEmpty() || row.faded; });
    std::vector<QStringList> rows{{tr("row"), tr("bar"), tr("part"), m_given.axis_title}};
    if (strategies)
        rows.front() << tr("letter") << tr("state");
    // A bar or a mark is called as the column whose glyph it is.
    const auto called = [this](Glyph glyph, const QString& otherwise) {
        const auto column = std::ranges::find(m_given.columns, glyph, &BarColumn::glyph);
        return column == m_given.columns.end() ? otherwise : column->header;
    };
    for (const BarRow& row : m_given.rows) {
        const QString name = row.group.isEmpty()
                                 ? row.label
                                 : QStringLiteral("%1 %2").arg(row.group, row.label.isEmpty() ? row.chip : row.label);
        const auto add = [&](const QString& bar, const QString& part, const QString& value, const QString& state) {
            rows.push_back({name, bar, part, value});
            if (strategies)
                rows.back() << row.chip << state;
        };
        const QString state = !row.state.isEmpty() ? row.state : row.faded ? last_legal_words() : tr("legal");
        if (row.faded && row.segments.empty())
            add({}, {}, {}, row.note); // it has no figures, and says why
        for (const auto& [bar, segments] : {std::pair(called(Glyph::filled, tr("bar")), &row.segments),
                                            std::pair(called(Glyph::outlined, tr("outline")), &row.outline)})
            for (const BarSegment& segment : *segments)
                add(bar, segment.name, plain_figure(segment.value), state);
        for (const BarMark& mark : row.marks)
            add(called(mark.glyph, mark.glyph == Glyph::diamond ? tr("diamond") : tr("upright")), tr("total"),
                plain_figure(mark.value), state);
        if (row.whisker) {
            add(m_given.whisker_name, tr("low"), plain_figure(row.whisker->low), state);
            add(m_given.whisker_name, tr("high"), plain_figure(row.whisker->high), state);
        }
        if (const auto capacity = row.capacity ? row.capacity : m_given.capacity; capacity && !row.segments.empty())
            add(tr("capacity"), tr("total"), plain_figure(*capacity), state);
    }
    return rows;
}

int StackedBars::wantedHeightAt(int width) const
{
    return static_cast<int>(std::ceil(wanted_height(m_chart, bar_fonts(this), edges(width))));
}

int StackedBars::leastHeightAt(int width) const
{
    return static_cast<int>(std::ceil(least_height(m_chart, bar_fonts(this), edges(width))));
}

int StackedBars::mostHeightAt(int width) const
{
    return static_cast<int>(std::ceil(most_height(m_chart, bar_fonts(this), edges(width))));
}

QSize StackedBars::sizeHint() const { return {640, wantedHeightAt(width())}; }

QSize StackedBars::minimumSizeHint() const { return {320, leastHeightAt(width())}; }

void StackedBars::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    const BarEdges now = edges(width());
    if (const double shape = now.below > 0 ? now.below : now.compact ? -1 : 0; shape != m_shape) {
        m_shape = shape;
        updateGeometry();
    }
}

void StackedBars::changeEvent(QEvent* event)
{
    ChartWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        forgetEdges();
}

StackedBars::Place StackedBars::placeAt(const QPointF& at) const
{
    const BarLayout places = this->places();
    for (int row = 0; row < static_cast<int>(places.rows.size()); ++row) {
        const RowPlace& place = places.rows[static_cast<std::size_t>(row)];
        if (!place.band.contains(at))
            continue;
        Place best{row, -1, false};
        double nearest = 3;
        for (const bool outline : {false, true})
            for (int i = 0; i < static_cast<int>(outline ? place.outlined.size() : place.segments.size()); ++i) {
                const auto index = static_cast<std::size_t>(i);
                const QRectF rect = outline ? place.outlined[index] : place.segments[index].rect;
                if (rect.width() <= 0 || at.y() < rect.top() - 2 || at.y() > rect.bottom() + 2)
                    continue;
                const double away = at.x() < rect.left() ? rect.left() - at.x() : std::max(0.0, at.x() - rect.right());
                if (away < nearest) {
                    nearest = away;
                    best = {row, i, outline};
                }
            }
        return best;
    }
    return {};
}

QString StackedBars::readOut(const Place& place) const
{
    if (place.row < 0)
        return {};
    const BarRow& row = m_chart.rows[static_cast<std::size_t>(place.row)];
    if (place.segment < 0)
        return row.hover.isEmpty() ? row.label : row.hover;
    const auto& segments = place.outline ? row.outline : row.segments;
    const BarSegment& segment = segments[static_cast<std::size_t>(place.segment)];
    return segment.hover.isEmpty() ? QStringLiteral("%1 %2").arg(segment.name, segment.text) : segment.hover;
}

QString StackedBars::hoverText(const QPointF& at) const
{
    const BarLayout places = this->places();
    for (std::size_t i = 0; i < places.headers.size(); ++i)
        if (places.headers[i].contains(at))
            return m_chart.columns[i].tooltip;
    if (places.aside.contains(at))
        return m_chart.aside_tip;
    for (std::size_t row = 0; row < places.rows.size(); ++row) {
        if (!places.rows[row].band.contains(at))
            continue;
        for (std::size_t i = 0; i < places.rows[row].marks.size(); ++i) {
            const QPointF away = places.rows[row].marks[i] - at;
            const bool upright = m_chart.rows[row].marks[i].glyph == Glyph::upright;
            if (std::abs(away.x()) <= (upright ? 3 : kReach) &&
                std::abs(away.y()) <= (upright ? places.rows[row].bar.height() / 2 + 3 : kReach))
                return m_chart.rows[row].marks[i].hover;
        }
        if (places.rows[row].whisker.adjusted(-3, -1, 3, 1).contains(at) &&
            std::abs(at.y() - places.rows[row].whisker.center().y()) <= 4)
            return m_chart.rows[row].whisker->hover;
        // A figure is of its column; where these stand in two lines, of the one in its line.
        const auto low = [&](std::size_t i) { return places.headers[i].top() > places.headers.front().top() + 1; };
        bool two = false;
        for (std::size_t i = 0; i < places.headers.size(); ++i)
            two = two || (!places.headers[i].isNull() && low(i));
        for (std::size_t i = 0; i < places.headers.size(); ++i) {
            const QRectF& head = places.headers[i];
            if (two && low(i) != (at.y() > places.rows[row].band.center().y()))
                continue;
            if (i < m_chart.rows[row].read_outs.size() && !m_chart.rows[row].read_outs[i].text.isEmpty() &&
                at.x() >= head.left() && at.x() <= head.right())
                return m_chart.rows[row].read_outs[i].tooltip.isEmpty() ? m_chart.columns[i].tooltip
                                                                        : m_chart.rows[row].read_outs[i].tooltip;
        }
        const BarRow& own = m_chart.rows[row];
        const BarFonts fonts = bar_fonts(this);
        if (places.rows[row].label.contains(at) &&
            QFontMetricsF(own.bold ? fonts.bold : fonts.body).horizontalAdvance(own.label) >
                places.rows[row].label.width())
            return own.label;
        const double capacity = places.rows[row].capacity_x;
        if (capacity >= 0 && !own.note.isEmpty() && std::abs(at.x() - capacity) <= 4)
            return QStringLiteral("%1: %2").arg(own.label, own.note);
    }
    const Place place = placeAt(at);
    const bool row = place.row >= 0 && place.segment < 0;
    return row ? m_chart.rows[static_cast<std::size_t>(place.row)].hover : readOut(place);
}

void StackedBars::clicked(const QPointF& at)
{
    const Place place = placeAt(at);
    if (place.row < 0)
        return;
    m_cursor = place;
    pickCursor();
}

ZoomAxes StackedBars::zoomAxes() const
{
    const double end = m_chart.axis_end > 0 ? m_chart.axis_end : nice_end(extent_of(m_chart));
    return {AxisScale{0, end}, std::nullopt, places().plot};
}

std::optional<AxisScale> StackedBars::shownScale() const
{
    const auto span = inSight().x;
    return span ? std::optional(AxisScale{span->low, span->high}) : std::nullopt;
}

bool StackedBars::step(int rows, int segments)
{
    if (m_chart.rows.empty())
        return true;
    if (m_cursor.row < 0 && rows > 0)
        segments = 0; // the row as a whole comes first
    m_cursor.outline = false;
    m_cursor.row = std::clamp(m_cursor.row + rows, 0, static_cast<int>(m_chart.rows.size()) - 1);
    const auto& parts = m_chart.rows[static_cast<std::size_t>(m_cursor.row)].segments;
    int at = m_cursor.segment;
    // Parts of no length are passed over.
    do
        at += segments;
    while (segments != 0 && at >= 0 && at < static_cast<int>(parts.size()) &&
           parts[static_cast<std::size_t>(at)].value <= 0);
    if (at >= 0 && at < static_cast<int>(parts.size()))
        m_cursor.segment = at;
    else
        m_cursor.segment = std::min(m_cursor.segment, static_cast<int>(parts.size()) - 1);
    announce(readOut(m_cursor));
    return true;
}

void StackedBars::pickCursor()
{
    const BarRow row =
        m_chart.rows[static_cast<std::size_t>(m_cursor.row)]; // a copy: whoever listens may set another chart
    if (m_cursor.segment < 0)
        Q_EMIT rowPicked(row.key);
    else
        Q_EMIT segmentPicked(
            row.key, (m_cursor.outline ? row.outline : row.segments)[static_cast<std::size_t>(m_cursor.segment)].key);
}

} // namespace blueprinting::ui
