#pragma once
#include "core/base/result.h"
#include "core/schedule/kind.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Pipeline schedules: what was asked for, checked. Stages count from 0; chunks and microbatches count from 0 in code
/// and from 1 wherever a person reads them.
namespace blueprinting::schedule {

/// charged: a transfer is part of the sender's forward or backward on the compute queue. linked: it occupies its link
/// and computing goes on. ordered: as linked, and each device makes its transfers, sends and receives, one after
/// another in the order in which PyTorch's runtime lists them (pytorch_csv.h).
enum class TransferMode { charged, linked, ordered };
std::string_view to_string(TransferMode mode);
std::optional<TransferMode> transfer_mode_from(std::string_view text);

enum class TimeUnit { units, seconds };

/// A placement and orders that someone wrote down, for the kind that has none of its own (custom.h). One path; chunk c
/// of device d is the device's c-th virtual stage by rising number.
struct WrittenOrder {
    std::vector<std::vector<std::uint32_t>> virtual_stages; ///< by device
    Orders orders;
    /// Where the table lists transfers too, of each device, in its order: of which command it sends the result, or the
    /// result of which it receives. Empty where it lists none.
    std::vector<std::vector<WrittenTransfer>> transfers;
    /// Commands put aside, of each device: they belong to the order and stand nowhere yet. Empty where there are none.
    Orders aside{};
    bool operator==(const WrittenOrder&) const = default;
};

/// What is asked for, unchecked.
struct Request {
    Kind kind = Kind::one_forward_one_backward;
    std::int64_t stages = 4;       ///< p
    std::int64_t microbatches = 8; ///< m
    std::int64_t chunks = 1;       ///< v, chunks per stage
    TransferMode transfers = TransferMode::charged;
    /// The recomputed share of a backward is a command of its own right before it. Changes no time.
    bool separate_recompute = false;
    std::vector<double> parameters{};              ///< by kind->parameters; those past the end are as standard
    std::shared_ptr<const WrittenOrder> written{}; ///< of the kind without an order of its own
    bool operator==(const Request& other) const;
};
/// The value of the kind's parameter of this name; nothing where it has none.
std::optional<double> parameter(const Request& request, std::string_view name);
/// The same for numbers that a kind without the parameter has as 1: warm-up and slices.
std::int64_t parameter_or_one(const Request& request, std::string_view name);
/// Parts of the batch that go through the stages one by one: microbatches, or slices of them. Whatever is called a
/// microbatch of a command is one of these, item = slices·microbatch + slice.
std::int64_t items(const Request& request);
/// Virtual stages of a path.
std::int64_t virtual_stages(const Request& request);
/// Chunks' items that make a microbatch on a full stage.
double parts_of_a_stage(const Request& request);
/// Recompute is a command of its own. Never where a backward may be half of a pair: there it is part of it.
bool recompute_apart(const Request& request);
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

/// Times set by hand of each virtual stage, in its own units and never divided: of one number that is every stage's, or
/// of one for each. Those not given: forward 1; backward input + weight, or 2; input backward − weight, or half of it;
/// weight backward − input; transfers none. transfer_forward[g] is paid from g to g+1, transfer_backward[g] from g to
/// g−1.
struct StageTimeLists {
    std::vector<double> forward, backward, input_gradient, weight_gradient;
    std::vector<double> transfer_forward, transfer_backward;
    bool operator==(const StageTimeLists&) const = default;
};

/// A checked request with its times. Immutable by convention; only the functions below make one.
struct Plan {
    Request request;
    ChunkTimes times; ///< of every chunk; where they differ, of virtual stage 0
    TimeUnit unit = TimeUnit::units;
    std::vector<ChunkTimes> each{}; ///< by virtual stage, in the same ticks; empty where all are equal
    bool operator==(const Plan&) const = default;

    [[nodiscard]] const ChunkTimes& at(std::size_t virtual_stage) const
    {
        return each.empty() ? times : each[virtual_stage];
    }
    [[nodiscard]] bool transfers_take_time() const;
};

/// Every time finite, above 0 and at most this many units.
inline constexpr double kMostUnits = 1e9;
/// A plan with more commands than this is refused.
inline constexpr std::int64_t kMostCommands = 4'000'000;

/// schedule.time.range, schedule.stages.range, schedule.microbatches.range, schedule.chunks.range,
/// schedule.parameter.range, schedule.too_large; the path is the field's name. All problems are reported.
Result<Plan> plan_by_hand(const Request& request, const StageTimes& times);
/// The same with times by virtual stage; zero is a time here. schedule.times.count where a list has neither one number
/// nor one for each.
Result<Plan> plan_by_lists(const Request& request, const StageTimeLists& times);
/// Times of a full stage as lists: what plan_by_lists() makes the same plan of.
StageTimeLists lists_of(const Request& request, const StageTimes& times);
/// The same with times of one chunk in seconds, as an estimate gives them. Zero is a time here, negative or NaN is not.
Result<Plan> plan_in_seconds(const Request& request, const ChunkTimes& times);
/// The same with times of one chunk of each virtual stage. schedule.times.count where they are not as many.
Result<Plan> plan_in_seconds(const Request& request, std::vector<ChunkTimes> each);

/// Commands of the plan, links included.
std::int64_t command_count(const Request& request, bool with_transfers);

/// Times as they stand on the compute queue of a plan whose stages are all equal and all pay (kind.h): transfers added
/// where they are charged. In ticks.
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
/// What makes two orders of one kind differ: its own numbers that are not as standard, each behind ", ". "" where all
/// are.
std::string own_parameters(const Request& request);

} // namespace blueprinting::schedule
