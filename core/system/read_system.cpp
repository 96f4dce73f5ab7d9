#include "core/base/object_reader.h"
#include "core/base/written_number.h"
#include "core/system/system_profile.h"

#include <algorithm>

namespace blueprinting::system {
namespace {

/// Where a part of the file is read: the document for line and column, and where complaints go.
struct Context {
    const JsonDocument& document;
    Diagnostics& problems;
};

/// What a figure of a system may be. Wide enough for what was ever built or is meant as "without limit", and narrow
/// enough that no time or size made of it leaves the range in which numbers can be told apart.
struct Bounds {
    double least = 0;
    double most = 0;
    const char* text = ""; ///< both as a person reads them
};
/// From one MFLOP/s, kB/s to 10^21 op/s, 10^18 B/s: a thousand times the largest machines of 2025, in one processor.
constexpr Bounds kRate{1e-6, 1e9, "from 0.000001 to 1e9"};
/// At most a zettabyte. One published system says 8e10 GiB for a memory without limit.
constexpr Bounds kMainMemory{1e-9, 1e12, "above 0 and at most 1e12"};
constexpr Bounds kFurtherMemory{0, 1e12, "from 0, which is none, to 1e12"};
/// A share of a peak: below a millionth, something else is meant than the peak that stands beside it.
constexpr Bounds kEfficiency{1e-6, 1, "from 0.000001 to 1"};
/// In GFLOP or MB: more than any one operation or transfer.
constexpr Bounds kThreshold{0, 1e12, "from 0 to 1e12"};
/// In seconds: a message that takes a quarter of an hour to begin is a mistake of the unit.
constexpr Bounds kLatency{0, 1000, "from 0 to 1000"};
constexpr Bounds kMultiplier{1e-6, 1e6, "from 0.000001 to 1e6"};
/// volume·(1 + offset / participants), and two is the fewest that communicate: below -2 they move less than nothing.
constexpr Bounds kOffset{-2, 1e6, "from -2, below which two participants move less than nothing, to 1e6"};
constexpr Bounds kShare{0, 1, "from 0 to 1"};
/// In bytes; a profile says GiB of its memories, and 10^12 of those at most.
constexpr Bounds kReserve{0, 1e21, "from 0 to 1e21"};
/// In watts: a megawatt in one processor.
constexpr Bounds kPower{1e-3, 1e6, "from 0.001 to 1e6"};

bool within(double x, const Bounds& bounds) { return x >= bounds.least && x <= bounds.most; }

/// A figure within its bounds; `not_positive` is the code where it is 0 or less and may not be.
double figure(ObjectReader& reader, const char* key, const Bounds& bounds, const char* not_positive = "reader.range")
{
    const auto x = reader.number(key);
    if (!x)
        return 0;
    if (!within(*x, bounds))
        reader.fail(*x <= 0 ? not_positive : "reader.range", key,
                    "\"" + std::string(key) + "\" must be " + bounds.text + ", not " + written(*x));
    return *x;
}

double rate(ObjectReader& reader, const char* key) { return figure(reader, key, kRate, "system.rate.not_positive"); }

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
    for (std::size_t i = 0; i < list->size() && !context.problems.full(); ++i) {
        const Json& step = (*list)[i];
        const std::string at = base + pointer_step(i);
        if (!step.is_array() || step.size() != 2 || !step[0].is_number() || !step[1].is_number()) {
            fail(at, "reader.type", "a step must be [threshold, efficiency], not " + shown(step));
            return out;
        }
        const EfficiencyStep read{step[0].get<double>(), step[1].get<double>()};
        if (!within(read.efficiency, kEfficiency))
            fail(at + "/1", "system.efficiency.range",
                 "an efficiency must be " + std::string(kEfficiency.text) + ", not " + written(read.efficiency));
        const bool ends_well = read.threshold == 0 || i + 1 < list->size();
        if (read.threshold > kThreshold.most)
            fail(at + "/0", "reader.range",
                 "a threshold must be " + std::string(kThreshold.text) + ", not " + written(read.threshold));
        else if (!ends_well)
            fail(at + "/0", "system.threshold.order", "the last threshold must be 0, not " + written(read.threshold));
        else if (!out.steps.empty() && !(read.threshold < out.steps.back().threshold))
            fail(at + "/0", "system.threshold.order",
                 "thresholds must descend: " + written(read.threshold) + " follows " +
                     written(out.steps.back().threshold));
        out.steps.push_back(read);
    }
    if (out.steps.empty())
        fail(base, "system.threshold.order", "at least one step, [0, efficiency], is needed");
    return out;
}

/// What the object says of its efficiency's origin; nothing where it says nothing. `flat` is whether that is 1 for any
/// work, which nobody measures and a datasheet's must be.
std::optional<Calibration> calibration(Context context, ObjectReader& reader, bool flat)
{
    if (!reader.has("calibration"))
        return std::nullopt;
    const Json* object = reader.object("calibration");
    if (!object)
        return std::nullopt;
    ObjectReader one(context.document, *object, reader.pointer("calibration"), context.problems);
    Calibration out;
    std::vector<std::string_view> words;
    for (const CalibrationStatus each : kCalibrationStatuses)
        words.push_back(to_string(each));
    const auto status = one.choice("status", words);
    if (status)
        out.status = *std::find_if(kCalibrationStatuses.begin(), kCalibrationStatuses.end(),
                                   [&](CalibrationStatus each) { return to_string(each) == *status; });
    out.source = one.string("source").value_or("");
    if (one.has("date"))
        out.date = one.string("date");
    if (one.has("points"))
        out.points = one.integer("points", 1);
    one.finish("a calibration has status and source, and may have date and points");
    if (out.status == CalibrationStatus::datasheet && !flat)
        reader.fail("system.calibration.not_flat", "calibration",
                    "a datasheet has no measured efficiency: it is 1 for any work, [[0, 1]] where it is a curve");
    return out;
}

void read_calibration(Context context, ObjectReader& reader, EfficiencyCurve& curve)
{
    const bool flat = curve.steps.size() == 1 && curve.steps.front() == EfficiencyStep{0, 1};
    curve.calibration = calibration(context, reader, flat);
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
        ObjectReader one(context.document, *value, types.pointer(name), context.problems);
        if (!one.valid())
            continue;
        EngineRate read;
        read.tflops = rate(one, "tflops");
        read.efficiency = curve(context, one, "gflops_efficiency");
        read_calibration(context, one, read.efficiency);
        one.finish();
        out.emplace(type, std::move(read));
    }
    types.finish("datatypes are float8, float16, bfloat16 and float32");
    return out;
}

MemoryTier memory(Context context, ObjectReader& reader, const char* key, const Bounds& capacity)
{
    MemoryTier out;
    reader.object(key, [&](ObjectReader& tier) {
        out.capacity_gib = figure(tier, "GiB", capacity);
        out.bandwidth_gbps = rate(tier, "GBps");
        out.efficiency = curve(context, tier, "MB_efficiency");
        read_calibration(context, tier, out.efficiency);
    });
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
    const auto refuse = [&](const char* code, const char* step, const char* what, const Bounds& bounds, double x) {
        context.problems.push_back(context.document.error(
            code, reader.pointer(key) + step, std::string(what) + " must be " + bounds.text + ", not " + written(x)));
    };
    if (!within(out.multiplier, kMultiplier))
        refuse(out.multiplier <= 0 ? "system.rate.not_positive" : "reader.range", "/0", "a volume multiplier",
               kMultiplier, out.multiplier);
    if ((*pair)[1].is_number()) {
        out.offset = (*pair)[1].get<double>();
        if (!within(*out.offset, kOffset))
            refuse("reader.range", "/1", "a participant offset", kOffset, *out.offset);
    }
    return out;
}

Network network(Context context, ObjectReader& reader)
{
    Network out;
    out.bandwidth_gbps = rate(reader, "bandwidth");
    if (const auto x = reader.number("efficiency")) {
        out.efficiency = *x;
        if (!within(*x, kEfficiency))
            reader.fail("system.efficiency.range", "efficiency",
                        "an efficiency must be " + std::string(kEfficiency.text) + ", not " + written(*x));
    }
    if (const auto n = reader.integer("size")) {
        out.size = *n;
        if (*n < 1)
            reader.fail("system.network.size", "size",
                        "a network connects at least 1 processor, not " + std::to_string(*n));
    }
    out.latency = figure(reader, "latency", kLatency);
    if (const Json* operations = reader.object("ops")) {
        ObjectReader each(context.document, *operations, reader.pointer("ops"), context.problems);
        for (std::size_t i = 0; i < kNetworkOperations; ++i)
            out.operations[i] = volume(context, each, static_cast<NetworkOperation>(i));
        if (each.has("all_to_all"))
            out.all_to_all = volume(context, each, NetworkOperation::all_to_all);
        each.finish("operations are p2p, reduce_scatter, all_gather, all_reduce and all_to_all");
    }
    out.must_be_filled = reader.boolean("must_be_filled").value_or(false);
    out.processor_usage = figure(reader, "processor_usage", kShare);
    out.calibration = calibration(context, reader, out.efficiency == 1);
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
    system.mem1 = memory(context, reader, "mem1", kMainMemory);
    system.mem2 = memory(context, reader, "mem2", kFurtherMemory);
    if (reader.choice("processing_mode", {"no_overlap", "roofline"}) == "roofline")
        system.processing_mode = ProcessingMode::roofline;
    const Json* networks =
        reader.each("networks", [&](ObjectReader& one) { system.networks.push_back(network(context, one)); });
    if (networks && networks->empty())
        reader.fail("system.network.size", "networks", "a system has at least one network");
    if (reader.has("reserved_bytes"))
        system.reserved_bytes = figure(reader, "reserved_bytes", kReserve);
    if (reader.has("power_watts"))
        system.power_watts = figure(reader, "power_watts", kPower);
    reader.finish("a system file has matrix, vector, mem1, mem2, processing_mode and networks, and may have "
                  "reserved_bytes and power_watts");
    if (!problems.empty())
        return problems;
    return system;
}

} // namespace blueprinting::system
