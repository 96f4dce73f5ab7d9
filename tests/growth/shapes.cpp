#include "tests/growth/shapes.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace blueprinting::growth {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

/// So many of the values that a seed holds are tried each.
constexpr std::size_t kMostPlaces = 6;

Json zeros(std::size_t size) { return Json::array_t(size / 2, 0); }

std::string number(std::size_t i)
{
    const std::string digits = std::to_string(i);
    return std::string(7 - std::min<std::size_t>(7, digits.size()), '0') + digits;
}

void add_keys(Json& object, std::size_t size)
{
    for (std::size_t i = 0; i < size / 12; ++i)
        object["x" + number(i)] = 0;
}

/// Keys of equal length, one inside the other, around a list of zeros: each pointer below is as long as all of them.
Json nested(std::size_t size)
{
    constexpr std::size_t depth = 240;
    Json out = zeros(size / 2);
    for (std::size_t i = 0; i < depth; ++i) {
        Json around = Json::object();
        around["k" + number(i) + std::string(size / 2 / depth, 'k')] = std::move(out);
        out = std::move(around);
    }
    return out;
}

template <class Want>
std::vector<Pointer> places(const Json& seed, Want want)
{
    std::vector<Pointer> out;
    const Json leaves = seed.flatten();
    for (const auto& [pointer, leaf] : leaves.items()) {
        Pointer at(pointer);
        // The leaf's own containers, too: flatten() names only leaves.
        for (; out.size() < kMostPlaces; at.pop_back()) {
            if (want(seed.at(at)) && std::find(out.begin(), out.end(), at) == out.end())
                out.push_back(at);
            if (at.empty())
                break;
        }
    }
    return out;
}

/// One text a place: `change` alters the value that stands there.
template <class Want, class Change>
void add_at_places(std::vector<Shape>& out, const std::string& name, Want want, Change change)
{
    for (std::size_t i = 0; i < kMostPlaces; ++i)
        out.push_back({name + " " + std::to_string(i + 1),
                       [i, want, change](const std::string& text, std::size_t size) -> std::string {
                           Json seed = Json::parse(text, nullptr, false);
                           if (seed.is_discarded()) // a table
                               return {};
                           const auto all = places(seed, want);
                           if (i >= all.size())
                               return {};
                           change(seed[all[i]], size);
                           return seed.dump();
                       }});
}

/// The seed as an object with something more in it.
template <class Change>
void add_to_object(std::vector<Shape>& out, const std::string& name, Change change)
{
    out.push_back({name, [change](const std::string& text, std::size_t size) -> std::string {
                       Json seed = Json::parse(text, nullptr, false);
                       if (!seed.is_object())
                           return {};
                       change(seed, size);
                       return seed.dump();
                   }});
}

void add_texts(std::vector<Shape>& all)
{
    const auto add = [&](const char* name, std::string (*make)(const std::string&, std::size_t)) {
        all.push_back({name, make});
    };
    add("blanks before", [](const std::string& seed, std::size_t size) { return std::string(size, ' ') + seed; });
    add("blank lines within", [](const std::string& seed, std::size_t size) {
        std::string out = seed;
        const std::size_t at = seed.find_first_of(",:");
        return at == std::string::npos ? std::string() : out.insert(at, std::string(size, '\n'));
    });
    add("the last line of a table over and over", [](const std::string& seed, std::size_t size) -> std::string {
        if (seed.empty() || seed.front() == '{' || seed.front() == '[')
            return {};
        const std::size_t last = seed.find_last_of('\n', seed.size() - 2) + 1;
        std::string out = seed;
        while (out.size() < seed.size() + size)
            out += seed.substr(last);
        return out;
    });
    add("nothing but blanks", [](const std::string&, std::size_t size) { return std::string(size, '\n'); });
    add("brackets", [](const std::string&, std::size_t size) { return std::string(size, '['); });
    add("empty lists and a mistake", [](const std::string&, std::size_t size) {
        std::string out = "[";
        for (std::size_t i = 0; i < size / 3; ++i)
            out += "[],";
        return out + "x]";
    });
    add("a string that never ends",
        [](const std::string&, std::size_t size) { return "{\"a\": \"" + std::string(size, 'a'); });
    add("control characters",
        [](const std::string&, std::size_t size) { return "{\"a\": \"" + std::string(size, 'a') + "\x01\"}"; });
    add("escapes", [](const std::string&, std::size_t size) {
        std::string out = "{\"a\": \"";
        for (std::size_t i = 0; i < size / 6; ++i)
            out += "\\u00e9";
        return out + "\"}";
    });
    add("a number of many digits",
        [](const std::string&, std::size_t size) { return "[1" + std::string(size, '0') + "]"; });
    add("a key that stands twice behind many", [](const std::string&, std::size_t size) {
        std::string out = "{\"x\": 0";
        for (std::size_t i = 0; i < size / 14; ++i)
            out += ",\"x" + number(i) + "\": 0";
        return out + ",\"x\": 0}";
    });
    add("a long key that stands twice", [](const std::string&, std::size_t size) {
        const std::string key = '"' + std::string(size / 2, 'k') + '"';
        return "{" + key + ": 0," + key + ": 0}";
    });
}

} // namespace

const std::vector<Shape>& shapes()
{
    static const std::vector<Shape> all = [] {
        std::vector<Shape> out;
        add_texts(out);
        add_to_object(out, "unknown keys", [](Json& object, std::size_t size) { add_keys(object, size); });
        add_to_object(out, "a long unknown key",
                      [](Json& object, std::size_t size) { object[std::string(size, 'k')] = 0; });
        add_to_object(out, "nested long keys and three mistakes", [](Json& object, std::size_t size) {
            object["a"] = object["b"] = object["c"] = 0;
            object["x"] = nested(size);
        });
        const auto any = [](const Json&) { return true; };
        const auto structured = [](const Json& value) { return value.is_structured() && !value.empty(); };
        add_at_places(out, "a long text in place of value", any,
                      [](Json& value, std::size_t size) { value = std::string(size, 'x'); });
        add_at_places(out, "a list in place of value", any, [](Json& value, std::size_t size) { value = zeros(size); });
        add_at_places(out, "nested keys in place of value", any,
                      [](Json& value, std::size_t size) { value = nested(size); });
        add_at_places(out, "many of the first of", structured, [](Json& value, std::size_t size) {
            const Json first = value.front();
            const std::size_t count = size / (first.dump().size() + 12);
            for (std::size_t i = 0; i < count; ++i)
                if (value.is_array())
                    value.push_back(first);
                else
                    value["x" + number(i)] = first;
        });
        add_at_places(out, "mistakes in", structured, [](Json& value, std::size_t size) {
            for (std::size_t i = 0; i < size / 12; ++i)
                if (value.is_array())
                    value.push_back(i % 2 == 0 ? Json("wrong") : Json());
                else
                    value["x" + number(i)] = Json();
        });
        add_at_places(out, "unlike ones of the first of", structured, [](Json& value, std::size_t size) {
            // As many entries, each with another name wherever it has one.
            const Json first = value.front();
            const std::size_t count = size / (first.dump().size() + 12);
            for (std::size_t i = 0; i < count; ++i) {
                Json copy = first;
                if (copy.is_string())
                    copy = number(i);
                else if (copy.is_object())
                    for (auto& each : copy)
                        if (each.is_string())
                            each = each.get<std::string>() + number(i);
                if (value.is_array())
                    value.push_back(std::move(copy));
                else
                    value["x" + number(i)] = std::move(copy);
            }
        });
        return out;
    }();
    return all;
}

} // namespace blueprinting::growth
