#include "app/blueprinting/common.h"

#include "core/base/canonical_json.h"
#include "core/base/diagnostic_json.h"
#include "core/base/file.h"
#include "core/base/file_format.h"
#include "core/base/foreign_text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace blueprinting::cli {
namespace {

FileFormat format_of(Output what)
{
    switch (what) {
#define BLUEPRINTING_OUTPUT(name, format)                                                                              \
    case Output::name:                                                                                                 \
        return FileFormat::format;
#include "app/blueprinting/outputs.def"
#undef BLUEPRINTING_OUTPUT
    }
    return FileFormat::text;
}

/// As it may stand on a console, whatever names it holds.
std::string for_console(FileFormat format, std::string_view text)
{
    const bool json = format == FileFormat::json || format == FileFormat::jsonl;
    return json ? visible_json(text) : visible(text);
}

/// The other formats have no escapes for it, and are whole as they are.
bool may_stay(FileFormat format, std::string_view text)
{
    return is_plain(text) || (format != FileFormat::json && format != FileFormat::jsonl && format != FileFormat::text);
}

} // namespace

int report(const Diagnostics& diagnostics, Style style)
{
    int code = kOk;
    for (const Diagnostic& each : diagnostics) {
        // A file name need not be UTF-8: replaced in JSON, spelled out in text.
        const std::string line = style == Style::json
                                     ? visible_json(to_json(each).dump(-1, ' ', false, Json::error_handler_t::replace))
                                     : std::string(to_string(each.severity)) + ": " + to_line(each);
        std::fprintf(stderr, "%s\n", line.c_str());
        if (each.severity == Severity::error)
            code = kBadInput;
    }
    return code;
}

Diagnostics of_option(const std::string& option, Diagnostics diagnostics)
{
    for (Diagnostic& diagnostic : diagnostics)
        diagnostic.path = option;
    return diagnostics;
}

int write_output(Output what, const std::string& path, std::string_view raw, Style style)
{
    return write_output(
        what, path, [raw](const TextSink& sink) { sink(raw); }, style);
}

int write_output(Output what, const std::string& path, const TextMaker& make_raw, Style style)
{
    // A piece ends between two characters, so each is made visible by itself.
    const TextMaker make = [&](const TextSink& sink) {
        make_raw([&](std::string_view piece) {
            return may_stay(format_of(what), piece) ? sink(piece) : sink(for_console(format_of(what), piece));
        });
    };
    if (path.empty() || path == "-") {
        // Whether all went well is said by finish_output.
        make([](std::string_view text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size(); });
        return kOk;
    }
    const auto written = write_file_atomically(path, make);
    return written ? kOk : report(written.diagnostics(), style);
}

int write_json(Output what, const std::string& path, const Json& value, Style style)
{
    auto text = pretty_json(value);
    // A file's name need not be UTF-8: replaced, as in diagnostics.
    if (!text && text.diagnostics().front().code == "json.encoding")
        text = pretty_json(Json::parse(value.dump(-1, ' ', false, Json::error_handler_t::replace)));
    return text ? write_output(what, path, *text, style) : report(text.diagnostics(), style);
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
