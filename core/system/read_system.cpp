#include "core/base/format.h"
#include "core/base/object_reader.h"
#include "core/system/system_profile.h"

namespace blueprinting::system {
namespace {

/// Where a part of the file is read: the document for line and column, and where complaints go.
struct Context {
    const JsonDocument& document;
    Diagnostics& problems;
};

std::optional<double> positive(ObjectReader& reader, const char* key)
{
    const auto x = reader.number(key);
    if (x && !(*x > 0))
        reader.fail("system.rate.not_positive", key,
                    "\"" + std::string(key) + "\" must be above 0, not " + format::significant(*x));
    return x;
}

std::optional<double> not_negative(ObjectReader& reader, const char* key)
{
    const auto x = reader.number(key);
    if (x && !(*x >= 0))
        reader.fail("reader.range", key,
                    "\"" + std::string(key) + "\" must not be negative, not " + format::significant(*x));
    return x;
}

EfficiencyCurve curve(Context context, ObjectReader& reader, const char* key)
{
    EfficiencyCurve out;
    const Json* list = reader.array(key);
    if (!list)
        return out;
    const auto fail = [&](const std::string& pointer, const char* code, std::string message) {
        context.problems.push_back(context.document.error(code, pointer, std::move(message)));
    };
    const std::string base = reader.pointer(key);
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Json& step = (*list)[i];
        const std::string at = base + pointer_step(i);
        if (!step.is_array() || step.size() != 2 || !step[0].is_number() || !step[1].is_number()) {
            fail(at, "reader.type", "a step must be [threshold, efficiency], not " + shown(step));
            return out;
        }
        const EfficiencyStep read{step[0].get<double>(), step[1].get<double>()};
        if (!(read.efficiency > 0 && read.efficiency <= 1))
            fail(at + "/1", "system.efficiency.range",
                 "an efficiency must be above 0 and at most 1, not " + format::significant(read.efficiency));
        if (!out.steps.empty() && !(read.threshold < out.steps.back().threshold))
            fail(at + "/0", "system.threshold.order",
                 "thresholds must descend: " + format::significant(read.threshold) + " follows " +
                     format::significant(out.steps.back().threshold));
        out.steps.push_back(read);
    }
    if (out.steps.empty())
        fail(base, "system.threshold.order", "at least one step, [0, efficiency], is needed");
    else if (out.steps.back().threshold != 0)
        fail(base + pointer_step(out.steps.size() - 1) + "/0", "system.threshold.order",
             "the last threshold must be 0, not " + format::significant(out.steps.back().threshold));
    return out;
}

std::map<Datatype, EngineRate> engine(Context context, ObjectReader& reader, const char* key)
{
    std::map<Datatype, EngineRate> out;
    const Json* object = reader.object(key);
    if (!object)
        return out;
    ObjectReader types(context.document, *object, reader.pointer(key), context.problems);
    for (const Datatype type : kDatatypes) {
        const std::string name(to_string(type));
        if (!types.has(name))
            continue;
        const Json* value = types.any(name);
        ObjectReader rate(context.document, *value, types.pointer(name), context.problems);
        if (!rate.valid())
            continue;
        EngineRate read;
        read.tflops = positive(rate, "tflops").value_or(0);
        read.efficiency = curve(context, rate, "gflops_efficiency");
        rate.finish();
        out.emplace(type, std::move(read));
    }
    types.finish("datatypes are float8, float16, bfloat16 and float32");
    return out;
}

MemoryTier memory(Context context, ObjectReader& reader, const char* key)
{
    MemoryTier out;
    const Json* object = reader.object(key);
    if (!object)
        return out;
    ObjectReader tier(context.document, *object, reader.pointer(key), context.problems);
    out.capacity_gib = not_negative(tier, "GiB").value_or(0);
    out.bandwidth_gbps = positive(tier, "GBps").value_or(0);
    out.efficiency = curve(context, tier, "MB_efficiency");
    tier.finish();
    return out;
}

VolumeModel volume(Context context, ObjectReader& reader, NetworkOperation operation)
{
    VolumeModel out;
    const std::string key(to_string(operation));
    const Json* pair = reader.array(key);
    if (!pair)
        return out;
    const bool shaped = pair->size() == 2 && (*pair)[0].is_number() && ((*pair)[1].is_number() || (*pair)[1].is_null());
    if (!shaped) {
        reader.fail("reader.type", key,
                    "\"" + key + "\" must be [volume multiplier, participant offset or null], not " + shown(*pair));
        return out;
    }
    out.multiplier = (*pair)[0].get<double>();
    if (!(out.multiplier > 0))
        context.problems.push_back(
            context.document.error("system.rate.not_positive", reader.pointer(key) + "/0",
                                   "a volume multiplier must be above 0, not " + format::significant(out.multiplier)));
    if ((*pair)[1].is_number()) {
        out.offset = (*pair)[1].get<double>();
        // volume·(1 + offset / participants), and two is the fewest that communicate.
        if (*out.offset < -2)
            context.problems.push_back(context.document.error(
                "reader.range", reader.pointer(key) + "/1",
                "a participant offset must be at least -2, or two participants move less than nothing, not " +
                    format::significant(*out.offset)));
    }
    return out;
}

Network network(Context context, const Json& value, const std::string& pointer)
{
    Network out;
    ObjectReader reader(context.document, value, pointer, context.problems);
    if (!reader.valid())
        return out;
    out.bandwidth_gbps = positive(reader, "bandwidth").value_or(0);
    if (const auto x = reader.number("efficiency")) {
        out.efficiency = *x;
        if (!(*x > 0 && *x <= 1))
            reader.fail("system.efficiency.range", "efficiency",
                        "an efficiency must be above 0 and at most 1, not " + format::significant(*x));
    }
    if (const auto n = reader.integer("size")) {
        out.size = *n;
        if (*n < 1)
            reader.fail("system.network.size", "size",
                        "a network connects at least 1 processor, not " + std::to_string(*n));
    }
    out.latency = not_negative(reader, "latency").value_or(0);
    if (const Json* operations = reader.object("ops")) {
        ObjectReader each(context.document, *operations, reader.pointer("ops"), context.problems);
        for (std::size_t i = 0; i < kNetworkOperations; ++i)
            out.operations[i] = volume(context, each, static_cast<NetworkOperation>(i));
        each.finish("operations are p2p, reduce_scatter, all_gather and all_reduce");
    }
    out.must_be_filled = reader.boolean("must_be_filled").value_or(false);
    if (const auto x = not_negative(reader, "processor_usage")) {
        out.processor_usage = *x;
        if (*x > 1)
            reader.fail("reader.range", "processor_usage",
                        "\"processor_usage\" is a share, at most 1, not " + format::significant(*x));
    }
    reader.finish();
    return out;
}

} // namespace

Result<SystemProfile> read_calculon_system(const JsonDocument& document, const Json& value, const std::string& pointer,
                                           std::string name)
{
    Diagnostics problems;
    const Context context{document, problems};
    ObjectReader reader(document, value, pointer, problems);
    if (!reader.valid())
        return problems;
    SystemProfile system;
    system.name = std::move(name);
    system.matrix = engine(context, reader, "matrix");
    system.vector = engine(context, reader, "vector");
    system.mem1 = memory(context, reader, "mem1");
    system.mem2 = memory(context, reader, "mem2");
    if (reader.choice("processing_mode", {"no_overlap", "roofline"}) == "roofline")
        system.processing_mode = ProcessingMode::roofline;
    if (const Json* networks = reader.array("networks")) {
        for (std::size_t i = 0; i < networks->size(); ++i)
            system.networks.push_back(network(context, (*networks)[i], reader.pointer("networks") + pointer_step(i)));
        if (networks->empty())
            reader.fail("system.network.size", "networks", "a system has at least one network");
    }
    reader.finish("a system file has exactly matrix, vector, mem1, mem2, processing_mode and networks");
    if (!problems.empty())
        return problems;
    return system;
}

} // namespace blueprinting::system
