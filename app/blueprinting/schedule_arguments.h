#pragma once
#include "core/schedule/bytes.h"
#include "core/schedule/iteration.h"
#include "core/schedule/schedule.h"
#include "core/schedule/uneven.h"
#include "core/search/evaluate.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

/// What `blueprinting schedule` was asked for, and the schedule made of it.
namespace blueprinting::cli {

struct ScheduleArguments {
    std::string kind;
    std::string model, system, execution;
    std::optional<std::int64_t> sequence;
    std::optional<cost::View> view;
    bool calculon_compatible = false;
    std::int64_t stages = 0;
    std::int64_t microbatches = 0;
    std::int64_t chunks = 1;
    std::int64_t group = 0;
    std::int64_t warm_up = 0;
    std::int64_t slices = 1;
    bool reverse = false;
    double hidden = 0;
    schedule::StageTimes times;
    std::vector<std::string> time_lists;     ///< "F:1,1,1,2"
    std::vector<std::string> transfer_lists; ///< "forward:0.5"
    std::string transfers = "charged";
    schedule::UnevenStages uneven;
    std::vector<std::string> slow; ///< "1:1.25"
    bool separate_recompute = false;
    std::string order; ///< file
    double cap = 0;
    std::string held_until = "gradient";
    schedule::Tail tail;
    bool no_overlap = false;
    std::string norm = "global";
    bool two_iterations = false;
    schedule::ByteTerms bytes;
    double cap_bytes = 0;
    bool print_order = false;
    bool bound = false;
    bool lowered = false;
    bool arrows = true;
    std::string format = "summary";
    std::string output;
};

/// The options that say which schedule, with their help.
void add_schedule_options(CLI::App& parser, ScheduleArguments& arguments);

/// A schedule, and what its times rest on where they are a system's that says so.
struct AskedSchedule {
    schedule::Schedule schedule;
    std::optional<system::CalibrationStatus> calibration{};
};
/// Every option that does not go with the others is refused.
Result<AskedSchedule> schedule_of(const ScheduleArguments& arguments, const CLI::App& parser);

/// "gpipe, 1f1b, …", those that `has` is true of.
std::string kind_names(bool (*has)(schedule::Kind) = [](schedule::Kind) { return true; });
/// "--input-gradient" for what the planner calls input_gradient.
std::string option_of(const std::string& field);

} // namespace blueprinting::cli
