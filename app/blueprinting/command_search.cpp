#include "app/blueprinting/common.h"
#include "app/blueprinting/interruption.h"
#include "app/blueprinting/search_question.h"
#include "app/blueprinting/search_text.h"
#include "app/blueprinting/subcommands.h"
#include "app/number_option.h"
#include "core/base/format.h"
#include "core/search/merge.h"
#include "core/search/part_json.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace blueprinting::cli {
namespace {

struct Arguments {
    QuestionArguments question;
    std::string shard;
    std::int64_t top = 10;
    bool pareto = false;
    bool json = false;
    std::string output;
    std::vector<std::string> merge;
    std::string explain, neighbours;
};

constexpr const char* kFooter =
    "Many machines: a Slurm array, or GNU parallel, and then the merge, which gives what one run would have written:\n"
    "  sbatch --array=1-8 --wrap 'blueprinting search … --shard $SLURM_ARRAY_TASK_ID/8 "
    "--output part-$SLURM_ARRAY_TASK_ID.csv'\n"
    "  parallel blueprinting search … --shard {}/8 --output part-{}.csv ::: 1 2 3 4 5 6 7 8\n"
    "  blueprinting search --merge part-*.csv --output all.csv\n";

/// Options that the form of the answer leaves nothing to do, each by its name.
Diagnostics meaningless(const Arguments& arguments, const CLI::App& parser)
{
    Diagnostics out;
    const auto refuse = [&](const std::string& why) { out.push_back({Severity::error, "usage", "", why}); };
    if (arguments.pareto && arguments.json && arguments.output.empty())
        refuse("--pareto goes with the text answer or with --output, not with --json alone, which holds the front "
               "anyway: leave it out");
    if (arguments.pareto && !arguments.json && parser.count("--top") > 0)
        refuse(
            "--top goes with --json or with the fastest, not with --pareto, which says the whole front: leave it out");
    if (arguments.pareto && !arguments.output.empty() && !arguments.shard.empty())
        refuse("--pareto goes with the whole space, not with --shard and --output: the front of a part is none of the "
               "whole's; --json has what a merge makes the front of");
    const auto alone = [&](const char* option, std::initializer_list<const char*> kept) {
        if (parser.count(option) == 0)
            return;
        for (const CLI::Option* each : parser.get_options()) {
            const std::string name = each->get_name();
            const auto is = [&](const char* other) { return name == other; };
            if (each->count() > 0 && name != option && name != "--json" && std::none_of(kept.begin(), kept.end(), is))
                refuse(name + " has nothing to do beside " + option + ": leave it out");
        }
    };
    alone("--merge", {"--output"});
    for (const char* asks : {"--explain", "--neighbours"})
        if (parser.count(asks) > 0)
            for (const char* other : {"--top", "--pareto", "--output", "--shard"})
                if (parser.count(other) > 0)
                    refuse(std::string(other) + " has nothing to do beside " + asks + ": leave it out");
    if (parser.count("--explain") > 0 && parser.count("--neighbours") > 0)
        refuse("--explain has nothing to do beside --neighbours: leave it out");
    return out;
}

bool ends_with(const std::string& name, const char* ending) { return name.ends_with(ending); }

/// The form that a file's ending says.
std::optional<search::TableForm> form_of(const std::string& name)
{
    if (ends_with(name, ".csv"))
        return search::TableForm::csv;
    return ends_with(name, ".jsonl") ? std::optional(search::TableForm::jsonl) : std::nullopt;
}

Output output_of(search::TableForm form)
{
    return form == search::TableForm::csv ? Output::search_strategies : Output::search_strategy_lines;
}

/// Writes a table that is made piece by piece; what its making fails with comes before the writing's code.
int write_table(search::TableForm form, const std::string& path, Style style,
                const std::function<Result<Done>(const TextSink&)>& make)
{
    Result<Done> made = Done{};
    const int code = write_output(
        output_of(form), path, [&](const TextSink& sink) { made = make(sink); }, style);
    if (!made && !made.cancelled())
        return report(made.diagnostics(), style);
    return made.cancelled() ? kBadInput : code;
}

/// How far a long search is, on a terminal alone.
class Progress {
public:
    explicit Progress(std::uint64_t strategies) : m_all(strategies), m_shown(::isatty(STDERR_FILENO) != 0) {}
    ~Progress()
    {
        if (m_wrote)
            std::fputs("\r\033[K", stderr);
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void operator()(std::uint64_t done)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!m_shown || now - m_last < std::chrono::milliseconds(500))
            return;
        m_last = now;
        m_wrote = true;
        const double past = std::chrono::duration<double>(now - m_begin).count();
        const double left = past * static_cast<double>(m_all - done) / static_cast<double>(done);
        std::fprintf(stderr, "\r%s of %s strategies, %.0f s left\033[K",
                     format::integer(static_cast<std::int64_t>(done)).c_str(),
                     format::integer(static_cast<std::int64_t>(m_all)).c_str(), left);
    }

private:
    std::uint64_t m_all;
    bool m_shown, m_wrote = false;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now(), m_last = m_begin;
};

int say(const search::Answers& answers, const Arguments& arguments, Style style)
{
    if (!arguments.json)
        return write_output(Output::search_text, "", search_text(answers, arguments.pareto));
    const auto json = search::answers_json(answers);
    return json ? write_json(Output::search, "", *json, style) : report(json.diagnostics(), style);
}

int search_all(const Arguments& arguments, const search::Question& question, const search::Shard& shard, Style style)
{
    const auto layouts = search::layouts_of(question);
    if (!layouts)
        return report(with_options(layouts.diagnostics()), style);
    std::uint64_t strategies = 0;
    for (const search::Layout& layout : *layouts)
        strategies += search::strategies_of(layout, shard);
    const CancelToken cancel;
    const Interruption interruption(cancel);
    Result<search::Answers> answers = Cancelled{};
    {
        Progress progress(strategies);
        answers = search::answer(
            question, shard, static_cast<std::size_t>(arguments.top), [&](std::uint64_t done) { progress(done); },
            cancel);
    }
    if (!answers)
        return answers.cancelled() ? kBadInput : report(answers.diagnostics(), style); // the signal ends the program
    if (const auto form = form_of(arguments.output)) {
        const int code = write_table(*form, arguments.output, style, [&](const TextSink& sink) {
            return search::write_strategies(question, shard, *form, arguments.pareto ? &answers->found : nullptr, sink,
                                            cancel);
        });
        if (code != kOk)
            return code;
    }
    return say(*answers, arguments, style);
}

int explain(const Arguments& arguments, const search::Question& question, Style style)
{
    const auto execution = load_execution(arguments.explain, strategy::Rules::strict);
    if (!execution)
        return report(of_option("--explain", execution.diagnostics()), style);
    const CancelToken cancel;
    const Interruption interruption(cancel);
    const auto explanation = search::explain(question, *execution, cancel);
    if (!explanation)
        return explanation.cancelled() ? kBadInput : report(of_option("--explain", explanation.diagnostics()), style);
    if (arguments.json)
        return write_json(Output::search, "", search::explanation_json(question, *explanation), style);
    return write_output(Output::search_text, "", explanation_text(question, *explanation));
}

int neighbours(const Arguments& arguments, const search::Question& question, Style style)
{
    const auto execution = load_execution(arguments.neighbours, strategy::Rules::strict);
    if (!execution)
        return report(of_option("--neighbours", execution.diagnostics()), style);
    const auto found = search::neighbours(question, *execution);
    if (!found)
        return report(of_option("--neighbours", found.diagnostics()), style);
    if (arguments.json)
        return write_json(Output::search, "", search::neighbours_json(question, *found), style);
    return write_output(Output::search_text, "", neighbours_text(question, *found));
}

/// Answers in JSON make an answer, tables a table.
int merge(const Arguments& arguments, Style style)
{
    const auto form = form_of(arguments.merge.front());
    for (const std::string& name : arguments.merge)
        if (form_of(name) != form)
            return report({{Severity::error, "usage", "",
                            "--merge: " + name + " is of another kind than " + arguments.merge.front()}},
                          style);
    if (form)
        return write_table(*form, arguments.output, style, [&](const TextSink& sink) {
            return search::merge_tables({arguments.merge.begin(), arguments.merge.end()}, *form, sink);
        });
    std::vector<search::Answers> parts;
    Diagnostics problems;
    for (const std::string& name : arguments.merge) {
        const auto document = JsonDocument::read(name);
        auto part = document ? search::read_part(*document) : document.failure_as<search::Answers>();
        if (part)
            parts.push_back(*std::move(part));
        problems.insert(problems.end(), part.diagnostics().begin(), part.diagnostics().end());
    }
    if (!problems.empty())
        return report(problems, style);
    const CancelToken cancel;
    const Interruption interruption(cancel);
    const auto answers = search::joined(std::move(parts), arguments.merge, cancel);
    if (!answers)
        return answers.cancelled() ? kBadInput : report(answers.diagnostics(), style);
    const auto json = search::answers_json(*answers);
    return json ? write_json(Output::search, arguments.output, *json, style) : report(json.diagnostics(), style);
}

int run(const Arguments& arguments)
{
    const Style style = arguments.json ? Style::json : Style::text;
    if (!arguments.merge.empty())
        return merge(arguments, style);
    if (!arguments.output.empty() && !form_of(arguments.output))
        return report({{Severity::error, "usage", "", "--output " + arguments.output + " must end in .csv or .jsonl"}},
                      style);
    Diagnostics problems;
    const auto question = question_of(arguments.question);
    problems = question.diagnostics();
    search::Shard shard;
    if (!arguments.shard.empty()) {
        const auto parsed = search::Shard::parse(arguments.shard);
        const Diagnostics refused = with_options(parsed.diagnostics());
        problems.insert(problems.end(), refused.begin(), refused.end());
        if (parsed)
            shard = *parsed;
    }
    if (!problems.empty())
        return report(problems, style);
    if (!arguments.explain.empty())
        return explain(arguments, *question, style);
    if (!arguments.neighbours.empty())
        return neighbours(arguments, *question, style);
    return search_all(arguments, *question, shard, style);
}

} // namespace

Subcommand add_search(CLI::App& program)
{
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* parser = program.add_subcommand("search", "Every strategy that trains a model with a batch on a number "
                                                        "of devices, within bounds: which laws refuse how many, "
                                                        "which fit, the fastest of them and the front of time against "
                                                        "memory. A bound is numbers and stretches of them, as 1,2,8 "
                                                        "or 4..16");
    add_question(*parser, arguments->question);
    add_whole(*parser, "--top", arguments->top, {.least = 0}, "How many of the first to say; 10 where left out");
    parser->add_flag("--pareto", arguments->pareto, "Say, and write, the front of time against memory alone");
    parser->add_option("--shard", arguments->shard, "i/n: the i-th of n parts of the space")
        ->type_name("NUMBER/NUMBER");
    parser->add_option("--output", arguments->output, "File for every legal strategy, .csv or .jsonl; of a merge");
    parser->add_flag("--json", arguments->json, "Answer in JSON: counts, front and top, each strategy compiled whole");
    parser->add_option("--explain", arguments->explain,
                       "Execution, a preset's name or a file: where it stands, how far behind the best, the one change "
                       "that helps it most, what each of its values costs, or the laws that refuse it");
    parser->add_option("--neighbours", arguments->neighbours,
                       "Execution: the next legal value of each knob, down and up, and what it does");
    parser->add_option("--merge", arguments->merge,
                       "Outputs of all shards of a search, .csv, .jsonl or answers in JSON: as one run writes them");
    parser->footer(std::string(kFooter) + kNumberHelp);
    return {parser, [arguments, parser] {
                if (const Diagnostics problems = meaningless(*arguments, *parser); !problems.empty())
                    return report(problems, arguments->json ? Style::json : Style::text);
                return run(*arguments);
            }};
}

} // namespace blueprinting::cli
