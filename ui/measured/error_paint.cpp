#include "core/base/format.h"
#include "ui/measured/error_plot.h"
#include "ui/measured/error_rows.h"
#include "ui/measured/mark_stamps.h"
#include "ui/measured/run_families.h"
#include "ui/measured/words.h"
#include "ui/style/fonts.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/chip.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace blueprinting::ui {
namespace {

constexpr double kWithin = 10;   ///< percent: the tint
constexpr double kKeysHead = 14; ///< over the marks, where keys may begin

/// What the parts are painted with.
struct Brush {
    QPainter& painter;
    const ErrorChart& chart;
    const ErrorLayout& layout;
    const Theme& theme;
    MarkStamps* stamps; ///< null where ellipses are wanted
    QFont body, bold, small, number, small_number;

    [[nodiscard]] double width_of(const QFont& font, const QString& text) const
    {
        return QFontMetricsF(font).horizontalAdvance(text);
    }
    void text(const QRectF& rect, int align, const QFont& font, const QColor& color, const QString& what) const
    {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(rect, align | Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(font).elidedText(what, Qt::ElideRight, rect.width() + 1));
    }
    [[nodiscard]] double x_of(double error) const
    {
        return layout.error.position(error, layout.marks.left(), layout.marks.right());
    }
    [[nodiscard]] double clamped_x(double error) const
    {
        return std::clamp(x_of(error), layout.marks.left(), layout.marks.right());
    }
    [[nodiscard]] QColor family(std::size_t place) const { return theme.runs[place]; }

    void mark(const QPointF& at, RunMark shape, const QColor& color) const
    {
        draw_mark(painter, at, shape, color, theme.panel);
    }
};

/// Puts down many marks: as stamps where there are some, which want the painter in pixels.
class Marking {
public:
    explicit Marking(const Brush& b) : m_brush(b), m_to_pixels(b.painter.deviceTransform())
    {
        m_brush.painter.save();
        m_brush.painter.setRenderHint(QPainter::Antialiasing);
        if (m_brush.stamps)
            m_brush.painter.resetTransform();
    }
    Marking(const Marking&) = delete;
    Marking& operator=(const Marking&) = delete;
    ~Marking() { m_brush.painter.restore(); }

    void put(const QPointF& at, const ErrorMark& mark) const
    {
        if (m_brush.stamps)
            m_brush.stamps->draw(m_brush.painter, m_to_pixels.map(at), mark.shape, m_brush.family(mark.family));
        else
            m_brush.mark(at, mark.shape, m_brush.family(mark.family));
    }

private:
    const Brush& m_brush;
    QTransform m_to_pixels;
};

void paint_ground(const Brush& b)
{
    const QRectF& top = b.layout.marks;
    const QRectF& low = b.layout.strips;
    QColor tint = b.theme.track;
    tint.setAlphaF(0.42F);
    const double left = b.clamped_x(-kWithin), right = b.clamped_x(kWithin);
    b.painter.fillRect(QRectF(left, top.top(), right - left, top.height()), tint);
    b.painter.fillRect(QRectF(left, low.top(), right - left, low.height()), tint);
    for (const double tick : b.layout.up_ticks) {
        const double y = std::round(b.layout.up.position(tick, top.bottom(), top.top()));
        b.painter.fillRect(QRectF(top.left(), y, top.width(), 1), b.theme.grid);
        b.text(QRectF(top.left() - 54, y - 9, 48, 18), Qt::AlignRight, b.small_number, b.theme.secondary,
               tick_label(tick, b.layout.up_ticks));
    }
    for (const double tick : b.layout.error_ticks) {
        const double x = std::round(b.x_of(tick));
        b.painter.fillRect(QRectF(x, low.top(), 1, low.height()), b.theme.grid);
        const QString label = shown(format::with_sign(tick, 0));
        b.text(QRectF(x - 24, top.bottom() + 2, 48, QFontMetricsF(b.small).height()), Qt::AlignHCenter, b.small_number,
               b.theme.secondary, label);
    }
    b.painter.fillRect(QRectF(top.left(), top.bottom(), top.width(), 1), b.theme.secondary);
    const double zero = std::round(b.x_of(0));
    if (zero >= top.left() && zero <= top.right()) {
        b.painter.fillRect(QRectF(zero, top.top(), 1, top.height()), b.theme.secondary);
        b.painter.fillRect(QRectF(zero, low.top(), 1, low.height()), b.theme.secondary);
    }
    const QString within = MeasuredWords::tr("within 10 %");
    const double half = b.width_of(b.small, within) / 2 + 1;
    const double middle = std::clamp((left + right) / 2, top.left() + half, top.right() - half);
    b.text(QRectF(middle - half, top.top() - 16, 2 * half, 15), Qt::AlignHCenter, b.small, b.theme.secondary, within);
}

/// Which way is which, below the numbers.
void paint_axis_words(const Brush& b)
{
    const double line = QFontMetricsF(b.small).height();
    const QRectF row(b.layout.marks.left(), b.layout.marks.bottom() + 2 + line, b.layout.marks.width(), line);
    const QString longer = MeasuredWords::tr("← took longer than predicted"), less = MeasuredWords::tr("took less →");
    const QString title = MeasuredWords::tr("predicted ÷ measured time − 1 (%)");
    const double left = b.width_of(b.small, longer), right = b.width_of(b.small, less);
    const QString unit = MeasuredWords::tr("error (%)"); // where the whole has no room
    const auto fits = [&](const QString& text) { return left + right + b.width_of(b.small, text) + 24 < row.width(); };
    b.text(row, Qt::AlignLeft, b.small, b.theme.below_text, longer);
    b.text(row, Qt::AlignRight, b.small, b.theme.above_text, less);
    if (fits(title) || fits(unit))
        b.text(QRectF(row.left() + left + 8, row.top(), row.width() - left - right - 16, line), Qt::AlignHCenter,
               b.small, b.theme.secondary, fits(title) ? title : unit);
    const auto head = [&](double edge, double width, const QString& text) {
        if (edge > 0)
            b.text(QRectF(edge - width, row.top(), width, line), Qt::AlignRight, b.small, b.theme.secondary, text);
    };
    head(b.layout.columns.runs, 44, MeasuredWords::tr("runs"));
    head(b.layout.columns.median, 66, MeasuredWords::tr("median %"));
    head(b.layout.columns.range, 112, MeasuredWords::tr("from … to"));
    head(b.layout.columns.within, 52, MeasuredWords::tr("≤ 10 %"));
}

void paint_marks(const Brush& b)
{
    {
        const Marking marking(b);
        for (const RunMark shape : {RunMark::small, RunMark::filled, RunMark::ring})
            for (std::size_t i = 0; i < b.chart.marks.size(); ++i)
                if (b.chart.marks[i].shape == shape && b.layout.inside[i])
                    marking.put(b.layout.places[i], b.chart.marks[i]);
    }
}

/// How many lie past an end, on ground of its own.
void paint_past_ends(const Brush& b, std::vector<QRectF>& taken)
{
    const QRectF& plot = b.layout.marks;
    const auto say = [&](bool left, const QString& text) {
        const double width = b.width_of(b.small, text) + 6;
        const QRectF place(left ? plot.left() + 1 : plot.right() - width - 1, plot.top(), width, 16);
        b.painter.fillRect(place, b.theme.panel);
        b.text(place, Qt::AlignHCenter, b.small, b.theme.secondary, text);
        taken.push_back(place);
    };
    if (b.layout.marks_before > 0)
        say(true, QStringLiteral("← %1").arg(count_words(b.layout.marks_before)));
    if (b.layout.marks_behind > 0)
        say(false, QStringLiteral("%1 →").arg(count_words(b.layout.marks_behind)));
}

/// The marks from left to right: a name asks many times what it would cover, of thousands of them.
class Covering {
public:
    explicit Covering(const Brush& b)
    {
        for (std::size_t i = 0; i < b.chart.marks.size(); ++i)
            if (b.layout.inside[i])
                m_marks.push_back({b.layout.places[i], b.chart.marks[i].shape == RunMark::small ? 0.3 : 1});
        std::ranges::sort(m_marks, {}, [](const Mark& mark) { return mark.at.x(); });
    }

    /// How many marks a rectangle covers, small ones less; no further counted than `most`.
    [[nodiscard]] double of(const QRectF& rect, double most = std::numeric_limits<double>::max()) const
    {
        double out = 0;
        auto mark = std::ranges::lower_bound(m_marks, rect.left(), {}, [](const Mark& each) { return each.at.x(); });
        for (; mark != m_marks.end() && mark->at.x() <= rect.right() && out < most; ++mark)
            if (rect.contains(mark->at))
                out += mark->weight;
        return out;
    }

private:
    struct Mark {
        QPointF at;
        double weight;
    };
    std::vector<Mark> m_marks;
};

/// The names of the families beside their marks, where they cover the fewest.
void paint_names(const Brush& b, const Covering& covering, std::vector<QRectF>& taken)
{
    for (const ErrorFamily& family : b.chart.families) {
        const double width = b.width_of(b.small, family.name) + 6, height = QFontMetricsF(b.small).height();
        double best = std::numeric_limits<double>::max();
        QRectF place;
        std::size_t step = 0, members = 0;
        for (const ErrorMark& mark : b.chart.marks)
            members += mark.family == family.family ? 1 : 0;
        const std::size_t every = std::max<std::size_t>(1, members / 24);
        for (std::size_t i = 0; i < b.chart.marks.size(); ++i) {
            if (b.chart.marks[i].family != family.family || !b.layout.inside[i] || step++ % every != 0)
                continue;
            const QPointF at = b.layout.places[i];
            for (const QRectF& rect : {QRectF(at.x() + 5, at.y() - height / 2, width, height),
                                       QRectF(at.x() - width - 5, at.y() - height / 2, width, height),
                                       QRectF(at.x() - width / 2, at.y() - height - 4, width, height),
                                       QRectF(at.x() - width / 2, at.y() + 4, width, height)}) {
                if (!b.layout.marks.adjusted(1, 1, -1, -1).contains(rect) ||
                    std::any_of(taken.begin(), taken.end(),
                                [&](const QRectF& other) { return other.intersects(rect); }))
                    continue;
                const double cost = covering.of(rect, best);
                if (cost < best) {
                    best = cost;
                    place = rect;
                }
            }
        }
        if (place.isNull() || best > 4)
            continue;
        taken.push_back(place);
        b.text(place, Qt::AlignHCenter, b.small,
               family.family == kDerivedFamily ? b.theme.secondary : b.family(family.family), family.name);
    }
}

/// The bracket over one strategy's runs: the measurement itself moves by so much.
void paint_repeated(const Brush& b, const Covering& covering, std::vector<QRectF>& taken)
{
    double left = 1e9, right = -1e9, top = 1e9;
    for (const std::size_t at : b.chart.repeated) {
        if (!b.layout.inside[at])
            return;
        left = std::min(left, b.layout.places[at].x());
        right = std::max(right, b.layout.places[at].x());
        top = std::min(top, b.layout.places[at].y());
    }
    if (b.chart.repeated.empty() || right - left < 6)
        return;
    const double y = std::round(top - 10);
    const double width = b.width_of(b.small, b.chart.repeated_text) + 4, height = QFontMetricsF(b.small).height();
    const QRectF bracket(left, y, right - left, 12);
    for (const QRectF& label :
         {QRectF(left - width - 4, y - height / 2, width, height), QRectF(right + 6, y - height / 2, width, height),
          QRectF((left + right - width) / 2, y - height - 2, width, height)}) {
        const bool free =
            b.layout.marks.adjusted(1, 1, -1, -1).contains(label) &&
            std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(label); });
        if (!free || covering.of(label) > 3)
            continue;
        b.painter.setPen(QPen(b.theme.text, 1));
        b.painter.drawPolyline(QPolygonF{{left, y + 4}, {left, y}, {right, y}, {right, y + 4}});
        b.text(label, Qt::AlignHCenter, b.small, b.theme.text, b.chart.repeated_text);
        taken.push_back(bracket);
        taken.push_back(label);
        return; // without its words a bracket would say nothing
    }
}

void paint_chips(const Brush& b, std::vector<QRectF>& taken)
{
    const double zero = b.x_of(0);
    if (zero < b.layout.marks.left() || zero > b.layout.marks.right())
        return;
    std::vector<ErrorChip> chips = b.chart.chips;
    std::erase_if(chips,
                  [&](const ErrorChip& chip) { return chip.up < b.layout.up.low || chip.up > b.layout.up.high; });
    std::sort(chips.begin(), chips.end(), [](const ErrorChip& a, const ErrorChip& c) { return a.up > c.up; });
    const std::vector<double> heights = chip_heights(b.layout, chips);
    for (std::size_t i = 0; i < chips.size(); ++i) {
        const ErrorChip& chip = chips[i];
        const double own = b.layout.up.position(chip.up, b.layout.marks.bottom(), b.layout.marks.top());
        const double y = heights[i];
        const double text = b.width_of(b.small_number, chip.text);
        double x = std::min(zero + 34, b.layout.marks.right() - 22 - text);
        const QRectF box(x, y - 8, 16, 16);
        b.painter.setRenderHint(QPainter::Antialiasing);
        b.painter.setPen(QPen(b.theme.secondary, 1));
        b.painter.drawLine(QPointF(zero, own), QPointF(box.left(), box.center().y()));
        b.painter.setPen(Qt::NoPen);
        b.painter.setBrush(b.theme.chip(chip.chip));
        b.painter.drawRect(QRectF(zero - 3, own - 3, 6, 6));
        b.painter.setFont(b.small);
        draw_chip(b.painter, box, chip.letter, b.theme.chip(chip.chip), b.theme.chip_ink);
        b.painter.setRenderHint(QPainter::Antialiasing, false);
        const QRectF label(box.right() + 4, y - 9, text + 2, 18);
        b.painter.fillRect(label.adjusted(-2, 2, 0, -2), b.theme.panel);
        b.text(label, Qt::AlignLeft, b.small_number, b.theme.text, chip.text);
        taken.push_back(box.united(label));
    }
}

void paint_keys(const Brush& b)
{
    if (b.layout.keys_left <= 0)
        return;
    // Where they are many they stand closer, from the chart's top on.
    const double text = QFontMetricsF(b.small).height(), head = b.layout.marks.top() - kKeysHead;
    const auto count = static_cast<double>(b.chart.keys.size());
    const bool many = count * (text + 3) > b.layout.marks.height();
    const double line =
        many ? std::max(text - 2, std::min(text + 3, (b.layout.marks.bottom() - head) / count)) : text + 3;
    double y = many ? head : b.layout.marks.top();
    for (const ErrorKey& key : b.chart.keys) {
        if (y + line > b.layout.marks.bottom() + 1)
            return;
        const QPointF at(b.layout.keys_left + 8, y + line / 2);
        b.painter.setRenderHint(QPainter::Antialiasing);
        if (key.box) {
            b.painter.fillRect(QRectF(at.x() - 6, at.y() - 5, 12, 10), b.theme.track);
            b.painter.fillRect(QRectF(at.x() - 1, at.y() - 7, 2, 14), b.theme.text);
        } else if (key.bar) {
            b.painter.fillRect(QRectF(at.x() - 7, at.y() - 1, 14, 2), b.family(kReadingFamily));
        } else if (key.ring) {
            b.painter.setPen(QPen(b.theme.accent, 1.5));
            b.painter.setBrush(Qt::NoBrush);
            b.painter.drawEllipse(at, 5.5, 5.5);
        } else {
            b.mark(at, key.shape,
                   key.own                       ? b.family(kOwnFamily)
                   : key.shape == RunMark::small ? b.family(kDerivedFamily)
                                                 : b.theme.secondary);
        }
        b.painter.setRenderHint(QPainter::Antialiasing, false);
        const double right = b.layout.rows.empty() ? at.x() + 260 : b.layout.rows.front().right();
        b.text(QRectF(at.x() + 14, y, right - at.x() - 54, line), Qt::AlignLeft, b.small, b.theme.secondary, key.text);
        b.text(QRectF(right - 40, y, 40, line), Qt::AlignRight, b.small_number, b.theme.text, key.count);
        y += line;
    }
}

void paint_label(const Brush& b, const ErrorStrip& strip, const QRectF& row)
{
    double x = b.layout.label_left;
    const double middle = row.center().y();
    if (!strip.chip.isEmpty()) {
        b.painter.setFont(b.small);
        b.painter.setRenderHint(QPainter::Antialiasing);
        draw_chip(b.painter, QRectF(x, middle - 8, 16, 16), strip.chip, b.theme.chip(strip.chip_place),
                  b.theme.chip_ink);
        b.painter.setRenderHint(QPainter::Antialiasing, false);
        x += 22;
    } else if (strip.family) {
        b.painter.fillRect(QRectF(x + 2, middle - 5, 10, 10), b.family(*strip.family));
        x += 22;
    }
    b.text(QRectF(x, row.top(), b.layout.label_left + b.layout.label_width - x - 6, row.height()), Qt::AlignLeft,
           strip.bold ? b.bold : b.body, strip.quiet ? b.theme.secondary : b.theme.text, strip.label);
}

void paint_figures(const Brush& b, const ErrorStrip& strip, const QRectF& row)
{
    QFont number = b.number;
    number.setBold(strip.bold);
    const QColor plain = strip.quiet ? b.theme.secondary : b.theme.text;
    const auto figure = [&](double edge, double width, const QString& text, const QColor& color, const QFont& font) {
        if (edge > 0)
            b.text(QRectF(edge - width, row.top(), width, row.height()), Qt::AlignRight, font, color, text);
    };
    const QColor sign = strip.quiet || !strip.median ? b.theme.secondary : color_of(b.theme, sign_tone(*strip.median));
    figure(b.layout.columns.runs, 44, strip.runs, plain, number);
    figure(b.layout.columns.median, 66, strip.median_text, sign, number);
    figure(b.layout.columns.range, 118, strip.range_text, b.theme.secondary, b.small_number);
    figure(b.layout.columns.within, 52, strip.within_text, plain, b.number);
}

void paint_strip(const Brush& b, std::size_t at)
{
    const ErrorStrip& strip = b.chart.strips[at];
    const QRectF& row = b.layout.rows[at];
    if (strip.rule)
        b.painter.fillRect(QRectF(row.left(), row.top(), row.width(), 1), b.theme.hairline);
    if (strip.interval) {
        const double left = b.clamped_x(strip.interval->first), right = b.clamped_x(strip.interval->second);
        b.painter.fillRect(QRectF(left, row.top() + 3, std::max(1.0, right - left), row.height() - 6),
                           strip.quiet ? b.theme.grid : b.theme.track);
    }
    const auto& bins = b.layout.bins[at];
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const double low = b.layout.error.low + kErrorBin * static_cast<double>(i);
        const double left = b.clamped_x(low), right = b.clamped_x(low + kErrorBin);
        const double height = bins[i] > 0 ? std::max(1.5, bins[i] * (row.height() - 5)) : 0;
        b.painter.fillRect(QRectF(left, row.bottom() - 1 - height, std::max(1.0, right - left - 1), height),
                           strip.quiet ? b.family(kDerivedFamily) : b.theme.fitted);
    }
    b.painter.setRenderHint(QPainter::Antialiasing);
    const auto& dots = b.layout.dots[at];
    if (strip.range && !dots.empty()) {
        double left = 1e9, right = -1e9;
        for (const QPointF& dot : dots)
            if (dot.x() > 0) {
                left = std::min(left, dot.x());
                right = std::max(right, dot.x());
            }
        b.painter.setPen(QPen(b.theme.secondary, 1));
        b.painter.drawLine(QPointF(left, row.center().y()), QPointF(right, row.center().y()));
    }
    if (!dots.empty()) {
        const Marking marking(b);
        for (std::size_t i = 0; i < dots.size(); ++i)
            if (dots[i].x() > 0)
                marking.put(dots[i], b.chart.marks[strip.marks[i]]);
    }
    b.painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < strip.bars.size(); ++i) {
        const double y = std::round(row.top() + row.height() * (static_cast<double>(i) + 1) /
                                                    (static_cast<double>(strip.bars.size()) + 1));
        const double left = b.clamped_x(strip.bars[i].low), right = b.clamped_x(strip.bars[i].high);
        const QColor color = b.family(strip.family.value_or(kOtherFamily));
        b.painter.fillRect(QRectF(left, y, std::max(1.0, right - left), 1.5), color);
        b.painter.fillRect(QRectF(left - 1, y - 1, 3, 3), color);
        b.painter.fillRect(QRectF(right - 1, y - 1, 3, 3), color);
    }
    if (strip.median && b.x_of(*strip.median) >= b.layout.marks.left())
        b.painter.fillRect(QRectF(std::round(b.x_of(*strip.median)) - 1, row.top() + 2, 2, row.height() - 4),
                           strip.quiet ? b.theme.secondary : b.theme.text);
    if (b.layout.before[at] > 0)
        b.text(QRectF(b.layout.marks.left() + 3, row.top(), 60, row.height()), Qt::AlignLeft, b.small,
               b.theme.secondary, QStringLiteral("← %1").arg(count_words(b.layout.before[at])));
    if (b.layout.behind[at] > 0)
        b.text(QRectF(b.layout.marks.right() - 63, row.top(), 60, row.height()), Qt::AlignRight, b.small,
               b.theme.secondary, QStringLiteral("%1 →").arg(count_words(b.layout.behind[at])));
    paint_label(b, strip, row);
    paint_figures(b, strip, row);
}

} // namespace

void paint_errors(QPainter& painter, const ErrorChart& chart, const ErrorLayout& layout, const QWidget* widget,
                  const Theme& theme, MarkStamps* stamps)
{
    Brush b{painter,
            chart,
            layout,
            theme,
            stamps,
            body_font(widget),
            bold_font(widget),
            small_font(widget),
            number_font(widget),
            small_number_font(widget)};
    paint_ground(b);
    paint_axis_words(b);
    paint_marks(b);
    std::vector<QRectF> taken;
    paint_past_ends(b, taken);
    paint_chips(b, taken);
    const Covering covering(b);
    paint_repeated(b, covering, taken);
    paint_names(b, covering, taken);
    paint_keys(b);
    for (std::size_t i = 0; i < chart.strips.size(); ++i)
        paint_strip(b, i);
}

void paint_error_rings(QPainter& painter, const ErrorChart& chart, const ErrorLayout& layout, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const auto ring = [&](const QPointF& at, const ErrorMark& mark) {
        const bool selected = mark.key == chart.selected;
        if (at.x() < 0 || (!selected && !mark.near))
            return;
        painter.setPen(QPen(theme.accent, selected ? 2.4 : 1.3));
        painter.drawEllipse(at, 5.8, 5.8);
    };
    for (std::size_t i = 0; i < chart.marks.size(); ++i)
        if (layout.inside[i])
            ring(layout.places[i], chart.marks[i]);
    for (std::size_t s = 0; s < chart.strips.size(); ++s)
        for (std::size_t i = 0; i < layout.dots[s].size(); ++i)
            ring(layout.dots[s][i], chart.marks[chart.strips[s].marks[i]]);
    painter.restore();
}

} // namespace blueprinting::ui
