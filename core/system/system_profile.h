#pragma once
#include "core/base/digest.h"
#include "core/base/json_document.h"
#include "core/base/units.h"
#include "core/model/datatype.h"

#include <array>
#include <map>
#include <optional>
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
    double processor_usage = 0; ///< kept and written back; unused here
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

    [[nodiscard]] bool supports(Datatype type) const { return matrix.contains(type) && vector.contains(type); }
    [[nodiscard]] Bytes capacity() const { return Bytes(mem1.capacity_gib * kGibibyte); }
    bool operator==(const SystemProfile&) const = default;
};

/// Strict, all problems at once. Every figure has bounds, whose reasons stand beside them in the reader: rates 10^-6 to
/// 10^9 in their unit, capacities up to 10^12 GiB (mem1 above 0), efficiencies 10^-6 to 1, latencies up to 1000 s,
/// thresholds strictly descending to 0. Each problem has its path (system.efficiency.range, system.threshold.order,
/// system.rate.not_positive, system.network.size, reader.*).
Result<SystemProfile> read_calculon_system(const JsonDocument& document, const Json& value, const std::string& pointer,
                                           std::string name);
/// Calculon accepts what this writes; reading it back gives the same profile.
Json to_calculon(const SystemProfile& system);

/// Digest of the profile's canonical JSON, domain "blueprinting.system:v0". Independent of the name.
Digest evidence_revision(const SystemProfile& system);

struct Preset {
    SystemProfile system;
    std::string source;
};
const std::vector<Preset>& presets();
const SystemProfile* find_preset(std::string_view name);

} // namespace blueprinting::system
