#pragma once
#include "core/measured/summary.h"

namespace blueprinting::measured {

/// A published run near a strategy.
struct Nearest {
    std::vector<std::size_t> rows; ///< one, or a run repeated
    double distance = 0;
    double error_percent = 0; ///< of the median measured time
    std::vector<std::string>
        differs; ///< "recompute", "sequence parallelism", "flash attention", "sharding", "machine", "GPU"
    std::vector<std::string> uncounted = {}; ///< where it was asked for: tell_uncounted()
};

struct Likeness {
    std::vector<Nearest> nearest; ///< at most kNearest, each nearer than kFarthest
    double median_percent = 0;    ///< of their errors; 0 where none is near
    double low_percent = 0, high_percent = 0;
    std::size_t sources = 0; ///< that they are from
};
inline constexpr std::size_t kNearest = 8;
inline constexpr double kFarthest = 2;

/// Mean of |ln ratio| over the sizes, plus 1 for another GPU generation, plus 0.5 for each of another machine,
/// recompute, sequence parallelism, flash attention and sharding.
double distance(const Traits& left, const Traits& right, bool other_machine);

/// The nearest of the rows that have an error, one entry a strategy; ties by grade, then id.
Likeness like(const Traits& subject, const Runs& runs, std::span<const Judged> of, cost::View view);

/// What two strategies that can be priced differ in though the distance does not read it: fields as people call them
/// within a sentence ("v", "datatype"), and "model" where sizes alike are of other ones. Networks are left out: they
/// follow from the machine.
std::vector<std::string> uncounted_differences(const Row& mine, const Row& theirs);
/// Puts that beside each of the nearest; `mine` has model, system and strategy.
void tell_uncounted(Likeness& likeness, const Runs& runs, const Row& mine);

} // namespace blueprinting::measured
