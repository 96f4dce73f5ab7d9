#pragma once
#include "core/base/json_document.h"
#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace blueprinting {

/// Reads one JSON object field by field and strictly: wrong types, missing and unknown keys are each an error with
/// the key's pointer; all of them are collected, none stops the next. A reader function makes one, asks for its
/// fields, calls finish(), and gives up if `diagnostics` is not empty.
/// Codes: reader.type, reader.missing, reader.unknown_key, reader.range, reader.choice.
/// An integer is a JSON number without a fraction (8, 8.0, 5e8), at most 2^53 in magnitude. Booleans are never numbers.
class ObjectReader {
public:
    /// `value` must outlive the reader. Where it is not an object, that is the one error.
    ObjectReader(const JsonDocument& document, const Json& value, std::string pointer, Diagnostics& diagnostics);

    std::optional<std::int64_t> integer(const std::string& key, std::int64_t least = -kMaxInteger);
    std::optional<double> number(const std::string& key);
    std::optional<bool> boolean(const std::string& key);
    std::optional<std::string> string(const std::string& key);
    /// One of `allowed`; the message lists them.
    std::optional<std::string> choice(const std::string& key, const std::vector<std::string_view>& allowed);
    const Json* array(const std::string& key);
    const Json* object(const std::string& key);
    /// The object under this key, read by `read(ObjectReader&)` to its last key.
    template <class Read>
    void object(const std::string& key, Read read)
    {
        if (const Json* value = object(key))
            whole(*value, pointer(key), read);
    }
    /// Each object of the list under this key, likewise, as long as complaints are kept. The list itself; null where it
    /// is none.
    template <class Read>
    const Json* each(const std::string& key, Read read)
    {
        const Json* list = array(key);
        for (std::size_t i = 0; list && i < list->size() && !m_diagnostics.full(); ++i)
            whole((*list)[i], pointer(key) + pointer_step(i), read);
        return list;
    }
    /// The raw value; null where absent (an error unless optional).
    const Json* any(const std::string& key);

    [[nodiscard]] bool has(const std::string& key) const;
    /// Marks a key as known and leaves it unread.
    void ignore(const std::string& key);
    /// Every key that nobody asked for is an error. `note` is appended to its message. Of more than kMostUnknownKeys of
    /// one object the last are counted in one error.
    void finish(std::string_view note = {});
    /// The keys nobody asked for, for readers that are tolerant and list them.
    [[nodiscard]] std::vector<std::string> unread() const;

    static constexpr std::size_t kMostUnknownKeys = 20;

    void fail(std::string code, const std::string& key, std::string message);
    [[nodiscard]] std::string pointer(const std::string& key) const;
    [[nodiscard]] bool valid() const { return m_object != nullptr; }

protected:
    const JsonDocument& m_document;
    const Json* m_object = nullptr; ///< null where the value is none
    Diagnostics& m_diagnostics;

private:
    const Json* take(const std::string& key);
    const Json* take_as(const std::string& key, bool (Json::*is)() const noexcept, std::string_view wanted);
    void wrong_type(const std::string& key, const Json& value, std::string_view wanted);
    template <class Read>
    void whole(const Json& value, std::string at, Read& read)
    {
        ObjectReader reader(m_document, value, std::move(at), m_diagnostics);
        read(reader);
        reader.finish();
    }

    std::string m_pointer;
    std::vector<std::string> m_known;
};

/// The value as an integer in the sense above; nothing where it is none.
std::optional<std::int64_t> as_integer(const Json& value);

} // namespace blueprinting
