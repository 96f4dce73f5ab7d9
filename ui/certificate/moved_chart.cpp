#include "ui/certificate/moved_chart.h"

#include "ui/certificate/gate_lines.h"
#include "ui/certificate/measure.h"
#include "ui/certificate/review_text.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/widgets/table_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kRow = 24;
constexpr double kRadius = 4.5;

QString figure_of(const MovedCell& cell)
{
    return percent_figure(cell.after) + (cell.clear_miss ? MovedChart::tr(" clear miss") : QString());
}

} // namespace

MovedCells moved_cells(const Review& review, const certificate::Refit& refit, const QString& selected)
{
    MovedCells out;
    out.selected = selected;
    const certificate::Evaluation* shipped = review.evaluation();
    if (!shipped)
        return out;
    std::size_t keep = 0;
    std::size_t without_cost = 0;
    for (std::size_t i = 0; i < shipped->outcomes.size(); ++i) {
        const certificate::CellOutcome& before = shipped->outcomes[i];
        const certificate::CellOutcome& after = refit.evaluation.outcomes[i];
        if (before.selected == after.selected)
            ++keep;
        else if (before.regret_pct == after.regret_pct)
            ++without_cost;
        if (before.regret_pct == after.regret_pct)
            continue;
        const auto& candidates = review.cell(i).candidates;
        out.rows.push_back(
            {QString::fromStdString(review.set().keys[i]), review.names[i].whole(), before.regret_pct, after.regret_pct,
             after.clear_miss,
             MovedChart::tr("%1\nregret %2 % → %3 %\nchoice %4 → %5")
                 .arg(review.names[i].whole(), percent_figure(before.regret_pct), percent_figure(after.regret_pct),
                      candidate_name(candidates[before.selected].label),
                      candidate_name(candidates[after.selected].label))});
    }
    std::stable_sort(out.rows.begin(), out.rows.end(), [](const MovedCell& a, const MovedCell& b) {
        return std::fabs(a.after - a.before) > std::fabs(b.after - b.before);
    });
    out.rest = MovedChart::tr("%1 cells keep their choice").arg(count_figure(keep));
    if (without_cost > 0)
        out.rest += MovedChart::tr(", %1 change it at no cost").arg(count_figure(without_cost));
    out.empty = MovedChart::tr("No cell's regret changes: all %1 choose as under the shipped table.")
                    .arg(count_figure(shipped->outcomes.size()));
    if (keep < shipped->outcomes.size())
        out.empty = MovedChart::tr("No cell's regret changes.");
    return out;
}

MovedLayout layout_moved(const MovedCells& cells, const QRectF& area, const QFont& body, const QFont& small)
{
    MovedLayout out;
    double name = 0;
    double largest = 0;
    for (const MovedCell& cell : cells.rows) {
        name = std::max(name, advance(body, cell.name));
        largest = std::max({largest, cell.before, cell.after});
    }
    out.axis_end = regret_axis_end(largest);
    name = std::min(name + 16, area.width() * 0.45);
    const double head = line_height(small) + 4;
    // The figure of the largest value stands behind its mark.
    const double figure = advance(body, MovedChart::tr("00.00 clear miss"));
    out.plot = QRectF(area.left() + name, area.top() + head, std::max(40.0, area.width() - name - figure * 0.75),
                      std::max(kRow, area.height() - head));
    const double room = out.plot.height();
    const auto lines = static_cast<std::size_t>(std::max(1.0, room / kRow));
    const std::size_t shown = cells.rows.size() + 1 <= lines ? cells.rows.size() : lines - 1;
    double y = out.plot.top();
    for (std::size_t i = 0; i < shown; ++i, y += kRow)
        out.bands.push_back(QRectF(area.left(), y, area.width(), kRow));
    out.rest = QRectF(area.left(), y, area.width(), kRow);
    const std::size_t hidden = cells.rows.size() - shown;
    out.rest_text =
        cells.rows.empty()
            ? QString()
            : (hidden > 0 ? MovedChart::tr("%1 more change less; ").arg(count_figure(hidden)) : QString()) + cells.rest;
    out.ticks =
        regret_ticks(out.axis_end, out.plot.left(), out.plot.right(), advance(small, QStringLiteral("00")) + 10);
    std::erase(out.ticks, 0.0);
    return out;
}

MovedChart::MovedChart(QWidget* parent) : WalkedChart(tr("Regret that changed (%)"), parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void MovedChart::setCells(MovedCells cells)
{
    if (cells == m_cells)
        return;
    m_cells = std::move(cells);
    m_row = -1;
    update();
}

MovedLayout MovedChart::places() const
{
    return layout_moved(m_cells, rect(), body_font(this), small_number_font(this));
}

void MovedChart::paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const QFont body = body_font(this);
    const QFont small = small_number_font(this);
    QFont bold = small;
    bold.setBold(true);
    const auto text = [&](const QRectF& rect, int align, const QFont& font, const QColor& color, const QString& what) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(rect, align | Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(font).elidedText(what, Qt::ElideRight, rect.width() + 1));
    };
    if (m_cells.rows.empty()) {
        painter.setFont(body);
        painter.setPen(theme.secondary);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_cells.empty);
        return;
    }
    const MovedLayout layout = layout_moved(m_cells, area, body, small);
    const AxisScale scale{0, layout.axis_end, false};
    const auto x_of = [&](double value) {
        return std::round(scale.position(value, layout.plot.left(), layout.plot.right()));
    };
    // Axis and gates end above the line that counts the others.
    const double bottom = std::min(layout.plot.bottom(), layout.rest.top());
    for (std::size_t i = 0; i < layout.bands.size(); ++i) {
        if (m_cells.rows[i].key == m_cells.selected) {
            painter.fillRect(layout.bands[i], theme.selection);
            painter.fillRect(QRectF(layout.bands[i].topLeft(), QSizeF(metrics::kAccentBar, kRow)), theme.accent);
        }
    }
    for (const double tick : layout.ticks) {
        const QString label = tick_label(tick, layout.ticks);
        text(QRectF(x_of(tick) - 30, area.top(), 61, line_height(small)), Qt::AlignHCenter, small, theme.secondary,
             label);
    }
    for (const GateLine& gate : regret_gates())
        draw_dashed(painter, x_of(gate.value), layout.plot.top(), bottom, theme.secondary);
    painter.fillRect(QRectF(layout.plot.left(), layout.plot.top() - 2, 1, bottom - layout.plot.top() + 2),
                     theme.secondary);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < layout.bands.size(); ++i) {
        const MovedCell& cell = m_cells.rows[i];
        const QRectF& band = layout.bands[i];
        const double y = std::floor(band.center().y()) + 0.5;
        const bool worse = cell.after > cell.before;
        const bool beyond = cell.clear_miss || cell.after > regret_gates().back().value;
        const QColor color = !worse ? theme.good : beyond ? theme.bad : theme.above_fill;
        text(QRectF(band.left() + 8, band.top(), layout.plot.left() - band.left() - 16, kRow), Qt::AlignLeft, body,
             theme.text, cell.name);
        painter.setPen(QPen(color, 2));
        painter.drawLine(QPointF(x_of(cell.before), y), QPointF(x_of(cell.after), y));
        painter.setPen(QPen(theme.secondary, 1.5));
        painter.setBrush(theme.panel);
        painter.drawEllipse(QPointF(x_of(cell.before), y), kRadius, kRadius);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(x_of(cell.after), y), kRadius, kRadius);
        const double right = std::max(x_of(cell.before), x_of(cell.after)) + kRadius + 6;
        text(QRectF(right, band.top(), area.right() - right, kRow), Qt::AlignLeft, bold,
             beyond && worse ? theme.bad : theme.text, figure_of(cell));
        if (on_screen && showsCursor() && m_row == static_cast<int>(i)) {
            painter.setPen(QPen(theme.accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(band.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    painter.restore();
    text(layout.rest.adjusted(8, 0, 0, 0), Qt::AlignLeft, body, theme.secondary, layout.rest_text);
}

std::vector<QStringList> MovedChart::dataRows() const
{
    std::vector<QStringList> rows{{tr("cell"), tr("shipped regret (%)"), tr("refitted regret (%)"), tr("clear miss")}};
    for (const MovedCell& cell : m_cells.rows)
        rows.push_back(
            {cell.key, plain_figure(cell.before), plain_figure(cell.after), cell.clear_miss ? tr("yes") : tr("no")});
    return rows;
}

int MovedChart::rowAt(const QPointF& at) const
{
    const MovedLayout layout = places();
    for (std::size_t i = 0; i < layout.bands.size(); ++i)
        if (layout.bands[i].contains(at))
            return static_cast<int>(i);
    return -1;
}

QString MovedChart::readOutAt(const QPointF& at) const
{
    const int row = rowAt(at);
    return row < 0 ? QString() : m_cells.rows[static_cast<std::size_t>(row)].hover;
}

bool MovedChart::step(int down, int)
{
    const int last = static_cast<int>(places().bands.size()) - 1;
    if (last < 0)
        return true;
    m_row = std::clamp(m_row + down, 0, last);
    announce(m_cells.rows[static_cast<std::size_t>(m_row)].hover);
    return true;
}

bool MovedChart::hasCursor() const
{
    return m_row >= 0 && m_row < static_cast<int>(std::min(m_cells.rows.size(), places().bands.size()));
}

QRectF MovedChart::cursorPlace() const { return places().bands[static_cast<std::size_t>(m_row)]; }

void MovedChart::pickCursor() { Q_EMIT cellPicked(m_cells.rows[static_cast<std::size_t>(m_row)].key); }

void MovedChart::pickAt(const QPointF& at)
{
    if (const int row = rowAt(at); row >= 0)
        Q_EMIT cellPicked(m_cells.rows[static_cast<std::size_t>(row)].key);
}

} // namespace blueprinting::ui
