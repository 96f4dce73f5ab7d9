#include "core/oracle/reply.h"

#include "core/base/format.h"
#include "core/base/shortened.h"
#include "core/oracle/output_file.h"
#include "core/oracle/statistics.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

namespace blueprinting::oracle {
namespace {

/// How much of standard error a person is shown.
constexpr std::size_t kShownLines = 20;
/// And of each line of it.
constexpr std::size_t kShownBytes = 400;
/// An answer takes some kilobytes.
constexpr std::size_t kMostAnswer = std::size_t{1} << 20;

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (const auto line = text.substr(0, end); !trimmed(line).empty())
            lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// A line as a person is shown it: whoever floods a stream need not write lines.
std::string shown_line(std::string_view line) { return shortened(line, kShownBytes); }

/// "64 MiB"
std::string mebibytes(std::uintmax_t bytes)
{
    return format::shortest(static_cast<double>(bytes) / (1 << 20)) + " MiB";
}

std::optional<std::string> said_error(std::string_view text)
{
    constexpr std::string_view kMark = "ERROR: ";
    for (const std::string_view line : lines_of(text))
        if (const auto said = trimmed(line); said.starts_with(kMark))
            return shown_line(trimmed(said.substr(kMark.size())));
    return std::nullopt;
}

/// The source line of the innermost frame: a line behind 'File "…", line …' that is no mark under the code ("^^^^").
std::string_view failing_code(const std::vector<std::string_view>& lines)
{
    for (std::size_t i = lines.size(); i-- > 1;)
        if (trimmed(lines[i - 1]).starts_with("File \""))
            return trimmed(lines[i]);
    return {};
}

Diagnostics failure(std::string code, std::string message, const std::string& err)
{
    Diagnostics out{{Severity::error, "oracle.live." + std::move(code), "", std::move(message)}};
    const auto lines = lines_of(err);
    if (lines.empty())
        return out;
    std::string said = lines.size() > kShownLines ? "…" : "";
    for (std::size_t i = lines.size() > kShownLines ? lines.size() - kShownLines : 0; i < lines.size(); ++i)
        said += (said.empty() ? "" : "\n") + shown_line(lines[i]);
    out.push_back({Severity::finding, "oracle.live.standard_error", "", "Calculon's standard error: " + said});
    return out;
}

std::string how_it_ended(const process::Finished& run)
{
    if (run.how == process::Finished::How::signalled)
        return "Calculon was killed by signal " + std::to_string(run.code) + " (" + ::strsignal(run.code) + ")";
    const auto lines = lines_of(run.err);
    return "Calculon stopped with exit code " + std::to_string(run.code) +
           (lines.empty() ? std::string() : ": " + shown_line(trimmed(lines.back())));
}

/// What stands between single quotes behind `mark` in the line; empty where there is no such.
std::string_view quoted_behind(std::string_view line, std::string_view mark)
{
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = line.substr(at + mark.size());
    return rest.substr(0, rest.find('\''));
}

/// A run that failed before it looked at its inputs: its Python, or the checkout, lacks something. Told apart from a
/// crash, since a person can mend it.
std::optional<Diagnostics> set_up_problem(const process::Finished& run)
{
    const auto lines = lines_of(run.err);
    if (run.how != process::Finished::How::exited || lines.empty())
        return std::nullopt;
    const std::string_view last = trimmed(lines.back());
    if (last.starts_with("ModuleNotFoundError:")) {
        const std::string name(quoted_behind(last, "No module named '"));
        if (name == "calculon" || name.starts_with("calculon."))
            return failure("incomplete", "this checkout of Calculon is incomplete: it has no module " + name, run.err);
        if (!name.empty())
            return failure("no_module",
                           "Calculon needs the Python module " + name +
                               ", and python3 has none; install it for the python3 that PATH names",
                           run.err);
    }
    if (quoted_behind(last, "invalid choice: '") == "llm")
        return failure("no_llm",
                       "this Calculon has no command llm; it is older than what can be asked here (0.1.0 has it)",
                       run.err);
    return std::nullopt;
}

/// The limit on files met it: by a signal, or as Python says the error where it ignores that signal.
bool wrote_too_much(const process::Finished& run)
{
    if (run.how == process::Finished::How::signalled)
        return run.code == SIGXFSZ;
    const auto lines = lines_of(run.err);
    return run.how == process::Finished::How::exited && run.code != 0 && !lines.empty() &&
           trimmed(lines.back()).starts_with("OSError: [Errno 27]"); // EFBIG
}

constexpr std::array<std::string_view, 3> kNotFinite{"-Infinity", "Infinity", "NaN"};

/// Python writes numbers that are not finite as bare words, which are no JSON: they become texts, so that one in a
/// figure that is not compared does no harm.
std::string quote_not_finite(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto word = quoted ? kNotFinite.end()
                                 : std::find_if(kNotFinite.begin(), kNotFinite.end(),
                                                [&](std::string_view w) { return text.substr(i).starts_with(w); });
        if (word != kNotFinite.end()) {
            out += '"' + std::string(*word) + '"';
            i += word->size() - 1;
            continue;
        }
        out += text[i];
        if (quoted && text[i] == '\\' && i + 1 < text.size())
            out += text[++i];
        else if (text[i] == '"')
            quoted = !quoted;
    }
    return out;
}

Diagnostics unusable(const JsonDocument& document, const Diagnostics& problems, const std::string& err)
{
    const Diagnostic& first = problems.front();
    const std::string more =
        problems.told() > 1 ? ", and " + format::integer(static_cast<std::int64_t>(problems.told() - 1)) + " more" : "";
    const Json::json_pointer place(first.path);
    const Json* value = document.root().contains(place) ? &document.root().at(place) : nullptr;
    if (value && value->is_string() &&
        std::find(kNotFinite.begin(), kNotFinite.end(), value->get_ref<const std::string&>()) != kNotFinite.end())
        return failure("not_finite",
                       "Calculon's answer holds a figure that is not finite: " + first.path + " is " +
                           value->get<std::string>() + more,
                       err);
    return failure("output",
                   "Calculon's answer cannot be used: " + (first.path.empty() ? "" : first.path + ": ") +
                       first.message + more,
                   err);
}

Result<Answer> read_output(const std::optional<std::string>& text, const std::string& source, const std::string& err)
{
    if (!text)
        return failure("no_output", "Calculon ended as if all were well, but wrote no answer", err);
    const auto document = JsonDocument::parse(quote_not_finite(*text), "Calculon's answer");
    if (!document) {
        const Diagnostic& problem = document.diagnostics().front();
        const std::string where = problem.location && problem.location->line > 0
                                      ? " (line " + std::to_string(problem.location->line) + ")"
                                      : std::string();
        return failure("output", "Calculon's answer cannot be read: " + problem.message + where, err);
    }
    Diagnostics problems;
    ObjectReader reader(*document, document->root(), "", problems);
    Answer answer = read_statistics(reader);
    if (!problems.empty())
        return unusable(*document, problems, err);
    answer.source = source;
    return answer;
}

} // namespace

std::optional<std::string> refusal_in(const std::string& out, const std::string& err)
{
    if (auto said = said_error(out))
        return said;
    if (auto said = said_error(err))
        return said;
    const auto lines = lines_of(err);
    if (lines.empty())
        return std::nullopt;
    const std::string_view last = trimmed(lines.back());
    const std::string_view name = last.substr(0, last.find(':'));
    const std::string_view words =
        name.size() < last.size() ? trimmed(last.substr(name.size() + 1)) : std::string_view();
    if (name == "AssertionError")
        return words.empty() ? "a failed assertion: " + shown_line(failing_code(lines))
                             : "a failed assertion: " + shown_line(words);
    if (name == "Llm.Error" || name.ends_with(".Llm.Error"))
        return shown_line(words);
    return std::nullopt;
}

Result<Answer> read_reply(const process::Command& command, const process::Finished& run, int folder, const char* output,
                          const std::string& source)
{
    using How = process::Finished::How;
    if (run.how == How::timed_out)
        return failure("timed_out",
                       "Calculon gave no answer within " +
                           format::significant(static_cast<double>(command.time_limit.count()) / 1000, 2) +
                           " s and was stopped",
                       run.err);
    if (run.how == How::said_too_much)
        return failure("too_much",
                       "Calculon printed more than " + mebibytes(command.most_said) +
                           " on one of its streams and was stopped",
                       run.err);
    if (run.how == How::wrote_too_much)
        return failure("too_much",
                       "Calculon wrote more than " + mebibytes(command.most_written) + " or " +
                           std::to_string(command.most_files) + " files into its temporary folder and was stopped",
                       run.err);
    if (run.how == How::wrote_elsewhere)
        return failure("too_much",
                       "Calculon wrote more than " + mebibytes(command.most_in_all()) + " in all and was stopped",
                       run.err);
    const bool well = run.how == How::exited && run.code == 0;
    const auto text = well ? read_output_file(folder, output, kMostAnswer)
                           : Result<std::optional<std::string>>(std::optional<std::string>());
    if (run.how == How::exited && text && !*text)
        if (const auto words = refusal_in(run.out, run.err)) {
            Answer refused = answer_of(State::refused);
            refused.refusal = *words;
            refused.source = source;
            return refused;
        }
    if (!text)
        return failure("output", "Calculon's answer " + text.diagnostics().front().message, run.err);
    if (wrote_too_much(run))
        return failure("too_much",
                       "Calculon tried to write a file of more than " + mebibytes(command.most_file) +
                           ", and no such file is needed",
                       run.err);
    if (const auto problem = well ? std::nullopt : set_up_problem(run))
        return *problem;
    if (!well)
        return failure("crashed", how_it_ended(run), run.err);
    return read_output(*text, source, run.err);
}

} // namespace blueprinting::oracle
