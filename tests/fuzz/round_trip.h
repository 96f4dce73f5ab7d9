#pragma once
#include "core/base/canonical_json.h"
#include "core/base/json_document.h"

#include <algorithm>
#include <concepts>
#include <string>
#include <type_traits>

/// The property, for readers of JSON values.
namespace blueprinting::fuzz {

/// A refusal has a code and one sentence on one line, and names a place that is in the text.
inline std::string check_refusal(const Diagnostics& diagnostics, std::string_view input)
{
    if (diagnostics.empty())
        return "refused without a reason";
    const auto lines = static_cast<std::size_t>(std::count(input.begin(), input.end(), '\n')) + 1;
    for (const Diagnostic& each : diagnostics) {
        if (each.code.empty() || each.message.empty())
            return "a diagnostic without code or message";
        if (each.location && each.location->line > lines)
            return "a line behind the end: " + to_line(each);
    }
    return {};
}

/// What came of a text that was read, written, read again and written again.
struct RoundTrip {
    bool read = false; ///< the first time
    std::string fault; ///< "" where nothing is wrong
};

/// read: JsonDocument → Result<T>; write: T → Json; read_again: as read, where what is written is another form.
template <class Read, class Write, class ReadAgain>
RoundTrip round_trip(std::string_view input, Read read, Write write, ReadAgain read_again)
{
    const auto document = JsonDocument::parse(std::string(input), "input");
    if (!document)
        return {false, check_refusal(document.diagnostics(), input)};
    const auto first = read(*document);
    if (!first)
        return {false, check_refusal(first.diagnostics(), input)};
    const auto written = canonical_json(write(*first));
    if (!written)
        return {true, "what was read cannot be written: " + to_line(written.diagnostics().front())};
    const auto again = JsonDocument::parse(*written, "written");
    if (!again)
        return {true, "what was written is no JSON: " + to_line(again.diagnostics().front())};
    const auto second = read_again(*again);
    if (!second)
        return {true, "what was written is refused: " + to_line(second.diagnostics().front())};
    if constexpr (std::equality_comparable<std::decay_t<decltype(*second)>>)
        if (!(*second == *first))
            return {true, "reading back gives another value: " + *written};
    const auto rewritten = canonical_json(write(*second));
    if (!rewritten || *rewritten != *written)
        return {true, "writing again gives another text: " + *written};
    return {true, {}};
}

template <class Read, class Write>
std::string check_round_trip(std::string_view input, Read read, Write write)
{
    return round_trip(input, read, write, read).fault;
}

} // namespace blueprinting::fuzz
