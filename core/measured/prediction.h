#pragma once
#include "core/base/cancel.h"
#include "core/cost/estimate.h"
#include "core/measured/row.h"

#include <array>
#include <functional>

namespace blueprinting::measured {

/// What a source that leaves something open can mean: the least and the most of all its legal readings.
struct Interval {
    Seconds low, high;
    std::size_t combinations = 0;  ///< of what is open
    std::size_t legal = 0;         ///< of those, the legal ones; low and high are theirs
    std::vector<std::string> open; ///< the words that widened it
    std::optional<bool> inside;    ///< whether the measured time lies in it; none without one
};

/// One row held against the program. Nothing is fitted or corrected.
struct Prediction {
    std::array<std::optional<Seconds>, 2> seconds; ///< by cost::View; none where the view cannot be priced
    Seconds block_forward; ///< of one microbatch, without its messages; system evidence where there is one
    /// Peak-only, less every message: they are charged whole, and a run may hide all of them. None without a price.
    std::optional<Seconds> without_messages;
    bool fits = true;
    std::optional<Interval>
        interval;             ///< system evidence; none where nothing that widens is open, or past kMostReadings
    std::size_t readings = 0; ///< of what is open and widens: 0 where nothing is
    Diagnostics refused;      ///< why there is no price: laws, work that overflows

    [[nodiscard]] const std::optional<Seconds>& in(cost::View view) const
    {
        return seconds[static_cast<std::size_t>(view)];
    }
};

/// What of `open` widens; every other word is shown and widens nothing.
inline constexpr std::array<std::string_view, 3> kWidening{"optimizer sharding", "recompute", "virtual stages"};
inline constexpr std::size_t kMostReadings = 64;

/// predicted / measured − 1, in percent; negative where the run took longer than predicted. None without both times.
std::optional<double> error_percent(const Row& row, const Prediction& prediction, cost::View view);

/// Which rows are priced: those of six numbers alone, those of modern models, or every one that the program can
/// express.
enum class Reach { plain, modern, any };

/// Told after each strategy that was priced: so many of all. Any thread, also two at once.
using Progress = std::function<void(std::size_t done, std::size_t all)>;

/// Every row within reach, priced in both views; an empty prediction for the others. A system that is not calibrated
/// has no evidence view. A strategy that several rows ran is priced once, and so is a piece of a model that several
/// strategies share; the numbers are those of each row's own estimate, to the last bit, on however many threads. Strict
/// rules. Cancelled between rows.
Result<std::vector<Prediction>> predict(std::span<const Row> rows, Reach reach, const CancelToken& cancel,
                                        const Progress& progress = {});

} // namespace blueprinting::measured
