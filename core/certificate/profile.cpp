#include "core/certificate/profile.h"

#include "core/base/format.h"
#include "core/base/joined.h"

#include <algorithm>

namespace blueprinting::certificate {
namespace {

std::string gib(double value)
{
    return format::fixed(value, value == static_cast<double>(static_cast<std::int64_t>(value)) ? 0 : 1) + " GiB";
}

} // namespace

std::string dtype_name(std::string_view name)
{
    if (name.starts_with("torch."))
        name.remove_prefix(6);
    if (name == "bf16")
        return "bfloat16";
    if (name == "fp16" || name == "half")
        return "float16";
    if (name == "fp32" || name == "float")
        return "float32";
    return std::string(name);
}

ProfileDecision decide(const Envelope& measured, const PlanningTarget& target)
{
    ProfileDecision out;
    if (!target.device) {
        out.sentence = "The fitted table applies: planning without a GPU uses it.";
        return out;
    }
    const auto version = [](int major, int minor) { return std::to_string(major) + "." + std::to_string(minor); };
    out.facts.push_back(
        {"compute capability", version(target.device->capability_major, target.device->capability_minor),
         version(kCapabilityMajor, kCapabilityMinor),
         target.device->capability_major == kCapabilityMajor && target.device->capability_minor == kCapabilityMinor});
    out.facts.push_back({"device memory", gib(target.device->memory_gib), "at least " + gib(kLeastDeviceMemoryGib),
                         target.device->memory_gib >= kLeastDeviceMemoryGib});
    out.facts.push_back({"model", target.dense ? "dense" : "mixture of experts", "dense", target.dense});

    std::vector<std::string> dtypes;
    for (const std::string& dtype : measured.param_dtypes)
        dtypes.push_back(dtype_name(dtype));
    const std::string dtype = dtype_name(target.param_dtype);
    out.facts.push_back({"parameter datatype", dtype, dtypes.empty() ? "none measured" : joined(dtypes, " or "),
                         std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end()});
    std::vector<std::string> sizes;
    for (const std::int64_t size : measured.hidden_sizes)
        sizes.push_back(std::to_string(size));
    out.facts.push_back({"hidden size", std::to_string(target.hidden_size),
                         sizes.empty() ? "none measured" : joined(sizes, " or "),
                         std::find(measured.hidden_sizes.begin(), measured.hidden_sizes.end(), target.hidden_size) !=
                             measured.hidden_sizes.end()});

    std::vector<std::string> outside;
    for (const ProfileFact& fact : out.facts) {
        if (fact.inside)
            continue;
        out.fitted = false;
        outside.push_back(fact.name + " is " + fact.value + ", not " + fact.admitted);
    }
    out.sentence = out.fitted ? "The fitted table applies: every fact is inside what was measured."
                              : "Falls back to version 1, because " + joined(outside, "; ") + ".";
    return out;
}

} // namespace blueprinting::certificate
