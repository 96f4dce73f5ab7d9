#include "core/system/calibration.h"

#include "core/system/system_profile.h"

#include <algorithm>

namespace blueprinting::system {
namespace {

std::optional<CalibrationStatus> status_of(const std::optional<Calibration>& calibration)
{
    return calibration ? std::optional(calibration->status) : std::nullopt;
}

} // namespace

std::string_view to_string(CalibrationStatus status)
{
    switch (status) {
    case CalibrationStatus::measured: return "measured";
    case CalibrationStatus::inherited: return "inherited";
    case CalibrationStatus::datasheet: return "datasheet";
    }
    return "";
}

std::string_view in_words(CalibrationStatus status)
{
    return status == CalibrationStatus::datasheet ? "upper bound, not calibrated" : to_string(status);
}

std::optional<CalibrationStatus> weaker(std::optional<CalibrationStatus> a, std::optional<CalibrationStatus> b)
{
    // Nothing is less than every value of an optional, and a weaker status is a greater one.
    return std::max(a, b);
}

std::optional<CalibrationStatus> calibration(const SystemProfile& system)
{
    auto out = status_of(system.mem1.efficiency.calibration);
    for (const auto* engine : {&system.matrix, &system.vector})
        for (const auto& [type, rate] : *engine)
            out = weaker(out, status_of(rate.efficiency.calibration));
    for (const Network& network : system.networks)
        out = weaker(out, status_of(network.calibration));
    return out;
}

std::optional<CalibrationStatus> calibration(const SystemProfile& system, Datatype datatype,
                                             std::span<const std::int64_t> tiers)
{
    auto out = status_of(system.mem1.efficiency.calibration);
    for (const EngineRate* rate : {system.matrix_rate(datatype), system.vector_rate(datatype)})
        if (rate)
            out = weaker(out, status_of(rate->efficiency.calibration));
    for (const std::int64_t tier : tiers)
        if (tier >= 0 && tier < std::ssize(system.networks))
            out = weaker(out, status_of(system.networks[static_cast<std::size_t>(tier)].calibration));
    return out;
}

bool has_evidence(const SystemProfile& system) { return calibration(system) != CalibrationStatus::datasheet; }

} // namespace blueprinting::system
