#pragma once
#include "core/base/json_document.h"
#include "core/schedule/bytes.h"
#include "core/schedule/iteration.h"
#include "core/schedule/measured_run.h"
#include "core/schedule/uneven.h"

namespace blueprinting::schedule {

/// Traces of a measured run: where they are and how they are read.
struct TraceSource {
    std::vector<std::string> files; ///< one a rank, or folders of them
    MeasuredOptions options;
    std::vector<SpanPattern> patterns{}; ///< of a person's own spans
    bool operator==(const TraceSource& other) const
    {
        return files == other.files && patterns == other.patterns && options.ranks == other.options.ranks &&
               options.iteration == other.options.iteration && options.transfer == other.options.transfer &&
               options.replica == other.options.replica;
    }
};

/// One group of lanes: a schedule set by hand, a written order, that of a strategy of the session, or a measured run.
struct SceneGroup {
    std::string strategy;     ///< id; empty: by hand
    std::optional<Kind> kind; ///< by hand always; of a strategy: another order than its own
    std::int64_t stages = 4;  ///< these three by hand only
    std::int64_t microbatches = 8;
    std::int64_t chunks = 1;
    std::vector<double> parameters{};              ///< of the kind, as in a request; by hand only
    std::string order{};                           ///< typed, or PyTorch's table: kind and counts are its own then
    std::shared_ptr<const WrittenOrder> written{}; ///< what `order` says
    std::optional<TraceSource> traces{};
    bool even = false; ///< all of its stages are equal, whatever the scene says of the others'
    bool operator==(const SceneGroup& other) const;
    [[nodiscard]] bool by_hand() const { return strategy.empty() && !traces; }
};

/// What the strip over a lane shows.
enum class MemoryShown { off, chunks, bytes };
std::string_view to_string(MemoryShown shown);

/// What a device holds, by hand, in GiB.
struct HeldByHand {
    double constant = 0;       ///< optimizer and the like
    double weights = 0;        ///< weights and their gradients; held once a path
    double microbatch = 1;     ///< of a full stage, until its backward or input gradient
    double keep_percent = 100; ///< of it, until the weight gradient
    double temporary = 0;      ///< while a backward or input gradient runs
    std::optional<double> cap{};
    bool operator==(const HeldByHand&) const = default;
};
/// The same for a plan's virtual stages; still in GiB.
ByteTerms byte_terms(const HeldByHand& held, const Request& request);

/// What the schedule view shows: everything that can be set in it, as one value. Kept in the session and set by
/// lessons.
struct Scene {
    std::vector<SceneGroup> groups; ///< one axis for all
    std::size_t selected = 0;       ///< the group that the controls are about
    StageTimes times;               ///< of all groups by hand
    TransferMode transfers = TransferMode::charged;
    bool separate_recompute = false;
    std::optional<double> cap; ///< activations that a stage may hold, in full-stage units
    bool critical_path = false;
    double time = 0;                                ///< playhead, in units of the axis
    std::optional<std::pair<double, double>> range; ///< visible part of the axis; none: all
    UnevenStages uneven{};                          ///< of all groups by hand
    std::optional<Tail> end{};                      ///< of the iteration; none: it is not shown
    bool two_iterations = false;
    bool bound = false;
    MemoryShown memory = MemoryShown::chunks;
    HeldByHand held{}; ///< of all groups by hand
    bool operator==(const Scene&) const = default;
};

/// 1F1B against two chunks a stage, p 4, m 8, under a cap of 5.
Scene starting_scene();

/// The request of a group set by hand, with the scene's transfers.
Request request_of(const Scene& scene, const SceneGroup& group);
/// Its plan, with the scene's times and stages. Errors: those of plan_uneven().
Result<Plan> plan_of(const Scene& scene, const SceneGroup& group);
/// The group with an order of someone's own, counts as that has them. Errors: those of parse_order().
Result<SceneGroup> group_of_order(const std::string& text, const std::string& name);

/// The counts of a kind that has just been picked for a group: chunks as the kind takes them (of one that takes several
/// at least 2), stages and microbatches the nearest above that have an order. Parameters are as standard.
SceneGroup with_kind(SceneGroup group, Kind kind, std::int64_t last_chunks);

Json to_json(const Scene& scene);
/// Strict: {"groups": [{"kind", "stages", "microbatches", "chunks", and the kind's own "group", "warm_up", "slices",
/// "reverse", "hidden", "even"}, {"order"}, {"strategy", "kind"} or {"traces": {"files", "ranks", "iteration",
/// "transfer", "replica", "patterns"}}], "selected", "forward", "backward", "input_gradient", "recompute", "transfer",
/// "transfers", "separate_recompute", "cap", "critical_path", "time", "range": [begin, end], "uneven": {"layers",
/// "layout", "lists", "head_adds", "embedding_adds", "device_factor"}, "end": {"reduce", "tied", "step", "gather",
/// "overlap", "norm"}, "two_iterations", "bound", "memory", "held": {"constant", "weights", "microbatch",
/// "keep_percent", "temporary", "cap"}}; all but the groups may be left out. A group by hand must make a plan.
/// reader.*, schedule.*.
Result<Scene> scene_from_json(const JsonDocument& document, const Json& value, const std::string& pointer);

} // namespace blueprinting::schedule
