#include "core/base/json_builder.h"

#include "core/base/json_text_iterator.h"
#include "core/base/shortened.h"

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

/// Refuses duplicate keys and deep nesting. Where it is told how far the text was read, it says why and where it
/// refuses: nlohmann reports an event after its token was consumed; the token's start is the first byte behind the end
/// of the one before it that is neither white space nor punctuation.
class Builder : public nlohmann::json_sax<Json> {
public:
    explicit Builder(std::string_view text, const JsonTextIterator::Progress* progress = nullptr)
        : failure{"json.syntax", "the text is not one JSON value", 0, {}}, m_text(text), m_progress(progress)
    {
    }

    bool null() override { return put(Json()); }
    bool boolean(bool value) override { return put(Json(value)); }
    bool number_integer(number_integer_t value) override { return put(Json(value)); }
    bool number_unsigned(number_unsigned_t value) override { return put(Json(value)); }
    bool number_float(number_float_t value, const string_t&) override { return put(Json(value)); }
    bool string(string_t& value) override { return put(Json(std::move(value))); }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        const auto [at, fresh] = m_open.back()->get_ref<Json::object_t&>().try_emplace(std::move(name));
        m_slot = &at->second;
        if (!fresh && m_progress)
            failure = {"json.duplicate_key", "the key \"" + shortened(name) + "\" is given twice in one object",
                       token_start(), pointer() + pointer_step(name)};
        token_ended();
        return fresh;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override
    {
        if (!m_progress)
            return false;
        std::string what = error.what();
        if (const auto cut = what.find("syntax error"); cut != std::string::npos)
            what = what.substr(cut);
        else if (const auto bracket = what.find("] "); bracket != std::string::npos)
            what = what.substr(bracket + 2);
        const bool range = error.id >= 400 && error.id < 500;
        // What was last read, less what was put back, is what is wrong; the library counts the end as one more.
        const std::size_t offset = m_progress->offset + position - m_progress->given;
        failure = {range ? "json.number" : "json.syntax",
                   as_utf8(shortened_in_the_middle(what, kLongestReason)),
                   std::min(offset > 0 ? offset - 1 : 0, m_text.size()),
                   {}};
        return false;
    }

    Json root;
    JsonFailure failure;

private:
    [[nodiscard]] std::size_t token_start() const
    {
        return std::min(m_text.find_first_not_of(" \t\r\n,:]}", m_end), m_text.size());
    }
    void token_ended()
    {
        if (m_progress)
            m_end = m_progress->offset;
    }

    /// Of the innermost that is open.
    [[nodiscard]] std::string pointer() const
    {
        std::string out;
        for (std::size_t i = 0; i + 1 < m_open.size(); ++i) {
            if (m_open[i]->is_array())
                out += pointer_step(m_open[i]->size() - 1);
            else
                for (const auto& [name, value] : m_open[i]->get_ref<const Json::object_t&>())
                    out += &value == m_open[i + 1] ? pointer_step(name) : "";
        }
        return out;
    }

    /// Where the next value stands: the root, the key just read, or the end of the list that is open.
    Json* place(Json&& value)
    {
        if (m_open.empty()) {
            root = std::move(value);
            return &root;
        }
        if (m_open.back()->is_array()) {
            auto& list = m_open.back()->get_ref<Json::array_t&>();
            list.push_back(std::move(value));
            return &list.back();
        }
        *m_slot = std::move(value);
        return m_slot;
    }

    bool put(Json&& value)
    {
        place(std::move(value));
        token_ended();
        return true;
    }

    bool open(Json&& value)
    {
        const std::size_t start = m_progress ? token_start() : 0;
        m_end = start + 1;
        if (m_open.size() >= kMaxJsonDepth) {
            failure = {"json.depth", "nested more than " + std::to_string(kMaxJsonDepth) + " deep", start, {}};
            return false;
        }
        m_open.push_back(place(std::move(value)));
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        token_ended();
        return true;
    }

    std::string_view m_text;
    const JsonTextIterator::Progress* m_progress;
    std::size_t m_end = 0;     ///< of the last token
    std::vector<Json*> m_open; ///< a list grows only at the innermost, so these stay where they are
    Json* m_slot = nullptr;
};

bool parse(std::string_view text, Builder& builder, JsonTextIterator::Progress* progress = nullptr)
{
    const char* end = text.data() + text.size();
    return Json::sax_parse(JsonTextIterator(text.data(), end, progress), JsonTextIterator(end, end), &builder);
}

} // namespace

std::variant<Json, JsonFailure> build_json(std::string_view text)
{
    {
        Builder builder(text);
        if (parse(text, builder))
            return std::move(builder.root);
    }
    JsonTextIterator::Progress progress;
    Builder builder(text, &progress);
    parse(text, builder, &progress);
    return std::move(builder.failure);
}

} // namespace blueprinting
