#pragma once
#include "app/blueprinting/schedule_arguments.h"
#include "core/schedule/bytes.h"
#include "core/schedule/iteration.h"

#include <initializer_list>

namespace blueprinting::cli {

/// Options that the format, or what else is given, has no use for: "usage", each with what it goes with.
Diagnostics without_effect(const ScheduleArguments& arguments, const CLI::App& parser);

bool any_given(const CLI::App& parser, std::initializer_list<const char*> options);

/// What is asked for beside the schedule; nothing of one that has no simulation.
struct Extras {
    std::optional<schedule::IterationEnd> end{};
    std::optional<schedule::TwoIterations> two{};
    std::optional<std::vector<schedule::DeviceBytes>> bytes{};
};
/// Whatever the format: lists that do not fit are refused by their options.
Result<Extras> extras_of(const ScheduleArguments& arguments, const CLI::App& parser, const schedule::Schedule& made);

/// {"end", "lanes": [[what, device, chunk or other device, begin, end]], "second_begins", "both"}
Json iteration_json(const Extras& extras);
/// {"peak": [{"bytes", "time", "command"}], "least_possible": […], "first_over_cap"}
Json bytes_json(const Extras& extras, const schedule::Simulation& simulation, double cap);
/// The same for people.
std::string extras_text(const Extras& extras, const schedule::Schedule& made);

} // namespace blueprinting::cli
