#pragma once
#include "core/base/units.h"

#include <cstdint>
#include <string>

/// Numbers as people read them; every number on the screen and in summaries goes through here. Independent of locale.
/// Infinity is "∞", NaN is "–". Decimal point, thin space (U+2009) between thousands from 10 000 on, true minus sign
/// (U+2212).
namespace blueprinting::format {

std::string integer(std::int64_t value);
/// Fixed decimals; "−0.00" is written "0.00".
std::string fixed(double value, int decimals);
/// As few decimals as say the value exactly: "12", "7.125", "6.0625".
std::string shortest(double value);
/// At least `digits` significant digits, without exponent between 1e-4 and 1e7, else "1.8·10⁻¹⁴".
std::string significant(double value, int digits = 4);
/// "+3.33" or "−8.87"; zero without sign.
std::string with_sign(double value, int decimals);
/// Signed percent: "−24.4 %".
std::string percent(double value, int decimals = 1, bool sign = true);
/// Numbers of one kind in one picture (a column, the read-outs of a chart): equal decimals, so that they can be read
/// against each other. Tell it what stands there, then write each with it. As many decimals as give the largest
/// `digits` significant digits, at least `least`, and up to kMore more where two that are held against each other
/// differ and would read the same.
class Series {
public:
    explicit Series(int digits = 4, int least = 0);

    Series& add(double value);
    /// One that is exact, and is written with all its decimals.
    Series& exactly(double value);
    /// Two whose difference is shown beside them. Nearer than kSame of the larger they may read the same.
    Series& against(double a, double b);
    static constexpr double kSame = 0.0005;
    static constexpr int kMore = 3;

    [[nodiscard]] int decimals() const;
    /// "0" for nothing at all; "< 0.001" for what would read as zero and is none.
    [[nodiscard]] std::string text(double value) const;
    /// A difference: "+3.330", "0.000".
    [[nodiscard]] std::string with_sign(double value) const;

private:
    int m_digits, m_least;
    std::uint32_t m_asked = 0; ///< bit n: some pair is told apart by n decimals and no fewer
    double m_largest = 0;
};

std::string seconds(Seconds value);                   ///< "18.03 s", "349 µs": unit by size
std::string gibibytes(Bytes value, int decimals = 1); ///< "48.1 GiB"
std::string bytes(Bytes value);                       ///< unit by size, binary: "12.5 MiB"
} // namespace blueprinting::format
