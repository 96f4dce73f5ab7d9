#include "core/base/json_document.h"

#include "core/base/file.h"
#include "core/base/json_builder.h"
#include "core/base/json_scan.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace blueprinting {

/// Where the values of a text are, by pointer. A file with one mistake is walked once for it; one with many – a session of a hundred
/// broken strategies – must not be walked for each, so that from the third question on all places are kept.
class JsonDocument::Places {
public:
    std::optional<std::size_t> find(const std::string& text, const std::string& pointer)
    {
        const std::lock_guard lock(m_mutex);
        if (m_places.empty() && ++m_asked <= kWalks) {
            std::optional<std::size_t> found;
            scan_json(text, [&](const std::string& each, std::size_t offset) {
                if (!found && each == pointer)
                    found = offset;
            });
            return found;
        }
        if (m_places.empty())
            scan_json(text, [&](std::string each, std::size_t offset) { m_places.emplace(std::move(each), offset); });
        const auto at = m_places.find(pointer);
        return at == m_places.end() ? std::nullopt : std::optional(at->second);
    }

    SourceLocation location(const std::string& text, const std::string& file, std::size_t offset)
    {
        const std::lock_guard lock(m_mutex);
        if (m_lines.empty()) {
            m_lines.push_back(0);
            for (std::size_t i = 0; i < text.size(); ++i)
                if (text[i] == '\n')
                    m_lines.push_back(i + 1);
        }
        const auto line = std::prev(std::upper_bound(m_lines.begin(), m_lines.end(), std::min(offset, text.size())));
        return {file, static_cast<std::size_t>(line - m_lines.begin()) + 1, std::min(offset, text.size()) - *line + 1};
    }

private:
    static constexpr int kWalks = 2;

    std::mutex m_mutex;
    int m_asked = 0;
    std::unordered_map<std::string, std::size_t> m_places;
    std::vector<std::size_t> m_lines; ///< offset of each line's first byte
};

Result<JsonDocument> JsonDocument::parse(std::string text, std::string file)
{
    using namespace std::string_view_literals;
    const std::string_view head(text.data(), std::min<std::size_t>(text.size(), 4));
    if (head.starts_with("\xFF\xFE"sv) || head.starts_with("\xFE\xFF"sv) ||
        (head.size() >= 2 && (head[0] == '\0' || head[1] == '\0')))
        return Diagnostic{Severity::error, "json.encoding", "", "the text is UTF-16 or UTF-32; JSON is read as UTF-8",
                          SourceLocation{file, 1, 1}};
    if (head.starts_with("\xEF\xBB\xBF"sv))
        text.erase(0, 3);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return Diagnostic{Severity::error, "json.empty", "", "the file is empty; one JSON value is expected",
                          SourceLocation{file, 1, 1}};
    JsonDocument document;
    document.m_places = std::make_shared<Places>();
    document.m_file = std::move(file);
    document.m_text = std::move(text);
    if (auto root = build_json(document.m_text, kMaxJsonDepth)) {
        document.m_root = std::move(*root);
        return document;
    }
    if (const auto failure = scan_json(document.m_text))
        return Diagnostic{Severity::error, failure->code, failure->pointer, failure->message,
                          document.m_places->location(document.m_text, document.m_file, failure->offset)};
    return Diagnostic{Severity::error, "json.syntax", "", "the text is not one JSON value",
                      SourceLocation{document.m_file, 1, 1}};
}

Result<JsonDocument> JsonDocument::read(const std::filesystem::path& path)
{
    auto bytes = read_file(path);
    if (!bytes)
        return bytes.failure_as<JsonDocument>();
    return parse(std::move(*bytes), path.string());
}

SourceLocation JsonDocument::locate(const std::string& pointer) const
{
    const auto offset = m_places->find(m_text, pointer);
    return offset ? m_places->location(m_text, m_file, *offset) : SourceLocation{m_file, 0, 0};
}

Diagnostic JsonDocument::error(std::string code, const std::string& pointer, std::string message) const
{
    return {Severity::error, std::move(code), pointer, std::move(message), locate(pointer)};
}

std::string pointer_step(std::string_view key)
{
    std::string out = "/";
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

std::string pointer_step(std::size_t index) { return "/" + std::to_string(index); }

std::string shown(const Json& value)
{
    constexpr std::size_t limit = 60;
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() <= limit)
        return text;
    std::size_t cut = limit;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
        --cut;
    return text.substr(0, cut) + "…";
}

} // namespace blueprinting
