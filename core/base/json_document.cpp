#include "core/base/json_document.h"

#include "core/base/file.h"
#include "core/base/json_builder.h"

#include <iterator>
#include <set>

namespace blueprinting {
namespace {

constexpr std::size_t kMaxDepth = 256;

SourceLocation location_at(const std::string& text, const std::string& file, std::size_t offset)
{
    SourceLocation where{file, 1, 1};
    for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++where.line;
            where.column = 1;
        } else {
            ++where.column;
        }
    }
    return where;
}

/// A message may quote the bytes that were refused; what is no UTF-8 stands as U+FFFD in it, so that it has a JSON form.
std::string as_utf8(const std::string& text)
{
    return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

/// Input iterator that counts what the lexer has consumed, so that events can be placed in the text.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::size_t* count) : m_at(at), m_count(count) {}
    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        ++m_at;
        ++*m_count;
        return *this;
    }
    CountingIterator operator++(int)
    {
        CountingIterator old = *this;
        ++*this;
        return old;
    }
    friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.m_at == b.m_at; }
    friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return a.m_at != b.m_at; }

private:
    const char* m_at;
    std::size_t* m_count;
};

struct Failure {
    std::string code;
    std::string message;
    std::size_t offset = 0;
    std::string pointer;
};

/// SAX consumer that refuses duplicate keys and deep nesting and, when asked, finds where one pointer's value starts.
/// nlohmann reports an event after its token was consumed; the token's start is the first byte behind the end of the
/// one before it that is neither white space nor punctuation.
class StrictSax : public nlohmann::json_sax<Json> {
public:
    StrictSax(const std::string& text, std::size_t* consumed, const std::string* wanted)
        : m_text(text), m_consumed(consumed), m_wanted(wanted)
    {
    }

    std::optional<Failure> failure;
    std::optional<std::size_t> found;

    bool null() override { return scalar(); }
    bool boolean(bool) override { return scalar(); }
    bool number_integer(number_integer_t) override { return scalar(); }
    bool number_unsigned(number_unsigned_t) override { return scalar(); }
    bool number_float(number_float_t, const string_t&) override { return scalar(); }
    bool string(string_t&) override { return scalar(); }
    bool binary(binary_t&) override { return scalar(); }

    bool start_object(std::size_t) override { return open(true); }
    bool start_array(std::size_t) override { return open(false); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        const std::size_t start = token_start();
        m_end = *m_consumed;
        Frame& frame = m_stack.back();
        frame.key = name;
        if (!frame.keys.insert(name).second) {
            failure = Failure{"json.duplicate_key", "the key \"" + name + "\" stands twice in one object", start,
                              pointer()};
            return false;
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override
    {
        std::string what = error.what();
        if (const auto cut = what.find("syntax error"); cut != std::string::npos)
            what = what.substr(cut);
        else if (const auto bracket = what.find("] "); bracket != std::string::npos)
            what = what.substr(bracket + 2);
        const bool range = error.id >= 400 && error.id < 500;
        const std::size_t offset = position > 0 ? position - 1 : *m_consumed;
        failure = Failure{range ? "json.number" : "json.syntax", as_utf8(what), std::min(offset, m_text.size()), {}};
        return false;
    }

private:
    struct Frame {
        bool object = false;
        std::string key;
        std::size_t index = 0;
        std::set<std::string> keys;
    };

    [[nodiscard]] std::size_t token_start() const
    {
        const std::size_t at = m_text.find_first_not_of(" \t\r\n,:]}", m_end);
        return at == std::string::npos ? m_text.size() : at;
    }

    [[nodiscard]] std::string pointer() const
    {
        std::string out;
        for (const Frame& frame : m_stack)
            out += frame.object ? pointer_step(frame.key) : pointer_step(frame.index);
        return out;
    }

    bool value_begins()
    {
        if (m_wanted && !found && pointer() == *m_wanted)
            found = token_start();
        return true;
    }

    void value_ended()
    {
        m_end = *m_consumed;
        if (!m_stack.empty() && !m_stack.back().object)
            ++m_stack.back().index;
    }

    bool scalar()
    {
        value_begins();
        value_ended();
        return true;
    }

    bool open(bool object)
    {
        value_begins();
        const std::size_t start = token_start();
        m_end = start + 1;
        if (m_stack.size() >= kMaxDepth) {
            failure = Failure{"json.depth", "nested more than " + std::to_string(kMaxDepth) + " deep", start, {}};
            return false;
        }
        m_stack.push_back(Frame{object, {}, 0, {}});
        return true;
    }

    bool close()
    {
        m_stack.pop_back();
        value_ended();
        return true;
    }

    const std::string& m_text;
    std::size_t* m_consumed;
    const std::string* m_wanted;
    std::size_t m_end = 0;
    std::vector<Frame> m_stack;
};

StrictSax scan(const std::string& text, const std::string* wanted)
{
    std::size_t consumed = 0;
    StrictSax sax(text, &consumed, wanted);
    const CountingIterator first(text.data(), &consumed);
    const CountingIterator last(text.data() + text.size(), &consumed);
    // The consumer's answer is in `failure`; the parser's own boolean repeats it.
    static_cast<void>(Json::sax_parse(first, last, &sax));
    return sax;
}

Diagnostic refusal(const std::string& text, const std::string& file, const Failure& failure)
{
    return {Severity::error, failure.code, failure.pointer, failure.message, location_at(text, file, failure.offset)};
}

} // namespace

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
    document.m_file = std::move(file);
    document.m_text = std::move(text);
    if (auto root = build_json(document.m_text, kMaxDepth)) {
        document.m_root = std::move(*root);
        return document;
    }
    const StrictSax sax = scan(document.m_text, nullptr);
    if (sax.failure)
        return refusal(document.m_text, document.m_file, *sax.failure);
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
    const StrictSax sax = scan(m_text, &pointer);
    if (!sax.found)
        return {m_file, 0, 0};
    return location_at(m_text, m_file, *sax.found);
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
