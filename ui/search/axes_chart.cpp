#include "ui/search/axes_chart.h"

#include "core/base/format.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/fonts.h"
#include "ui/style/shown.h"
#include "ui/widgets/tables/table_view.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace blueprinting::ui {
namespace {

constexpr double kLeastDrag = 4; ///< pixels: less is a click
constexpr double kInfinite = std::numeric_limits<double>::infinity();

} // namespace

AxesChart::AxesChart(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void AxesChart::setPicture(AxesPicture picture)
{
    if (picture == m_picture)
        return;
    m_picture = std::move(picture);
    if (!m_held || m_held->axis >= m_picture.axes.size())
        m_held.reset();
    if (!cursor())
        m_axis = m_value = 0;
    update();
    dataCame();
}

AxesLayout AxesChart::layoutIn(const QRectF& area) const
{
    return layout_axes(m_picture, area, std::ceil(QFontMetricsF(small_font(this)).height()));
}

AxesLayout AxesChart::places() const { return layoutIn(rect()); }

const KnobAxis::Value* AxesChart::cursor() const
{
    if (!m_walked || m_axis >= m_picture.axes.size() || m_value >= m_picture.axes[m_axis].values.size())
        return nullptr;
    return &m_picture.axes[m_axis].values[m_value];
}

QString AxesChart::valueText(const KnobAxis& axis, const KnobAxis::Value& value) const
{
    QString out =
        SearchWords::tr("%1 %2: %3 of %4").arg(axis.title, value.text, counted(value.count), counted(m_picture.total));
    if (m_picture.filtered())
        out += SearchWords::tr(", %1 within the filter").arg(counted(value.within));
    return out;
}

QString AxesChart::ribbonText(const QPointF& at) const
{
    const AxesLayout layout = places();
    const bool filtered = m_picture.filtered();
    const auto& bands = filtered ? layout.within : layout.all;
    const auto& ribbons = filtered ? m_picture.within : m_picture.all;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        if (at.x() < layout.x[i] || at.x() > layout.x[i + 1])
            continue;
        for (std::size_t j = 0; j < bands[i].size(); ++j) {
            const auto distance = bands[i][j].distance(at);
            if (!distance || *distance > std::max(1.5, bands[i][j].width / 2))
                continue;
            const KnobAxis& from = m_picture.axes[i];
            const KnobAxis& to = m_picture.axes[i + 1];
            const AxesRibbon& ribbon = ribbons[i][j];
            return SearchWords::tr("%1 %2 with %3 %4: %5")
                .arg(from.title, from.values[ribbon.from].text, to.title, to.values[ribbon.to].text,
                     counted(ribbon.count));
        }
    }
    return {};
}

QString AxesChart::hoverText(const QPointF& at) const
{
    const AxesLayout layout = places();
    const int axis = layout.axisAt(at);
    if (axis < 0)
        return ribbonText(at);
    const KnobAxis& one = m_picture.axes[static_cast<std::size_t>(axis)];
    if (at.y() < layout.plot.top())
        return SearchWords::tr("%1\nDrag it to another place").arg(one.title);
    const double place = layout.share(at.y()) * static_cast<double>(one.values.size());
    const auto last = static_cast<double>(one.values.size() - 1);
    const auto value = static_cast<std::size_t>(std::clamp(place, 0.0, last));
    return valueText(one, one.values[value]) + SearchWords::tr("\nDrag along the axis to filter");
}

/// Marks what lies between two shares of an axis.
void AxesChart::mark(const KnobAxis& axis, double low, double high)
{
    if (axis.measure) {
        const auto value = [&](double share) { return axis.low + share * (axis.high - axis.low); };
        Q_EMIT stretchMarked(axis.key, low <= 0 ? 0 : value(low), high >= 1 ? kInfinite : value(high));
        return;
    }
    QList<qint64> values;
    for (std::size_t i = 0; i < axis.values.size(); ++i)
        if (axis.share(i) >= low && axis.share(i) <= high)
            values << axis.values[i].value;
    const bool same = std::equal(values.begin(), values.end(), axis.brushed.begin(), axis.brushed.end());
    if (!values.isEmpty() && !same)
        Q_EMIT valuesMarked(axis.key, values);
}

/// A value of a knob comes to what is filtered by, or goes; a step of a measure makes the stretch longer, or takes it
/// off where it is within.
void AxesChart::toggle(const KnobAxis& axis, std::size_t place)
{
    if (!axis.measure) {
        const std::int64_t value = axis.values[place].value;
        QList<qint64> values(axis.brushed.begin(), axis.brushed.end());
        if (!values.removeOne(value))
            values << value;
        std::sort(values.begin(), values.end());
        Q_EMIT valuesMarked(axis.key, values);
        return;
    }
    const auto count = static_cast<double>(axis.values.size());
    double low = static_cast<double>(place) / count, high = static_cast<double>(place + 1) / count;
    if (axis.stretch) {
        const auto share = [&](double value) { return (value - axis.low) / (axis.high - axis.low); };
        const double middle = (low + high) / 2;
        if (middle > share(axis.stretch->low) && middle < share(axis.stretch->high)) {
            Q_EMIT stretchMarked(axis.key, 0, kInfinite);
            return;
        }
        low = std::min(low, share(axis.stretch->low));
        high = std::max(high, share(axis.stretch->high));
    }
    mark(axis, low, high);
}

void AxesChart::move(std::size_t from, std::size_t to)
{
    if (from == to || to >= m_picture.axes.size())
        return;
    m_axis = to;
    QStringList keys;
    for (const std::string& key : moved_axis(m_picture, from, to))
        keys << QString::fromStdString(key);
    Q_EMIT ordered(keys);
}

void AxesChart::mousePressEvent(QMouseEvent* event)
{
    const AxesLayout layout = places();
    const int axis = layout.axisAt(event->position());
    if (event->button() != Qt::LeftButton || axis < 0)
        return ChartWidget::mousePressEvent(event);
    m_held = Held{static_cast<std::size_t>(axis), event->position().y() < layout.plot.top(), event->position(),
                  event->position(), false};
    QToolTip::hideText();
}

void AxesChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_held)
        return ChartWidget::mouseMoveEvent(event);
    m_held->at = event->position();
    const QPointF by = m_held->at - m_held->from;
    m_held->dragged = m_held->dragged || std::abs(m_held->title ? by.x() : by.y()) >= kLeastDrag;
    if (m_held->dragged && !m_held->title) {
        const AxesLayout layout = places();
        const double from = layout.share(m_held->from.y()), at = layout.share(m_held->at.y());
        mark(m_picture.axes[m_held->axis], std::min(from, at), std::max(from, at));
    }
    update();
}

void AxesChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_held)
        return ChartWidget::mouseReleaseEvent(event);
    const Held held = *m_held;
    m_held.reset();
    const AxesLayout layout = places();
    if (held.title) {
        const double at = (event->position().x() - layout.plot.left()) / layout.spacing;
        const auto last = static_cast<double>(m_picture.axes.size() - 1);
        if (held.dragged)
            move(held.axis, static_cast<std::size_t>(std::round(std::clamp(at, 0.0, last))));
    } else if (!held.dragged) {
        const KnobAxis& axis = m_picture.axes[held.axis];
        const double place = layout.share(held.from.y()) * static_cast<double>(axis.values.size());
        const auto last = static_cast<double>(axis.values.size() - 1);
        m_walked = true;
        m_axis = held.axis;
        m_value = static_cast<std::size_t>(std::clamp(place, 0.0, last));
        toggle(axis, m_value);
    }
    update();
}

void AxesChart::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_picture.filtered()) {
        Q_EMIT cleared();
        return;
    }
    const bool across = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (across && event->modifiers() & Qt::ShiftModifier && cursor()) {
        if (event->key() == Qt::Key_Right)
            move(m_axis, m_axis + 1);
        else if (m_axis > 0)
            move(m_axis, m_axis - 1);
        return;
    }
    ChartWidget::keyPressEvent(event);
}

bool AxesChart::step(int down, int across)
{
    if (m_picture.axes.empty())
        return false;
    const auto moved = [](std::size_t from, int by, std::size_t count) {
        const auto last = static_cast<std::int64_t>(count) - 1;
        return static_cast<std::size_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(from) + by, 0, last));
    };
    if (!m_walked) {
        m_walked = true;
        m_axis = m_value = 0;
    } else if (across != 0) {
        const double share = m_picture.axes[m_axis].share(m_value);
        m_axis = moved(m_axis, across, m_picture.axes.size());
        const auto count = static_cast<double>(m_picture.axes[m_axis].values.size());
        m_value = static_cast<std::size_t>(std::clamp(share * count, 0.0, count - 1));
    } else {
        m_value = moved(m_value, -down, m_picture.axes[m_axis].values.size());
    }
    announce(valueText(m_picture.axes[m_axis], *cursor()));
    return true;
}

void AxesChart::pickCursor()
{
    if (cursor())
        toggle(m_picture.axes[m_axis], m_value);
}

std::vector<QStringList> AxesChart::dataRows() const
{
    const bool filtered = m_picture.filtered();
    std::vector<QStringList> rows{{tr("axis"), tr("value"), tr("next axis"), tr("its value"), tr("strategies")}};
    if (filtered)
        rows.front() << tr("within the filter");
    for (std::size_t i = 0; i < m_picture.all.size(); ++i)
        for (const AxesRibbon& each : m_picture.all[i]) {
            const KnobAxis& from = m_picture.axes[i];
            const KnobAxis& to = m_picture.axes[i + 1];
            rows.push_back({from.title, from.values[each.from].text, to.title, to.values[each.to].text,
                            QString::number(each.count)});
            if (!filtered)
                continue;
            std::uint64_t within = 0;
            for (const AxesRibbon& other : m_picture.within[i])
                if (other.from == each.from && other.to == each.to)
                    within = other.count;
            rows.back() << QString::number(within);
        }
    return rows;
}

} // namespace blueprinting::ui
