#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace blueprinting {

/// What `text_of` gives of each, with `between` between them.
template <class All, class TextOf = std::identity>
std::string joined(const All& all, std::string_view between = ", ", TextOf text_of = {})
{
    std::string out;
    for (const auto& each : all) {
        if (!out.empty())
            out += between;
        out += std::invoke(text_of, each);
    }
    return out;
}

} // namespace blueprinting
