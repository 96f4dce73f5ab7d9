#include "app/blueprinting/certificate_tables.h"
#include "app/blueprinting/common.h"
#include "app/blueprinting/subcommands.h"
#include "app/number_option.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/base/shortened.h"
#include "core/certificate/build.h"
#include "core/certificate/pattern_set.h"
#include "core/certificate/published.h"
#include "core/certificate/read.h"
#include "core/certificate/report.h"
#include "core/certificate/write.h"

#include <algorithm>
#include <memory>

namespace blueprinting::cli {
namespace {

namespace cert = certificate;

/// The certificate and manifest that the program carries.
constexpr const char* kPublished = "published";

struct Options {
    std::string file;
    std::string manifest;
    std::string holdout;
    std::string drop;
    bool text = false;
    bool json = false; ///< the default; taken so that a script may say it
    bool cells = false;
    std::vector<std::string> allow_unchecked;

    std::vector<std::string> evidence;
    std::string exclude;
    std::int64_t require_complete = 2;
    std::string objective = "regret";
    std::string output;
};

/// What the subcommands work on.
struct Input {
    JsonDocument document;
    cert::Certificate certificate;
    std::optional<cert::Manifest> manifest;
    cert::Assessment assessment;
};

Result<JsonDocument> open(const std::string& name, const EmbeddedFile& carried)
{
    if (name == kPublished)
        return JsonDocument::parse(std::string(carried.bytes), std::string(carried.path));
    return JsonDocument::read(name);
}

Result<std::optional<cert::Manifest>> load_manifest(const std::string& name)
{
    if (name.empty())
        return std::optional<cert::Manifest>();
    const auto document = open(name, cert::published_manifest());
    if (!document)
        return document.failure_as<std::optional<cert::Manifest>>();
    auto manifest = cert::read_manifest(*document);
    if (!manifest)
        return manifest.failure_as<std::optional<cert::Manifest>>();
    return std::optional(std::move(*manifest));
}

Result<Input> load(const Options& options)
{
    auto document = open(options.file, cert::published_certificate());
    if (!document)
        return document.failure_as<Input>();
    auto read = cert::read_certificate(*document);
    if (!read)
        return read.failure_as<Input>();
    auto manifest =
        load_manifest(options.manifest.empty() && options.file == kPublished ? kPublished : options.manifest);
    if (!manifest)
        return manifest.failure_as<Input>();
    return Input{std::move(*document), std::move(*read), std::move(*manifest), {}};
}

/// Problems of a certificate that was read, with their places in its file.
Diagnostics placed(const Input& input, Diagnostics diagnostics)
{
    for (Diagnostic& each : diagnostics)
        if (!each.location && each.further == 0)
            each.location = input.document.error(each.code, each.path, {}).location;
    return diagnostics;
}

/// A list of commas alone is a slip; an empty value is refused with those of the other options.
std::string names_something(const std::string& list)
{
    return list.empty() || !cert::split_patterns(list).empty() ? std::string() : "\"" + list + "\" names nothing";
}

/// Patterns that mean no cell are worth a word: the split is not what was meant.
std::vector<std::string> holdout_of(const Options& options, const cert::CertificateSet& set)
{
    std::vector<std::string> patterns = cert::split_patterns(options.holdout);
    const std::vector<std::string_view> keys(set.keys.begin(), set.keys.end());
    const std::vector<bool> found = cert::PatternSet(patterns).found_in(keys);
    Diagnostics told;
    for (std::size_t i = 0; i < patterns.size(); ++i)
        if (!found[i])
            told.push_back({Severity::finding, "certificate.holdout", "--holdout",
                            "the hold-out pattern \"" + shortened(patterns[i]) + "\" matches no cell"});
    report(told);
    return patterns;
}

/// The cells of shapes that a re-ranker decides are in none of the splits; that is said once.
void tell_reranked(const cert::CertificateSet& set)
{
    if (!set.reranked.empty())
        report({{Severity::finding, "certificate.reranked", "/fit_arguments/rerank_shapes",
                 std::to_string(set.reranked.size()) +
                     " cells are decided by a re-ranker, so no split of the table holds them"}});
}

/// Why a certificate that no check speaks against does not hold, and what would let it.
void tell_missing(const std::vector<cert::CheckResult>& checks, const cert::Judgement& judgement)
{
    bool manifest = false;
    for (const cert::CheckResult& check : checks) {
        if (std::find(judgement.missing.begin(), judgement.missing.end(), check.check) == judgement.missing.end())
            continue;
        if (check.wants_manifest) {
            manifest = true;
            continue;
        }
        const std::string name(cert::to_string(check.check));
        report({{Severity::finding, "certificate.unchecked", "",
                 "the check \"" + std::string(cert::title_of(check.check)) + "\" could not be made: " + check.reason +
                     "; --allow-unchecked " + name + " leaves it out"}});
    }
    if (manifest)
        report({{Severity::finding, "certificate.unchecked", "",
                 "some checks need a manifest file: give it with --manifest, or leave these checks out with "
                 "--allow-unchecked manifest"}});
}

/// Why the fit cannot be trusted, in one line each.
void tell_doubts(const cert::Refit& fitted, const std::string& what)
{
    Diagnostics told;
    for (const std::string& doubt : cert::doubts_of(fitted, fitted.table))
        told.push_back({Severity::finding, "certificate.untrusted_fit", "", what + " cannot be trusted: " + doubt});
    report(told);
}

int verify(const Options& options)
{
    auto input = load(options);
    if (!input)
        return report(input.diagnostics());
    cert::RefitRequest request;
    request.patterns = holdout_of(options, cert::measured_set(input->certificate));
    input->assessment = cert::assess(input->certificate, request.patterns);
    tell_reranked(input->assessment.set);
    const auto fitted = cert::refit(input->certificate, input->assessment.set, request);
    const cert::Manifest* manifest = input->manifest ? &*input->manifest : nullptr;
    const auto checks = cert::run_checks(input->certificate, manifest, input->assessment, &fitted);
    const cert::Judgement judgement = cert::judge_checks(checks, options.allow_unchecked);
    const int written = options.text
                            ? write_output(Output::certificate_checks_table, "",
                                           certificate_tables::checks(input->certificate, manifest, checks, judgement))
                            : write_json(Output::certificate_checks, "",
                                         cert::verify_json(input->certificate, manifest, checks, judgement));
    if (written != kOk)
        return written;
    tell_missing(checks, judgement);
    return judgement.verdict == cert::Verdict::holds ? kOk : kFailed;
}

int metrics(const Options& options)
{
    auto input = load(options);
    if (!input)
        return report(input.diagnostics());
    const auto patterns = holdout_of(options, cert::measured_set(input->certificate));
    input->assessment = cert::assess(input->certificate, patterns);
    tell_reranked(input->assessment.set);
    if (!input->assessment.evaluation)
        return report(placed(*input, input->assessment.problems));
    const cert::Evaluation& evaluation = *input->assessment.evaluation;
    Json answer = cert::evaluation_json(evaluation);
    answer["misordered_pairs"] = input->assessment.misordered.size();
    if (options.cells) {
        answer["cells"] = cert::cells_json(input->certificate, input->assessment.set, evaluation);
        answer["misordered"] = cert::misordered_json(input->certificate, input->assessment);
    }
    const int written =
        options.text ? write_output(Output::certificate_metrics_table, "", certificate_tables::evaluation(evaluation))
                     : write_json(Output::certificate_metrics, "", answer);
    if (written != kOk)
        return written;
    // A split of one's own is a question, not a gate.
    return options.holdout.empty() && !cert::all_pass(input->assessment.gates) ? kFailed : kOk;
}

int refit(const Options& options)
{
    auto input = load(options);
    if (!input)
        return report(input.diagnostics());
    input->assessment = cert::assess(input->certificate);
    tell_reranked(input->assessment.set);
    cert::RefitRequest request;
    request.patterns = holdout_of(options, input->assessment.set);
    request.dropped = cert::split_patterns(options.drop);
    for (const std::string& term : request.dropped)
        if (std::find(input->certificate.fit.terms.begin(), input->certificate.fit.terms.end(), term) ==
            input->certificate.fit.terms.end())
            return report({{Severity::error, "usage", "", "--drop \"" + term + "\" is no term of the fit"}});
    const auto fitted = cert::refit(input->certificate, input->assessment.set, request);
    if (!fitted)
        return report(placed(*input, fitted.diagnostics()));
    tell_doubts(*fitted, "the fit");
    const Json answer = cert::refit_json(input->certificate, input->assessment, *fitted, request);
    const int written = options.text ? write_output(Output::certificate_refit_table, "",
                                                    certificate_tables::refit(input->certificate, *fitted))
                                     : write_json(Output::certificate_refit, "", answer);
    if (written != kOk)
        return written;
    const bool own = request.patterns.empty() && request.dropped.empty();
    const bool trusted = cert::doubts_of(*fitted, fitted->table).empty();
    return own && !(answer.at("matches_shipped").get<bool>() && trusted) ? kFailed : kOk;
}

int ablate(const Options& options)
{
    auto input = load(options);
    if (!input)
        return report(input.diagnostics());
    const cert::CertificateSet set = cert::measured_set(input->certificate);
    tell_reranked(set);
    auto cases = cert::ablation_cases(input->certificate, set);
    if (!cases)
        return report(placed(*input, cases.diagnostics()));
    if (const auto patterns = holdout_of(options, set); !patterns.empty())
        cases->push_back({cert::join_patterns(patterns), patterns, std::nullopt});
    const auto done = cert::ablate(input->certificate, set, *cases, {});
    if (!done)
        return report(placed(*input, done.diagnostics()));
    for (const cert::Ablation& each : *done)
        tell_doubts(each.refit, "the fit without \"" + each.what.name + "\"");
    return options.text
               ? write_output(Output::certificate_ablations_table, "",
                              certificate_tables::ablations(*done, cert::ablation_note(input->certificate)))
               : write_json(Output::certificate_ablations, "", cert::ablations_json(input->certificate, *done));
}

/// What was read past without being used, in one line each.
void tell_tolerated(const cert::Evidence& evidence)
{
    Diagnostics told;
    const auto tell = [&](std::string message) {
        told.push_back({Severity::finding, "evidence.tolerated", "", std::move(message)});
    };
    for (const auto& [type, count] : evidence.unknown_types)
        tell(std::to_string(count) + " rows of the unknown type \"" + type + "\"");
    for (const auto& [field, count] : evidence.unknown_fields)
        tell(std::to_string(count) + " rows with the unknown field " + field);
    if (evidence.unterminated > 0)
        tell(std::to_string(evidence.unterminated) + " last lines without a newline");
    if (evidence.equal_rows > 0)
        tell(std::to_string(evidence.equal_rows) + " rows equal another of their cell, candidate and time; no field "
                                                   "tells runs apart, so these may be runs or copies");
    report(told);
}

/// How the production selection did; it is timed with the candidates and no part of the certificate.
void tell_automatic(const cert::Evidence& evidence, std::int64_t require_complete)
{
    Diagnostics told;
    for (const cert::AutomaticChoice& choice : cert::aggregate(evidence, require_complete).automatic) {
        std::string matches;
        for (const std::string& label : choice.matches)
            matches += (matches.empty() ? ", equal to " : " and ") + label;
        told.push_back({Severity::finding, "evidence.automatic", "",
                        choice.cell + ": the production selection" + (matches.empty() ? matches : matches + ",") +
                            " takes " + format::fixed(choice.median_ms, 2) + " ms, the median of " +
                            std::to_string(choice.n) + " rows, regret " + format::fixed(choice.regret_pct, 2) +
                            " %; it is not fitted"});
    }
    report(told);
}

int build(const Options& options)
{
    std::vector<cert::EvidenceFile> files;
    for (const std::string& name : options.evidence) {
        auto bytes = read_file(name);
        if (!bytes)
            return report(bytes.diagnostics());
        files.push_back({name, std::move(*bytes)});
    }
    const auto evidence = cert::read_evidence(files);
    if (!evidence)
        return report(evidence.diagnostics());
    tell_tolerated(*evidence);
    const auto manifest = load_manifest(options.manifest);
    if (!manifest)
        return report(manifest.diagnostics());
    cert::BuildRequest request;
    request.exclude = cert::split_patterns(options.exclude);
    request.holdout = options.holdout;
    request.require_complete = options.require_complete;
    request.objective = options.objective;
    request.manifest = *manifest ? &**manifest : nullptr;
    tell_automatic(*evidence, request.require_complete);
    const auto built = cert::build_certificate(*evidence, request);
    if (!built) {
        // What is asked for is named by its option; the rest stands in a file.
        Diagnostics refused = built.diagnostics();
        for (Diagnostic& each : refused)
            if (each.code == "evidence.exclude")
                each.path = "--exclude";
            else if (each.code == "evidence.holdout")
                each.path = "--holdout";
            else if (!each.location)
                each.location = SourceLocation{files.front().name, 0, 0};
        report(refused);
        return kFailed; // the evidence reads well and falls short
    }
    const auto text = cert::write_certificate(*built);
    return text ? write_output(Output::certificate, options.output, *text) : report(text.diagnostics());
}

} // namespace

Subcommand add_certificate(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser =
        program.add_subcommand("certificate", "Verify, measure, refit and build layout-cost certificates: measured "
                                              "layouts and the cost table fitted to them");
    parser->require_subcommand(1);
    const auto action = std::make_shared<std::function<int()>>();
    const auto add = [&](const char* name, const char* what, int (*run)(const Options&)) {
        CLI::App* sub = parser->add_subcommand(name, what);
        sub->callback([=] { *action = [=] { return run(*options); }; });
        return sub;
    };
    const auto common = [&](CLI::App* sub) {
        sub->add_option("file", options->file, "A certificate file, or \"published\" for the built-in one")->required();
        sub->add_option("--manifest", options->manifest,
                        "The manifest file, which lists the expected and the excluded cells, or \"published\"");
        auto* json = sub->add_flag("--json", options->json, "Write JSON (the default)");
        sub->add_flag("--text", options->text, "Write tables for people")->excludes(json);
    };
    const auto holdout = [&](CLI::App* sub) {
        sub->add_option("--holdout", options->holdout,
                        "PATTERN,…: also hold out the cells whose key contains one of these")
            ->check(names_something);
    };
    CLI::App* verified = add("verify", "Make every validation check; exit 1 if one fails or cannot be made", &verify);
    common(verified);
    holdout(verified);
    verified
        ->add_option(
            "--allow-unchecked", options->allow_unchecked,
            "NAME,…: checks that are left out if they cannot be made; \"manifest\" means all that need a manifest")
        ->delimiter(',')
        ->check(CLI::IsMember(cert::allowable_names()));
    CLI::App* measured = add("metrics",
                             "Metrics of the certificate's table: all cells, those fitted on and those held out; exit "
                             "1 if the held-out cells miss a gate",
                             &metrics);
    common(measured);
    holdout(measured);
    measured->add_flag("--cells", options->cells, "Also write each cell's outcome and each misordered pair");
    CLI::App* fitted = add(
        "refit", "Fit the table again on the cells that are not held out; exit 1 if it differs from the certificate's",
        &refit);
    common(fitted);
    holdout(fitted);
    fitted->add_option("--drop", options->drop, "TERM,…: fit without these terms")->check(names_something);
    CLI::App* withheld = add(
        "ablate", "Withhold one group of cells at a time, fit the others, and judge the group by that fit", &ablate);
    common(withheld);
    holdout(withheld);
    CLI::App* made = add("build", "Make a certificate from raw evidence: measured runs as JSON lines", &build);
    made->add_option("evidence", options->evidence, "Files of calibration_cell and calibration_sample rows")
        ->required();
    made->add_option("--manifest", options->manifest,
                     "The manifest file, which lists the expected and the excluded cells");
    add_whole(*made, "--require-complete", options->require_complete, {.least = 2, .most = std::int64_t{1} << 32},
              "Usable rows that every candidate must have (at least 2)");
    made->footer(kNumberHelp);
    made->add_option("--exclude", options->exclude, "PATTERN,…: leave out the cells that a pattern or whole key names")
        ->check(names_something);
    holdout(made);
    made->add_option("--objective", options->objective, "regret or lsq")->check(CLI::IsMember({"regret", "lsq"}));
    made->add_option("--output", options->output, "File for the certificate; default: standard output");
    return {parser, [action] { return *action ? (*action)() : kBadInput; }};
}

} // namespace blueprinting::cli
