#pragma once
#include "core/base/result.h"
#include "core/schedule/kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Pipeline schedules: what was asked for, checked. Stages count from 0; chunks and microbatches count from 0 in code
/// and from 1 wherever a person reads them.
namespace blueprinting::schedule {

/// charged: a transfer is part of the sender's forward or backward on the compute queue. linked: it occupies its link
/// and computing goes on.
enum class TransferMode { charged, linked };
std::string_view to_string(TransferMode mode);
std::optional<TransferMode> transfer_mode_from(std::string_view text);

enum class TimeUnit { units, seconds };

/// What is asked for, unchecked.
struct Request {
    Kind kind = Kind::one_forward_one_backward;
    std::int64_t stages = 4;       ///< p
    std::int64_t microbatches = 8; ///< m
    std::int64_t chunks = 1;       ///< v, chunks per stage
    TransferMode transfers = TransferMode::charged;
    /// The recomputed share of a backward is a command of its own right before it. Changes no time.
    bool separate_recompute = false;
    std::vector<double> parameters{}; ///< by kind->parameters; those past the end are as standard
    bool operator==(const Request&) const = default;
};
/// The value of the kind's parameter of this name; nothing where it has none.
std::optional<double> parameter(const Request& request, std::string_view name);
/// Compute commands of one stage's chunk and microbatch: the kind's, and the recompute where it is one of its own.
std::vector<CommandKind> commands_each(const Request& request);

/// Times set by hand, of a full stage (each of v chunks takes 1/v); a transfer is never divided.
struct StageTimes {
    double forward = 1;
    double backward = 2;                  ///< the whole backward: recompute, input and weight gradient
    std::optional<double> input_gradient; ///< at most backward; half of it where not given
    std::optional<double> recompute;      ///< share of the backward (of the input gradient where that is split off)
    std::optional<double> transfer;       ///< each direction; none where not given
    bool operator==(const StageTimes&) const = default;
};

/// Times of one chunk in ticks, ticks_per_unit of which are one unit (or second). Times set by hand become whole ticks
/// wherever they are decimal, so that a simulation of them is exact.
struct ChunkTimes {
    double forward = 0;
    double backward = 0;       ///< all of it
    double input_gradient = 0; ///< recompute, activation gradient and its collectives
    double weight_gradient = 0;
    double recompute = 0;     ///< part of backward and of input_gradient
    double send_forward = 0;  ///< H_f
    double send_backward = 0; ///< H_b
    double ticks_per_unit = 1;
    bool operator==(const ChunkTimes&) const = default;
};

/// A checked request with its times. Immutable by convention; only the two functions below make one.
struct Plan {
    Request request;
    ChunkTimes times;
    TimeUnit unit = TimeUnit::units;
    bool operator==(const Plan&) const = default;
};

/// Every time finite, above 0 and at most this many units.
inline constexpr double kMostUnits = 1e9;
/// A plan with more commands than this is refused.
inline constexpr std::int64_t kMostCommands = 4'000'000;

/// schedule.time.range, schedule.stages.range, schedule.microbatches.range, schedule.chunks.range,
/// schedule.parameter.range, schedule.too_large; the path is the field's name. All problems are reported.
Result<Plan> plan_by_hand(const Request& request, const StageTimes& times);
/// The same with times of one chunk in seconds, as an estimate gives them. Zero is a time here, negative or NaN is not.
Result<Plan> plan_in_seconds(const Request& request, const ChunkTimes& times);

/// Commands of the plan, links included.
std::int64_t command_count(const Request& request, bool with_transfers);

/// Times as they stand on the compute queue: transfers added where they are charged. In ticks.
ChunkTimes queue_times(const Plan& plan);

/// The kind has an order for these counts.
bool has_executable_order(const Request& request);
/// Nearest microbatch counts that have one; below is none where that would be 0.
struct NearestMicrobatches {
    std::optional<std::int64_t> below;
    std::int64_t above = 0;
};
NearestMicrobatches nearest_executable(const Request& request);

/// "1F1B, p 4, m 8", "Interleaved 1F1B, p 4, m 8, v 2".
std::string title(const Request& request);

} // namespace blueprinting::schedule
