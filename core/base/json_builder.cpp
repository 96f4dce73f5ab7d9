#include "core/base/json_builder.h"

#include "core/base/json_text_iterator.h"

#include <vector>

namespace blueprinting {
namespace {

class Builder : public nlohmann::json_sax<Json> {
public:
    explicit Builder(std::size_t most_deep) : m_most_deep(most_deep) {}

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
        const auto [at, fresh] = m_open.back()->get_ref<Json::object_t&>().emplace(std::move(name), Json());
        m_slot = &at->second;
        return fresh;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

    Json root;

private:
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
        return true;
    }

    bool open(Json&& value)
    {
        if (m_open.size() >= m_most_deep)
            return false;
        m_open.push_back(place(std::move(value)));
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        return true;
    }

    std::size_t m_most_deep;
    std::vector<Json*> m_open; ///< a list grows only at the innermost, so these stay where they are
    Json* m_slot = nullptr;
};

} // namespace

std::optional<Json> build_json(const std::string& text, std::size_t most_deep)
{
    Builder builder(most_deep);
    const char* end = text.data() + text.size();
    if (!Json::sax_parse(JsonTextIterator(text.data(), end), JsonTextIterator(end, end), &builder))
        return std::nullopt;
    return std::move(builder.root);
}

} // namespace blueprinting
