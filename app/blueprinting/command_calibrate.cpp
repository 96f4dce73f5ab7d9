#include "app/blueprinting/common.h"
#include "app/blueprinting/estimate_text.h"
#include "app/blueprinting/interruption.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/table.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/calibration/memory_figures.h"
#include "core/oracle/live.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <unistd.h>

namespace blueprinting::cli {
namespace {

using Align = Table::Align;
using oracle::Figure;

struct Options {
    std::string output;
    std::optional<std::string> calculon; ///< a checkout to ask; else the recorded figures
    bool json = false;
    bool figures = false;
};

/// A figure or the state that stands for it.
std::string shown(const Figure& figure, int decimals)
{
    return figure.has_value() ? format::fixed(figure.value, decimals) : std::string(to_string(figure.state));
}
std::string shown_error(const Figure& figure)
{
    return figure.has_value() ? format::with_sign(figure.value, 2) : std::string(to_string(figure.state));
}

std::string shown_significant(const Figure& figure)
{
    return figure.has_value() ? format::significant(figure.value, 3) : std::string(to_string(figure.state));
}

std::string case_table(const calibration::Report& report)
{
    Table table({{"case"},
                 {"peak-only, s", Align::right},
                 {"against Calculon, %", Align::right},
                 {"evidence, s", Align::right},
                 {"Calculon, s", Align::right},
                 {"against it, %", Align::right},
                 {"paper, s", Align::right},
                 {"against it, %", Align::right}});
    for (const calibration::CaseReport& one : report.cases) {
        const auto of_calculon = [&](std::string text) {
            return one.calculon_failure.empty() ? std::move(text) : std::string("no answer");
        };
        table.add({one.name, format::fixed(one.peak_only_seconds, 4),
                   of_calculon(shown_error(one.peak_only_vs_calculon)), format::fixed(one.evidence_seconds, 4),
                   of_calculon(shown(one.calculon_seconds, 4)), of_calculon(shown_error(one.evidence_vs_calculon)),
                   shown(one.paper_seconds, 2), shown_error(one.evidence_vs_paper)});
    }
    return table.text();
}

std::string component_table(const calibration::Summary& summary)
{
    Table table({{"evidence against Calculon"},
                 {"mean |error|, %", Align::right},
                 {"largest, %", Align::right},
                 {"largest, s", Align::right}});
    for (std::size_t i = 0; i < cost::kComponents; ++i) {
        const calibration::ComponentError& error = summary.breakdown[i];
        table.add({in_words(to_string(static_cast<cost::Component>(i))), shown_significant(error.mean_absolute_percent),
                   shown_significant(error.max_absolute_percent), shown_significant(error.max_absolute_seconds)});
    }
    return table.text();
}

std::size_t compared_with_calculon(const calibration::Report& report)
{
    return static_cast<std::size_t>(
        std::count_if(report.cases.begin(), report.cases.end(),
                      [](const calibration::CaseReport& one) { return one.calculon_seconds.has_value(); }));
}

std::string summary_text(const calibration::Report& report)
{
    const calibration::Summary& summary = report.summary;
    const std::size_t compared = compared_with_calculon(report);
    std::string out;
    if (compared < report.cases.size())
        out += "Calculon gives figures for " + std::to_string(compared) + " of the " +
               std::to_string(report.cases.size()) + " cases\n";
    if (compared > 0)
        out += "peak-only against Calculon: " + shown(summary.peak_only_mean_absolute_percent, 4) + " % on average\n" +
               "evidence against Calculon: " + shown_significant(summary.evidence_max_absolute_percent) +
               " % at most; workload " + shown_significant(summary.workload_max_absolute_percent) + " %, memory " +
               shown_significant(summary.memory_max_absolute_bytes) + " B at most\n";
    return out + "evidence against the paper: " + shown(summary.evidence_vs_paper_mean_absolute_percent, 4) +
           " % on average, " + shown(summary.evidence_vs_paper_max_absolute_percent, 4) + " % at most\n" +
           "reference: " +
           visible_line(report.oracle.name + " " + report.oracle.package_version + ", " + report.oracle.provider +
                        ", " + report.oracle.source_digest) +
           "\n" + "evidence: " + visible_line(report.hardware.name + " " + report.hardware.evidence_revision) + "\n";
}

/// "megatron-22B full"
std::string strategy_words(const std::string& preset)
{
    std::string words = preset.substr(preset.find('/') + 1);
    std::replace(words.begin(), words.end(), '/', ' ');
    return words;
}

/// A refusal is something to know; that Calculon failed at a case is an error, though the others were compared.
Diagnostics unanswered(const calibration::Report& report)
{
    Diagnostics out;
    for (const calibration::CaseReport& one : report.cases)
        if (!one.calculon_refusal.empty())
            out.push_back(
                {Severity::finding, "oracle.refused", "", one.name + ": Calculon refuses it: " + one.calculon_refusal});
        else if (!one.calculon_failure.empty())
            out.push_back({Severity::error, "oracle.failed", "", one.name + ": " + one.calculon_failure});
    return out;
}

Diagnostics unanswered(const calibration::MemoryFigures& figures)
{
    Diagnostics out;
    for (const auto& [name, why] : figures.calculon_failures)
        out.push_back({Severity::error, "oracle.failed", "", strategy_words(name) + ": " + why});
    return out;
}

/// Says on a terminal who is waited for, and about what; a checkout takes part of a second for each, or does not answer
/// at all.
std::function<void(const calibration::Progress&)> progress_of(const Options& options)
{
    if (!options.calculon || ::isatty(STDERR_FILENO) != 1)
        return {};
    return [](const calibration::Progress& progress) {
        if (progress.stage == calibration::Progress::Stage::asking)
            std::fprintf(stderr, "%s: waiting for Calculon, %zu of %zu\n", visible_line(progress.name).c_str(),
                         progress.done + 1, progress.total);
    };
}

/// Runs against the recorded figures or the checkout that the options name. Live runs take seconds: they end, and clean
/// up, where the person ends the program.
template <class Value, class Run>
Result<Value> against_calculon(const Options& options, Run run)
{
    if (!options.calculon)
        return run(*oracle::make_recorded_calculon(), CancelToken());
    const oracle::LiveOptions live{*options.calculon};
    if (const auto usable = oracle::check_live(live); !usable)
        return of_option("--calculon", usable.diagnostics());
    const auto calculon = oracle::make_live_calculon(live);
    const CancelToken cancel;
    const Interruption interruption(cancel);
    return run(*calculon, cancel);
}

std::string quantity_words(calibration::MemoryQuantity quantity)
{
    switch (quantity) {
    case calibration::MemoryQuantity::parameters_and_optimizer: return "parameters + optimizer, GiB";
    case calibration::MemoryQuantity::activations: return "activations, GiB";
    case calibration::MemoryQuantity::activations_of_none: return "activations, % of none";
    }
    return "";
}

std::string figure_table(const calibration::MemoryFigures& figures, const std::string& figure)
{
    Table table({{figure},
                 {"quantity"},
                 {"estimated", Align::right},
                 {"Calculon", Align::right},
                 {"paper", Align::right},
                 {"against Calculon, %", Align::right},
                 {"against the paper, %", Align::right},
                 {"Calculon against it, %", Align::right}});
    for (const calibration::MemoryRow& row : figures.rows) {
        if (row.figure != figure)
            continue;
        const double unit = row.quantity == calibration::MemoryQuantity::activations_of_none ? 1 : kGibibyte;
        const auto scaled = [&](Figure value) {
            value.value /= unit;
            return shown(value, 2);
        };
        table.add({strategy_words(row.strategy), quantity_words(row.quantity), scaled(Figure::of(row.estimated)),
                   scaled(row.calculon), scaled(row.paper), shown_error(row.estimated_vs_calculon),
                   shown_error(row.estimated_vs_paper), shown_error(row.calculon_vs_paper)});
    }
    return table.text();
}

std::string deviation_words(const std::string& what, const calibration::MemoryDeviation& deviation)
{
    if (deviation.rows == 0)
        return what + ": nothing to compare";
    return what + ": " + format::fixed(deviation.mean_absolute_percent, 2) + " % on average, " +
           format::fixed(deviation.max_absolute_percent, 2) + " % at most" +
           (deviation.largest.empty() ? "" : " (" + strategy_words(deviation.largest) + ")");
}

/// The memory figures of the paper. That they are far off is a finding: exit 0.
int run_figures(const Options& options, Style style)
{
    const auto paper = oracle::make_paper();
    const auto result =
        against_calculon<calibration::MemoryFigures>(options, [&](oracle::Oracle& calculon, const CancelToken& cancel) {
            return calibration::run_memory_figures(calculon, *paper, progress_of(options), cancel);
        });
    if (!result)
        return report(result.diagnostics(), style);
    const int answered = report(unanswered(*result), style);
    if (options.json)
        return std::max(answered, write_json(Output::calibration_figures, options.output, to_json(*result), style));
    if (!options.output.empty() && options.output != "-") {
        if (const int code = write_json(Output::calibration_figures, options.output, to_json(*result), style);
            code != kOk)
            return code;
    }
    std::string text;
    for (const calibration::MemoryFigureSummary& one : result->summary)
        text += figure_table(*result, one.figure) + "\n";
    for (const calibration::MemoryFigureSummary& one : result->summary)
        text += deviation_words(one.figure + ", estimated against Calculon", one.estimated_vs_calculon) + "\n" +
                deviation_words(one.figure + ", Calculon against the paper", one.calculon_vs_paper) + "\n";
    return std::max(answered, write_output(Output::calibration_figure_tables, "", text));
}

int run(const Options& options)
{
    const Style style = options.json ? Style::json : Style::text;
    if (options.figures)
        return run_figures(options, style);
    const auto cases = calibration::table5_cases();
    if (!cases)
        return report(cases.diagnostics(), style);
    const auto paper = oracle::make_paper();
    const auto result =
        against_calculon<calibration::Report>(options, [&](oracle::Oracle& calculon, const CancelToken& cancel) {
            return calibration::run_experiment(*cases, calculon, *paper, progress_of(options), cancel);
        });
    if (!result)
        return report(result.diagnostics(), style);
    const int answered = report(unanswered(*result), style);
    if (options.json)
        return std::max(answered, write_json(Output::calibration_report, options.output, to_json(*result), style));
    if (!options.output.empty() && options.output != "-") {
        if (const int code = write_json(Output::calibration_report, options.output, to_json(*result), style);
            code != kOk)
            return code;
    }
    const std::string components =
        compared_with_calculon(*result) > 0 ? component_table(result->summary) + "\n" : std::string();
    return std::max(answered, write_output(Output::calibration_tables, "",
                                           case_table(*result) + "\n" + components + summary_text(*result)));
}

} // namespace

Subcommand add_calibrate(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand(
        "calibrate", "Compare the eight cases of Table 5 (arXiv 2205.05198) with Calculon and with the paper");
    parser->add_option("--output", options->output, "Write the report (JSON) to this file, as well as the tables");
    parser->add_flag("--figures", options->figures, "Compare the memory of Figures 1 and 7 of the paper instead");
    parser
        ->add_option("--calculon", options->calculon,
                     "Run this checkout of Calculon (with python3) instead of using the recorded figures")
        ->type_name("PATH");
    parser->add_flag("--json", options->json, "Write the report (JSON) instead of the tables");
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
