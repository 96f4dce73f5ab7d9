#include "core/accounting/footprint.h"

#include "core/base/format.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace blueprinting::accounting {
namespace {

Diagnostic refuse(std::string code, const std::string& path, std::string message)
{
    return {.code = "accounting." + std::move(code), .path = path, .message = std::move(message)};
}

std::string allowed() { return "; allowed are whole numbers from 1 to 2^53"; }

/// A decimal text that from_chars accepted, as digits times a power of ten without trailing zeros. Kept as text, since
/// 4096.0000000000001 and 9007199254740993 are whole and at most 2^53 only once they are rounded to a double.
struct Decimal {
    static constexpr long kFar = 1'000'000'000; ///< stands for an exponent past any integer

    std::string digits;
    long exponent = 0;

    explicit Decimal(std::string_view text)
    {
        const auto e = text.find_first_of("eE");
        if (e != std::string_view::npos) {
            std::string_view power = text.substr(e + 1);
            if (power.starts_with('+'))
                power.remove_prefix(1);
            if (std::from_chars(power.data(), power.data() + power.size(), exponent).ec != std::errc{})
                exponent = power.starts_with('-') ? -kFar : kFar;
        }
        const std::string_view mantissa = text.substr(0, e);
        const auto point = mantissa.find('.');
        digits = mantissa.substr(0, point);
        if (point != std::string_view::npos) {
            digits += mantissa.substr(point + 1);
            exponent -= static_cast<long>(mantissa.size() - point - 1);
        }
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
        while (!digits.empty() && digits.back() == '0') {
            digits.pop_back();
            ++exponent;
        }
    }

    [[nodiscard]] bool zero() const { return digits.empty(); }
    [[nodiscard]] bool fractional() const { return !zero() && exponent < 0; }
    /// Nothing where it is past 2^53. Only where it is whole.
    [[nodiscard]] std::optional<std::int64_t> whole() const
    {
        if (exponent > 16)
            return std::nullopt;
        const std::string all = digits + std::string(static_cast<std::size_t>(exponent), '0');
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), value);
        return error == std::errc{} && value <= kMaxInteger ? std::optional(value) : std::nullopt;
    }
};

} // namespace

Result<std::int64_t> parameter_count_from(std::string_view text, const std::string& path)
{
    const std::string shown = "the parameter count \"" + std::string(text) + "\"";
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole_text = end == text.data() + text.size() && !text.empty();
    if (error == std::errc::invalid_argument || !whole_text || (error == std::errc{} && !std::isfinite(value)))
        return refuse("parameters.not_a_number", path, shown + " is not a number" + allowed());
    if (text.starts_with('-'))
        return refuse("parameters.negative", path, shown + " is negative" + allowed());
    const Decimal decimal(text);
    if (decimal.zero())
        return refuse("parameters.zero", path, shown + " is zero" + allowed());
    if (decimal.fractional())
        return refuse("parameters.fractional", path, shown + " is not whole" + allowed());
    if (const auto count = decimal.whole())
        return *count;
    return refuse("parameters.overflow", path, shown + " is past 2^53" + allowed());
}

Result<Footprint> footprint(const PerParameter& bytes, std::int64_t parameters)
{
    if (parameters < 1) {
        const std::string shown = "the parameter count " + std::to_string(parameters);
        if (parameters == 0)
            return refuse("parameters.zero", "", shown + " is zero" + allowed());
        return refuse("parameters.negative", "", shown + " is negative" + allowed());
    }
    if (parameters > kMaxInteger)
        return refuse("parameters.overflow", "",
                      "the parameter count " + std::to_string(parameters) + " is past 2^53" + allowed());
    const auto count = static_cast<double>(parameters);
    if (count * bytes.total() > static_cast<double>(kMaxInteger))
        return refuse("bytes.overflow", "",
                      format::integer(parameters) + " parameters of " + format::shortest(bytes.total()) +
                          " bytes are more than 2^53 bytes, past which a byte count is no longer exact");
    Footprint out;
    out.parameters = parameters;
    out.weights = Bytes(count * bytes.weights());
    out.gradients = Bytes(count * bytes.gradient());
    out.state = Bytes(count * bytes.state());
    out.checkpoint = out.weights + out.state;
    return out;
}

} // namespace blueprinting::accounting
