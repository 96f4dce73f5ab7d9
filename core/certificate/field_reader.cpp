#include "core/certificate/field_reader.h"

#include <cmath>

namespace blueprinting::certificate {

FieldReader::FieldReader(const JsonDocument& document, const Json& value, std::string at, Diagnostics& diagnostics)
    : ObjectReader(document, value, std::move(at), diagnostics), m_value(value)
{
}

bool FieldReader::absent(const std::string& key)
{
    if (!valid() || !m_value.contains(key) || m_value.at(key).is_null()) {
        ignore(key);
        return true;
    }
    return false;
}

void FieldReader::text(const std::string& key, std::string& out)
{
    if (auto value = string(key))
        out = std::move(*value);
}

void FieldReader::whole(const std::string& key, std::int64_t& out, std::int64_t least)
{
    const Json* value = any(key);
    if (!value)
        return;
    const auto n = as_integer(*value);
    if (!n)
        fail("reader.type", key, "\"" + key + "\" must be a whole number of at most 2^53, not " + shown(*value));
    else if (*n < least)
        fail("reader.range", key,
             "\"" + key + "\" must be at least " + std::to_string(least) + ", not " + std::to_string(*n));
    else
        out = *n;
}

void FieldReader::real(const std::string& key, double& out, double least, bool open)
{
    const auto value = number(key);
    if (!value)
        return;
    if (!std::isfinite(*value) || *value < least || (open && *value == least))
        fail("reader.range", key,
             "\"" + key + "\" must be " + (open ? "above " : "at least ") + Json(least).dump() + ", not " +
                 Json(*value).dump());
    else
        out = *value;
}

void FieldReader::texts(const std::string& key, std::vector<std::string>& out)
{
    const Json* list = array(key);
    if (!list)
        return;
    for (std::size_t i = 0; i < list->size(); ++i) {
        if (!(*list)[i].is_string())
            return fail("reader.type", key,
                        "\"" + key + "\" must list texts; entry " + std::to_string(i) + " is " + shown((*list)[i]));
        out.push_back((*list)[i].get<std::string>());
    }
}

void FieldReader::wholes(const std::string& key, std::vector<std::int64_t>& out, std::int64_t least)
{
    const Json* list = array(key);
    if (!list)
        return;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto n = as_integer((*list)[i]);
        if (!n || *n < least)
            return fail("reader.range", key,
                        "\"" + key + "\" must list whole numbers of at least " + std::to_string(least) +
                            " and at most 2^53; entry " + std::to_string(i) + " is " + shown((*list)[i]));
        out.push_back(*n);
    }
}

void FieldReader::flag(const std::string& key, bool& out)
{
    const Json* value = any(key);
    if (!value)
        return;
    const auto n = as_integer(*value);
    if (value->is_boolean())
        out = value->get<bool>();
    else if (n && (*n == 0 || *n == 1))
        out = *n == 1;
    else
        fail("reader.type", key, "\"" + key + "\" must be true, false, 1 or 0, not " + shown(*value));
}

void FieldReader::optional_text(const std::string& key, std::optional<std::string>& out)
{
    if (!absent(key))
        out = string(key);
}

void FieldReader::optional_text(const std::string& key, std::string& out)
{
    if (!absent(key))
        text(key, out);
}

void FieldReader::optional_whole(const std::string& key, std::optional<std::int64_t>& out, std::int64_t least)
{
    if (absent(key))
        return;
    std::int64_t value = least;
    whole(key, value, least);
    out = value;
}

void FieldReader::optional_texts(const std::string& key, std::vector<std::string>& out)
{
    if (!absent(key))
        texts(key, out);
}

Json FieldReader::rest() const
{
    Json out = Json::object();
    for (const std::string& key : unread())
        out[key] = m_value.at(key);
    return out;
}

} // namespace blueprinting::certificate
