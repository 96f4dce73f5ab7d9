#pragma once
#include "core/schedule/order_text.h"
#include "core/schedule/schedule.h"
#include "tests/core/schedule/make.h"

#include <fstream>

/// The schedules of cases.json as requests and times.
namespace blueprinting::schedule::testing {

inline const std::string kCasesFolder = BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/";

inline const Json& cases()
{
    static const Json all = Json::parse(std::ifstream(kCasesFolder + "cases.json"));
    return all;
}

inline void set_parameter(Request& request, std::string_view name, double value)
{
    const auto known = request.kind->parameters;
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i].name == name) {
            while (request.parameters.size() <= i)
                request.parameters.push_back(known[request.parameters.size()].standard);
            request.parameters[i] = value;
            return;
        }
    qFatal("%s has no %s", std::string(request.kind->code).c_str(), std::string(name).c_str());
}

inline Request request_of_case(const Json& c)
{
    const int p = c.at("p");
    const int m = c.at("m");
    const int v = c.at("v");
    Request out = request(*kind_from(c.at("kind").get<std::string>()), p, m, v);
    if (c.contains("transfers"))
        out.transfers = *transfer_mode_from(c["transfers"].get<std::string>());
    if (c.contains("group") && !c["group"].is_null())
        set_parameter(out, kGroup, c["group"]);
    if (c.contains("warm_up") && !c["warm_up"].is_null() && out.kind->code != "interleaved-zb")
        set_parameter(out, kWarmUp, c["warm_up"]);
    if (c.value("slices", 1) > 1)
        set_parameter(out, kSlices, c["slices"]);
    if (c.value("reverse", false))
        set_parameter(out, kReverse, 1);
    return out;
}

inline StageTimeLists times_of_case(const Json& cost)
{
    StageTimeLists out;
    out.forward = cost.at("F").get<std::vector<double>>();
    out.backward = cost.at("B").get<std::vector<double>>();
    out.input_gradient = cost.at("I").get<std::vector<double>>();
    out.weight_gradient = cost.at("W").get<std::vector<double>>();
    out.transfer_forward = cost.at("transfer_forward").get<std::vector<double>>();
    out.transfer_backward = cost.at("transfer_backward").get<std::vector<double>>();
    return out;
}

inline Plan plan_of_case(const Json& c, const Json& cost)
{
    Request r = request_of_case(c);
    if (cost.value("hidden", 0.0) > 0)
        set_parameter(r, kHidden, cost["hidden"]);
    return must(plan_by_lists(r, times_of_case(cost)));
}

inline bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::max(1.0, std::fabs(b)); }

inline QString dumped(const Json& json) { return QString::fromStdString(json.dump()); }

/// Whether two JSON values are equal, numbers to 1e-9.
inline bool alike(const Json& a, const Json& b)
{
    if (a.is_number() && b.is_number())
        return near(a.get<double>(), b.get<double>());
    if (a.type() != b.type() || a.size() != b.size())
        return false;
    if (a.is_object()) {
        for (const auto& [key, value] : b.items())
            if (!a.contains(key) || !alike(a[key], value))
                return false;
        return true;
    }
    if (a.is_array()) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!alike(a[i], b[i]))
                return false;
        return true;
    }
    return a == b;
}

} // namespace blueprinting::schedule::testing
