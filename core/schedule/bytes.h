#pragma once
#include "core/schedule/simulate.h"

namespace blueprinting::schedule {

/// What a device holds, in bytes: one number for all, or one a device (constant) or virtual stage (the others).
struct ByteTerms {
    std::vector<double> constant{0};   ///< weights, gradients, optimizer
    std::vector<double> activation{0}; ///< of one microbatch, from its forward's start to the end of B or I
    std::vector<double> keep{0};       ///< from the end of I to the end of W
    std::vector<double> temporary{0};  ///< while B or I runs
    bool operator==(const ByteTerms&) const = default;
};

struct DeviceBytes {
    struct Level {
        double time = 0;
        double bytes = 0; ///< from then on, the constant among them
    };
    double constant = 0; ///< held all the time
    std::vector<Level> levels;
    double peak = 0;
    double peak_time = 0;                ///< the first
    CommandId peak_command = kNoCommand; ///< whose taking brings it
    /// What is held at least on average over the time in which it can be, at this length and whatever the order.
    double least_possible = 0;
};

/// By device. At one time releases count before takings. schedule.bytes.count, schedule.bytes.range. Pure.
Result<std::vector<DeviceBytes>> bytes_over_time(const Simulation& simulation, const ByteTerms& terms);

/// What is there of one chunk and microbatch at a device's peak.
struct AliveAtPeak {
    CommandId forward = kNoCommand;
    double bytes = 0; ///< activation, what is kept for W, or what its backward needs while it runs
};
/// By the forwards' order; with the constant they sum to the peak. `held` is one of bytes_over_time()'s.
std::vector<AliveAtPeak> alive_at_peak(const Simulation& simulation, const ByteTerms& terms, std::uint32_t device,
                                       const DeviceBytes& held);

/// "0F3": virtual stage, kind, microbatch from 0.
std::string command_code(const CommandGraph& graph, CommandId id);

} // namespace blueprinting::schedule
