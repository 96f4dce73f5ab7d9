#pragma once
#include "core/base/digest.h"
#include "core/base/json_document.h"
#include "core/base/units.h"
#include "core/model/datatype.h"
#include "core/system/calibration.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace blueprinting::system {

/// One step of an efficiency curve: from `threshold` of work on, `efficiency` of the peak is reached.
struct EfficiencyStep {
    double threshold = 0;  ///< GFLOP for engines, MB for memories
    double efficiency = 1; ///< 10^-6 to 1
    bool operator==(const EfficiencyStep&) const = default;
};

/// Step function of work; thresholds strictly descending, the last 0.
struct EfficiencyCurve {
    std::vector<EfficiencyStep> steps;
    std::optional<Calibration> calibration{}; ///< absent in a profile that does not say it
    /// Index of the first step whose threshold ≤ work (in the curve's own unit).
    [[nodiscard]] std::size_t step_at(double work) const;
    bool operator==(const EfficiencyCurve&) const = default;
};

/// Peak rate of an engine for one datatype.
struct EngineRate {
    double tflops = 0;          ///< 10^12 operations per second
    EfficiencyCurve efficiency; ///< over GFLOP
    bool operator==(const EngineRate&) const = default;
};

struct MemoryTier {
    double capacity_gib = 0;    ///< GiB; a double, since one preset says 8e10
    double bandwidth_gbps = 0;  ///< 10^9 bytes per second
    EfficiencyCurve efficiency; ///< over MB
    bool operator==(const MemoryTier&) const = default;
};

enum class NetworkOperation { p2p, reduce_scatter, all_gather, all_reduce, all_to_all };
inline constexpr std::size_t kNetworkOperations = 4; ///< that every network has; all_to_all it may lack
std::string_view to_string(NetworkOperation operation);

/// adjusted = message × multiplier; adjusted += adjusted / participants × offset, where there is an offset.
struct VolumeModel {
    double multiplier = 1;
    std::optional<double> offset;
    bool operator==(const VolumeModel&) const = default;
};

struct Network {
    double bandwidth_gbps = 0;
    double efficiency = 1;
    std::int64_t size = 0;                                  ///< processors that one instance connects
    double latency = 0;                                     ///< seconds
    std::array<VolumeModel, kNetworkOperations> operations; ///< by NetworkOperation
    std::optional<VolumeModel> all_to_all;                  ///< absent in a profile that does not say it
    bool must_be_filled = false;
    double processor_usage = 0;               ///< kept and written back; unused here
    std::optional<Calibration> calibration{}; ///< of its efficiency; absent in a profile that does not say it
    [[nodiscard]] bool has(NetworkOperation operation) const
    {
        return operation != NetworkOperation::all_to_all || all_to_all.has_value();
    }
    /// Of an operation that it has.
    [[nodiscard]] const VolumeModel& volume(NetworkOperation operation) const
    {
        return operation == NetworkOperation::all_to_all ? *all_to_all
                                                         : operations[static_cast<std::size_t>(operation)];
    }
    bool operator==(const Network&) const = default;
};

enum class ProcessingMode { no_overlap, roofline };
std::string_view to_string(ProcessingMode mode);

/// A processor and its networks as Calculon's system file describes them. All evidence in it is target-wide.
struct SystemProfile {
    std::string name; ///< a display alias: never digested
    std::map<Datatype, EngineRate> matrix;
    std::map<Datatype, EngineRate> vector;
    MemoryTier mem1;
    MemoryTier mem2;
    ProcessingMode processing_mode = ProcessingMode::no_overlap;
    std::vector<Network> networks; ///< by tier
    /// Bytes of the first memory that no formula gives: context, libraries, allocator. Absent in a profile that does
    /// not say it; in no figure, only shown beside the capacity.
    std::optional<double> reserved_bytes{};
    std::optional<double> power_watts{}; ///< of one processor; absent in a profile that does not say it

    /// The rate that work in a datatype is priced with: its own; of bfloat16 float16's where the profile has no rate of
    /// its own, since data sheets print one number for both. Null where there is none.
    [[nodiscard]] const EngineRate* matrix_rate(Datatype type) const { return rate(matrix, type); }
    [[nodiscard]] const EngineRate* vector_rate(Datatype type) const { return rate(vector, type); }
    [[nodiscard]] bool supports(Datatype type) const { return matrix_rate(type) && vector_rate(type); }
    [[nodiscard]] Bytes capacity() const { return Bytes(mem1.capacity_gib * kGibibyte); }
    bool operator==(const SystemProfile&) const = default;

private:
    static const EngineRate* rate(const std::map<Datatype, EngineRate>& engine, Datatype type);
};

/// The weakest statement of its curves and networks that anything is priced with; nothing where none states one.
std::optional<CalibrationStatus> calibration(const SystemProfile& system);
/// The same of those alone that work in a datatype with traffic over these tiers reads.
std::optional<CalibrationStatus> calibration(const SystemProfile& system, Datatype datatype,
                                             std::span<const std::int64_t> tiers);
/// Whether the evidence view says anything that peak-only does not: not of a datasheet.
bool has_evidence(const SystemProfile& system);
/// Whether bfloat16 is priced with float16's rate.
bool bfloat16_as_float16(const SystemProfile& system);

/// Strict, all problems at once. Every figure has bounds, whose reasons stand beside them in the reader: rates 10^-6 to
/// 10^9 in their unit, capacities up to 10^12 GiB (mem1 above 0), efficiencies 10^-6 to 1, latencies up to 1000 s,
/// thresholds strictly descending to 0. Each problem has its path (system.efficiency.range, system.threshold.order,
/// system.rate.not_positive, system.network.size, reader.*). A curve of a datasheet is flat at 1, and so is such a
/// network (system.calibration.not_flat).
Result<SystemProfile> read_calculon_system(const JsonDocument& document, const Json& value, const std::string& pointer,
                                           std::string name);
/// Calculon accepts what this writes of a profile that states only what Calculon knows; reading it back gives the same
/// profile.
Json to_calculon(const SystemProfile& system);

/// Digest of the profile's canonical JSON, domain "blueprinting.system:v0". Independent of the name. Empty of a profile
/// that has no evidence.
Digest evidence_revision(const SystemProfile& system);

struct Preset {
    SystemProfile system;
    std::string source;
};
/// Those that the references were made with.
const std::vector<Preset>& presets();
/// Released processors as their makers' data sheets have them (data/released-systems), without evidence.
const std::vector<Preset>& released_systems();
/// Of either kind; null where there is none of this name.
const SystemProfile* find_preset(std::string_view name);

} // namespace blueprinting::system
