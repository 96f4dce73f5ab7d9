#include "core/base/canonical_json.h"

#include "core/base/foreign_text.h"
#include "core/base/units.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace blueprinting {
namespace {

using Json = nlohmann::json;

/// Layout of the two spellings; the canonical one has neither line breaks nor spaces.
struct Layout {
    bool pretty = false;
};

class Writer {
public:
    explicit Writer(Layout layout) : m_layout(layout) {}

    bool write(const Json& value, std::size_t depth)
    {
        switch (value.type()) {
        case Json::value_t::object: return object(value, depth);
        case Json::value_t::array: return array(value, depth);
        case Json::value_t::number_float: return real(value.get<double>());
        case Json::value_t::binary:
        case Json::value_t::discarded: return false;
        default: out += value.dump(-1, ' ', false, Json::error_handler_t::strict); return true;
        }
    }

    std::string out;

private:
    void line(std::size_t depth)
    {
        if (m_layout.pretty) {
            out += '\n';
            out.append(2 * depth, ' ');
        }
    }

    bool object(const Json& value, std::size_t depth)
    {
        out += '{';
        bool first = true;
        for (const auto& item : value.items()) {
            if (!first)
                out += ',';
            first = false;
            line(depth + 1);
            out += Json(item.key()).dump();
            out += m_layout.pretty ? ": " : ":";
            if (!write(item.value(), depth + 1))
                return false;
        }
        if (!first)
            line(depth);
        out += '}';
        return true;
    }

    bool array(const Json& value, std::size_t depth)
    {
        out += '[';
        bool first = true;
        for (const Json& item : value) {
            if (!first)
                out += ',';
            first = false;
            line(depth + 1);
            if (!write(item, depth + 1))
                return false;
        }
        if (!first)
            line(depth);
        out += ']';
        return true;
    }

    bool real(double x)
    {
        if (!std::isfinite(x))
            return false;
        std::array<char, 40> buffer{};
        std::to_chars_result end{};
        if (std::floor(x) == x && std::fabs(x) < static_cast<double>(kMaxInteger))
            end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<std::int64_t>(x));
        else
            end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x);
        out.append(buffer.data(), end.ptr);
        return true;
    }

    Layout m_layout;
};

Result<std::string> spelled(const Json& value, Layout layout)
{
    Writer writer(layout);
    try {
        if (writer.write(value, 0))
            return std::move(writer.out);
    } catch (const Json::exception& error) {
        return Diagnostic{Severity::error, "json.encoding", "", error.what()};
    }
    return Diagnostic{Severity::error, "json.not_finite", "", "NaN and infinity have no JSON form"};
}

} // namespace

Result<std::string> canonical_json(const Json& value) { return spelled(value, Layout{false}); }

Result<std::string> pretty_json(const Json& value)
{
    auto text = spelled(value, Layout{true});
    if (!text)
        return text;
    *text += '\n';
    return is_plain(*text) ? std::move(text) : Result<std::string>(visible_json(*text));
}

} // namespace blueprinting
