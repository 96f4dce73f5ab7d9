#include "core/base/object_reader.h"

#include <algorithm>
#include <cmath>

namespace blueprinting {
namespace {

/// Calls `take` with every key that is not among the known ones. Both are gone through in one order, so that neither is
/// searched for each of the other.
template <class Take>
void each_unknown(const Json& object, const std::vector<std::string>& known_keys, Take take)
{
    std::vector<std::string_view> known(known_keys.begin(), known_keys.end());
    std::sort(known.begin(), known.end());
    auto next = known.cbegin();
    for (const auto& [key, value] : object.get_ref<const Json::object_t&>()) {
        while (next != known.cend() && *next < key)
            ++next;
        if (next == known.cend() || *next != key)
            take(key);
    }
}

} // namespace

std::optional<std::int64_t> as_integer(const Json& value)
{
    if (value.is_number_unsigned()) {
        const auto n = value.get<std::uint64_t>();
        if (n > static_cast<std::uint64_t>(kMaxInteger))
            return std::nullopt;
        return static_cast<std::int64_t>(n);
    }
    if (value.is_number_integer()) {
        const auto n = value.get<std::int64_t>();
        return n < -kMaxInteger ? std::nullopt : std::optional(n);
    }
    if (value.is_number_float()) {
        const auto x = value.get<double>();
        if (std::floor(x) == x && std::fabs(x) <= static_cast<double>(kMaxInteger))
            return static_cast<std::int64_t>(x);
    }
    return std::nullopt;
}

ObjectReader::ObjectReader(const JsonDocument& document, const Json& value, std::string pointer,
                           Diagnostics& diagnostics)
    : m_document(document), m_diagnostics(diagnostics), m_pointer(std::move(pointer))
{
    if (value.is_object())
        m_object = &value;
    else if (m_diagnostics.full())
        m_diagnostics.leave_out();
    else
        m_diagnostics.push_back(
            m_document.error("reader.type", m_pointer, "an object is expected, not " + shown(value)));
}

std::string ObjectReader::pointer(const std::string& key) const { return m_pointer + pointer_step(key); }

bool ObjectReader::has(const std::string& key) const { return m_object && m_object->contains(key); }

void ObjectReader::ignore(const std::string& key) { m_known.push_back(key); }

void ObjectReader::fail(std::string code, const std::string& key, std::string message)
{
    if (m_diagnostics.full())
        return m_diagnostics.leave_out();
    m_diagnostics.push_back(m_document.error(std::move(code), pointer(key), std::move(message)));
}

const Json* ObjectReader::take(const std::string& key)
{
    m_known.push_back(key);
    if (!m_object)
        return nullptr;
    const auto at = m_object->find(key);
    if (at == m_object->end() && m_diagnostics.full()) {
        m_diagnostics.leave_out();
        return nullptr;
    }
    if (at == m_object->end()) {
        // The key has no place of its own; the object that lacks it does.
        Diagnostic missing = m_document.error("reader.missing", m_pointer, "the key " + shown_key(key) + " is missing");
        missing.path = pointer(key);
        m_diagnostics.push_back(std::move(missing));
        return nullptr;
    }
    return &*at;
}

void ObjectReader::wrong_type(const std::string& key, const Json& value, std::string_view wanted)
{
    if (m_diagnostics.full())
        return m_diagnostics.leave_out();
    fail("reader.type", key, shown_key(key) + " must be " + std::string(wanted) + ", not " + shown(value));
}

const Json* ObjectReader::any(const std::string& key) { return take(key); }

std::optional<std::int64_t> ObjectReader::integer(const std::string& key, std::int64_t least)
{
    const Json* value = take(key);
    if (!value)
        return std::nullopt;
    const auto n = as_integer(*value);
    if (!n) {
        wrong_type(key, *value, "an integer of at most 2^53");
        return std::nullopt;
    }
    if (*n < least) {
        fail("reader.range", key,
             shown_key(key) + " must be at least " + std::to_string(least) + ", not " + std::to_string(*n));
        return std::nullopt;
    }
    return n;
}

const Json* ObjectReader::take_as(const std::string& key, bool (Json::*is)() const noexcept, std::string_view wanted)
{
    const Json* value = take(key);
    if (!value || (value->*is)())
        return value;
    wrong_type(key, *value, wanted);
    return nullptr;
}

std::optional<double> ObjectReader::number(const std::string& key)
{
    const Json* value = take_as(key, &Json::is_number, "a number");
    return value ? std::optional(value->get<double>()) : std::nullopt;
}

std::optional<bool> ObjectReader::boolean(const std::string& key)
{
    const Json* value = take_as(key, &Json::is_boolean, "true or false");
    return value ? std::optional(value->get<bool>()) : std::nullopt;
}

std::optional<std::string> ObjectReader::string(const std::string& key)
{
    const Json* value = take_as(key, &Json::is_string, "a string");
    return value ? std::optional(value->get<std::string>()) : std::nullopt;
}

std::optional<std::string> ObjectReader::choice(const std::string& key, const std::vector<std::string_view>& allowed)
{
    const Json* value = take(key);
    if (!value)
        return std::nullopt;
    std::string list;
    for (const std::string_view name : allowed) {
        if (value->is_string() && value->get_ref<const std::string&>() == name)
            return std::string(name);
        list += (list.empty() ? "\"" : ", \"") + std::string(name) + "\"";
    }
    if (value->is_string())
        fail("reader.choice", key, shown_key(key) + " must be one of " + list + ", not " + shown(*value));
    else
        wrong_type(key, *value, "one of " + list);
    return std::nullopt;
}

const Json* ObjectReader::array(const std::string& key) { return take_as(key, &Json::is_array, "a list"); }

const Json* ObjectReader::object(const std::string& key) { return take_as(key, &Json::is_object, "an object"); }

std::vector<std::string> ObjectReader::unread() const
{
    std::vector<std::string> keys;
    if (m_object)
        each_unknown(*m_object, m_known, [&](const std::string& key) { keys.push_back(key); });
    return keys;
}

void ObjectReader::finish(std::string_view note)
{
    std::size_t count = 0;
    std::string last; // named if it is the last that may be
    const auto name = [&](const std::string& key) {
        std::string message = "the key " + shown_key(key) + " is not known here";
        if (!note.empty())
            message += "; " + std::string(note);
        fail("reader.unknown_key", key, std::move(message));
    };
    if (m_object)
        each_unknown(*m_object, m_known, [&](const std::string& key) {
            if (++count < kMostUnknownKeys)
                name(key);
            else if (count == kMostUnknownKeys)
                last = key;
        });
    if (count == kMostUnknownKeys)
        name(last);
    else if (count > kMostUnknownKeys)
        m_diagnostics.push_back(m_document.error("reader.unknown_key", m_pointer,
                                                 std::to_string(count - kMostUnknownKeys + 1) +
                                                     " more keys of this object are not known here"));
}

} // namespace blueprinting
