#pragma once
#include "core/certificate/certificate.h"

/// Where the fitted table applies: inside what was measured, by capability and never by a model's name.
namespace blueprinting::certificate {

inline constexpr int kCapabilityMajor = 9;
inline constexpr int kCapabilityMinor = 0;
inline constexpr double kLeastDeviceMemoryGib = 120;

/// What a planner would run on.
struct PlanningTarget {
    struct Device {
        int capability_major = kCapabilityMajor;
        int capability_minor = kCapabilityMinor;
        double memory_gib = 131; ///< 141 GB
        bool operator==(const Device&) const = default;
    };
    std::optional<Device> device = Device{}; ///< none: planning without a GPU
    std::string param_dtype = "bfloat16";    ///< "torch.bfloat16" and "bf16" mean the same
    std::int64_t hidden_size = 2560;
    bool dense = true;
    bool operator==(const PlanningTarget&) const = default;
};

struct ProfileFact {
    std::string name;     ///< "compute capability"
    std::string value;    ///< "8.0"
    std::string admitted; ///< "9.0"
    bool inside = true;
    bool operator==(const ProfileFact&) const = default;
};

struct ProfileDecision {
    bool fitted = true;             ///< the fitted table applies
    std::vector<ProfileFact> facts; ///< all that were looked at; none without a GPU
    std::string sentence;           ///< the answer with its reasons
    bool operator==(const ProfileDecision&) const = default;
};

ProfileDecision decide(const Envelope& measured, const PlanningTarget& target);

/// "torch.bfloat16", "bfloat16" and "bf16" are "bfloat16"; others lose "torch.".
std::string dtype_name(std::string_view name);

} // namespace blueprinting::certificate
