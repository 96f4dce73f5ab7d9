#pragma once
#include "core/schedule/plan.h"

#include <span>

namespace blueprinting::schedule {

/// How the stages of a schedule set by hand differ from each other. Where nothing is said all are equal.
struct UnevenStages {
    /// Transformer layers of each virtual stage; times of a full stage are of one layer then. Empty: equal stages.
    std::vector<double> layers{};
    std::string layout{};                ///< the same as Megatron-LM writes it, instead of `layers`
    double head_adds = 0;                ///< to the last virtual stage: forwards and backwards of so many layers
    double embedding_adds = 0;           ///< to the first
    std::vector<double> device_factor{}; ///< one for each device: all of its times are so many times as long
    /// Times of each virtual stage and of transfers both ways, typed (read_time_lists()); nothing else of this counts
    /// then, nor do the times of a full stage.
    std::string lists{};
    bool operator==(const UnevenStages&) const = default;
    [[nodiscard]] bool even() const { return *this == UnevenStages{}; }
};

/// One virtual stage of a layout.
struct LayoutStage {
    std::int64_t layers = 0; ///< t, and m: a layer that predicts one more token
    bool embedding = false;
    bool loss = false;
    bool operator==(const LayoutStage&) const = default;
};
/// Megatron-LM's `--pipeline-model-parallel-layout`: E embedding, t layer, m layer of multi-token prediction, L loss,
/// a bar between virtual stages, "t*3" and "(…)*3" repetitions, commas nothing. schedule.layout, with the place from 1.
Result<std::vector<LayoutStage>> read_layout(std::string_view text);

/// Layers from "8,8,8,6". schedule.layout.
Result<std::vector<double>> read_layers(std::string_view text);

/// "F:1,1,1,2" into the list of its name, one of `names`: F, B, I, W, and forward and backward of transfers.
/// schedule.times.list.
Result<Done> add_time_list(std::string_view text, std::span<const std::string_view> names, StageTimeLists& out);
/// "F:1,1,1,2 B:2 forward:0.1": lists by virtual stage of F, B, I, W and of transfers forward and backward, or one
/// number for all. schedule.times.list, naming what is wrong.
Result<StageTimeLists> read_time_lists(std::string_view text);

/// The plan of a request whose stages differ so. `times` are of a full stage; with layers, or with what head and
/// embedding add to equal stages, of one layer, a full stage then counting as one. Errors: those of plan_by_hand();
/// schedule.layout, schedule.layers.count, schedule.times.list, schedule.times.count, schedule.factor (not one for each
/// device, or a kind whose stages stand on two devices), schedule.uneven.recompute (recomputation is set apart of equal
/// stages alone).
Result<Plan> plan_uneven(const Request& request, const StageTimes& times, const UnevenStages& uneven);

} // namespace blueprinting::schedule
