#include "ui/certificate/regret_chart.h"

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

constexpr double kBarRow = 20;
constexpr double kBar = 12;
constexpr double kBesides = 760; ///< two sides beside each other from this width on
constexpr double kSideGap = 28;

/// Widths of the three columns of names, the same on every side.
struct NameWidths {
    double name = 0;
    double model = 0;
    double topology = 0;
    [[nodiscard]] double all() const { return name + model + topology; }
};

NameWidths name_widths(const RegretBars& bars, const QFont& body, double most)
{
    NameWidths out;
    for (const RegretSide& side : bars.sides) {
        for (const RegretRow& row : side.rows) {
            out.name = std::max(out.name, advance(body, row.names.shape));
            out.model = std::max(out.model, advance(body, row.names.model));
            out.topology = std::max(out.topology, advance(body, row.names.topology));
        }
    }
    out.name += 20;
    out.model += 20;
    out.topology += 8;
    // Names give way to bars: past half of the side, the shape is elided.
    if (out.all() > most)
        out.name = std::max(40.0, out.name - (out.all() - most));
    return out;
}

QString rest_text(const RegretSide& side, std::size_t shown)
{
    const std::size_t hidden = side.rows.size() - shown;
    if (hidden == 0)
        return side.zeros == 0 ? QString() : RegretChart::tr("%1 more cells at 0 %").arg(count_figure(side.zeros));
    const QString below = (shown > 0 ? RegretChart::tr("%1 more up to %2 %") : RegretChart::tr("%1 cells up to %2 %"))
                              .arg(count_figure(hidden), percent_figure(side.rows[shown].regret_pct));
    return side.zeros == 0 ? below : below + RegretChart::tr(", %1 at 0 %").arg(count_figure(side.zeros));
}

/// `tail` is the room behind the axis for words after the longest bar's figure.
RegretSidePlace layout_side(const RegretSide& side, const QRectF& area, const NameWidths& widths, double axis_end,
                            double tail, const QFont& small)
{
    RegretSidePlace place;
    place.area = area;
    const double head = line_height(small);
    place.swatch = QRectF(area.left(), area.top() + (head - 11) / 2, 11, 11);
    place.title = QRectF(area.left() + 18, area.top(), widths.all() + 40, head);
    const double top = area.top() + head + 6;
    const double bottom = area.bottom() - head - 4;
    const double left = area.left() + 10 + widths.all();
    place.plot = QRectF(left, top, std::max(20.0, area.right() - left - 10 - tail), std::max(kBarRow, bottom - top));
    const auto room = static_cast<std::size_t>(std::max(0.0, place.plot.height() / kBarRow));
    // One line is for what is not shown.
    const bool all = side.rows.size() + (side.zeros > 0 ? 1 : 0) <= room;
    const std::size_t shown = all ? side.rows.size() : std::min(side.rows.size(), room > 0 ? room - 1 : 0);
    double y = top;
    for (std::size_t i = 0; i < shown; ++i, y += kBarRow) {
        RegretRowPlace row;
        row.band = QRectF(area.left(), y, area.width(), kBarRow);
        row.name = QRectF(area.left() + 10, y, widths.name - 12, kBarRow);
        row.model = QRectF(row.name.left() + widths.name, y, widths.model, kBarRow);
        row.topology = QRectF(left - widths.topology, y, widths.topology - 8, kBarRow);
        const double end =
            AxisScale{0, axis_end, false}.position(side.rows[i].regret_pct, place.plot.left(), place.plot.right());
        row.bar = QRectF(left, y + (kBarRow - kBar) / 2, std::max(1.0, std::round(end - left)), kBar);
        place.rows.push_back(row);
    }
    place.rest = QRectF(area.left() + 10, y, area.width() - 10, kBarRow);
    place.rest_text = rest_text(side, shown);
    place.ticks =
        regret_ticks(axis_end, place.plot.left(), place.plot.right(), advance(small, QStringLiteral("00")) + 10);
    return place;
}

} // namespace

RegretBars regret_bars(const Review& review, const QString& selected)
{
    RegretBars out;
    out.selected = selected;
    const certificate::Evaluation* evaluation = review.evaluation();
    if (!evaluation)
        return out;
    RegretSide held{
        RegretChart::tr("held out, %1 cells").arg(count_figure(evaluation->test.cells)), &Theme::held_out, {}, 0};
    RegretSide fitted{
        RegretChart::tr("fitted on, %1 cells").arg(count_figure(evaluation->train.cells)), &Theme::fitted, {}, 0};
    for (std::size_t i = 0; i < evaluation->outcomes.size(); ++i) {
        const certificate::CellOutcome& outcome = evaluation->outcomes[i];
        RegretSide& side = review.held_out[i] ? held : fitted;
        if (outcome.regret_pct <= 0) {
            ++side.zeros;
            continue;
        }
        const auto& candidates = review.cell(i).candidates;
        side.rows.push_back(
            {QString::fromStdString(review.set().keys[i]), review.names[i], outcome.regret_pct, outcome.clear_miss,
             RegretChart::tr("%1\nregret %2 %: chooses %3, fastest is %4\n%5 of %6 pairs in order")
                     .arg(review.names[i].whole(), percent_figure(outcome.regret_pct),
                          candidate_name(candidates[outcome.selected].label),
                          candidate_name(candidates[outcome.best].label), count_figure(outcome.right),
                          count_figure(outcome.pairs)) +
                 (outcome.clear_miss
                      ? RegretChart::tr("\nclear miss: the fastest leads by %1 %").arg(percent_figure(outcome.lead_pct))
                      : QString())});
    }
    for (RegretSide* side : {&held, &fitted})
        std::stable_sort(side->rows.begin(), side->rows.end(),
                         [](const RegretRow& a, const RegretRow& b) { return a.regret_pct > b.regret_pct; });
    if (evaluation->test.cells > 0)
        out.sides.push_back(std::move(held));
    out.sides.push_back(std::move(fitted));
    return out;
}

RegretLayout layout_regret(const RegretBars& bars, const QRectF& area, const QFont& body, const QFont& small)
{
    RegretLayout out;
    double largest = 0;
    bool misses = false;
    for (const RegretSide& side : bars.sides) {
        if (!side.rows.empty())
            largest = std::max(largest, side.rows.front().regret_pct);
        misses = misses ||
                 std::any_of(side.rows.begin(), side.rows.end(), [](const RegretRow& row) { return row.clear_miss; });
    }
    out.axis_end = regret_axis_end(largest);
    const std::size_t count = bars.sides.size();
    if (count == 0)
        return out;
    const bool besides = area.width() >= kBesides && count > 1;
    const double width = besides ? (area.width() - kSideGap) / 2 : area.width();
    const NameWidths widths = name_widths(bars, body, width * 0.55);
    double y = area.top();
    for (std::size_t i = 0; i < count; ++i) {
        QRectF rect(area.left() + (besides ? static_cast<double>(i) * (width + kSideGap) : 0), y, width, area.height());
        if (!besides) {
            // Height by what each side has to show, at least four lines.
            double total = 0;
            const auto wanted = [](const RegretSide& side) {
                return std::max<double>(4, static_cast<double>(side.rows.size()) + 1);
            };
            for (const RegretSide& side : bars.sides)
                total += wanted(side);
            rect.setHeight(area.height() * wanted(bars.sides[i]) / total - (i + 1 < count ? 10 : 0));
            y += rect.height() + 10;
        }
        out.sides.push_back(layout_side(bars.sides[i], rect, widths, out.axis_end,
                                        misses ? advance(body, RegretChart::tr(" clear miss")) : 0, small));
    }
    return out;
}

RegretChart::RegretChart(QWidget* parent) : WalkedChart(tr("Regret per cell"), parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setLegend({{tr("held out"), &Theme::held_out, false, Glyph::none, false},
               {tr("fitted on"), &Theme::fitted, false, Glyph::none, false}});
}

void RegretChart::setBars(RegretBars bars)
{
    if (bars == m_bars)
        return;
    m_bars = std::move(bars);
    if (!rowAt(m_cursor))
        m_cursor = {};
    updateGeometry();
    update();
}

RegretLayout RegretChart::places() const { return layout_regret(m_bars, rect(), body_font(this), small_font(this)); }

QSize RegretChart::sizeHint() const
{
    std::size_t rows = 3;
    for (const RegretSide& side : m_bars.sides)
        rows = std::max(rows, std::min<std::size_t>(side.rows.size(), 8) + 1);
    const int chrome = static_cast<int>(2 * line_height(small_font(this))) + 12;
    return {700, static_cast<int>(kBarRow * static_cast<double>(rows)) + chrome};
}

QSize RegretChart::minimumSizeHint() const
{
    return {320, static_cast<int>(kBarRow * 4 + 2 * line_height(small_font(this)) + 12)};
}

namespace {

/// What the parts of a side are painted with.
struct Brush {
    QPainter& painter;
    const Theme& theme;
    QFont body, small, number, bold;

    void text(const QRectF& rect, int align, const QFont& font, const QColor& color, const QString& what) const
    {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(rect, align | Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(font).elidedText(what, Qt::ElideRight, rect.width() + 1));
    }
};

double x_of(double value, const RegretSidePlace& place, double axis_end)
{
    return std::round(AxisScale{0, axis_end, false}.position(value, place.plot.left(), place.plot.right()));
}

/// Only gates whose tick is shown have a name; the lines are always there.
void paint_gates(const Brush& brush, const RegretSide& side, const RegretSidePlace& place, double axis_end)
{
    double free = place.title.left() + advance(brush.small, side.title) + 12;
    for (const GateLine& gate : regret_gates()) {
        const double x = x_of(gate.value, place, axis_end);
        draw_dashed(brush.painter, x, place.plot.top() - 4, place.plot.bottom(), brush.theme.secondary);
        const double half = advance(brush.small, gate.name) / 2;
        const double left = std::min(x - half, place.area.right() - 2 * half - 1);
        if (left >= free) {
            brush.text(QRectF(left, place.area.top(), 2 * half + 2, line_height(brush.small)), Qt::AlignLeft,
                       brush.small, brush.theme.secondary, gate.name);
            free = left + 2 * half + 10;
        }
    }
    brush.painter.fillRect(QRectF(place.plot.left() - 1, place.plot.top() - 2, 1, place.plot.height() + 2),
                           brush.theme.secondary);
}

void paint_row(const Brush& brush, const RegretRow& row, const RegretRowPlace& at, const QColor& color, bool selected)
{
    const Theme& theme = brush.theme;
    brush.text(at.name, Qt::AlignLeft, brush.body, theme.text, row.names.shape);
    brush.text(at.model, Qt::AlignLeft, brush.body, theme.secondary, row.names.model);
    brush.text(at.topology, Qt::AlignRight, brush.body, theme.text, row.names.topology);
    brush.painter.fillRect(at.bar, color);
    const bool above = row.regret_pct > regret_gates().front().value;
    const QString figure =
        percent_figure(row.regret_pct) + (row.clear_miss ? RegretChart::tr(" clear miss") : QString());
    const QRectF label(at.bar.right() + 6, at.band.top(), advance(brush.bold, figure) + 4, kBarRow);
    // A gate's dashes do not run through the figure.
    brush.painter.fillRect(label.adjusted(-3, 3, 0, -3), selected ? theme.selection : theme.panel);
    brush.text(label, Qt::AlignLeft, above ? brush.bold : brush.number,
               row.clear_miss || row.regret_pct > regret_gates().back().value ? theme.bad : theme.text, figure);
}

void paint_axis(const Brush& brush, const RegretSidePlace& place, double axis_end)
{
    const Theme& theme = brush.theme;
    if (!place.rest_text.isEmpty()) {
        // Where it is longer than the names, axis and gates give way to it.
        QRectF rest = place.rest;
        rest.setWidth(std::min(rest.width(), advance(brush.body, place.rest_text) + 4));
        if (rest.right() >= place.plot.left() - 2)
            brush.painter.fillRect(rest, theme.panel);
        brush.text(rest, Qt::AlignLeft, brush.body, theme.secondary, place.rest_text);
    }
    // The title stands in the last gap between two numbers that holds it, else it gives way to them.
    const QString title = RegretChart::tr("Regret (%)");
    const double title_width = advance(brush.small, title);
    double title_left = -1;
    double taken = place.area.right();
    for (const double tick : place.ticks) {
        const QString label = tick_label(tick, place.ticks);
        const double half = advance(brush.number, label) / 2;
        const double x = x_of(tick, place, axis_end);
        brush.text(QRectF(x - half - 2, place.plot.bottom() + 2, 2 * half + 6, line_height(brush.small)), Qt::AlignLeft,
                   brush.number, theme.secondary, label);
        if (x - half - taken > title_width + 24)
            title_left = x - half - title_width - 12;
        taken = x + half;
    }
    if (title_left > 0)
        brush.text(QRectF(title_left, place.plot.bottom() + 2, title_width + 2, line_height(brush.small)),
                   Qt::AlignLeft, brush.small, theme.secondary, title);
}

} // namespace

void RegretChart::paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    Brush brush{painter, theme, body_font(this), small_font(this), small_number_font(this), small_number_font(this)};
    brush.bold.setBold(true);
    if (m_bars.sides.empty()) {
        painter.setFont(brush.body);
        painter.setPen(theme.secondary);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         tr("No cell has a regret: the table could not be scored. The line at the top says why; what "
                            "was measured stands below."));
        return;
    }
    const RegretLayout layout = layout_regret(m_bars, area, brush.body, brush.small);
    for (std::size_t s = 0; s < layout.sides.size(); ++s) {
        const RegretSide& side = m_bars.sides[s];
        const RegretSidePlace& place = layout.sides[s];
        const auto selected = [&](std::size_t i) { return side.rows[i].key == m_bars.selected; };
        painter.fillRect(place.swatch, side.color.in(theme));
        brush.text(place.title, Qt::AlignLeft, brush.small, theme.secondary, side.title);
        for (std::size_t i = 0; i < place.rows.size(); ++i)
            if (selected(i)) {
                painter.fillRect(place.rows[i].band, theme.selection);
                painter.fillRect(QRectF(place.rows[i].band.topLeft(), QSizeF(metrics::kAccentBar, kBarRow)),
                                 theme.accent);
            }
        paint_gates(brush, side, place, layout.axis_end);
        for (std::size_t i = 0; i < place.rows.size(); ++i) {
            paint_row(brush, side.rows[i], place.rows[i], side.color.in(theme), selected(i));
            if (on_screen && showsCursor() && m_cursor == Place{static_cast<int>(s), static_cast<int>(i)}) {
                painter.setPen(QPen(theme.accent, 1));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(place.rows[i].band.adjusted(0.5, 0.5, -0.5, -0.5));
            }
        }
        paint_axis(brush, place, layout.axis_end);
    }
}

std::vector<QStringList> RegretChart::dataRows() const
{
    std::vector<QStringList> rows{{tr("split"), tr("cell"), tr("Regret (%)")}};
    for (const RegretSide& side : m_bars.sides) {
        for (const RegretRow& row : side.rows)
            rows.push_back({side.title, row.key, plain_figure(row.regret_pct)});
        if (side.zeros > 0)
            rows.push_back({side.title, tr("%1 cells").arg(side.zeros), QStringLiteral("0")});
    }
    return rows;
}

RegretChart::Place RegretChart::placeAt(const QPointF& at) const
{
    const RegretLayout layout = places();
    for (std::size_t s = 0; s < layout.sides.size(); ++s)
        for (std::size_t i = 0; i < layout.sides[s].rows.size(); ++i)
            if (layout.sides[s].rows[i].band.contains(at))
                return {static_cast<int>(s), static_cast<int>(i)};
    return {};
}

const RegretRow* RegretChart::rowAt(const Place& place) const
{
    if (place.side < 0 || place.side >= static_cast<int>(m_bars.sides.size()))
        return nullptr;
    const auto& rows = m_bars.sides[static_cast<std::size_t>(place.side)].rows;
    return place.row >= 0 && place.row < static_cast<int>(rows.size()) ? &rows[static_cast<std::size_t>(place.row)]
                                                                       : nullptr;
}

QString RegretChart::readOutAt(const QPointF& at) const
{
    const RegretRow* row = rowAt(placeAt(at));
    return row ? row->hover : QString();
}

bool RegretChart::step(int down, int across)
{
    const RegretLayout layout = places();
    if (layout.sides.empty())
        return true;
    const int last_side = static_cast<int>(layout.sides.size()) - 1;
    m_cursor.side = std::clamp(m_cursor.side + across, 0, last_side);
    const int last_row = static_cast<int>(layout.sides[static_cast<std::size_t>(m_cursor.side)].rows.size()) - 1;
    m_cursor.row = std::clamp(m_cursor.row + down, std::min(0, last_row), std::max(0, last_row));
    if (const RegretRow* row = rowAt(m_cursor))
        announce(row->hover);
    return true;
}

bool RegretChart::hasCursor() const { return rowAt(m_cursor) != nullptr; }

QRectF RegretChart::cursorPlace() const
{
    const RegretLayout layout = places();
    const auto& rows = layout.sides[static_cast<std::size_t>(m_cursor.side)].rows;
    return static_cast<std::size_t>(m_cursor.row) < rows.size() ? rows[static_cast<std::size_t>(m_cursor.row)].band
                                                                : QRectF();
}

void RegretChart::pickCursor() { Q_EMIT cellPicked(rowAt(m_cursor)->key); }

void RegretChart::pickAt(const QPointF& at)
{
    const Place place = placeAt(at);
    if (!rowAt(place))
        return;
    m_cursor = place;
    pickCursor();
}

} // namespace blueprinting::ui
