#pragma once
#include "core/schedule/simulate.h"

namespace blueprinting::schedule {

/// What comes after the pipeline: on one more lane a device gradients are reduced over the replicas, tied embeddings
/// exchanged and sharded weights gathered; the optimizer's step computes. Times in units.
struct Tail {
    std::vector<double> reduce{0}; ///< one for all, one a device, or one for each device's each chunk
    double tied = 0;
    std::vector<double> step{0};   ///< one for all or one a device
    std::vector<double> gather{0}; ///< the same
    bool overlap = true; ///< a chunk is reduced when its last gradient is there; else after the device's last command
    bool global_norm = true; ///< no step before every device has reduced
    bool operator==(const Tail&) const = default;
};

struct TailStep {
    enum class What { reduce, tied, step, gather };
    What what = What::reduce;
    std::uint32_t device = 0;
    std::uint32_t other = 0; ///< of a reduction its chunk, of an exchange the other device
    double begin = 0;
    double end = 0;
    bool operator==(const TailStep&) const = default;
};
std::string_view to_string(TailStep::What what); ///< "reduce", "tied", "step", "gather"

struct IterationEnd {
    double end = 0;
    std::vector<TailStep> lanes; ///< reductions by device and time, then exchanges, then steps and gathers by device
    std::vector<double> device_free; ///< when a device could begin the next iteration
};

/// A chunk is reduced on the lane of its device by when it is ready, later chunks first. Of two paths each copy of the
/// weights is reduced on its own device, when both are ready. The exchange of tied embeddings takes the lanes of the
/// first and the last virtual stage of path 0 together, after both reduced; where that is one device there is none.
/// schedule.tail.count, schedule.time.range. Pure.
Result<IterationEnd> end_of_iteration(const CommandGraph& graph, const Timeline& timeline, const Tail& tail);

/// A second iteration of the same orders: each device begins when it is free.
struct TwoIterations {
    std::vector<double> second_begins; ///< by device: start of its first command
    double end = 0;                    ///< of the second, with its tail
    Timeline second;
};
Result<TwoIterations> two_iterations(const CommandGraph& graph, const IterationEnd& first, const Tail& tail);

/// How much later each command may end, queue orders kept, without a later end of the iteration; of the second one
/// where there are two. Errors: those of end_of_iteration(). Pure.
Result<std::vector<double>> slack_to_the_end(const CommandGraph& graph, const Timeline& timeline,
                                             const IterationEnd& first, const Tail& tail,
                                             const TwoIterations* two = nullptr);

} // namespace blueprinting::schedule
