#include "core/system/system_profile.h"

namespace blueprinting::system {
namespace {

Json to_json(const EfficiencyCurve& curve)
{
    Json out = Json::array();
    for (const EfficiencyStep& step : curve.steps)
        out.push_back(Json::array({step.threshold, step.efficiency}));
    return out;
}

/// Beside the figures that it is of; a profile that states none is written as it ever was.
void add_calibration(Json& out, const std::optional<Calibration>& calibration)
{
    if (!calibration)
        return;
    Json& made = out["calibration"] = {{"status", to_string(calibration->status)}, {"source", calibration->source}};
    if (calibration->date)
        made["date"] = *calibration->date;
    if (calibration->points)
        made["points"] = *calibration->points;
}

Json to_json(const std::map<Datatype, EngineRate>& engine)
{
    Json out = Json::object();
    for (const auto& [type, rate] : engine) {
        Json& made = out[std::string(to_string(type))] = {{"tflops", rate.tflops},
                                                          {"gflops_efficiency", to_json(rate.efficiency)}};
        add_calibration(made, rate.efficiency.calibration);
    }
    return out;
}

Json to_json(const MemoryTier& tier)
{
    Json out{{"GiB", tier.capacity_gib}, {"GBps", tier.bandwidth_gbps}, {"MB_efficiency", to_json(tier.efficiency)}};
    add_calibration(out, tier.efficiency.calibration);
    return out;
}

Json to_json(const Network& network)
{
    Json operations = Json::object();
    for (std::size_t i = 0; i <= kNetworkOperations; ++i) {
        const auto operation = static_cast<NetworkOperation>(i);
        if (!network.has(operation))
            continue;
        const VolumeModel& volume = network.volume(operation);
        operations[std::string(to_string(operation))] =
            Json::array({volume.multiplier, volume.offset ? Json(*volume.offset) : Json(nullptr)});
    }
    Json out{{"bandwidth", network.bandwidth_gbps},
             {"efficiency", network.efficiency},
             {"size", network.size},
             {"latency", network.latency},
             {"ops", std::move(operations)},
             {"must_be_filled", network.must_be_filled},
             {"processor_usage", network.processor_usage}};
    add_calibration(out, network.calibration);
    return out;
}

} // namespace

std::size_t EfficiencyCurve::step_at(double work) const
{
    // The last threshold is 0, so that every amount of work has a step.
    std::size_t i = 0;
    while (i + 1 < steps.size() && steps[i].threshold > work)
        ++i;
    return i;
}

std::string_view to_string(NetworkOperation operation)
{
    switch (operation) {
    case NetworkOperation::p2p: return "p2p";
    case NetworkOperation::reduce_scatter: return "reduce_scatter";
    case NetworkOperation::all_gather: return "all_gather";
    case NetworkOperation::all_reduce: return "all_reduce";
    case NetworkOperation::all_to_all: return "all_to_all";
    }
    return "";
}

std::string_view to_string(ProcessingMode mode)
{
    switch (mode) {
    case ProcessingMode::no_overlap: return "no_overlap";
    case ProcessingMode::roofline: return "roofline";
    }
    return "";
}

Json to_calculon(const SystemProfile& system)
{
    Json networks = Json::array();
    for (const Network& network : system.networks)
        networks.push_back(to_json(network));
    Json out{{"matrix", to_json(system.matrix)},
             {"vector", to_json(system.vector)},
             {"mem1", to_json(system.mem1)},
             {"mem2", to_json(system.mem2)},
             {"processing_mode", to_string(system.processing_mode)},
             {"networks", std::move(networks)}};
    if (system.reserved_bytes)
        out["reserved_bytes"] = *system.reserved_bytes;
    if (system.power_watts)
        out["power_watts"] = *system.power_watts;
    return out;
}

const EngineRate* SystemProfile::rate(const std::map<Datatype, EngineRate>& engine, Datatype type)
{
    auto found = engine.find(type);
    if (found == engine.end() && type == Datatype::bfloat16)
        found = engine.find(Datatype::float16);
    return found == engine.end() ? nullptr : &found->second;
}

bool bfloat16_as_float16(const SystemProfile& system)
{
    return system.supports(Datatype::bfloat16) &&
           !(system.matrix.contains(Datatype::bfloat16) && system.vector.contains(Datatype::bfloat16));
}

Digest evidence_revision(const SystemProfile& system)
{
    if (!has_evidence(system))
        return {};
    // Fails only for a number that is not finite, which no reader lets in: such a profile has no revision.
    auto digest = digest_json("blueprinting.system:v0", to_calculon(system));
    return digest ? std::move(*digest) : Digest{};
}

} // namespace blueprinting::system
