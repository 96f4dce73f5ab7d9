#pragma once
#include "core/base/cancel.h"
#include "core/cost/estimate.h"
#include "core/search/front.h"
#include "core/search/space.h"

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
    bool operator==(const Shard&) const = default;
};

/// What a search found. `refused` counts by law how many strategies break it; one that breaks several counts in each,
/// so that the counts may add up to more than strategies − legal. A legal strategy whose figures cannot be computed
/// (cost.not_finite, workload.overflow) is refused under that code.
struct Exploration {
    std::uint64_t strategies = 0;
    std::uint64_t fitting = 0;
    std::map<std::string, std::uint64_t, std::less<>> refused;
    std::vector<Found> legal; ///< by number
};

/// Every strategy of the shard held against the laws, and every legal one priced; each block is compiled once for all
/// strategies that share it. The numbers are those that evaluate() gives, to the last bit. On all cores. `progress`,
/// where given, is told how many strategies of the shard are done, ever more, never by two threads at once. Fails only
/// by being cancelled, which is seen between groups. Any thread.
Result<Exploration> explore(const model::TransformerModel& model, const system::SystemProfile& system,
                            const Layout& layout, const Shard& shard, cost::View view,
                            const std::function<void(std::uint64_t)>& progress, const CancelToken& cancel);

/// How many strategies the shard has.
std::uint64_t strategies_of(const Layout& layout, const Shard& shard);

} // namespace blueprinting::search
