#pragma once
#include <QString>

#include <vector>

namespace blueprinting::ui {

/// A value range laid along pixels, linear or logarithmic (both ends > 0 then).
struct AxisScale {
    double low = 0;
    double high = 1;
    bool logarithmic = false;

    /// Pixel of a value where `low` lies at `from` and `high` at `to` (either may be the greater).
    [[nodiscard]] double position(double value, double from, double to) const;
    /// Value at a pixel.
    [[nodiscard]] double value(double position, double from, double to) const;
    /// The same scale shown `factor` times as large about a value that stays where it is.
    [[nodiscard]] AxisScale zoomed(double factor, double about) const;
    /// Moved by a share of its length.
    [[nodiscard]] AxisScale moved(double share) const;
    bool operator==(const AxisScale&) const = default;
};

/// Round values (1, 2 or 5 times a power of ten apart) within [low, high], at most `most` of them.
std::vector<double> nice_ticks(double low, double high, int most = 7);
/// The first round value ≥ high, such that an axis from 0 to it has at most `most` ticks, the last at its end.
double nice_end(double high, int most = 7);
/// Powers of ten within [low, high], every n-th where there would be more than `most`; where there are fewer than
/// three, 2 and 5 times the powers too.
std::vector<double> log_ticks(double low, double high, int most = 7);
/// A scale from the power of ten (or 1, 2, 5 times it) below `low` to the one above `high`.
AxisScale log_scale(double low, double high);

/// Text of a tick with just the decimals that its neighbours ask for: 0, 0.5, 1.0; 1 000; 10⁶ on wide logarithmic axes.
QString tick_label(double value, const std::vector<double>& ticks);

} // namespace blueprinting::ui
