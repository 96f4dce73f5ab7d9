#include "core/base/json_scan.h"

#include "core/base/json_document.h"

#include <iterator>
#include <set>
#include <vector>

namespace blueprinting {
namespace {

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

/// SAX consumer that refuses duplicate keys and deep nesting and, when asked, says where each value starts.
/// nlohmann reports an event after its token was consumed; the token's start is the first byte behind the end of the
/// one before it that is neither white space nor punctuation.
class StrictSax : public nlohmann::json_sax<Json> {
public:
    StrictSax(const std::string& text, std::size_t* consumed, const ValueVisitor& visit) : m_text(text), m_consumed(consumed), m_visit(visit) {}

    std::optional<ScanFailure> failure;

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
            failure = ScanFailure{"json.duplicate_key", "the key \"" + name + "\" stands twice in one object", start,
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
        failure = ScanFailure{range ? "json.number" : "json.syntax", as_utf8(what), std::min(offset, m_text.size()), {}};
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
        if (m_visit)
            m_visit(pointer(), token_start());
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
        if (m_stack.size() >= kMaxJsonDepth) {
            failure = ScanFailure{"json.depth", "nested more than " + std::to_string(kMaxJsonDepth) + " deep", start, {}};
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
    const ValueVisitor& m_visit;
    std::size_t m_end = 0;
    std::vector<Frame> m_stack;
};

} // namespace

std::optional<ScanFailure> scan_json(const std::string& text, const ValueVisitor& visit)
{
    std::size_t consumed = 0;
    StrictSax sax(text, &consumed, visit);
    const CountingIterator first(text.data(), &consumed);
    const CountingIterator last(text.data() + text.size(), &consumed);
    // The consumer's answer is in `failure`; the parser's own boolean repeats it.
    static_cast<void>(Json::sax_parse(first, last, &sax));
    return sax.failure;
}

} // namespace blueprinting
