#include "ui/widgets/charts/axis.h"
#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blueprinting::ui {

namespace {

constexpr std::array kSteps{1.0, 2.0, 5.0};

/// The smallest of 1, 2, 5 · 10^k that is ≥ value.
double nice_step(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : kSteps)
        if (step * power >= value * (1 - 1e-9))
            return step * power;
    return 10 * power;
}

} // namespace

double AxisScale::position(double value, double from, double to) const
{
    const double share = logarithmic ? (std::log(value) - std::log(low)) / (std::log(high) - std::log(low))
                                     : (value - low) / (high - low);
    return from + share * (to - from);
}

double AxisScale::value(double position, double from, double to) const
{
    const double share = (position - from) / (to - from);
    return logarithmic ? std::exp(std::log(low) + share * (std::log(high) - std::log(low)))
                       : low + share * (high - low);
}

AxisScale AxisScale::zoomed(double factor, double about) const
{
    AxisScale scale = *this;
    if (logarithmic) {
        scale.low = about * std::pow(low / about, 1 / factor);
        scale.high = about * std::pow(high / about, 1 / factor);
    } else {
        scale.low = about + (low - about) / factor;
        scale.high = about + (high - about) / factor;
    }
    return scale;
}

AxisScale AxisScale::moved(double share) const
{
    AxisScale scale = *this;
    if (logarithmic) {
        const double factor = std::pow(high / low, share);
        scale.low *= factor;
        scale.high *= factor;
    } else {
        const double step = (high - low) * share;
        scale.low += step;
        scale.high += step;
    }
    return scale;
}

std::vector<double> nice_ticks(double low, double high, int most)
{
    if (!(high > low) || most < 2)
        return {low};
    double step = nice_step((high - low) / most);
    const auto ticks_of = [&] {
        std::vector<double> ticks;
        const double first = std::ceil(low / step - 1e-9);
        for (double n = first; n * step <= high + step * 1e-9; ++n)
            ticks.push_back(n == 0 ? 0.0 : n * step);
        return ticks;
    };
    std::vector<double> ticks = ticks_of();
    while (static_cast<int>(ticks.size()) > most) {
        step = nice_step(step * 1.5);
        ticks = ticks_of();
    }
    return ticks;
}

double nice_end(double high, int most)
{
    if (!(high > 0))
        return 1;
    double step = nice_step(high / most);
    while (std::ceil(high / step - 1e-9) + 1 > most)
        step = nice_step(step * 1.5);
    return std::ceil(high / step - 1e-9) * step;
}

std::vector<double> log_ticks(double low, double high, int most)
{
    std::vector<double> powers;
    const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
    const int count = last - first + 1;
    if (count < 3) {
        for (int power = first - 1; power <= last; ++power)
            for (const double step : kSteps) {
                const double tick = step * std::pow(10.0, power);
                if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9))
                    powers.push_back(tick);
            }
        if (static_cast<int>(powers.size()) <= most)
            return powers;
        powers.clear();
    }
    const int every = std::max(1, (count + most - 1) / most);
    for (int power = first; power <= last; power += every)
        powers.push_back(std::pow(10.0, power));
    return powers;
}

AxisScale log_scale(double low, double high)
{
    const auto below = [](double value) {
        const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
        double best = power;
        for (const double step : kSteps)
            if (step * power <= value * (1 + 1e-9))
                best = step * power;
        return best;
    };
    return {below(low), nice_step(high), true};
}

QString tick_label(double value, const std::vector<double>& ticks)
{
    const double size = std::abs(value);
    if (size >= 1e6 || (size > 0 && size < 1e-3))
        return QString::fromStdString(format::significant(value, 1));
    int decimals = 0;
    // On logarithmic axes each tick has its own decimals; on linear ones all have those of the step.
    const bool even = ticks.size() < 3 ||
                      std::abs((ticks[2] - ticks[1]) - (ticks[1] - ticks[0])) < 1e-9 * std::abs(ticks[2] - ticks[0]);
    const double step = even && ticks.size() > 1 ? ticks[1] - ticks[0] : size;
    while (decimals < 6 && step > 0 &&
           std::abs(step * std::pow(10.0, decimals) - std::round(step * std::pow(10.0, decimals))) > 1e-6)
        ++decimals;
    return QString::fromStdString(format::fixed(value, decimals));
}

} // namespace blueprinting::ui
