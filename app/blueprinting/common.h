#pragma once
#include "core/base/json_document.h"
#include "core/base/text_stream.h"

#include <string>
#include <string_view>

/// What every subcommand says and writes with. Results go to standard output, diagnostics to standard error.
namespace blueprinting::cli {

/// Exit codes: 1 is a failed gate or certificate check, 2 bad input or usage. Findings do not fail.
inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadInput = 2;

/// How diagnostics are written: lines for people, or one JSON object a line.
enum class Style { text, json };

/// Everything that is written as a result.
enum class Output {
#define BLUEPRINTING_OUTPUT(name, format) name,
#include "app/blueprinting/outputs.def"
#undef BLUEPRINTING_OUTPUT
};

/// Writes each diagnostic as one line on standard error, with nothing in it that a terminal obeys; returns kBadInput
/// where one of them is an error, else kOk.
int report(const Diagnostics& diagnostics, Style style = Style::text);

/// The option that problems are about, as their place.
Diagnostics of_option(const std::string& option, Diagnostics diagnostics);

/// Writes a result to standard output ("" or "-") or to a file, which is replaced only by a whole new one. What is text
/// for people is made visible (core/base/foreign_text.h); what is for programs is written as it is, JSON with its own
/// escapes for what a terminal would obey.
int write_output(Output what, const std::string& path, std::string_view text, Style style = Style::text);
/// The same of a text that is handed on as it is made.
int write_output(Output what, const std::string& path, const TextMaker& make, Style style = Style::text);
/// The same for a JSON value, indented for people; json.not_finite where a number has no JSON.
int write_json(Output what, const std::string& path, const Json& value, Style style = Style::text);

/// Flushes standard output at the end of a run: an output that could not be written is an error, not a success.
int finish_output(int code);

} // namespace blueprinting::cli
