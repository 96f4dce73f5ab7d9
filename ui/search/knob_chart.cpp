#include "ui/search/knob_chart.h"

#include "core/base/format.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/fonts.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/axis.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/field_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kGroupGap = 0.9;   ///< lines
constexpr double kOfPlace = 0.62;   ///< of it the bar
constexpr double kNothingHigh = 26; ///< the hatched bar of a value that nothing fits with
constexpr double kEnds[] = {5, 10, 20, 40, 80};

bool in_brush(const search::Brush& brush, strategy::Field field, std::int64_t value)
{
    for (const search::Brush::Knob& each : brush.knobs)
        if (each.field == field)
            return std::find(each.values.begin(), each.values.end(), value) != each.values.end();
    return true;
}

/// The numbers from one on with which nothing fits are one bar: "≥64".
void fold_hopeless(KnobGroup& group)
{
    if (strategy::row(group.field).kind != strategy::Kind::integer)
        return;
    std::size_t first = group.bars.size();
    while (first > 0 && !group.bars[first - 1].behind && !group.bars[first - 1].own && !group.bars[first - 1].ring)
        --first;
    if (group.bars.size() - first < 2)
        return;
    group.bars.resize(first + 1);
    KnobBar& last = group.bars.back();
    last.hover = SearchWords::tr("Nothing fits with %1 or more").arg(last.text);
    last.text = SearchWords::tr("≥%1").arg(last.text);
}

void draw_ring(QPainter& painter, const QPointF& at, const QColor& color, bool filled, bool struck)
{
    painter.setPen(QPen(color, 1.6));
    painter.setBrush(filled ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawEllipse(at, 3.6, 3.6);
    if (struck)
        painter.drawLine(at + QPointF(-3.2, 3.2), at + QPointF(3.2, -3.2));
}

} // namespace

KnobPicture knob_picture(const SearchRun& run, std::size_t count, const search::Brush& brush,
                         const std::vector<search::Neighbour>& neighbours)
{
    KnobPicture out;
    const search::Exploration& found = run.found[count];
    double best = std::numeric_limits<double>::infinity();
    for (const search::Marginal& each : found.marginals)
        best = std::min(best, each.tally.best_seconds);
    if (!std::isfinite(best))
        return out;
    const auto behind = [best](double seconds) { return 100 * (seconds / best - 1); };
    const SearchSubject* own = run.selected();
    if (own && own->count != count)
        own = nullptr;
    if (own) {
        out.own = behind(own->single.found.total.value());
        out.letter = own->letter;
        out.chip = own->chip;
    }
    std::vector<double> heights;
    for (const search::Layout::Knob& knob : run.layout(count).knobs()) {
        KnobGroup group{knob.field, knob_head(knob.field), {}};
        for (const search::Marginal& each : found.marginals) {
            if (each.field != knob.field || each.tally.legal == 0)
                continue;
            KnobBar bar;
            bar.field = each.field;
            bar.value = each.value;
            bar.text = knob_value_text(each.field, each.value);
            if (std::isfinite(each.tally.best_seconds))
                bar.behind = behind(each.tally.best_seconds);
            bar.own = own && search::knob_value(each.field, own->execution) == each.value;
            bar.brushed = in_brush(brush, each.field, each.value);
            if (bar.own)
                bar.ring = out.own;
            for (const search::Neighbour& next : neighbours)
                if (own && next.field == each.field &&
                    search::knob_value(next.field, next.to.execution) == each.value) {
                    bar.ring = behind(next.to.found.total.value());
                    bar.ring_fits = next.to.found.fits;
                }
            bar.hover =
                knob_text(each.field, each.value) +
                (bar.behind ? SearchWords::tr(": the best that fits takes %1 s, %2 behind")
                                  .arg(shown(format::significant(each.tally.best_seconds, 4)),
                                       percent_text(*bar.behind, 1, false))
                            : SearchWords::tr(": nothing fits; the least takes %1 GiB")
                                  .arg(gib_text(Bytes(each.tally.best_memory_bytes)))) +
                SearchWords::tr("\n%1 legal, %2 fit").arg(counted(each.tally.legal), counted(each.tally.fitting));
            if (bar.ring && !bar.own)
                bar.hover += SearchWords::tr("\n%1 with only this changed: %2 behind%3")
                                 .arg(out.letter, percent_text(*bar.ring, 1, false),
                                      bar.ring_fits ? QString() : SearchWords::tr(", does not fit"));
            if (bar.behind)
                heights.push_back(*bar.behind);
            group.bars.push_back(std::move(bar));
        }
        fold_hopeless(group);
        if (group.bars.size() > 1)
            out.groups.push_back(std::move(group));
    }
    // An axis on which most bars can be told apart: nine of ten of them, and the strategy itself, are not cut.
    std::sort(heights.begin(), heights.end());
    const double wanted = std::max(heights.empty() ? 0.0 : heights[heights.size() * 8 / 10], out.own.value_or(0) * 1.1);
    for (const double end : kEnds) {
        out.end = end;
        if (end >= wanted)
            break;
    }
    return out;
}

KnobLayout layout_knobs(const KnobPicture& picture, const QRectF& area, double line)
{
    KnobLayout out;
    out.plot = QRectF(area.left() + 34, area.top() + 2.3 * line, std::max(1.0, area.width() - 84),
                      std::max(1.0, area.height() - 4.6 * line));
    // A value has as much room as its word asks for, all of them as much as there is.
    const auto wanted = [line](const KnobBar& bar) {
        return line * (0.55 + 0.42 * static_cast<double>(bar.text.size()));
    };
    double all = 0;
    for (const KnobGroup& group : picture.groups) {
        for (const KnobBar& bar : group.bars)
            all += wanted(bar);
        all += kGroupGap * line;
    }
    const double scale = all > 0 ? out.plot.width() / all : 0;
    const double gap = kGroupGap * line * scale;
    double left = out.plot.left() + gap / 2;
    for (const KnobGroup& group : picture.groups) {
        std::vector<QRectF> of_group, bars;
        const double from = left;
        for (const KnobBar& bar : group.bars) {
            const double width = wanted(bar) * scale;
            const double of_bar = std::min(width * kOfPlace, 1.4 * line);
            of_group.emplace_back(left, out.plot.top(), width, out.plot.height() + 1.2 * line);
            const double share = bar.behind ? std::min(1.0, *bar.behind / picture.end) : 0;
            const double height = bar.behind ? share * out.plot.height() : std::min(kNothingHigh, out.plot.height());
            bars.emplace_back(left + (width - of_bar) / 2, out.plot.bottom() - height, of_bar, height);
            left += width;
        }
        out.places.push_back(std::move(of_group));
        out.bars.push_back(std::move(bars));
        out.titles.emplace_back(from - gap / 2, out.plot.bottom() + 1.2 * line, left - from + gap, line);
        left += gap;
    }
    return out;
}

KnobChart::KnobChart(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void KnobChart::setPicture(KnobPicture picture)
{
    if (picture == m_picture)
        return;
    m_picture = std::move(picture);
    if (!bar(m_cursor))
        m_cursor = -1;
    update();
    dataCame();
}

KnobLayout KnobChart::layoutIn(const QRectF& area) const
{
    return layout_knobs(m_picture, area, std::ceil(QFontMetricsF(small_font(this)).height()));
}

KnobLayout KnobChart::places() const { return layoutIn(rect()); }

const KnobBar* KnobChart::bar(int place) const
{
    int at = place;
    for (const KnobGroup& group : m_picture.groups) {
        if (at >= 0 && at < static_cast<int>(group.bars.size()))
            return &group.bars[static_cast<std::size_t>(at)];
        at -= static_cast<int>(group.bars.size());
    }
    return nullptr;
}

int KnobChart::placeAt(const QPointF& at) const
{
    const KnobLayout layout = places();
    int place = 0;
    for (const auto& group : layout.places)
        for (const QRectF& each : group) {
            if (each.contains(at))
                return place;
            ++place;
        }
    return -1;
}

void KnobChart::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const KnobLayout layout = layoutIn(area);
    const QFont small = small_font(this);
    const QFont number = small_number_font(this);
    const QFontMetricsF metrics(small);
    const double line = std::ceil(metrics.height());
    painter.save();
    painter.setFont(small);
    painter.setPen(theme.secondary);
    painter.drawText(QPointF(area.left(), area.top() + metrics.ascent()), SearchWords::tr("Behind the fastest (%)"));
    const QRectF& plot = layout.plot;
    const double end = m_picture.end;
    const auto height_of = [&](double behind) { return plot.bottom() - std::min(1.0, behind / end) * plot.height(); };
    painter.setFont(number);
    const auto ticks = nice_ticks(0, end, std::max(2, static_cast<int>(plot.height() / (2 * line))));
    for (const double tick : ticks) {
        const double y = std::round(height_of(tick)) + 0.5;
        painter.setPen(QPen(tick == 0 ? theme.secondary : theme.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(area.left(), y - line / 2, plot.left() - 6 - area.left(), line),
                         Qt::AlignRight | Qt::AlignVCenter, tick_label(tick, ticks));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor chip = theme.chip(m_picture.chip);
    if (m_picture.own) {
        painter.setPen(QPen(chip, 1.2, Qt::DotLine));
        const double y = height_of(*m_picture.own);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(chip);
        painter.setFont(bold_font(this));
        painter.drawText(QRectF(plot.right() + 4, y - line / 2 - 1, 46, line + 2), Qt::AlignLeft | Qt::AlignVCenter,
                         m_picture.letter + QLatin1Char(' ') + shown(format::fixed(*m_picture.own, 1)));
    }
    int place = 0;
    for (std::size_t g = 0; g < m_picture.groups.size(); ++g) {
        const KnobGroup& group = m_picture.groups[g];
        painter.setFont(small);
        painter.setPen(theme.text);
        painter.drawText(layout.titles[g], Qt::AlignCenter,
                         QFontMetricsF(small).elidedText(group.title, Qt::ElideRight, layout.titles[g].width()));
        const bool all_brushed =
            std::all_of(group.bars.begin(), group.bars.end(), [](const KnobBar& bar) { return bar.brushed; });
        for (std::size_t i = 0; i < group.bars.size(); ++i, ++place) {
            const KnobBar& one = group.bars[i];
            const QRectF& bar = layout.bars[g][i];
            const QRectF& slot = layout.places[g][i];
            if (one.brushed && !all_brushed)
                painter.fillRect(slot, theme.selection);
            if (!one.behind) {
                draw_hatch(painter, bar, theme.outline, theme.panel);
            } else {
                const QColor fill = ColorToken(&Theme::fitted).in(theme);
                painter.fillRect(bar.adjusted(0, bar.height() < 1 ? bar.height() - 1.5 : 0, 0, 0),
                                 one.brushed ? fill : mixed(fill, theme.panel, 0.35));
                const QString beyond = shown(format::fixed(*one.behind, 0));
                if (*one.behind > end && QFontMetricsF(number).horizontalAdvance(beyond) <= slot.width() + 2) {
                    painter.setFont(number);
                    painter.setPen(theme.secondary);
                    painter.drawText(QRectF(slot.left() - 10, plot.top() - line, slot.width() + 20, line),
                                     Qt::AlignCenter, beyond);
                }
            }
            if (one.ring)
                draw_ring(painter, {slot.center().x(), height_of(*one.ring)}, chip, one.own, !one.ring_fits);
            const QRectF label(slot.left(), plot.bottom() + 2, slot.width(), line);
            QFont own_font = number;
            own_font.setBold(one.own);
            painter.setFont(own_font);
            painter.setPen(one.own ? theme.text : theme.secondary);
            const QString told = QFontMetricsF(own_font).elidedText(one.text, Qt::ElideRight, label.width() + 3);
            if (told.size() > 1 || told == one.text)
                painter.drawText(label.adjusted(-3, 0, 3, 0), Qt::AlignCenter, told);
            if (on_screen && showsCursor() && place == m_cursor) {
                painter.setPen(QPen(theme.accent, 1.5, Qt::DotLine));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(slot.adjusted(1, 0, -1, 1));
            }
        }
    }
    painter.restore();
}

std::vector<QStringList> KnobChart::dataRows() const
{
    std::vector<QStringList> rows{
        {tr("knob"), tr("value"), tr("behind the fastest (%)"), tr("selected with only this changed (%)")}};
    for (const KnobGroup& group : m_picture.groups)
        for (const KnobBar& one : group.bars)
            rows.push_back({group.title, one.text, one.behind ? plain_figure(*one.behind) : QString(),
                            one.ring ? plain_figure(*one.ring) : QString()});
    return rows;
}

void KnobChart::clicked(const QPointF& at)
{
    m_cursor = placeAt(at);
    if (m_cursor >= 0)
        pickCursor();
}

bool KnobChart::step(int down, int across)
{
    if (m_picture.groups.empty())
        return false;
    int last = -1;
    for (const KnobGroup& group : m_picture.groups)
        last += static_cast<int>(group.bars.size());
    m_cursor = std::clamp(m_cursor + (across != 0 ? across : down), 0, last);
    announce(bar(m_cursor)->hover);
    return true;
}

void KnobChart::pickCursor()
{
    if (const KnobBar* one = bar(m_cursor))
        Q_EMIT valuePicked(static_cast<int>(one->field), one->value);
}

QString KnobChart::hoverText(const QPointF& at) const
{
    const KnobBar* one = bar(placeAt(at));
    return one ? one->hover + SearchWords::tr("\nClick to filter by it") : QString();
}

} // namespace blueprinting::ui
