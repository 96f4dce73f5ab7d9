#pragma once
#include "core/search/single.h"

namespace blueprinting::search {

/// What more devices give: the best of each number of them, searched anew, beside the best of one number grown by data
/// parallelism alone.
struct ScalingPoint {
    std::int64_t devices = 1;
    std::optional<Found> best; ///< nothing where nothing counts; all below is then 0 or empty
    strategy::Execution execution;
    double tokens_per_second_per_gpu = 0;
    double efficiency = 0;                ///< of the number of devices with most tokens a second and GPU; 0–1
    std::vector<strategy::Field> changes; ///< knobs that differ from those of the number before
    /// The reference's strategy with as much more (or less) DP; nothing where that breaks a law.
    struct Grown {
        strategy::Execution execution;
        Found found;
        double tokens_per_second_per_gpu = 0;
        double efficiency = 0;
    };
    std::optional<Grown> grown;
};

struct Scaling {
    std::vector<ScalingPoint> points;      ///< by devices
    std::optional<std::int64_t> reference; ///< the number with most tokens a second and GPU
};

/// A strategy of one number of devices with as much more (or less) data parallelism as makes another number; nothing
/// where that is not whole or breaks a law. Its efficiency is 0. Pure; any thread.
std::optional<ScalingPoint::Grown> grown_by_data(const Question& question, const strategy::Execution& execution,
                                                 std::int64_t devices, std::int64_t wanted);

/// How long so many tokens take at a rate, and what they cost where a GPU has a price for an hour.
double days_for(double tokens, double tokens_per_second_per_gpu, std::int64_t devices);
double cost_for(double tokens, double tokens_per_second_per_gpu, double price);

/// Of a question's spaces, explored one by one in the order of its devices. Pure; any thread.
Scaling scaling_of(const Question& question, std::span<const Layout> layouts, std::span<const Exploration> found);

} // namespace blueprinting::search
