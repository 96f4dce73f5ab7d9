#pragma once
#include "core/certificate/certificate.h"

#include <span>

/// What a calibration campaign writes: JSON lines, of record_type calibration_cell (a cell with its candidates) and
/// calibration_sample (one timed run of one candidate).
namespace blueprinting::certificate {

/// The production selection as a candidate: it is timed and reported, never fitted.
inline constexpr std::string_view kAutomatic = "automatic";

/// Significant digits of a time from which on two runs are not taken to be equal by chance.
inline constexpr int kToldApart = 7;

struct EvidenceFile {
    std::string name; ///< for diagnostics
    std::string text;
};

/// A cell as announced, without times.
struct EvidenceCell {
    struct Layout {
        std::string label;
        Features features;
        std::vector<std::string> matches; ///< of the automatic one: the candidates that it equals
        bool operator==(const Layout&) const = default;
    };
    Cell cell; ///< without candidates
    std::vector<Layout> layouts;
    SourceLocation where; ///< of its first announcement; not part of what it announces
    bool operator==(const EvidenceCell& other) const { return cell == other.cell && layouts == other.layouts; }
};

/// Usable rows of one candidate, and how many were not and why.
struct EvidenceSamples {
    std::vector<double> milliseconds; ///< measured, admitted, unsplit, compile-free; in the order read
    std::size_t refused = 0;          ///< not admitted
    std::size_t split = 0;            ///< run as more than one subforward
    std::size_t compiled = 0;         ///< some compile status other than "none"
    std::size_t warm_up = 0;          ///< any role but "measured"
    std::size_t other_planner = 0;    ///< of a planner variant other than the current one
};

struct Evidence {
    std::map<std::string, EvidenceCell> cells;                             ///< by key
    std::map<std::string, std::map<std::string, EvidenceSamples>> samples; ///< by key and label
    std::vector<std::string> files;                                        ///< their names
    std::size_t rows = 0;
    std::size_t unterminated = 0; ///< last lines without a newline, read all the same
    std::map<std::string, std::size_t> unknown_types;
    std::map<std::string, std::size_t> unknown_fields; ///< rows that hold it: "calibration_cell/workload/seed"
    /// Usable rows that are another row of the same file to the digit, where times are written with so few
    /// digits that two runs may well be equal. Whether they are runs or copies cannot be told.
    std::size_t equal_rows = 0;
};

/// Reads rows in the order of the files. Blank lines are skipped. A run that stands twice would count twice, however it
/// is written, and is refused with both places (evidence.repeated): a usable row is another one again where cell,
/// candidate, time and all fields that are not known here (a run's number, a clock) are the same, and they stand in two
/// files, or in one that announces their cell twice, or the time has so many digits that no two runs share it
/// (kToldApart). A line that is not JSON, a known row with a wrong or missing field, a
/// cell announced twice with different layouts, one that announces a label twice, or rows of one cell that state
/// different fingerprints or facts refuses all, with file, line and column (codes of JsonDocument and ObjectReader,
/// evidence.fingerprint, evidence.layout). In samples, admission_failed (false), subforward_count (1), compile_statuses
/// (none), the fingerprint, gdn_layers and uses_gdn may be left out, and so may ms_max_rank of a row that was not
/// admitted.
Result<Evidence> read_evidence(std::span<const EvidenceFile> files);

/// A candidate without enough usable rows.
struct EvidenceGap {
    std::string cell;
    std::string label;
    std::string reason; ///< "uniform_depth_2 has 3 usable rows of 8, 5 compiled"
    bool operator==(const EvidenceGap&) const = default;
};

/// How the production selection did against the measured candidates of its cell.
struct AutomaticChoice {
    std::string cell;
    double median_ms = 0;
    std::size_t n = 0;
    std::vector<std::string> matches;
    double regret_pct = 0;
    bool operator==(const AutomaticChoice&) const = default;
};

struct Aggregate {
    std::vector<Cell> cells; ///< by key, candidates by label; only candidates with at least two usable rows
    std::vector<EvidenceGap> gaps;
    std::vector<AutomaticChoice> automatic;
    std::vector<std::string> unannounced; ///< keys with samples and no calibration_cell row
};

/// Median and spread of the usable rows. A candidate that was refused admission or has fewer than
/// max(2, require_complete) usable rows is a gap, and so is a label with samples that its cell does not announce.
Aggregate aggregate(const Evidence& evidence, std::int64_t require_complete);

} // namespace blueprinting::certificate
