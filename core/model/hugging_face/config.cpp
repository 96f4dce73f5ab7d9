#include "core/model/hugging_face/config.h"

namespace blueprinting::model::hf {

Config::Config(const JsonDocument& document, const Json& value, const std::string& pointer, Diagnostics& problems,
               Diagnostics& findings)
    : m_document(document),
      m_object(value),
      m_pointer(pointer),
      m_problems(problems),
      m_findings(findings),
      m_reader(document, value, pointer, problems)
{
}

const Json* Config::present(const char* key) const
{
    if (!m_object.is_object())
        return nullptr;
    const auto at = m_object.find(key);
    return at == m_object.end() || at->is_null() ? nullptr : &*at;
}

std::string Config::text(const char* key) const
{
    const Json* value = present(key);
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

std::optional<std::int64_t> Config::maybe(Names names, std::int64_t least)
{
    std::optional<std::int64_t> value;
    const char* used = nullptr;
    for (const char* key : names) {
        if (!has(key))
            continue;
        const auto n = m_reader.integer(key, least);
        if (!n)
            return std::nullopt;
        if (value && *value != *n) {
            refuse("reader.alias_conflict", key,
                   "\"" + std::string(key) + "\" is " + std::to_string(*n) + ", but \"" + used +
                       "\", which means the same, is " + std::to_string(*value));
            return std::nullopt;
        }
        value = n;
        used = used ? used : key;
    }
    return value;
}

std::int64_t Config::need(Names names)
{
    for (const char* key : names)
        if (has(key))
            return maybe(names).value_or(1);
    std::string list;
    for (const char* key : names)
        list += (list.empty() ? "\"" : ", \"") + std::string(key) + "\"";
    refuse("reader.missing", *names.begin(),
           names.size() == 1 ? "the key " + list + " is missing" : "one of the keys " + list + " is needed");
    return 1;
}

std::int64_t Config::integer(Names names, std::int64_t fallback) { return maybe(names, 0).value_or(fallback); }

bool Config::flag(const char* key, bool fallback)
{
    return has(key) ? m_reader.boolean(key).value_or(fallback) : fallback;
}

double Config::number(const char* key, double fallback)
{
    return has(key) ? m_reader.number(key).value_or(fallback) : fallback;
}

void Config::refuse(std::string code, const char* key, std::string message)
{
    m_reader.fail(std::move(code), key, std::move(message));
}

void Config::find(std::string code, const char* key, std::string message)
{
    const std::string pointer = m_pointer + pointer_step(key);
    m_findings.push_back({Severity::finding, std::move(code), pointer, std::move(message), m_document.locate(pointer)});
}

} // namespace blueprinting::model::hf
