#include "app/blueprinting/common.h"

#include "core/base/canonical_json.h"
#include "core/base/diagnostic_json.h"
#include "core/base/file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace blueprinting::cli {
namespace {

/// One line whatever the message holds, and nothing in it that a terminal would obey.
std::string one_line(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }, ' ');
    return text;
}

} // namespace

int report(const Diagnostics& diagnostics, Style style)
{
    int code = kOk;
    for (const Diagnostic& each : diagnostics) {
        // A file name need not be UTF-8: replaced in JSON, kept as it is in text.
        const std::string line = style == Style::json
                                     ? to_json(each).dump(-1, ' ', false, Json::error_handler_t::replace)
                                     : std::string(to_string(each.severity)) + ": " + one_line(to_line(each));
        std::fprintf(stderr, "%s\n", line.c_str());
        if (each.severity == Severity::error)
            code = kBadInput;
    }
    return code;
}

int write_output(const std::string& path, std::string_view text, Style style)
{
    return write_output(path, [text](const TextSink& sink) { sink(text); }, style);
}

int write_output(const std::string& path, const TextMaker& make, Style style)
{
    if (path.empty() || path == "-") {
        // Whether all went well is said by finish_output.
        make([](std::string_view text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size(); });
        return kOk;
    }
    const auto written = write_file_atomically(path, make);
    return written ? kOk : report(written.diagnostics(), style);
}

int write_json(const std::string& path, const Json& value, Style style)
{
    auto text = pretty_json(value);
    // A file's name need not be UTF-8: replaced, as in diagnostics.
    if (!text && text.diagnostics().front().code == "json.encoding")
        text = pretty_json(Json::parse(value.dump(-1, ' ', false, Json::error_handler_t::replace)));
    return text ? write_output(path, *text, style) : report(text.diagnostics(), style);
}

int finish_output(int code)
{
    // An earlier failed write only leaves the error mark; errno is that of the flush.
    errno = 0;
    const bool flushed = std::fflush(stdout) == 0;
    if (flushed && std::ferror(stdout) == 0)
        return code;
    const std::string reason = errno != 0 ? std::strerror(errno) : "a write failed";
    return report({{Severity::error, "file.unwritable", "", "standard output cannot be written: " + reason}});
}

} // namespace blueprinting::cli
