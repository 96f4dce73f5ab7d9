#include "core/base/canonical_json.h"

#include "core/base/foreign_text.h"
#include "core/base/units.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace blueprinting {
namespace {

using Json = nlohmann::json;

class Writer {
public:
    /// The canonical spelling has neither line breaks nor spaces.
    explicit Writer(bool pretty) : m_pretty(pretty) {}

    bool write(const Json& value, std::size_t depth)
    {
        switch (value.type()) {
        case Json::value_t::object:
        case Json::value_t::array: return block(value, depth);
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
        if (m_pretty) {
            out += '\n';
            out.append(2 * depth, ' ');
        }
    }

    /// An object or a list.
    bool block(const Json& value, std::size_t depth)
    {
        const bool object = value.is_object();
        out += object ? '{' : '[';
        bool first = true;
        for (const auto& item : value.items()) {
            if (!std::exchange(first, false))
                out += ',';
            line(depth + 1);
            if (object)
                out += Json(item.key()).dump() + (m_pretty ? ": " : ":");
            if (!write(item.value(), depth + 1))
                return false;
        }
        if (!first)
            line(depth);
        out += object ? '}' : ']';
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

    bool m_pretty;
};

Result<std::string> spelled(const Json& value, bool pretty)
{
    Writer writer(pretty);
    try {
        if (writer.write(value, 0))
            return std::move(writer.out);
    } catch (const Json::exception& error) {
        return Diagnostic{Severity::error, "json.encoding", "", error.what()};
    }
    return Diagnostic{Severity::error, "json.not_finite", "", "NaN and infinity have no JSON form"};
}

} // namespace

Result<std::string> canonical_json(const Json& value) { return spelled(value, false); }

Result<std::string> pretty_json(const Json& value)
{
    auto text = spelled(value, true);
    if (!text)
        return text;
    *text += '\n';
    return is_plain(*text) ? std::move(text) : Result<std::string>(visible_json(*text));
}

} // namespace blueprinting
