#include "ui/search/scaling_chart.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/fonts.h"
#include "ui/style/shown.h"
#include "ui/widgets/tables/table_view.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <set>

namespace blueprinting::ui {
namespace {

constexpr double kTitles = 118, kNames = 178; ///< room beside the columns
constexpr double kLeastPlot = 120;
constexpr double kTokens = 1e12;

QString figure(double value, int decimals) { return shown(format::fixed(value, decimals)); }

ScalingRow knob_row(const SearchRun& run, strategy::Field field)
{
    ScalingRow row{knob_head(field), {}, false, {}};
    const search::ScalingPoint* before = nullptr;
    for (const search::ScalingPoint& point : run.scaling->points) {
        if (!point.best) {
            row.cells.push_back({SearchWords::tr("–"), false});
            continue;
        }
        const std::int64_t value = search::knob_value(field, point.execution);
        const bool other = before && search::knob_value(field, before->execution) != value;
        // DP follows from the devices: more of it is no change of strategy.
        row.cells.push_back({knob_value_text(field, value), other && field != strategy::Field::data_degree});
        before = &point;
    }
    return row;
}

bool differs(const ScalingRow& row)
{
    std::set<QString> texts;
    for (const ScalingCell& cell : row.cells)
        texts.insert(cell.text);
    return texts.size() > 1;
}

} // namespace

ScalingPicture scaling_picture(const SearchRun& run, std::optional<std::size_t> opened)
{
    ScalingPicture out;
    if (!run.scaling)
        return out;
    using strategy::Field;
    const search::Scaling& scaling = *run.scaling;
    out.opened = opened;
    ScalingLine best{SearchWords::tr("best of each count"), {}, {}, Tone::text, false, true};
    ScalingLine grown{{}, {}, {}, Tone::secondary, true, false};
    if (scaling.reference)
        grown.name =
            SearchWords::tr("best of %1, DP alone").arg(counted(static_cast<std::uint64_t>(*scaling.reference)));
    for (const search::ScalingPoint& point : scaling.points) {
        out.devices.push_back(point.devices);
        best.values.push_back(point.best ? std::optional(point.tokens_per_second_per_gpu) : std::nullopt);
        best.fits.push_back(1);
        out.most = std::max(out.most, point.tokens_per_second_per_gpu);
        grown.values.push_back(point.grown ? std::optional(point.grown->tokens_per_second_per_gpu) : std::nullopt);
        grown.fits.push_back(point.grown && point.grown->found.fits ? 1 : 0);
    }
    out.lines = {best, grown};
    for (const SearchSubject& subject : run.subjects) {
        ScalingLine line{
            SearchWords::tr("%1, DP alone").arg(subject.letter), {}, {}, ColorToken::chip(subject.chip), false, false};
        for (const auto& each : subject.grown) {
            line.values.push_back(each ? std::optional(each->tokens_per_second_per_gpu) : std::nullopt);
            line.fits.push_back(each && each->found.fits ? 1 : 0);
        }
        out.lines.push_back(std::move(line));
    }
    for (const search::Layout::Knob& knob : run.layout(0).knobs()) {
        ScalingRow row = knob_row(run, knob.field);
        const bool degree = knob.field == Field::tensor_degree || knob.field == Field::pipeline_degree ||
                            knob.field == Field::data_degree;
        if (degree || differs(row))
            out.rows.push_back(std::move(row));
    }
    const auto add = [&](const QString& title, const auto& text, const QString& aside = {}) {
        ScalingRow row{title, {}, false, aside};
        for (std::size_t i = 0; i < scaling.points.size(); ++i)
            row.cells.push_back({scaling.points[i].best ? text(i, scaling.points[i]) : SearchWords::tr("–"), false});
        out.rows.push_back(std::move(row));
    };
    const std::size_t knobs = out.rows.size();
    add(SearchWords::tr("memory (GiB)"),
        [](std::size_t, const search::ScalingPoint& point) { return gib_text(point.best->memory); });
    add(SearchWords::tr("within %1 %").arg(shown(format::shortest(run.question.band_percent))),
        [&](std::size_t i, const search::ScalingPoint&) { return counted(run.found[i].band.count); });
    add(SearchWords::tr("iteration (s)"),
        [](std::size_t, const search::ScalingPoint& point) { return figure(point.best->total.value(), 2); });
    add(
        SearchWords::tr("efficiency (%)"),
        [](std::size_t, const search::ScalingPoint& point) { return figure(100 * point.efficiency, 1); },
        scaling.reference
            ? SearchWords::tr("100 % = %1 GPUs").arg(counted(static_cast<std::uint64_t>(*scaling.reference)))
            : QString());
    add(
        SearchWords::tr("days, 10¹² tokens"),
        [](std::size_t, const search::ScalingPoint& point) {
            return figure(search::days_for(kTokens, point.tokens_per_second_per_gpu, point.devices), 1);
        },
        run.question.price ? QString() : SearchWords::tr("no price, so no cost"));
    if (run.question.price)
        add(SearchWords::tr("cost, 10¹² tokens"), [&](std::size_t, const search::ScalingPoint& point) {
            return counted(static_cast<std::uint64_t>(
                search::cost_for(kTokens, point.tokens_per_second_per_gpu, *run.question.price)));
        });
    out.rows[knobs].separates = true;
    return out;
}

ScalingLayout layout_scaling(const ScalingPicture& picture, const QRectF& area, double line)
{
    ScalingLayout out;
    out.line = line * 1.22;
    const double below = out.line * static_cast<double>(picture.rows.size() + 1) + 4;
    const double top = area.top() + 2.2 * line;
    out.plot = QRectF(area.left() + kTitles, top, std::max(1.0, area.width() - kTitles - kNames),
                      std::max(1.0, area.bottom() - below - top - 4));
    double low = picture.most, high = picture.most;
    for (const ScalingLine& each : picture.lines)
        for (const auto& value : each.values)
            if (value) {
                low = std::min(low, *value);
                high = std::max(high, *value);
            }
    const double air = std::max(0.08 * (high - low), 0.01 * high);
    out.y = {std::max(0.0, low - air), high + 2 * air, false};
    const auto count = static_cast<double>(picture.devices.size());
    out.column_width = count > 0 ? out.plot.width() / count : 0;
    for (std::size_t i = 0; i < picture.devices.size(); ++i)
        out.columns.push_back(out.plot.left() + out.column_width * (static_cast<double>(i) + 0.5));
    for (std::size_t i = 0; i <= picture.rows.size(); ++i)
        out.rows.push_back(out.plot.bottom() + 6 + out.line * static_cast<double>(i));
    return out;
}

ScalingChart::ScalingChart(const QString& title, QWidget* parent) : ChartWidget(title, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ScalingChart::setPicture(ScalingPicture picture)
{
    if (picture == m_picture)
        return;
    m_picture = std::move(picture);
    m_cursor = std::min(m_cursor, static_cast<int>(m_picture.devices.size()) - 1);
    updateGeometry();
    update();
    dataCame();
}

QSize ScalingChart::minimumSizeHint() const
{
    const double line = std::ceil(QFontMetricsF(small_font(this)).height());
    return {420,
            static_cast<int>(kLeastPlot + line * 2.2 + line * 1.22 * static_cast<double>(m_picture.rows.size() + 1))};
}

ScalingLayout ScalingChart::layoutIn(const QRectF& area) const
{
    return layout_scaling(m_picture, area, std::ceil(QFontMetricsF(small_font(this)).height()));
}

ScalingLayout ScalingChart::places() const { return layoutIn(rect()); }

int ScalingChart::columnAt(const QPointF& at) const
{
    const ScalingLayout layout = places();
    for (std::size_t i = 0; i < layout.columns.size(); ++i)
        if (std::fabs(at.x() - layout.columns[i]) <= layout.column_width / 2)
            return static_cast<int>(i);
    return -1;
}

QString ScalingChart::readOut(int column) const
{
    if (column < 0 || column >= static_cast<int>(m_picture.devices.size()))
        return {};
    const auto at = static_cast<std::size_t>(column);
    QStringList out{SearchWords::tr("%1 devices").arg(counted(static_cast<std::uint64_t>(m_picture.devices[at])))};
    for (const ScalingLine& line : m_picture.lines)
        out << SearchWords::tr("%1: %2").arg(
            line.name, line.values[at] ? SearchWords::tr("%1 tokens/s and GPU%2")
                                             .arg(figure(*line.values[at], 1),
                                                  line.fits[at] ? QString() : SearchWords::tr(", does not fit"))
                                       : SearchWords::tr("not legal, or nothing fits"));
    return out.join(QLatin1Char('\n'));
}

void ScalingChart::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    if (m_picture.devices.empty())
        return;
    const ScalingLayout layout = layoutIn(area);
    const QFont small = small_font(this);
    QFont number = small_number_font(this);
    QFont strong = number;
    strong.setBold(true);
    const QFontMetricsF metrics(small);
    const double line = std::ceil(metrics.height());
    const QRectF& plot = layout.plot;
    const auto y_of = [&](double value) { return layout.y.position(value, plot.bottom(), plot.top()); };
    painter.save();
    if (m_picture.opened) {
        const double middle = layout.columns[*m_picture.opened];
        painter.fillRect(QRectF(middle - layout.column_width / 2 + 2, plot.top() - line, layout.column_width - 4,
                                area.bottom() - plot.top() + line),
                         theme.selection);
        painter.fillRect(QRectF(middle - layout.column_width / 2 + 2, plot.top() - line, layout.column_width - 4, 3),
                         theme.accent);
    }
    painter.setFont(small);
    painter.setPen(theme.secondary);
    painter.drawText(QPointF(area.left(), area.top() + metrics.ascent()), SearchWords::tr("Tokens/s per GPU"));
    const QString right = SearchWords::tr("Efficiency (%)");
    painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(right), area.top() + metrics.ascent()), right);
    painter.setFont(number);
    const auto ticks =
        nice_ticks(layout.y.low, layout.y.high, std::clamp(static_cast<int>(plot.height() / (1.6 * line)), 3, 7));
    for (const double tick : ticks) {
        const double y = std::round(y_of(tick)) + 0.5;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(area.left(), y - line / 2, plot.left() - 8 - area.left(), line),
                         Qt::AlignRight | Qt::AlignVCenter, tick_label(tick, ticks));
    }
    if (m_picture.most > 0) {
        const auto shares = nice_ticks(100 * layout.y.low / m_picture.most, 100 * layout.y.high / m_picture.most, 5);
        for (const double share : shares)
            painter.drawText(QRectF(area.right() - 34, y_of(share / 100 * m_picture.most) - line / 2, 34, line),
                             Qt::AlignRight | Qt::AlignVCenter, tick_label(share, shares));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    // The best lies on top; its figures stand at its marks.
    std::vector<std::pair<double, std::size_t>> ends;
    for (std::size_t l = m_picture.lines.size(); l-- > 0;) {
        const ScalingLine& one = m_picture.lines[l];
        const QColor color = one.color.in(theme);
        QPen pen(color, one.bold ? 2 : 1.4, one.dashed ? Qt::DashLine : Qt::SolidLine);
        painter.setPen(pen);
        std::optional<QPointF> before;
        for (std::size_t i = 0; i < one.values.size(); ++i) {
            if (!one.values[i]) {
                before.reset();
                continue;
            }
            const QPointF at(layout.columns[i], y_of(*one.values[i]));
            if (before)
                painter.drawLine(*before, at);
            before = at;
        }
        if (before)
            ends.emplace_back(before->y(), l);
        for (std::size_t i = 0; i < one.values.size(); ++i) {
            if (!one.values[i])
                continue;
            const QPointF at(layout.columns[i], y_of(*one.values[i]));
            painter.setPen(QPen(color, 1.4));
            painter.setBrush(one.fits[i] ? color : theme.panel);
            painter.drawEllipse(at, one.bold ? 4 : 2.6, one.bold ? 4 : 2.6);
            if (one.bold) {
                painter.setFont(strong);
                painter.setPen(theme.text);
                painter.drawText(QRectF(at.x() - 40, at.y() - line - 5, 80, line), Qt::AlignCenter,
                                 figure(*one.values[i], 1));
            }
        }
    }
    std::sort(ends.begin(), ends.end());
    double free = plot.top() - line;
    for (const auto& [y, l] : ends) {
        const ScalingLine& one = m_picture.lines[l];
        const double top = std::max(free, y - line / 2);
        free = top + line;
        painter.setFont(one.bold ? bold_font(this) : small);
        QFont own = small;
        own.setBold(one.bold);
        painter.setFont(own);
        painter.setPen(one.color.in(theme));
        painter.drawText(QRectF(plot.right() + 2, top, kNames - 40, line), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(own).elidedText(one.name, Qt::ElideRight, kNames - 40));
    }
    const auto write_row = [&](std::size_t row, const QString& title, const auto& cell, bool bold) {
        QFont own = small;
        own.setBold(bold);
        painter.setFont(own);
        painter.setPen(bold ? theme.text : theme.secondary);
        painter.drawText(QRectF(area.left(), layout.rows[row], kTitles - 6, layout.line),
                         Qt::AlignLeft | Qt::AlignVCenter, title);
        for (std::size_t i = 0; i < layout.columns.size(); ++i) {
            const ScalingCell text = cell(i);
            const QRectF place(layout.columns[i] - layout.column_width / 2 + 4, layout.rows[row],
                               layout.column_width - 8, layout.line);
            if (text.boxed) {
                painter.setPen(QPen(theme.outline, 1));
                painter.setBrush(theme.track);
                const double half = std::min(place.width() / 2, 28.0);
                painter.drawRoundedRect(
                    QRectF(place.center().x() - half, place.top() + 1, 2 * half, place.height() - 2), 3, 3);
            }
            painter.setFont(text.boxed || bold ? strong : number);
            painter.setPen(text.boxed || bold ? theme.text : theme.secondary);
            painter.drawText(place, Qt::AlignCenter,
                             QFontMetricsF(number).elidedText(text.text, Qt::ElideRight, place.width()));
        }
    };
    write_row(
        0, SearchWords::tr("devices"),
        [&](std::size_t i) {
            return ScalingCell{counted(static_cast<std::uint64_t>(m_picture.devices[i])), false};
        },
        true);
    for (std::size_t r = 0; r < m_picture.rows.size(); ++r) {
        const ScalingRow& row = m_picture.rows[r];
        if (r == 0 || row.separates) {
            painter.setPen(QPen(theme.hairline, 1));
            painter.drawLine(QPointF(area.left(), layout.rows[r + 1]), QPointF(plot.right(), layout.rows[r + 1]));
        }
        write_row(
            r + 1, row.title, [&](std::size_t i) { return row.cells[i]; }, false);
        painter.setFont(small);
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(plot.right() + 2, layout.rows[r + 1], kNames - 2, layout.line),
                         Qt::AlignLeft | Qt::AlignVCenter, row.aside);
    }
    if (on_screen && showsCursor() && m_cursor >= 0) {
        painter.setPen(QPen(theme.accent, 1.5, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        const double middle = layout.columns[static_cast<std::size_t>(m_cursor)];
        painter.drawRect(QRectF(middle - layout.column_width / 2 + 2, plot.top() - line, layout.column_width - 4,
                                area.bottom() - plot.top() + line - 1));
    }
    painter.restore();
}

std::vector<QStringList> ScalingChart::dataRows() const
{
    std::vector<QStringList> rows{{tr("devices")}};
    for (const ScalingLine& line : m_picture.lines)
        rows.front() << tr("%1 (tokens/s and GPU)").arg(line.name);
    for (const ScalingRow& row : m_picture.rows)
        rows.front() << row.title;
    for (std::size_t i = 0; i < m_picture.devices.size(); ++i) {
        QStringList out{QString::number(m_picture.devices[i])};
        for (const ScalingLine& line : m_picture.lines)
            out << (line.values[i] ? plain_figure(*line.values[i]) : QString());
        for (const ScalingRow& row : m_picture.rows)
            out << row.cells[i].text;
        rows.push_back(std::move(out));
    }
    return rows;
}

void ScalingChart::clicked(const QPointF& at)
{
    m_cursor = columnAt(at);
    if (m_cursor >= 0)
        pickCursor();
}

bool ScalingChart::step(int down, int across)
{
    if (m_picture.devices.empty())
        return false;
    m_cursor = std::clamp(m_cursor + (across != 0 ? across : down), 0, static_cast<int>(m_picture.devices.size()) - 1);
    announce(readOut(m_cursor));
    return true;
}

void ScalingChart::pickCursor() { Q_EMIT devicesPicked(m_picture.devices[static_cast<std::size_t>(m_cursor)]); }

QString ScalingChart::hoverText(const QPointF& at) const { return readOut(columnAt(at)); }

} // namespace blueprinting::ui
