#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// How far an efficiency of a profile can be trusted. A profile of before states none.
namespace blueprinting::system {

/// The weaker the later: what rests on several is as weak as the weakest.
enum class CalibrationStatus {
    measured,  ///< on this very processor
    inherited, ///< measured on another one, which the source names
    datasheet  ///< not measured: a flat curve of 1 over the peaks that the maker prints, an upper bound of speed
};
inline constexpr std::array kCalibrationStatuses{CalibrationStatus::measured, CalibrationStatus::inherited,
                                                 CalibrationStatus::datasheet};
std::string_view to_string(CalibrationStatus status); ///< "measured", "inherited", "datasheet"

struct Calibration {
    CalibrationStatus status = CalibrationStatus::measured;
    std::string source;                 ///< whose figures they are
    std::optional<std::string> date;    ///< of the source, as it writes it
    std::optional<std::int64_t> points; ///< measured ones behind a curve
    bool operator==(const Calibration&) const = default;
};

/// The weaker of two statements; one that states nothing leaves the other.
std::optional<CalibrationStatus> weaker(std::optional<CalibrationStatus> a, std::optional<CalibrationStatus> b);
/// For tags and tables: "measured", "inherited", "upper bound, not calibrated".
std::string_view in_words(CalibrationStatus status);

} // namespace blueprinting::system
