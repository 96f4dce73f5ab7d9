#pragma once
#include "core/base/result.h"
#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// The one reader of numbers that a person writes outside a file: in an option, in a part of one ("4..16", "2/8"). What
/// it takes is what a JSON file takes, so that one text never means two things: decimal, no leading zero (0100 is not
/// 64), no plus, no space, no 0x10, and integers of at most 2^53.
namespace blueprinting {

/// Whether a whole number may be written as 7e9 or 8.0, as counts of parameters are.
enum class Spelling { digits, scientific };

enum class NumberFault {
    malformed,    ///< no decimal number, or an exponent where digits alone are taken
    leading_zero, ///< 0100: elsewhere octal, elsewhere 100
    fractional,   ///< 4096.4 where a whole number is wanted
    too_large     ///< past 2^53 in magnitude; of a real number, past the range of double
};

/// The number, or what is wrong with the text. A minus is read: whether a number may be negative is for its range.
std::variant<std::int64_t, NumberFault> written_whole(std::string_view text, Spelling spelling = Spelling::digits);
std::variant<double, NumberFault> written_real(std::string_view text);

/// Whether it is a number in decimal digits, with leading zeros or not: what every spreadsheet and every reader takes
/// for a number, and nothing else.
bool is_decimal(std::string_view text);

struct WholeRange {
    std::int64_t least = 1;
    std::int64_t most = kMaxInteger;
};
struct RealRange {
    double least = 0;
    double most = 0;
};

/// The same within a range, where there is one. number.malformed or number.range; the message, one sentence, holds the
/// text and what is allowed.
Result<std::int64_t> read_whole(std::string_view text, WholeRange range);
Result<double> read_real(std::string_view text, std::optional<RealRange> range = std::nullopt);

/// The shortest text that is read as this number again: 128, 0.65, 1e+300. For messages that show what stands in a
/// file.
std::string written(double value);

} // namespace blueprinting
