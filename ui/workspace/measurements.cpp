#include "ui/workspace/measurements.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

std::vector<oracle::Measurement> measurements_of(const Session& session)
{
    std::vector<oracle::Measurement> out;
    const auto kept = session.views.find(std::string(kMeasurementsId));
    if (kept == session.views.end() || !kept->second.is_array())
        return out;
    const auto text = [](const Json& each, const char* key) {
        const auto at = each.find(key);
        return at != each.end() && at->is_string() ? at->get<std::string>() : std::string();
    };
    for (const Json& each : kept->second) {
        if (!each.is_object() || !each.contains("seconds") || !each.at("seconds").is_number())
            continue;
        const oracle::Measurement one{text(each, "form"), each.at("seconds").get<double>(), text(each, "run"),
                                      text(each, "source")};
        const bool known = std::any_of(out.begin(), out.end(),
                                       [&](const oracle::Measurement& other) { return other.form == one.form; });
        if (!known && !one.form.empty() && !one.run.empty() && std::isfinite(one.seconds) && one.seconds > 0)
            out.push_back(one);
    }
    return out;
}

std::string measured_form(const LegalForm& form)
{
    return is_modern(form.model, form.execution)
               ? oracle::form_key(form.model.whole(), form.system, form.execution)
               : oracle::form_key({form.model.numbers(), form.system, form.execution});
}

void add_measurement(Session& session, const oracle::Measurement& measurement)
{
    auto all = measurements_of(session);
    std::erase_if(all, [&](const oracle::Measurement& each) { return each.form == measurement.form; });
    all.push_back(measurement);
    Json list = Json::array();
    for (const oracle::Measurement& each : all)
        list.push_back({{"form", each.form}, {"seconds", each.seconds}, {"run", each.run}, {"source", each.source}});
    session.views[std::string(kMeasurementsId)] = std::move(list);
}

} // namespace blueprinting::ui
