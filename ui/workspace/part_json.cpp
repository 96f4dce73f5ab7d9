#include "ui/workspace/part_json.h"

#include "core/base/format.h"
#include "core/base/object_reader.h"

#include <limits>

namespace blueprinting::ui {
namespace {

Json part_json(const PartState& state)
{
    Json out = Json::object();
    if (state.sorted)
        out["sort"] = *state.sorted;
    if (state.descending)
        out["descending"] = true;
    const auto list = [&out](const char* key, const std::set<std::string>& names) {
        if (!names.empty())
            out[key] = names;
    };
    list("hidden", state.hidden);
    list("shown", state.shown);
    list("folded", state.folded);
    if (!state.widths.empty())
        out["widths"] = state.widths;
    if (!state.row.empty())
        out["row"] = state.row;
    if (state.x)
        out["x"] = {state.x->low, state.x->high};
    if (state.y)
        out["y"] = {state.y->low, state.y->high};
    if (state.sight)
        out["sight"] = {{"zoom", state.sight->zoom}, {"left", state.sight->left}, {"top", state.sight->top}};
    if (!state.current.empty())
        out["current"] = state.current;
    if (!state.fields.empty())
        out["fields"] = state.fields;
    return out;
}

std::set<std::string> read_names(ObjectReader& reader, const std::string& key)
{
    std::set<std::string> out;
    if (!reader.has(key))
        return out;
    const Json* names = reader.array(key);
    if (!names)
        return out;
    for (const Json& name : *names) {
        if (!name.is_string()) {
            reader.fail("session.part", key,
                        "\"" + key + "\" must be a list of names, and " + shown(name) + " is none");
            break;
        }
        out.insert(name.get<std::string>());
    }
    return out;
}

std::optional<Span> read_span(ObjectReader& reader, const std::string& key)
{
    if (!reader.has(key))
        return std::nullopt;
    const Json* ends = reader.array(key);
    if (!ends)
        return std::nullopt;
    if (ends->size() == 2 && (*ends)[0].is_number() && (*ends)[1].is_number()) {
        const Span span{(*ends)[0].get<double>(), (*ends)[1].get<double>()};
        if (span.low < span.high)
            return span;
    }
    reader.fail("session.part", key, "\"" + key + "\" must be two numbers, the lesser first, not " + shown(*ends));
    return std::nullopt;
}

std::optional<Sight> read_sight(const JsonDocument& document, ObjectReader& parent, Diagnostics& diagnostics)
{
    if (!parent.has("sight"))
        return std::nullopt;
    const Json* value = parent.object("sight");
    if (!value)
        return std::nullopt;
    ObjectReader reader(document, *value, parent.pointer("sight"), diagnostics);
    const auto zoom = reader.number("zoom");
    const auto left = reader.number("left");
    const auto top = reader.number("top");
    reader.finish();
    if (!zoom || !left || !top)
        return std::nullopt;
    if (*zoom <= 0)
        reader.fail("session.part", "zoom", "\"zoom\" must be greater than 0, not " + format::shortest(*zoom));
    for (const auto& [key, share] : {std::pair("left", *left), std::pair("top", *top)})
        if (share < 0 || share > 1)
            reader.fail("session.part", key,
                        "\"" + std::string(key) + "\" must be a share from 0 to 1, not " + format::shortest(share));
    return Sight{*left, *top, *zoom};
}

PartState read_part(const JsonDocument& document, const Json& value, const std::string& pointer,
                    Diagnostics& diagnostics)
{
    PartState out;
    ObjectReader reader(document, value, pointer, diagnostics);
    if (!reader.valid())
        return out;
    const auto text = [&reader](const std::string& key) { return reader.has(key) ? reader.string(key) : std::nullopt; };
    out.sorted = text("sort");
    if (reader.has("descending"))
        out.descending = reader.boolean("descending").value_or(false);
    out.hidden = read_names(reader, "hidden");
    out.shown = read_names(reader, "shown");
    out.folded = read_names(reader, "folded");
    if (reader.has("widths"))
        if (const Json* widths = reader.object("widths")) {
            ObjectReader columns(document, *widths, reader.pointer("widths"), diagnostics);
            for (const auto& [column, width] : widths->items()) {
                const auto pixels = columns.integer(column, 1);
                if (pixels && *pixels > std::numeric_limits<short>::max())
                    columns.fail("session.part", column,
                                 "a column is at most 32767 pixels wide, not " + std::to_string(*pixels));
                else if (pixels)
                    out.widths[column] = static_cast<int>(*pixels);
            }
        }
    out.row = text("row").value_or("");
    out.x = read_span(reader, "x");
    out.y = read_span(reader, "y");
    out.sight = read_sight(document, reader, diagnostics);
    out.current = text("current").value_or("");
    if (reader.has("fields"))
        if (const Json* fields = reader.object("fields")) {
            ObjectReader texts(document, *fields, reader.pointer("fields"), diagnostics);
            for (const auto& [field, said] : fields->items())
                if (const auto held = texts.string(field))
                    out.fields[field] = *held;
        }
    reader.finish();
    return out;
}

} // namespace

Json to_json(const Parts& parts)
{
    Json out = Json::object();
    for (const auto& [view, states] : parts)
        for (const auto& [name, state] : states)
            if (state != PartState())
                out[view][name] = part_json(state);
    return out;
}

Parts read_parts(const JsonDocument& document, const Json& value, const std::string& pointer, Diagnostics& diagnostics)
{
    Parts out;
    ObjectReader views(document, value, pointer, diagnostics);
    if (!views.valid())
        return out;
    for (const auto& [view, named] : value.items()) {
        const Json* parts = views.object(view);
        if (!parts)
            continue;
        ObjectReader names(document, *parts, views.pointer(view), diagnostics);
        for (const auto& [name, state] : parts->items())
            if (const PartState read = read_part(document, state, names.pointer(name), diagnostics);
                read != PartState())
                out[view][name] = read;
    }
    return out;
}

} // namespace blueprinting::ui
