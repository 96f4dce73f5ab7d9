#include "core/base/json_document.h"

#include "core/base/file.h"
#include "core/base/fnv.h"
#include "core/base/json_builder.h"
#include "core/base/json_places.h"
#include "core/base/json_text_iterator.h"
#include "core/base/shortened.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <new>

namespace blueprinting {

class JsonDocument::State {
public:
    State(std::string text, std::string file, std::size_t first_line)
        : m_text(std::move(text)), m_file(std::move(file)), m_first_line(first_line)
    {
    }

    /// A file with one mistake, or with mistakes at its beginning, is walked for each; one with many – a session of a
    /// hundred broken strategies – must not be, so that all places are kept once the walks were as long as the text
    /// some times over.
    std::optional<std::size_t> find(std::string_view pointer)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_places && m_walked < kWalks * m_text.size()) {
            const auto found = find_json_value(m_text, pointer);
            m_walked += found.value_or(m_text.size()) + 1;
            return found;
        }
        if (!m_places)
            m_places.emplace(m_text);
        return m_places->find(pointer);
    }

    SourceLocation location(std::size_t offset)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_lines)
            m_lines.emplace(m_text);
        const LinePlaces::Place at = m_lines->find(m_text, offset);
        return {m_file, at.line + m_first_line - 1, at.column};
    }

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const std::string& file() const { return m_file; }

    Json root;
    bool had_mark = false;

private:
    static constexpr std::size_t kWalks = 2;

    std::string m_text;
    std::string m_file;
    std::size_t m_first_line = 1;
    std::mutex m_mutex;
    std::size_t m_walked = 0; ///< bytes
    std::optional<JsonPlaces> m_places;
    std::optional<LinePlaces> m_lines;
};

namespace {

using namespace std::string_view_literals;
constexpr std::string_view kMark = "\xEF\xBB\xBF";

/// What stands at the beginning of a text and is no JSON; nothing where it may be read.
struct BadBeginning {
    std::string code;
    std::string message;
};
std::optional<BadBeginning> bad_beginning(std::string_view text, bool mark, bool first_line)
{
    if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv) ||
        (text.size() >= 2 && (text[0] == '\0' || text[1] == '\0')))
        return BadBeginning{"json.encoding", "the text is UTF-16 or UTF-32; JSON is read as UTF-8"};
    if (mark && !first_line)
        return BadBeginning{"json.encoding", "here is a byte-order mark; only a file's first line may begin with one"};
    if (mark && text.substr(kMark.size()).starts_with(kMark))
        return BadBeginning{"json.encoding", "here is a second byte-order mark; a file may begin with one"};
    if (std::all_of(text.begin() + (mark ? kMark.size() : 0), text.end(), is_json_blank))
        return BadBeginning{"json.empty", "the file is empty; one JSON value is expected"};
    return std::nullopt;
}

/// Writes compact JSON until it is longer than anyone will see.
class Excerpt {
public:
    explicit Excerpt(std::size_t most) : m_most(most) {}

    std::string out;

    void put(const Json& value)
    {
        if (full())
            return;
        if (value.is_object()) {
            list(value.items(), '{', '}', [&](const auto& item) {
                put_text(item.key());
                out += ':';
                put(item.value());
            });
        } else if (value.is_array()) {
            list(value, '[', ']', [&](const Json& each) { put(each); });
        } else if (value.is_string()) {
            put_text(value.get_ref<const std::string&>());
        } else {
            out += value.dump();
        }
    }

private:
    [[nodiscard]] bool full() const { return out.size() > m_most; }

    template <class Values, class Put>
    void list(const Values& values, char open, char close, Put put_one)
    {
        out += open;
        bool first = true;
        for (const auto& each : values) {
            if (full())
                return;
            if (!std::exchange(first, false))
                out += ',';
            put_one(each);
        }
        out += close;
    }

    /// One more than fits, so that it is seen to be cut; whole characters, or the last would stand as one that is no
    /// text.
    void put_text(std::string_view text)
    {
        const bool cut = text.size() > m_most + 1;
        out += Json(cut ? shortened(text, m_most + 1) : std::string(text))
                   .dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    std::size_t m_most;
};

} // namespace

Result<JsonDocument> JsonDocument::parse(std::string text, std::string file, std::size_t first_line)
{
    const auto refuse = [&file](std::string code, std::string message, std::size_t line, std::size_t column,
                                std::string pointer = "") {
        return Diagnostic{Severity::error, std::move(code), std::move(pointer), std::move(message),
                          SourceLocation{file, line, column}};
    };
    const bool mark = std::string_view(text).starts_with(kMark);
    if (const auto bad = bad_beginning(text, mark, first_line == 1))
        return refuse(bad->code, bad->message, first_line, 1);
    try {
        if (mark)
            text.erase(0, kMark.size());
        const auto state = std::make_shared<State>(std::move(text), file, first_line);
        state->had_mark = mark;
        auto built = build_json(state->text());
        if (auto* failure = std::get_if<JsonFailure>(&built)) {
            const SourceLocation at = state->location(failure->offset);
            return refuse(std::move(failure->code), std::move(failure->message), at.line, at.column,
                          std::move(failure->pointer));
        }
        state->root = std::get<Json>(std::move(built));
        return JsonDocument(state);
    } catch (const std::bad_alloc&) {
        return refuse("memory.exhausted", "there is not enough memory to read this", 0, 0);
    }
}

Result<JsonDocument> JsonDocument::read(const std::filesystem::path& path)
{
    auto bytes = read_file(path);
    if (!bytes)
        return bytes.failure_as<JsonDocument>();
    return parse(std::move(*bytes), path.string());
}

const Json& JsonDocument::root() const { return m_state->root; }
const std::string& JsonDocument::text() const { return m_state->text(); }
const std::string& JsonDocument::file() const { return m_state->file(); }
bool JsonDocument::had_mark() const { return m_state->had_mark; }

SourceLocation JsonDocument::locate(const std::string& pointer) const
{
    const auto offset = m_state->find(pointer);
    return offset ? m_state->location(*offset) : SourceLocation{file(), 0, 0};
}

Diagnostic JsonDocument::error(std::string code, const std::string& pointer, std::string message) const
{
    return {Severity::error, std::move(code), pointer, std::move(message), locate(pointer)};
}

std::string pointer_step(std::string_view key)
{
    std::string cut;
    if (key.size() > kLongestStep) {
        char number[16];
        const auto end = std::to_chars(number, number + sizeof number, fnv(key), 16).ptr;
        cut = shortened(key, kLongestStep / 2).append(number, end);
        key = cut;
    }
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
    Excerpt excerpt(limit);
    excerpt.put(value);
    return shortened(excerpt.out, limit);
}

std::string shown_key(std::string_view key) { return '"' + shortened(key) + '"'; }

} // namespace blueprinting
