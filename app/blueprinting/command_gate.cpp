#include "app/blueprinting/common.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/verdict_word.h"
#include "core/base/foreign_text.h"
#include "core/calibration/experiment.h"
#include "core/calibration/gate.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace blueprinting::cli {
namespace {

struct Options {
    std::optional<std::string> contract; ///< not given: the carried one; main refuses an empty name
    std::optional<std::string> write_first;
    bool json = false;
};

Result<calibration::Report> run_cases()
{
    const auto cases = calibration::table5_cases();
    if (!cases)
        return cases.failure_as<calibration::Report>();
    const auto calculon = oracle::make_recorded_calculon();
    const auto paper = oracle::make_paper();
    return calibration::run_experiment(*cases, *calculon, *paper, {}, CancelToken());
}

Result<calibration::Contract> load_contract(const std::optional<std::string>& path)
{
    if (!path)
        return calibration::baseline_contract();
    const auto document = JsonDocument::read(*path);
    if (!document)
        return document.failure_as<calibration::Contract>();
    return calibration::contract_from_json(*document);
}

/// Never over a contract that is there: a new golden is an edit that a reviewer sees.
int write_first(const std::string& path, const calibration::Report& report_of_cases, Style style)
{
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, error)))
        return report({{Severity::error, "contract.exists", "--write-first-contract",
                        path + " exists: edit a contract to change it; it is never written over"}},
                      style);
    return write_json(Output::gate_contract, path, to_json(calibration::first_contract(report_of_cases)), style);
}

Json checks_json(const std::vector<calibration::Check>& checks)
{
    Json out = Json::array();
    for (const calibration::Check& check : checks) {
        Json entry{{"name", check.name},
                   {"kind", to_string(check.kind)},
                   {"passed", check.passed},
                   {"expected", check.expected},
                   {"actual", check.actual}};
        // An infinite use has no JSON; the actual figure says it.
        if (check.used && *check.used < 1e300)
            entry["allowance_used"] = *check.used;
        out.push_back(std::move(entry));
    }
    return {{"ok", all_passed(checks)}, {"checks", std::move(out)}};
}

std::string checks_text(const std::vector<calibration::Check>& checks)
{
    std::string out;
    std::size_t failed = 0;
    for (const calibration::Check& check : checks) {
        out += std::string(verdict_word(check.passed)) + "  " + visible_line(to_line(check)) + "\n";
        failed += check.passed ? 0 : 1;
    }
    return out + (failed == 0 ? "gate passed: " + std::to_string(checks.size()) + " checks\n"
                              : "gate failed: " + std::to_string(failed) + " of " + std::to_string(checks.size()) +
                                    " checks\n");
}

int run(const Options& options)
{
    const Style style = options.json ? Style::json : Style::text;
    const auto result = run_cases();
    if (!result)
        return report(result.diagnostics(), style);
    if (options.write_first)
        return write_first(*options.write_first, *result, style);
    const auto contract = load_contract(options.contract);
    if (!contract)
        return report(contract.diagnostics(), style);
    const auto checks = calibration::check(*result, *contract);
    const int written = options.json ? write_json(Output::gate_checks, "", checks_json(checks), style)
                                     : write_output(Output::gate_checks_text, "", checks_text(checks), style);
    return written != kOk ? written : all_passed(checks) ? kOk : kFailed;
}

} // namespace

Subcommand add_gate(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand(
        "gate",
        "Check the eight cases of Table 5 against a contract: fixed values and limits; exit 1 if a check fails");
    auto* contract =
        parser->add_option("--contract", options->contract, "Use this contract file instead of the built-in one");
    parser
        ->add_option("--write-first-contract", options->write_first,
                     "Write a new contract to a file that does not exist yet, and check nothing")
        ->excludes(contract);
    parser->add_flag("--json", options->json, "Write the checks as JSON");
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
