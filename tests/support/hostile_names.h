#pragma once
#include <string>
#include <string_view>
#include <vector>

/// Names that files and people may give and that nothing may obey: markup, what a terminal obeys, what turns a line
/// around, what a spreadsheet evaluates, what parts cells and lines. Without a slash, so that most can name a file.
namespace blueprinting::testing {

using namespace std::string_view_literals;

/// Each may stand in JSON. The last holds NUL, which no file's name and no argument can.
inline const std::vector<std::string>& hostile_names()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out;
        for (const std::string_view name : {"<b>x<\\b>"sv,
                                            "<img src=x onerror=alert(1)>"sv,
                                            "a&b &lt; &amp;c"sv,
                                            "say \"x\" 'y'"sv, // markup
                                            "\x1b[31mred\x1b[0m"sv,
                                            "\x1b]0;title\x07"sv,
                                            "bell\x07 back\x08\x7f"sv,    // a terminal's escapes
                                            "\u009b31mc1 \u0085\u0090"sv, // … of one character
                                            "user\u202egnp.exe"sv,
                                            "\u2067isolate\u2066"sv,
                                            "\u200fmark\u061c"sv,
                                            "two\u2028lines"sv, // what turns and parts lines
                                            "=1+1"sv,
                                            "+1+1"sv,
                                            "-1+1"sv,
                                            "@SUM(A1)"sv,
                                            " =cmd|' '!A0"sv,
                                            "\uff1d1+1"sv, // formulas
                                            "'quoted'"sv,
                                            "a|b \\| c"sv,
                                            "comma, semi; colon"sv,
                                            "line\nfeed"sv,
                                            "lone\rreturn"sv,
                                            "a\ttab"sv,
                                            "\ttab first"sv,
                                            "1\u2009234"sv,
                                            "\u221212 s"sv,
                                            "-12.5"sv,
                                            "3e4"sv, // like numbers
                                            "nul\0byte"sv})
            out.emplace_back(name);
        return out;
    }();
    return names;
}

/// All of them in one name, but for NUL.
inline std::string hostile_name() { return "=<b>x</b>\x1b[31m\u009b1m\u202e\u2067|\"',;\\ \r\n\t&amp;"; }
/// The same for a file's name.
inline std::string hostile_file_name() { return "=<b>x<b>\x1b[31m\u009b1m\u202e\u2067|\"',; \r\n\t&amp;"; }

} // namespace blueprinting::testing
