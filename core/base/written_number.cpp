#include "core/base/written_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace blueprinting {
namespace {

/// A number's parts as JSON spells it: -12.50e+3.
struct Parts {
    bool negative = false;
    std::string_view whole, fraction;
    std::string_view exponent; ///< with its sign
    bool leading_zero = false;
};

std::string_view take_digits(std::string_view& rest)
{
    const std::size_t count = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::string_view out = rest.substr(0, count);
    rest.remove_prefix(count);
    return out;
}

bool take(std::string_view& rest, char wanted)
{
    if (!rest.starts_with(wanted))
        return false;
    rest.remove_prefix(1);
    return true;
}

std::optional<Parts> parts_of(std::string_view text)
{
    Parts out;
    out.negative = take(text, '-');
    out.whole = take_digits(text);
    if (out.whole.empty())
        return std::nullopt;
    out.leading_zero = out.whole.size() > 1 && out.whole.front() == '0';
    if (take(text, '.')) {
        out.fraction = take_digits(text);
        if (out.fraction.empty())
            return std::nullopt;
    }
    if (take(text, 'e') || take(text, 'E')) {
        const std::string_view from = text;
        if (!take(text, '-'))
            take(text, '+');
        if (take_digits(text).empty())
            return std::nullopt;
        out.exponent = from.substr(0, from.size() - text.size());
    }
    return text.empty() ? std::optional(out) : std::nullopt;
}

/// The power of ten; one past any integer stands for what is further still.
long power_of(std::string_view exponent)
{
    constexpr long far = 1'000'000'000;
    if (exponent.starts_with('+'))
        exponent.remove_prefix(1);
    long out = 0;
    if (!exponent.empty() && std::from_chars(exponent.data(), exponent.data() + exponent.size(), out).ec != std::errc{})
        return exponent.starts_with('-') ? -far : far;
    return std::clamp(out, -far, far);
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string limit_text(std::int64_t value) { return value == kMaxInteger ? "2^53" : std::to_string(value); }

Diagnostic refused(const char* code, std::string_view text, const std::string& why, const std::string& allowed)
{
    return {Severity::error, code, "", quoted(text) + " " + why + "; allowed " + allowed};
}

std::string why(NumberFault fault)
{
    switch (fault) {
    case NumberFault::malformed: return "is not a number in decimal digits";
    case NumberFault::leading_zero: return "begins with a zero, which decimal numbers do not";
    case NumberFault::fractional: return "is not whole";
    case NumberFault::too_large: return "is past 2^53";
    }
    return "";
}

} // namespace

bool is_decimal(std::string_view text) { return parts_of(text).has_value(); }

std::variant<std::int64_t, NumberFault> written_whole(std::string_view text, Spelling spelling)
{
    const auto parts = parts_of(text);
    if (!parts || (spelling == Spelling::digits && (!parts->fraction.empty() || !parts->exponent.empty())))
        return NumberFault::malformed;
    if (parts->leading_zero)
        return NumberFault::leading_zero;
    // Kept as digits: 4096.0000000000001 and 9007199254740993 are whole and at most 2^53 only once they are rounded to
    // a double.
    std::string digits = std::string(parts->whole) + std::string(parts->fraction);
    long power = power_of(parts->exponent) - static_cast<long>(parts->fraction.size());
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty())
        return std::int64_t{0};
    while (digits.back() == '0') {
        digits.pop_back();
        ++power;
    }
    if (power < 0)
        return NumberFault::fractional;
    if (power > 16)
        return NumberFault::too_large;
    digits.append(static_cast<std::size_t>(power), '0');
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || value > kMaxInteger)
        return NumberFault::too_large;
    return parts->negative ? -value : value;
}

std::variant<double, NumberFault> written_real(std::string_view text)
{
    const auto parts = parts_of(text);
    if (!parts)
        return NumberFault::malformed;
    if (parts->leading_zero)
        return NumberFault::leading_zero;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        return NumberFault::too_large;
    return value;
}

std::string written(double value)
{
    char buffer[40];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

Result<std::int64_t> read_whole(std::string_view text, WholeRange range)
{
    const std::string allowed = "are whole numbers from " + limit_text(range.least) + " to " + limit_text(range.most);
    const auto read = written_whole(text);
    if (const auto* fault = std::get_if<NumberFault>(&read))
        return refused("number.malformed", text, why(*fault), allowed);
    const std::int64_t value = std::get<std::int64_t>(read);
    if (value < range.least || value > range.most)
        return refused("number.range", text, "is out of range", allowed);
    return value;
}

Result<double> read_real(std::string_view text, std::optional<RealRange> range)
{
    std::string allowed = "are decimal numbers, as 0.5 or 1e-3";
    if (range)
        allowed += ", from " + written(range->least) + " to " + written(range->most);
    const auto read = written_real(text);
    if (const auto* fault = std::get_if<NumberFault>(&read))
        return refused("number.malformed", text, *fault == NumberFault::too_large ? "is out of range" : why(*fault),
                       allowed);
    const double value = std::get<double>(read);
    if (range && !(value >= range->least && value <= range->most))
        return refused("number.range", text, "is out of range", allowed);
    return value;
}

} // namespace blueprinting
