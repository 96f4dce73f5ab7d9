#include "ui/search/search_look.h"

#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr const char* kStretches[] = {"seconds", "bytes"};

Json stretch_json(double low, double high) { return Json::array({low, std::isfinite(high) ? Json(high) : Json()}); }

} // namespace

SearchLook search_look_of(const Json& state)
{
    SearchLook out;
    if (!state.is_object())
        return out;
    const auto text = [&](const char* key, std::string& into) {
        if (state.contains(key) && state.at(key).is_string())
            into = state.at(key).get<std::string>();
    };
    if (state.contains("devices") && state.at("devices").is_number_integer())
        out.devices = state.at("devices").get<std::int64_t>();
    text("picked", out.picked);
    text("tab", out.tab);
    if (out.tab != "neighbours" && out.tab != "knobs" && out.tab != "file")
        out.tab = "best";
    out.one = state.value("one", Json()) == Json(true);
    out.logarithmic = state.value("logarithmic", Json()) == Json(true);
    out.bounds = state.value("bounds", Json()) == Json(true);
    if (const Json axes = state.value("axes", Json()); axes.is_array())
        for (const Json& axis : axes)
            if (axis.is_string())
                out.axes.push_back(axis.get<std::string>());
    const Json brush = state.value("brush", Json());
    if (!brush.is_object())
        return out;
    for (const char* key : kStretches) {
        const Json stretch = brush.value(key, Json());
        // An end that is open is null: JSON has no infinity.
        if (!stretch.is_array() || stretch.size() != 2 || !(stretch[0].is_number() || stretch[0].is_null()) ||
            !(stretch[1].is_number() || stretch[1].is_null()))
            continue;
        const bool seconds = key == kStretches[0];
        if (stretch[0].is_number())
            (seconds ? out.brush.least_seconds : out.brush.least_bytes) = stretch[0].get<double>();
        if (stretch[1].is_number())
            (seconds ? out.brush.most_seconds : out.brush.most_bytes) = stretch[1].get<double>();
    }
    if (const Json knobs = brush.value("knobs", Json()); knobs.is_object())
        for (const auto& [path, values] : knobs.items()) {
            const strategy::FieldRow* row = strategy::row_of_path(path);
            if (!row || !values.is_array())
                continue;
            search::Brush::Knob knob{row->field, {}};
            for (const Json& value : values)
                if (value.is_number_integer())
                    knob.values.push_back(value.get<std::int64_t>());
            if (!knob.values.empty())
                out.brush.knobs.push_back(std::move(knob));
        }
    return out;
}

Json to_json(const SearchLook& look)
{
    Json out = Json::object();
    if (look.devices)
        out["devices"] = *look.devices;
    if (!look.picked.empty())
        out["picked"] = look.picked;
    if (look.tab != "best")
        out["tab"] = look.tab;
    if (look.one)
        out["one"] = true;
    if (look.logarithmic)
        out["logarithmic"] = true;
    if (look.bounds)
        out["bounds"] = true;
    if (!look.axes.empty())
        out["axes"] = look.axes;
    const search::Brush none;
    Json brush = Json::object();
    if (look.brush.least_seconds != none.least_seconds || look.brush.most_seconds != none.most_seconds)
        brush["seconds"] = stretch_json(look.brush.least_seconds, look.brush.most_seconds);
    if (look.brush.least_bytes != none.least_bytes || look.brush.most_bytes != none.most_bytes)
        brush["bytes"] = stretch_json(look.brush.least_bytes, look.brush.most_bytes);
    for (const search::Brush::Knob& knob : look.brush.knobs)
        brush["knobs"][std::string(strategy::path_of(knob.field))] = knob.values;
    if (!brush.empty())
        out["brush"] = std::move(brush);
    return out.empty() ? Json() : out;
}

} // namespace blueprinting::ui
