#pragma once
#include "core/base/written_number.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

/// Options that take numbers, of both programs. CLI11's own conversions read 0100 as octal and clip what is too large,
/// so that a number is always read by core/base/written_number.h; what is refused names the option. Their type in the
/// help is NUMBER or, where fractions and exponents are taken, DECIMAL; never CLI11's INT, UINT or FLOAT.
namespace blueprinting {

/// For the end of a help that has such options.
inline constexpr const char* kNumberHelp =
    "Numbers are decimal. Whole numbers are digits alone, at most 2^53: 0100, +4 and 0x10 are refused.";

namespace detail {

template <class T>
T number_or_refuse(const std::string& option, const Result<T>& read)
{
    if (!read)
        throw CLI::ValidationError(option, read.diagnostics().front().message);
    return *read;
}

} // namespace detail

/// `into` may be a std::int64_t or hold one.
template <class Whole>
CLI::Option* add_whole(CLI::App& parser, const std::string& name, Whole& into, WholeRange range,
                       const std::string& help)
{
    return parser
        .add_option_function<std::string>(
            name,
            [&into, name, range](const std::string& text) {
                into = detail::number_or_refuse(name, read_whole(text, range));
            },
            help)
        ->type_name("NUMBER");
}

/// Numbers with commas between them.
inline CLI::Option* add_wholes(CLI::App& parser, const std::string& name, std::vector<std::int64_t>& into,
                               WholeRange range, const std::string& help)
{
    return parser
        .add_option_function<std::vector<std::string>>(
            name,
            [&into, name, range](const std::vector<std::string>& texts) {
                into.clear();
                for (const std::string& text : texts)
                    into.push_back(detail::number_or_refuse(name, read_whole(text, range)));
            },
            help)
        ->delimiter(',')
        ->allow_extra_args(false) // with it, "[0]" would be taken for a list of 0
        ->type_name("NUMBER,...");
}

/// Decimal numbers with commas between them.
inline CLI::Option* add_reals(CLI::App& parser, const std::string& name, std::vector<double>& into,
                              const std::string& help)
{
    return parser
        .add_option_function<std::vector<std::string>>(
            name,
            [&into, name](const std::vector<std::string>& texts) {
                into.clear();
                for (const std::string& text : texts)
                    into.push_back(detail::number_or_refuse(name, read_real(text)));
            },
            help)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("DECIMAL,...");
}

/// `into` may be a double or hold one.
template <class Real>
CLI::Option* add_real(CLI::App& parser, const std::string& name, Real& into, const std::string& help,
                      std::optional<RealRange> range = std::nullopt)
{
    return parser
        .add_option_function<std::string>(
            name,
            [&into, name, range](const std::string& text) {
                into = detail::number_or_refuse(name, read_real(text, range));
            },
            help)
        ->type_name("DECIMAL");
}

} // namespace blueprinting
