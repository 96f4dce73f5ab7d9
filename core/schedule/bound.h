#pragma once
#include "core/schedule/simulate.h"

namespace blueprinting::schedule {

/// What a device may hold, in chunks.
struct BoundCap {
    double chunks = 0;
    HeldUntil until = HeldUntil::gradient;
};

struct LowerBound {
    std::optional<double> time; ///< in units; nothing where a device cannot hold one microbatch
    /// "work of device 3", "memory of device 0", "one microbatch alone", "device 0 cannot hold one microbatch"
    std::string reason;
};

/// What no order of the plan's commands can end before, given its placement, times and cap: the most of
///   work of a device     the shortest way to it, all its work, the shortest way back from it
///   memory of a device   the same with what is held, over the cap: each chunk is held for as long as its microbatch
///                        needs at least to the end of its path and back
///   one microbatch alone
/// With `split` the backward is input and weight gradients; of a kind that takes either, whichever is less work.
LowerBound lower_bound(const Plan& plan, bool split, std::optional<BoundCap> cap = std::nullopt);
/// How far a device is from the beginning of a path, and how long each of its chunks holds a microbatch at least: from
/// its forward's start to the end of its backward or input gradient. In units.
struct DeviceLimits {
    double head = 0;
    std::vector<double> life; ///< by chunk; 0 of one that is not there
};
std::vector<DeviceLimits> device_limits(const Plan& plan, bool split);
/// Whether a plan's own commands have weight gradients.
LowerBound lower_bound(const Plan& plan, std::optional<BoundCap> cap = std::nullopt);

} // namespace blueprinting::schedule
