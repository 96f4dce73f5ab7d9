#pragma once
#include "core/base/object_reader.h"
#include "core/model/description.h"

#include <initializer_list>

/// Inside the room: a Hugging Face config.json as families read it.
namespace blueprinting::model::hf {

using Names = std::initializer_list<const char*>;

/// One config object (the file's, or its text part). A null counts as absent. Keys that nobody asks for are the
/// file's own business: training, generation, tokens. Problems and findings are collected, none stops the next.
class Config {
public:
    Config(const JsonDocument& document, const Json& value, const std::string& pointer, Diagnostics& problems,
           Diagnostics& findings);

    [[nodiscard]] bool has(const char* key) const { return present(key) != nullptr; }
    /// Whether the key stands in the file, be it with a null.
    [[nodiscard]] bool stands(const char* key) const { return m_object.is_object() && m_object.contains(key); }
    /// The value; null where it is absent or null.
    [[nodiscard]] const Json* present(const char* key) const;
    [[nodiscard]] std::string text(const char* key) const; ///< "" where it is no string
    [[nodiscard]] std::string model_type() const { return text("model_type"); }

    /// An integer ≥ 1 under whichever of the names stands there; several that disagree are `reader.alias_conflict`.
    std::int64_t need(Names names);
    std::int64_t integer(Names names, std::int64_t fallback);
    std::optional<std::int64_t> maybe(Names names, std::int64_t least = 1);
    bool flag(const char* key, bool fallback);
    double number(const char* key, double fallback);

    void refuse(std::string code, const char* key, std::string message);
    void find(std::string code, const char* key, std::string message);
    [[nodiscard]] bool failed() const { return !m_problems.empty(); }

private:
    const JsonDocument& m_document;
    const Json& m_object;
    std::string m_pointer;
    Diagnostics& m_problems;
    Diagnostics& m_findings;
    ObjectReader m_reader;
};

} // namespace blueprinting::model::hf
