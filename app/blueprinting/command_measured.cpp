#include "app/blueprinting/common.h"
#include "app/blueprinting/interruption.h"
#include "app/blueprinting/load_program.h"
#include "app/blueprinting/measured_text.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/view_option.h"
#include "core/base/file.h"
#include "core/base/near_names.h"
#include "core/measured/facts.h"
#include "core/measured/report_json.h"
#include "core/search/program_answer.h"

#include <algorithm>
#include <memory>
#include <set>

namespace blueprinting::cli {
namespace {

using namespace measured;

struct Options {
    std::vector<std::string> files;
    bool plain = false;
    std::string source, gpu;
    std::vector<std::string> grades;
    std::optional<cost::View> view;
    bool rows = false, choices = false, json = false;
    std::string like, model, system;
    std::optional<std::int64_t> sequence;

    [[nodiscard]] cost::View shown() const { return view.value_or(cost::View::system_evidence); }
    /// Choices stand by grade, each apart; all else is of the headline's grades unless it is said otherwise.
    [[nodiscard]] std::vector<Grade> chosen() const
    {
        std::vector<Grade> out;
        for (const Grade grade : kEveryGrade)
            if (grades.empty() ? choices || grade != Grade::c
                               : std::find(grades.begin(), grades.end(), to_string(grade)) != grades.end())
                out.push_back(grade);
        return out;
    }
};

Result<std::vector<Row>> read_all(const std::vector<std::string>& files)
{
    if (files.empty())
        return carried_rows();
    std::vector<Row> out;
    Diagnostics problems;
    const auto keep = [&](const Diagnostics& more) { problems.insert(problems.end(), more.begin(), more.end()); };
    for (const std::string& file : files) {
        const bool input = file == "-";
        const auto text = input ? read_standard_input() : read_file(file);
        if (!text) {
            keep(text.diagnostics());
            continue;
        }
        auto rows = read_runs(*text, input ? "stdin" : file);
        if (rows)
            std::move(rows->begin(), rows->end(), std::back_inserter(out));
        else
            keep(rows.diagnostics());
    }
    if (files.size() > 1)
        keep(repeated_ids({}, out));
    if (!problems.empty())
        return problems;
    return out;
}

/// A name that no row has filters nothing on purpose: it is mistyped.
void check_known(const std::string& option, const std::string& given, const std::set<std::string>& known, bool found,
                 Diagnostics& problems)
{
    if (found)
        return;
    const std::vector<std::string> all(known.begin(), known.end());
    auto names = near_names(given, all);
    if (names.empty())
        names.assign(all.begin(), all.begin() + std::min<std::ptrdiff_t>(3, std::ssize(all)));
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : "; ") + name;
    problems.push_back(
        {Severity::error, "measured.filter", option,
         "no row has \"" + given + "\"; there " + (names.size() == 1 ? "is " : "are, for example, ") + list});
}

/// Only what the options ask for stays.
Diagnostics filter(std::vector<Row>& rows, const Options& options)
{
    Diagnostics problems;
    std::set<std::string> sources, gpus;
    bool gpu = false;
    for (const Row& row : rows) {
        sources.insert(row.source);
        gpus.insert(gpu_of(row));
        gpu = gpu || is_gpu(row, options.gpu);
    }
    if (!options.source.empty())
        check_known("--source", options.source, sources, sources.contains(options.source), problems);
    if (!options.gpu.empty())
        check_known("--gpu", options.gpu, gpus, gpu, problems);
    const std::vector<Grade> grades = options.chosen();
    std::erase_if(rows, [&](const Row& row) {
        return (options.plain && row.expressible_with != "plain") ||
               (!options.source.empty() && row.source != options.source) ||
               (!options.gpu.empty() && !is_gpu(row, options.gpu)) ||
               std::find(grades.begin(), grades.end(), row.grade) == grades.end();
    });
    return problems;
}

Diagnostics meaningless(const Options& options)
{
    Diagnostics out;
    const auto of_like = [&](const char* option) {
        out.push_back({Severity::error, "usage", "",
                       std::string(option) + " goes with --like, which says what it is the model or system of: "
                                             "leave it out"});
    };
    if (options.like.empty()) {
        for (const auto& [option, value] :
             {std::pair("--model", &options.model), std::pair("--system", &options.system)})
            if (!value->empty())
                of_like(option);
        if (options.sequence)
            of_like("--sequence");
    }
    return out;
}

/// A strategy that the nearest runs are looked for.
struct Asked {
    Row row; ///< model, system and strategy as those of a run
    cost::View view;
    std::optional<system::CalibrationStatus> calibration;
    Seconds predicted; ///< in the view
};

Result<Asked> of_program(const LoadedProgram& loaded, const Options& options, Style style)
{
    const auto& [inputs, findings, origins] = loaded;
    report(findings, style);
    const auto answer = search::answer_program(inputs, {}, origins, options.view);
    if (const auto* refused = std::get_if<search::ProgramRefusal>(&answer))
        return refused->of_view ? of_option("--view", refused->diagnostics) : refused->diagnostics;
    const auto& answered = std::get<search::ProgramAnswer>(answer);
    Row row;
    row.system = inputs.system.name;
    row.modern = {inputs.model, inputs.execution};
    return Asked{std::move(row), answered.shown.view, answered.calibration, answered.shown.total};
}

Result<Asked> of_six_numbers(const InputArguments& arguments, const Options& options)
{
    const auto loaded = load_inputs(arguments, strategy::Rules::strict);
    if (!loaded)
        return loaded.failure_as<Asked>();
    const auto evaluation = search::evaluate(loaded->inputs, loaded->origins, strategy::Rules::strict);
    if (!evaluation)
        return evaluation.failure_as<Asked>();
    const search::Inputs& inputs = loaded->inputs;
    const auto calibration = search::calibration(inputs.system, inputs.execution);
    const auto view = search::shown_view(calibration, options.view);
    if (!view)
        return of_option("--view", view.diagnostics());
    Row row;
    row.system = inputs.system.name;
    row.plain = {inputs.model, inputs.execution};
    return Asked{std::move(row), *view, calibration, evaluation->in(*view).total};
}

int answer_like(const Runs& runs, const Options& options, Style style)
{
    const InputArguments arguments{options.model, options.system, options.like, options.sequence};
    const auto program = load_program(arguments);
    const auto asked = !program    ? of_six_numbers(arguments, options)
                       : !*program ? program->failure_as<Asked>()
                                   : of_program(**program, options, style);
    if (!asked) {
        Diagnostics problems = asked.diagnostics();
        for (Diagnostic& each : problems)
            if (each.path == "--execution")
                each.path = "--like";
        return report(problems, style);
    }
    const auto of = judged(runs, options.chosen(), asked->view);
    Likeness found = like(traits(asked->row), runs, of, asked->view);
    tell_uncounted(found, runs, asked->row);
    if (style == Style::text)
        return write_output(Output::measured_like_table, "",
                            like_text(runs, found, asked->predicted, asked->view,
                                      asked->calibration == system::CalibrationStatus::datasheet),
                            style);
    Json json = like_json(runs, found);
    json["view"] = to_string(asked->view);
    if (asked->calibration)
        json["calibration"] = to_string(*asked->calibration);
    json["predicted_seconds"] = asked->predicted.value();
    return write_json(Output::measured_like, "", json, style);
}

int run(const Options& options)
{
    const Style style = options.json ? Style::json : Style::text;
    if (const Diagnostics problems = meaningless(options); !problems.empty())
        return report(problems, style);
    auto rows = read_all(options.files);
    if (!rows)
        return report(rows.diagnostics(), style);
    if (const Diagnostics problems = filter(*rows, options); !problems.empty())
        return report(problems, style);
    const CancelToken cancel;
    const Interruption interruption(cancel);
    const auto runs = Runs::of(*std::move(rows), options.plain ? Reach::plain : Reach::any, cancel);
    if (!runs)
        return kBadInput; // interrupted: the signal ends the program
    const cost::View view = options.shown();
    const std::vector<Grade> grades = options.chosen();
    if (!options.like.empty())
        return answer_like(*runs, options, style);
    if (options.choices)
        return options.json ? write_json(Output::measured_choices, "", choices_json(*runs, view), style)
                            : write_output(Output::measured_choices_table, "", choices_text(*runs, view), style);
    if (!options.json)
        return options.rows ? write_output(Output::measured_rows_table, "", rows_text(*runs, view), style)
                            : write_output(Output::measured_table, "", summary_text(*runs, grades, view), style);
    Json json = summary_json(*runs, grades, view);
    if (options.rows)
        json["rows"] = rows_json(*runs);
    return write_json(options.rows ? Output::measured_rows : Output::measured, "", json, style);
}

} // namespace

Subcommand add_measured(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand(
        "measured", "Measured runs beside what the program predicts for them, nothing fitted: how far off by source, "
                    "how good its choices, and which runs are nearest to a strategy. Percent are predicted time over "
                    "measured time less 1: below 0 the run took longer than predicted");
    parser->add_option(
        "FILE", options->files,
        "JSONL rows or CSV tables of runs, \"-\" for standard input; the published runs that the program "
        "carries where left out");
    parser->add_flag("--plain", options->plain, "Only rows that need no modern model");
    parser->add_option("--source", options->source, "Only rows of exactly this source");
    parser
        ->add_option("--grade", options->grades,
                     "Only these grades: A is a run's own log, B a table of whoever ran it, C derived or second-hand; "
                     "A,B where left out, with --choices all")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"A", "B", "C"}));
    parser->add_option("--gpu", options->gpu, "Only rows of this GPU: a system's name or its head, as a100");
    add_view(*parser, options->view, "What the errors are of");
    CLI::Option* rows = parser->add_flag("--rows", options->rows,
                                         "Each row: measured, predicted, error, and the interval of what is not said");
    CLI::Option* choices = parser->add_flag("--choices", options->choices,
                                            "How often the faster of two strategies of one cell is predicted to be it");
    CLI::Option* like =
        parser->add_option("--like", options->like,
                           "The runs nearest to this strategy: preset, Calculon execution file or typed form; a preset "
                           "also names its model and system");
    rows->excludes(choices)->excludes(like);
    choices->excludes(like);
    parser->add_option("--model", options->model, "Of --like: preset, Calculon model file or config.json");
    add_sequence(*parser, options->sequence);
    parser->add_option("--system", options->system, "Of --like: preset or Calculon system file");
    parser->add_flag("--json", options->json, "Write JSON; percent are not rounded");
    parser->footer(kNumberHelp);
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
