#include "ui/widgets/charts/heat_map.h"

#include "ui/style/fonts.h"
#include "ui/widgets/charts/chart_text.h"
#include "ui/widgets/tables/table_view.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

QString elided(const QPainter& painter, const QString& text, double width)
{
    return QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, width + 1);
}

/// One line at the middle of the rectangle's height, in whole though the rows may be lower than a line of the font.
void draw_line(QPainter& painter, const QRectF& rect, Qt::AlignmentFlag side, const QString& text)
{
    const QFontMetricsF metrics(painter.font());
    const double spare = rect.width() - metrics.horizontalAdvance(text);
    const double x = rect.left() + (side == Qt::AlignRight ? spare : side == Qt::AlignHCenter ? spare / 2 : 0);
    painter.drawText(QPointF(x, std::round(rect.center().y() + (metrics.ascent() - metrics.descent()) / 2)), text);
}

void paint_cell(QPainter& painter, const HeatCell& cell, const QRectF& rect, const HeatFonts& fonts, const Theme& theme,
                bool with_text, bool counts)
{
    QColor ink = color_of(theme, cell.tone);
    if (cell.hollow) {
        painter.setPen(QPen(cell.fill.isNone() ? theme.outline : cell.fill.in(theme), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    } else if (!cell.fill.isNone()) {
        const QColor fill = cell.fill.in(theme);
        painter.fillRect(rect, fill);
        // The theme's own text where that reads well on the fill, as on a pale shade.
        ink = contrast(theme.text, fill) >= 4.5 ? theme.text : label_on(fill);
    }
    if (cell.text.isEmpty() || !with_text)
        return;
    QFont font = fonts.small_number;
    font.setBold(cell.bold);
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(cell.text) > rect.width() || metrics.capHeight() + 1 > rect.height())
        return;
    painter.setFont(font);
    painter.setPen(ink);
    if (!counts)
        return draw_line(painter, rect, Qt::AlignHCenter, cell.text);
    // Figures end in one line down a column; the counts stand behind them.
    font.setBold(true);
    const double figure = QFontMetricsF(font).horizontalAdvance(QStringLiteral("99.9"));
    const double count = metrics.horizontalAdvance(QStringLiteral("000")) + 4;
    const double end = rect.left() + std::max(4.0, (rect.width() - figure - count) / 2) + figure;
    if (cell.fill.isNone())
        return draw_line(painter, rect, Qt::AlignHCenter, cell.text);
    draw_line(painter, QRectF(end - 80, rect.top(), 80, rect.height()), Qt::AlignRight, cell.text);
    painter.setFont(fonts.small_number);
    painter.setPen(color_of(theme, cell.count_tone));
    draw_line(painter, QRectF(end + 5, rect.top(), count, rect.height()), Qt::AlignLeft, cell.count);
}

} // namespace

HeatFonts heat_fonts(const QWidget* widget)
{
    QFont bold_small = small_font(widget);
    bold_small.setBold(true);
    return {body_font(widget), bold_font(widget), bold_small, small_font(widget), small_number_font(widget)};
}

HeatMap::HeatMap(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void HeatMap::setChart(HeatChart chart)
{
    if (chart == m_given)
        return;
    const auto names = [](const HeatChart& one) {
        QStringList all;
        for (const HeatColumn& column : one.columns)
            all << column.key;
        for (const HeatRow& row : one.rows)
            all << row.key;
        return all;
    };
    // Other numbers of the same rows and columns are looked at from where the last ones were.
    if (names(chart) != names(m_chart)) {
        m_cursor = {};
        if (isZoomed())
            showWhole();
    }
    m_given = std::move(chart);
    m_chart = as_shown(m_given);
    updateGeometry();
    update();
    dataCame();
}

HeatLayout HeatMap::places() const { return layout_heat(m_chart, rect(), heat_fonts(this), sight()); }

QSize HeatMap::sizeHint() const { return {420, static_cast<int>(wanted_height(m_chart, heat_fonts(this), width()))}; }
QSize HeatMap::minimumSizeHint() const
{
    const double cells = static_cast<double>(m_chart.columns.size()) * (m_chart.least_cell + 2);
    return {m_chart.least_cell > 0 ? static_cast<int>(110 + cells) : 240,
            m_full_height ? sizeHint().height() : static_cast<int>(least_height(m_chart, heat_fonts(this), width()))};
}

void HeatMap::setFullHeight(bool full)
{
    m_full_height = full;
    updateGeometry();
}

void HeatMap::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry(); // where the names of groups stand depends on the width, and the height on that
}

void HeatMap::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const HeatFonts fonts = heat_fonts(this);
    const HeatLayout layout = layout_heat(m_chart, area, fonts, sight());
    painter.setFont(m_chart.rows.empty() ? fonts.body : fonts.small);
    painter.setPen(theme.secondary);
    if (m_chart.rows.empty())
        painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_chart.empty);
    bool counts = false;
    for (const HeatRow& row : m_chart.rows)
        for (const HeatCell& cell : row.cells)
            counts = counts || !cell.count.isEmpty();
    const bool cell_alone = m_chart.selects_cell;
    for (const auto& [place, title] :
         {std::pair(layout.column_title, column_title()), std::pair(layout.row_title, row_title())})
        if (!place.isEmpty())
            painter.drawText(place, (m_chart.labels_right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                             QFontMetricsF(fonts.small).elidedText(title, Qt::ElideRight, place.width()));
    for (std::size_t i = 0; i < m_chart.columns.size(); ++i) {
        if (layout.headers[i].isEmpty())
            continue;
        const HeatColumn& column = m_chart.columns[i];
        const bool selected = !cell_alone && !column.key.isEmpty() && column.key == m_chart.selected_column;
        painter.setFont(column.bold ? fonts.bold : fonts.small);
        painter.setPen(selected ? theme.accent : column.bold ? theme.text : theme.secondary);
        painter.drawText(layout.headers[i], Qt::AlignCenter,
                         QFontMetricsF(fonts.small)
                             .elidedText(layout.brief && !column.brief.isEmpty() ? column.brief : column.header,
                                         Qt::ElideRight, layout.headers[i].width() + 2));
        if (!layout.column_groups[i].isEmpty()) {
            painter.setFont(fonts.bold);
            painter.setPen(theme.text);
            painter.drawText(
                layout.column_groups[i], Qt::AlignCenter,
                QFontMetricsF(fonts.bold).elidedText(column.group, Qt::ElideRight, layout.column_groups[i].width()));
        }
    }
    for (std::size_t r = 0; r < m_chart.rows.size(); ++r) {
        const HeatRow& row = m_chart.rows[r];
        const HeatPlace& place = layout.rows[r];
        if (place.label.isEmpty())
            continue; // out of sight
        if (!cell_alone && !row.key.isEmpty() && row.key == m_chart.selected_row)
            painter.fillRect(QRectF(area.left(), place.label.top(), 3, place.label.height() - 2), theme.accent);
        painter.setFont(m_chart.groups_bold ? fonts.body_bold : fonts.body);
        painter.setPen(m_chart.groups_bold ? theme.text : theme.secondary);
        if (!place.group.isEmpty())
            draw_line(painter, place.group, Qt::AlignLeft, elided(painter, row.group, place.group.width()));
        painter.setFont(fonts.body);
        if (!place.swatch.isEmpty())
            draw_swatch(painter, place.swatch, row.swatch.in(theme), row.hatched, theme.panel);
        painter.setPen(theme.text);
        if (place.label.height() >= QFontMetricsF(fonts.body).capHeight() + 1)
            draw_line(painter, place.label, m_chart.labels_right ? Qt::AlignRight : Qt::AlignLeft,
                      elided(painter, row.label, place.label.width()));
        for (std::size_t c = 0; c < place.cells.size() && c < row.cells.size(); ++c)
            if (!place.cells[c].isEmpty())
                paint_cell(painter, row.cells[c], place.cells[c], fonts, theme, layout.texts, counts);
    }
    const auto frame = [&](std::size_t row, std::size_t column, double width) {
        painter.setPen(QPen(theme.accent, width));
        painter.setBrush(Qt::NoBrush);
        if (const QRectF& cell = layout.rows[row].cells[column]; !cell.isEmpty())
            painter.drawRect(cell);
    };
    for (std::size_t r = 0; cell_alone && on_screen && r < m_chart.rows.size(); ++r)
        for (std::size_t c = 0; c < m_chart.columns.size(); ++c)
            if (m_chart.rows[r].key == m_chart.selected_row && m_chart.columns[c].key == m_chart.selected_column)
                frame(r, c, 1.5);
    if (on_screen && showsCursor() && m_cursor.row >= 0)
        frame(static_cast<std::size_t>(m_cursor.row), static_cast<std::size_t>(m_cursor.column), 2);
}

std::vector<QStringList> HeatMap::dataRows() const
{
    if (!m_given.data.empty())
        return m_given.data;
    QStringList header{tr("group"), tr("row")};
    for (const HeatColumn& column : m_given.columns)
        header << (column.group.isEmpty() ? column.header : column.group + u' ' + column.header);
    std::vector<QStringList> rows{header};
    for (const HeatRow& row : m_given.rows) {
        QStringList line{row.group, row.label};
        for (const HeatCell& cell : row.cells)
            line << plain_figure(cell.value);
        rows.push_back(line);
    }
    return rows;
}

HeatMap::Place HeatMap::placeAt(const QPointF& at) const
{
    const HeatLayout layout = places();
    for (std::size_t r = 0; r < layout.rows.size(); ++r)
        for (std::size_t c = 0; c < layout.rows[r].cells.size() && c < m_chart.rows[r].cells.size(); ++c)
            if (const QRectF& cell = layout.rows[r].cells[c]; !cell.isEmpty() && cell.adjusted(0, 0, 2, 2).contains(at))
                return {static_cast<int>(r), static_cast<int>(c)};
    return {};
}

QString HeatMap::readOut(const Place& place) const
{
    if (place.row < 0)
        return {};
    const HeatCell& cell =
        m_chart.rows[static_cast<std::size_t>(place.row)].cells[static_cast<std::size_t>(place.column)];
    return cell.hover.isEmpty() ? cell.text : cell.hover;
}

QString HeatMap::hoverText(const QPointF& at) const
{
    const HeatLayout layout = places();
    // Names that are cut.
    const QFontMetricsF small(heat_fonts(this).small);
    for (const auto& [place, title] :
         {std::pair(layout.column_title, column_title()), std::pair(layout.row_title, row_title())})
        if (place.contains(at) && small.horizontalAdvance(title) > place.width())
            return title;
    for (std::size_t i = 0; i < layout.headers.size(); ++i)
        if (layout.headers[i].contains(at) &&
            small.horizontalAdvance(m_chart.columns[i].header) > layout.headers[i].width() + 2)
            return m_chart.columns[i].header;
    for (std::size_t r = 0; r < layout.rows.size(); ++r)
        if (layout.rows[r].label.contains(at) &&
            QFontMetricsF(heat_fonts(this).body).horizontalAdvance(m_chart.rows[r].label) >
                layout.rows[r].label.width() + 1)
            return m_chart.rows[r].label;
    return readOut(placeAt(at));
}

QString HeatMap::column_title() const
{
    return m_chart.column_title.isEmpty() ? QString() : tr("%1 →").arg(m_chart.column_title);
}
QString HeatMap::row_title() const
{
    return m_chart.row_title.isEmpty() ? QString() : tr("%1 ↓").arg(m_chart.row_title);
}

void HeatMap::pick(const Place& place)
{
    if (place.row < 0)
        return;
    Q_EMIT cellPicked(m_chart.rows[static_cast<std::size_t>(place.row)].key,
                      m_chart.columns[static_cast<std::size_t>(place.column)].key);
}

void HeatMap::clicked(const QPointF& at) { pick(placeAt(at)); }

bool HeatMap::step(int down, int across)
{
    if (m_chart.rows.empty() || m_chart.columns.empty())
        return false;
    m_cursor = {std::clamp(m_cursor.row + down, 0, static_cast<int>(m_chart.rows.size()) - 1),
                std::clamp(m_cursor.column + across, 0, static_cast<int>(m_chart.columns.size()) - 1)};
    announce(readOut(m_cursor));
    return true;
}

QRectF HeatMap::cursorPlace() const
{
    return layout_heat(m_chart, rect(), heat_fonts(this))
        .rows[static_cast<std::size_t>(m_cursor.row)]
        .cells[static_cast<std::size_t>(m_cursor.column)];
}

} // namespace blueprinting::ui
