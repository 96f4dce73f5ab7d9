#include "core/base/json_scan.h"

#include "core/base/json_document.h"
#include "core/base/json_text_iterator.h"
#include "core/base/shortened.h"

#include <set>
#include <vector>

namespace blueprinting {
namespace {

/// A message may quote the bytes that were refused; what is no UTF-8 stands as U+FFFD in it, so that it has a JSON
/// form.
std::string as_utf8(const std::string& text)
{
    return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

/// Bytes of what the library says of a mistake: it quotes all that it has read since the last string or number.
constexpr std::size_t kLongestReason = 300;

/// SAX consumer that refuses duplicate keys and deep nesting.
/// nlohmann reports an event after its token was consumed; the token's start is the first byte behind the end of the
/// one before it that is neither white space nor punctuation.
class StrictSax : public nlohmann::json_sax<Json> {
public:
    StrictSax(std::string_view text, const JsonTextIterator::Progress& progress) : m_text(text), m_progress(progress) {}

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
        m_end = m_progress.offset;
        Frame& frame = m_stack.back();
        frame.key = name;
        if (!frame.keys.insert(name).second) {
            failure = ScanFailure{"json.duplicate_key",
                                  "the key \"" + shortened(name) + "\" stands twice in one object", start, pointer()};
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
        // What was last read, less what was put back, is what is wrong; the library counts the end as one more.
        const std::size_t offset = m_progress.offset + position - m_progress.given;
        failure = ScanFailure{range ? "json.number" : "json.syntax",
                              as_utf8(shortened_in_the_middle(what, kLongestReason)),
                              std::min(offset > 0 ? offset - 1 : 0, m_text.size()),
                              {}};
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

    void value_ended()
    {
        m_end = m_progress.offset;
        if (!m_stack.empty() && !m_stack.back().object)
            ++m_stack.back().index;
    }

    bool scalar()
    {
        value_ended();
        return true;
    }

    bool open(bool object)
    {
        const std::size_t start = token_start();
        m_end = start + 1;
        if (m_stack.size() >= kMaxJsonDepth) {
            failure =
                ScanFailure{"json.depth", "nested more than " + std::to_string(kMaxJsonDepth) + " deep", start, {}};
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

    std::string_view m_text;
    const JsonTextIterator::Progress& m_progress;
    std::size_t m_end = 0;
    std::vector<Frame> m_stack;
};

} // namespace

std::optional<ScanFailure> scan_json(std::string_view text)
{
    JsonTextIterator::Progress progress;
    StrictSax sax(text, progress);
    const char* end = text.data() + text.size();
    // The consumer's answer is in `failure`; the parser's own boolean repeats it.
    static_cast<void>(Json::sax_parse(JsonTextIterator(text.data(), end, &progress), JsonTextIterator(end, end), &sax));
    return sax.failure;
}

} // namespace blueprinting
