#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace blueprinting::format {
namespace {

constexpr const char* kMinus = "\u2212";
constexpr const char* kThin = "\u2009";

std::string digits(double magnitude, int decimals)
{
    std::array<char, 400> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, std::chars_format::fixed, decimals);
    return {buffer.data(), end.ptr};
}

std::string grouped(std::string text)
{
    const auto point = text.find('.');
    const std::size_t whole = point == std::string::npos ? text.size() : point;
    if (whole < 5)
        return text;
    std::string out;
    for (std::size_t i = 0; i < whole; ++i) {
        if (i > 0 && (whole - i) % 3 == 0)
            out += kThin;
        out += text[i];
    }
    return out + text.substr(whole);
}

bool all_zero(const std::string& text) { return text.find_first_not_of("0.") == std::string::npos; }

std::string superscript(int exponent)
{
    static constexpr std::array<const char*, 10> figures{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string out = exponent < 0 ? "⁻" : "";
    for (const char c : std::to_string(std::abs(exponent)))
        out += figures[static_cast<std::size_t>(c - '0')];
    return out;
}

std::string not_finite(double value)
{
    if (std::isnan(value))
        return "–";
    return value < 0 ? std::string(kMinus) + "∞" : "∞";
}

} // namespace

std::string integer(std::int64_t value)
{
    std::string text = std::to_string(value);
    const bool negative = text.front() == '-';
    if (negative)
        text.erase(0, 1);
    return (negative ? kMinus : "") + grouped(std::move(text));
}

std::string fixed(double value, int decimals)
{
    if (!std::isfinite(value))
        return not_finite(value);
    const std::string text = digits(std::fabs(value), decimals);
    return (value < 0 && !all_zero(text) ? kMinus : "") + grouped(text);
}

std::string shortest(double value)
{
    if (!std::isfinite(value))
        return not_finite(value);
    std::array<char, 400> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value), std::chars_format::fixed);
    return (value < 0 ? kMinus : "") + grouped({buffer.data(), end.ptr});
}

std::string significant(double value, int count)
{
    if (!std::isfinite(value))
        return not_finite(value);
    if (value == 0)
        return "0";
    const double magnitude = std::fabs(value);
    int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
    if (magnitude >= 1e-4 && magnitude < 1e7) {
        std::string text = fixed(value, std::max(0, count - 1 - exponent));
        return text;
    }
    double mantissa = magnitude / std::pow(10.0, exponent);
    std::string text = digits(mantissa, count - 1);
    if (text.starts_with("10")) {
        ++exponent;
        text = digits(1.0, count - 1);
    }
    return (value < 0 ? kMinus : "") + text + "·10" + superscript(exponent);
}

std::string with_sign(double value, int decimals)
{
    const std::string text = fixed(value, decimals);
    if (!(value > 0) || (std::isfinite(value) && all_zero(digits(std::fabs(value), decimals))))
        return text;
    return "+" + text;
}

std::string percent(double value, int decimals, bool sign)
{
    return (sign ? with_sign(value, decimals) : fixed(value, decimals)) + " %";
}

namespace {

constexpr int kMostDecimals = 31; ///< that Series remembers

bool reads_as_zero(double value, int decimals) { return all_zero(digits(std::fabs(value), decimals)); }

/// Least number of decimals at which the two read differently, their difference does not read as zero, nor does the
/// smaller one beside one that is not far larger.
int decimals_apart(double a, double b)
{
    constexpr double far = 100;
    const double smaller = std::min(std::fabs(a), std::fabs(b));
    const bool near = smaller > 0 && std::max(std::fabs(a), std::fabs(b)) < far * smaller;
    int decimals = 0;
    while (decimals < kMostDecimals && (digits(std::fabs(a), decimals) == digits(std::fabs(b), decimals) ||
                                        reads_as_zero(a - b, decimals) || (near && reads_as_zero(smaller, decimals))))
        ++decimals;
    return decimals;
}

} // namespace

Series::Series(int digits, int least) : m_digits(digits), m_least(least) {}

Series& Series::add(double value)
{
    if (std::isfinite(value))
        m_largest = std::max(m_largest, std::fabs(value));
    return *this;
}

Series& Series::exactly(double value)
{
    const std::string text = shortest(value);
    if (const auto point = text.find('.'); point != std::string::npos)
        m_least = std::max(m_least, static_cast<int>(text.size() - point - 1));
    return add(value);
}

Series& Series::against(double a, double b)
{
    add(a).add(b);
    if (std::isfinite(a) && std::isfinite(b) && std::fabs(a - b) > kSame * std::max(std::fabs(a), std::fabs(b)))
        m_asked |= std::uint32_t{1} << decimals_apart(a, b);
    return *this;
}

int Series::decimals() const
{
    const int before_point = m_largest > 0 ? static_cast<int>(std::floor(std::log10(m_largest))) + 1 : 1;
    const int plain = std::clamp(m_digits - before_point, m_least, kMostDecimals - kMore);
    int decimals = plain;
    for (int more = plain + 1; more <= plain + kMore; ++more)
        if (m_asked >> more & 1)
            decimals = more;
    return decimals;
}

std::string Series::text(double value) const
{
    if (value == 0)
        return "0";
    if (!std::isfinite(value) || !reads_as_zero(value, decimals()))
        return fixed(value, decimals());
    const double least = std::pow(10.0, -decimals());
    return value > 0 ? "< " + fixed(least, decimals()) : "> " + fixed(-least, decimals());
}

std::string Series::with_sign(double value) const { return format::with_sign(value, decimals()); }

std::string seconds(Seconds value)
{
    const double s = value.value();
    const double magnitude = std::fabs(s);
    if (magnitude == 0)
        return "0 s";
    if (magnitude >= 1)
        return significant(s) + " s";
    if (magnitude >= 1e-3)
        return significant(s * 1e3) + " ms";
    if (magnitude >= 1e-6)
        return significant(s * 1e6) + " µs";
    return significant(s * 1e9) + " ns";
}

std::string gibibytes(Bytes value, int decimals) { return fixed(value.value() / kGibibyte, decimals) + " GiB"; }

std::string bytes(Bytes value)
{
    static constexpr std::array<const char*, 5> units{" B", " KiB", " MiB", " GiB", " TiB"};
    double x = value.value();
    std::size_t unit = 0;
    while (std::fabs(x) >= 1024 && unit + 1 < units.size()) {
        x /= 1024;
        ++unit;
    }
    return (unit == 0 && std::floor(x) == x ? integer(static_cast<std::int64_t>(x)) : significant(x)) + units[unit];
}

} // namespace blueprinting::format
