#include "core/certificate/field_reader.h"

#include "core/certificate/fields.h"

#include <cmath>

namespace blueprinting::certificate {
namespace {

std::string must(const std::string& key) { return "\"" + key + "\" must "; }

} // namespace

bool FieldReader::absent(const std::string& key)
{
    if (m_object && m_object->contains(key) && !m_object->at(key).is_null())
        return false;
    ignore(key);
    return true;
}

void FieldReader::operator()(const std::string& key, std::string& out)
{
    if (auto value = string(key))
        out = std::move(*value);
}

void FieldReader::operator()(const std::string& key, std::int64_t& out, std::int64_t least)
{
    const Json* value = any(key);
    if (!value)
        return;
    const auto n = as_integer(*value);
    if (!n)
        fail("reader.type", key, must(key) + "be a whole number of at most 2^53, not " + shown(*value));
    else if (*n < least)
        fail("reader.range", key, must(key) + "be at least " + std::to_string(least) + ", not " + std::to_string(*n));
    else
        out = *n;
}

void FieldReader::operator()(const std::string& key, std::size_t& out)
{
    std::int64_t count = 0;
    (*this)(key, count, 0);
    out = static_cast<std::size_t>(count);
}

void FieldReader::operator()(const std::string& key, double& out, double least, bool open)
{
    const auto value = number(key);
    if (!value)
        return;
    if (!std::isfinite(*value) || *value < least || (open && *value == least))
        fail("reader.range", key,
             must(key) + "be " + (open ? "above " : "at least ") + Json(least).dump() + ", not " + Json(*value).dump());
    else
        out = *value;
}

void FieldReader::operator()(const std::string& key, std::vector<std::string>& out)
{
    const Json* list = array(key);
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (!(*list)[i].is_string())
            return fail("reader.type", key,
                        must(key) + "list texts; entry " + std::to_string(i) + " is " + shown((*list)[i]));
        out.push_back((*list)[i].get<std::string>());
    }
}

void FieldReader::operator()(const std::string& key, std::vector<std::int64_t>& out, std::int64_t least)
{
    const Json* list = array(key);
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        const auto n = as_integer((*list)[i]);
        if (!n || *n < least)
            return fail("reader.range", key,
                        must(key) + "list whole numbers of at least " + std::to_string(least) +
                            " and at most 2^53; entry " + std::to_string(i) + " is " + shown((*list)[i]));
        out.push_back(*n);
    }
}

void FieldReader::operator()(const std::string& key, bool& out)
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
        fail("reader.type", key, must(key) + "be true, false, 1 or 0, not " + shown(*value));
}

void FieldReader::operator()(const std::string& key, std::array<std::int64_t, 8>& out)
{
    std::vector<std::int64_t> counts;
    const std::size_t before = m_diagnostics.size();
    (*this)(key, counts, 0);
    if (counts.size() == out.size())
        std::copy(counts.begin(), counts.end(), out.begin());
    else if (m_diagnostics.size() == before)
        fail("reader.range", key, must(key) + "list 8 counts, not " + std::to_string(counts.size()));
}

void FieldReader::operator()(const std::string& key, IntegerTable& out)
{
    const Json* table = object(key);
    if (!table)
        return;
    for (const auto& item : table->items()) {
        if (enough())
            return;
        if (const auto n = as_integer(item.value()))
            out[item.key()] = *n;
        else
            fail("reader.type", key,
                 "the coefficient of " + shown(Json(item.key())) + " must be a whole number of at most 2^53, not " +
                     shown(item.value()));
    }
}

void FieldReader::operator()(const std::string& key, std::optional<std::string>& out)
{
    if (!absent(key))
        out = string(key);
}

void FieldReader::operator()(const std::string& key, std::optional<std::int64_t>& out, std::int64_t least)
{
    if (!absent(key))
        (*this)(key, out.emplace(least), least);
}

void FieldReader::operator()(const std::string& key, std::optional<double>& out)
{
    if (!absent(key))
        out = number(key);
}

void FieldReader::hold_count(const std::string& key, std::size_t found, const Count& count)
{
    if (count.some && found == 0)
        fail("reader.range", key, must(key) + "list at least one " + key.substr(0, key.size() - 1));
    if (found > count.most)
        fail("reader.range", key, too_many(key, found, count.most));
}

void FieldReader::split(const std::string& key, std::optional<Metrics>& out)
{
    const Json* value = absent(key) ? nullptr : object(key);
    if (!value)
        return;
    FieldReader reader = inside(key, *value);
    reader.record(out.emplace());
    if (Json extra = reader.rest(); !extra.empty())
        m_beside[key] = std::move(extra);
}

Json FieldReader::rest() const
{
    Json out = m_beside;
    for (const std::string& key : unread())
        out[key] = m_object->at(key);
    return out;
}

} // namespace blueprinting::certificate
