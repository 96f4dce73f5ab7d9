#include "ui/measured/error_chart.h"
#include "ui/measured/run_families.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kWideReadOuts = 860; ///< narrower charts leave range and share within 10 % out
constexpr double kWideLabels = 760;
constexpr double kDot = 3.2;
constexpr double kMostError = 300; ///< percent at the axis' end, however far off a run is
constexpr double kHead = 16;       ///< over the marks, for "within 10 %"

double width_of(const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text); }

void divide(ErrorLayout& out, const ErrorChart& chart, const QRectF& area, const QFont& body, const QFont& small)
{
    const bool wide = area.width() >= kWideReadOuts;
    double labels = 0;
    for (const ErrorStrip& strip : chart.strips)
        labels = std::max(labels, width_of(body, strip.label));
    out.label_left = area.left();
    const bool roomy = area.width() >= kWideLabels;
    out.label_width = std::clamp(labels + 34, roomy ? 190.0 : 150.0, roomy ? 240.0 : 150.0);
    const double runs = 44, median = 66, range = wide ? 118 : 0, within = wide ? 52 : 0;
    double right = area.right();
    const auto column = [&right](double width) {
        const double edge = right;
        right -= width;
        return width > 0 ? edge : 0;
    };
    out.columns.within = column(within);
    out.columns.range = column(range);
    out.columns.median = column(median);
    out.columns.runs = column(runs);
    const double ticks = 44; // of the upper axis
    const double left = area.left() + std::max(out.label_width, ticks + 8);
    const double text = QFontMetricsF(small).height();
    const double strips = kStripRow * static_cast<double>(chart.strips.size());
    const double axis = 2 * text + 8; // ticks and the words below them
    const double top = area.top() + kHead;
    const double height = std::max(60.0, area.height() - kHead - axis - strips - 2);
    out.marks = QRectF(left, top, std::max(40.0, right - 12 - left), height);
    out.strips = QRectF(left, out.marks.bottom() + axis, out.marks.width(), strips);
    out.keys_left = wide ? right + 4 : 0;
}

/// Dots of one strip beside each other where they would lie on each other.
std::vector<QPointF> swarm(const std::vector<std::pair<double, std::size_t>>& sorted, std::size_t count, double middle,
                           double half)
{
    std::vector<QPointF> out(count, QPointF(-1e6, middle));
    std::vector<QPointF> placed;
    for (const auto& [x, at] : sorted) {
        double best = 0;
        for (int step = 0; step < 7; ++step) {
            const double off = (step % 2 == 0 ? 1 : -1) * std::ceil(step / 2.0) * kDot * 1.1;
            if (std::fabs(off) > half)
                continue;
            const bool free =
                std::none_of(placed.rbegin(), placed.rbegin() + std::min<std::ptrdiff_t>(8, std::ssize(placed)),
                             [&, xx = x](const QPointF& other) {
                                 return std::hypot(other.x() - xx, other.y() - middle - off) < 2 * kDot;
                             });
            best = off;
            if (free)
                break;
        }
        out[at] = QPointF(x, middle + best);
        placed.push_back(out[at]);
    }
    return out;
}

void lay_strip(ErrorLayout& out, const ErrorChart& chart, const ErrorStrip& strip, const QRectF& row)
{
    std::vector<std::pair<double, std::size_t>> sorted;
    std::vector<double> bins;
    std::size_t before = 0, behind = 0;
    const bool histogram = strip.marks.size() > kMostDots;
    if (histogram)
        bins.assign(static_cast<std::size_t>(std::ceil((out.error.high - out.error.low) / kErrorBin)), 0);
    for (std::size_t i = 0; i < strip.marks.size(); ++i) {
        const double error = chart.marks[strip.marks[i]].error;
        if (error < out.error.low)
            ++before;
        else if (error > out.error.high)
            ++behind;
        else if (histogram)
            ++bins[std::min(bins.size() - 1, static_cast<std::size_t>((error - out.error.low) / kErrorBin))];
        else
            sorted.emplace_back(out.error.position(error, out.marks.left(), out.marks.right()), i);
    }
    std::sort(sorted.begin(), sorted.end());
    const double most = bins.empty() ? 0 : *std::max_element(bins.begin(), bins.end());
    for (double& bin : bins)
        bin = most > 0 ? bin / most : 0;
    out.dots.push_back(histogram ? std::vector<QPointF>()
                                 : swarm(sorted, strip.marks.size(), row.center().y(), row.height() / 2 - kDot));
    out.bins.push_back(std::move(bins));
    out.before.push_back(before);
    out.behind.push_back(behind);
}

} // namespace

AxisScale natural_error_scale(const ErrorChart& chart)
{
    // What is published and counted sets the scale; one's own runs widen it by half of that at most, and what is not
    // counted sets none beside what is.
    struct Ends {
        double low = 0, high = 0;
        bool any = false;
        void take(double error)
        {
            low = std::min(low, error);
            high = std::max(high, error);
            any = true;
        }
    };
    Ends counted, own, derived;
    for (const ErrorMark& mark : chart.marks)
        (mark.family == kOwnFamily ? own : mark.shape == RunMark::small ? derived : counted).take(mark.error);
    for (const ErrorStrip& strip : chart.strips)
        for (const ErrorBar& bar : strip.bars) {
            counted.take(bar.low);
            counted.take(bar.high);
        }
    const auto padded = [](const Ends& ends) {
        return AxisScale{std::max(-100.0, std::min(ends.low - 3, -20.0)), std::clamp(ends.high + 3, 10.0, kMostError),
                         false};
    };
    if (!counted.any)
        return padded(own.any ? own : derived);
    AxisScale out = padded(counted);
    const double most = (out.high - out.low) / 2;
    out.low = std::max({-100.0, out.low - most, std::min(out.low, own.low - 3)});
    out.high = std::min(out.high + most, std::max(out.high, own.high + 3));
    return out;
}

AxisScale natural_up_scale(const ErrorChart& chart)
{
    double low = 1e300, high = 0;
    for (const ErrorMark& mark : chart.marks)
        if (mark.up > 0) {
            low = std::min(low, mark.up);
            high = std::max(high, mark.up);
        }
    for (const ErrorChip& chip : chart.chips)
        if (chip.up > 0) {
            low = std::min(low, chip.up);
            high = std::max(high, chip.up);
        }
    if (high <= 0)
        return {1, 10, chart.up_logarithmic};
    return {low / 1.4, high * 1.4, chart.up_logarithmic};
}

ErrorLayout layout_errors(const ErrorChart& chart, const QRectF& area, const QFont& body, const QFont& small,
                          std::optional<AxisScale> error, std::optional<AxisScale> up)
{
    ErrorLayout out;
    out.error = error.value_or(natural_error_scale(chart));
    out.up = up.value_or(natural_up_scale(chart));
    divide(out, chart, area, body, small);
    out.error_ticks = nice_ticks(out.error.low, out.error.high, std::max(3, static_cast<int>(out.marks.width() / 60)));
    out.up_ticks = out.up.logarithmic ? log_ticks(out.up.low, out.up.high, 5) : nice_ticks(out.up.low, out.up.high, 5);
    out.places.reserve(chart.marks.size());
    out.inside.reserve(chart.marks.size());
    // The ends' logarithms are those of thousands of marks.
    const auto spread = [&](double value) { return out.up.logarithmic ? std::log(value) : value; };
    const double lowest = spread(out.up.low), a_unit = out.marks.height() / (spread(out.up.high) - lowest);
    for (const ErrorMark& mark : chart.marks) {
        const bool inside = mark.error >= out.error.low && mark.error <= out.error.high && mark.up > 0 &&
                            mark.up >= out.up.low && mark.up <= out.up.high;
        out.marks_before += mark.error < out.error.low ? 1 : 0;
        out.marks_behind += mark.error > out.error.high ? 1 : 0;
        out.inside.push_back(inside);
        out.places.push_back(inside ? QPointF(out.error.position(mark.error, out.marks.left(), out.marks.right()),
                                              out.marks.bottom() - (spread(mark.up) - lowest) * a_unit)
                                    : QPointF(-1e6, -1e6));
    }
    double y = out.strips.top();
    for (const ErrorStrip& strip : chart.strips) {
        const QRectF row(area.left(), y, area.width(), kStripRow);
        out.rows.push_back(row);
        lay_strip(out, chart, strip, row);
        y += kStripRow;
    }
    return out;
}

std::vector<double> chip_heights(const ErrorLayout& layout, const std::vector<ErrorChip>& chips)
{
    std::vector<double> out;
    double next = -1e9;
    for (const ErrorChip& chip : chips) {
        out.push_back(std::max(next, layout.up.position(chip.up, layout.marks.bottom(), layout.marks.top())));
        next = out.back() + kChipPitch;
    }
    double lowest = layout.marks.bottom() - kChipPitch / 2;
    for (auto y = out.rbegin(); y != out.rend(); ++y) {
        *y = std::min(*y, lowest);
        lowest = *y - kChipPitch;
    }
    return out;
}

double height_of_strips(const ErrorChart& chart, const QFont& small)
{
    return kHead + 2 * QFontMetricsF(small).height() + 10 + kStripRow * static_cast<double>(chart.strips.size());
}

} // namespace blueprinting::ui
