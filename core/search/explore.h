#pragma once
#include "core/base/cancel.h"
#include "core/cost/estimate.h"
#include "core/search/band.h"
#include "core/search/bins.h"
#include "core/search/front.h"
#include "core/search/space.h"
#include "core/search/tally.h"

#include <chrono>
#include <functional>
#include <map>
#include <string>

namespace blueprinting::search {

/// A part of a space: every count-th group of its layout, beginning with the index-th (1 ≤ index ≤ count). The shards
/// of one count meet nowhere and together are the space.
struct Shard {
    std::uint64_t index = 1;
    std::uint64_t count = 1;
    /// "2/8"; search.shard.malformed.
    static Result<Shard> parse(std::string_view text);
    [[nodiscard]] bool has(std::uint64_t group) const { return group % count == index - 1; }
    bool operator==(const Shard&) const = default;
};

/// What is searched. The model and the system must outlive it.
struct Searched {
    const model::TransformerModel& model;
    const system::SystemProfile& system;
    const Layout& layout;
    Shard shard = {};
    cost::View view = cost::View::system_evidence;
    Judgement judgement = {};
};

using Counts = std::map<std::string, std::uint64_t, std::less<>>;

/// What a search found; but for `simulated` it does not depend on the number of threads. `refused` counts by law how
/// many strategies break it; one that breaks several counts in each, so that the counts may add up to more than
/// strategies − legal. `refused_alone` counts those that break nothing else. A legal strategy whose figures cannot be
/// computed (cost.not_finite, workload.overflow) is refused under that code.
struct Exploration {
    std::uint64_t strategies = 0;
    std::uint64_t legal = 0;
    std::uint64_t fitting = 0;
    Counts refused, refused_alone;
    std::vector<Found> front;         ///< of those that count, the fastest first
    std::vector<Found> top;           ///< of those that count, by rank
    Band band;                        ///< of those that count
    std::vector<Marginal> marginals;  ///< by knob, in the order of the layout's
    std::optional<Found> smallest;    ///< of all that are legal the one with least memory
    std::vector<std::uint64_t> ahead; ///< of each pinned one, how many of those that count come before it
    std::optional<Bins> bins;
    /// Legal strategies whose pipeline was simulated, since their lower bound left them a chance; of the others
    /// arithmetic tells all. It depends on the number of threads, as nothing else does.
    std::uint64_t simulated = 0;
};

/// What is kept of it, beside the counts and the front.
struct Wanted {
    std::size_t top = 10;
    double band_percent = 3;
    bool marginals = true;
    std::optional<BinGrid> bins{};  ///< of time against memory
    std::vector<Found> pinned{};    ///< strategies whose rank is asked for; their numbers need not be of this space
    std::optional<double> within{}; ///< tallies count those whose score is at most this
    /// Where given, it is told what has been found so far, at least so long apart, by the thread that explores.
    std::function<void(const Exploration&)> partial{};
    std::chrono::milliseconds between{50};
};

/// Every strategy of the shard held against the laws, and every legal one priced. A branch that breaks a law is counted
/// by products and never opened; each block is priced once for all strategies that share it. The figures are those that
/// evaluate() gives, to the last bit. On all cores. `progress`, where given, is told how many strategies of the shard
/// are done, ever more, never by two threads at once. Fails only by being cancelled, which is seen within some
/// milliseconds. Memory is bounded, whatever the space. Any thread.
Result<Exploration> explore(const Searched& searched, const Wanted& wanted,
                            const std::function<void(std::uint64_t)>& progress, const CancelToken& cancel);

/// Gives every legal strategy of the shard to `sink`, by number; `sink` returns false to end it. One thread.
Result<Done> each_legal(const Searched& searched, const std::function<bool(const Found&)>& sink,
                        const CancelToken& cancel);

/// How many strategies the shard has.
std::uint64_t strategies_of(const Layout& layout, const Shard& shard);

} // namespace blueprinting::search
