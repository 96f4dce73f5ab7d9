#pragma once
#include "core/base/object_reader.h"

#include <string>
#include <vector>

/// What the readers of this room add to ObjectReader: lists, optional fields, and keeping what nobody asked for.
namespace blueprinting::certificate {

class FieldReader : public ObjectReader {
public:
    FieldReader(const JsonDocument& document, const Json& value, std::string at, Diagnostics& diagnostics);

    /// The readers below leave `out` alone where the field is wrong or missing (an error) or, if optional, absent or
    /// null. Integers are those of ObjectReader: at most 2^53, written with or without a fraction of zeros. Every
    /// integer of the room comes through here, so that none can pass the limit.
    void text(const std::string& key, std::string& out);
    void whole(const std::string& key, std::int64_t& out, std::int64_t least);
    /// Finite, and at least `least` or, if `open`, above it.
    void real(const std::string& key, double& out, double least, bool open = false);
    void texts(const std::string& key, std::vector<std::string>& out);
    void wholes(const std::string& key, std::vector<std::int64_t>& out, std::int64_t least);
    /// true, false, 1 or 0.
    void flag(const std::string& key, bool& out);

    void optional_text(const std::string& key, std::optional<std::string>& out);
    void optional_text(const std::string& key, std::string& out);
    void optional_whole(const std::string& key, std::optional<std::int64_t>& out, std::int64_t least);
    void optional_texts(const std::string& key, std::vector<std::string>& out);

    /// Everything that nobody asked for.
    [[nodiscard]] Json rest() const;

private:
    bool absent(const std::string& key);

    const Json& m_value;
};

} // namespace blueprinting::certificate
