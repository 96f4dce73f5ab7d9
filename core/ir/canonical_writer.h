#pragma once
#include "core/base/digest.h"

#include <cassert>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::ir {

/// Writes canonical JSON (base/canonical_json.h) straight into a string or a digest, without a tree between. Keys of an
/// object must be written in the order of their code points; an assertion watches it.
class CanonicalWriter {
public:
    CanonicalWriter() = default;
    /// Digests what is written instead of keeping it.
    explicit CanonicalWriter(DigestStream& digest) : m_digest(&digest) { m_text.reserve(kChunk + kChunk / 4); }
    /// At the end of a digest: what has not reached it yet.
    void flush()
    {
        m_digest->add(m_text);
        m_text.clear();
    }

    /// Writes {…}; `fields` writes the members, each a key() and its value.
    template <class F>
    void object(F&& fields)
    {
        const std::string_view outer = m_last_key;
        m_last_key = {};
        m_text += '{';
        m_first = true;
        fields();
        m_text += '}';
        m_first = false;
        m_last_key = outer;
    }

    template <class Range, class F>
    void array(const Range& range, F&& element)
    {
        m_text += '[';
        bool first = true;
        for (const auto& item : range) {
            if (!first)
                m_text += ',';
            first = false;
            element(item);
            if (m_digest && m_text.size() >= kChunk)
                flush();
        }
        m_text += ']';
    }

    void key(std::string_view name)
    {
        assert(m_first || m_last_key < name);
        m_last_key = name;
        if (!m_first)
            m_text += ',';
        m_first = false;
        m_text += '"';
        m_text += name;
        m_text += "\":";
    }

    void value(std::string_view text);
    void value(std::int64_t number)
    {
        char buffer[24];
        const auto end = std::to_chars(buffer, buffer + sizeof buffer, number);
        m_text.append(buffer, end.ptr);
    }
    void boolean(bool on) { m_text += on ? "true" : "false"; }
    void null() { m_text += "null"; }
    /// Text that is canonical JSON already.
    void raw(std::string_view json) { m_text += json; }

    std::string take() { return std::move(m_text); }

private:
    static constexpr std::size_t kChunk = 16 * 1024;

    DigestStream* m_digest = nullptr;
    std::string m_text;
    std::string_view m_last_key;
    bool m_first = true;
};

} // namespace blueprinting::ir
