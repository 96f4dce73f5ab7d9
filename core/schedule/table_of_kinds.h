#pragma once
#include "core/schedule/scene.h"
#include "core/schedule/schedule.h"

#include <functional>

namespace blueprinting::schedule {

/// The same work in the order of every kind.
struct TableQuestion {
    std::int64_t stages = 4;
    std::int64_t microbatches = 8;
    std::int64_t chunks = 1; ///< tried beside 1 and 2 where a kind takes them
    StageTimes times;        ///< of a full stage
    TransferMode transfers = TransferMode::charged;
    std::optional<double> cap{}; ///< full stages that a device may hold until the weight gradient
    UnevenStages uneven{};
    std::optional<Tail> end{};        ///< of the iteration; none: it ends with the pipeline
    std::optional<HeldByHand> held{}; ///< where given, bytes and their cap come before full stages
    bool operator==(const TableQuestion&) const = default;
};

struct TableRow {
    Request request;
    std::string impossible; ///< why it cannot be with these counts, and the nearest microbatches; nothing below then
    double makespan = 0;
    double iteration = 0;   ///< makespan with the end of the iteration
    double to_the_best = 0; ///< iteration over the least one − 1
    double bubble_over_total = 0;
    double over_its_bound = 0; ///< makespan over its own lower bound − 1
    std::string bound_reason;
    double peak = 0;                ///< full stages, until the weight gradient, of the device that holds most
    std::optional<double> bytes{};  ///< the same in bytes, where what is held is given
    std::optional<double> of_cap{}; ///< peak over the cap
    std::int64_t weights = 1;       ///< times that every weight is held
    std::int64_t transfers = 1;     ///< hops of a microbatch, over those of one chunk a stage
    std::int64_t gathers = 0;       ///< runs of one chunk on device 0: gathers of its weights where those are sharded
    bool splits_backward = false;
};

/// Where times and bytes are a strategy's own: what they are of a kind and its chunks. Those that are not there are of
/// the question.
struct RowMakers {
    std::function<Result<Plan>(const Request&)> plan{};
    std::function<ByteTerms(const Request&)> bytes{}; ///< in the unit of the cap, which is that of `held`
    std::function<Tail(const Request&)> tail{};
};

/// Every kind with a backward: those that fit the cap before those that do not, then by iteration, peak, transfers; at
/// the end those that cannot be. Splitting the backward is taken as free. Errors: those of plan_by_hand(),
/// end_of_iteration(), bytes_over_time().
Result<std::vector<TableRow>> table_of_kinds(const TableQuestion& question, const CancelToken& cancel = {},
                                             const RowMakers& makers = {});

Json to_json(const std::vector<TableRow>& rows);
/// For people, with the caveat.
std::string table_text(const std::vector<TableRow>& rows);

} // namespace blueprinting::schedule
