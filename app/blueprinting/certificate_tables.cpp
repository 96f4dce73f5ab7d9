#include "app/blueprinting/certificate_tables.h"

#include "app/blueprinting/table.h"
#include "app/blueprinting/verdict_word.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/certificate/manifest.h"
#include "core/certificate/unbound.h"

#include <set>

namespace blueprinting::cli::certificate_tables {
namespace {

namespace cert = certificate;
using Align = Table::Align;

std::string count(std::size_t value) { return format::integer(static_cast<std::int64_t>(value)); }

std::string figure(const std::optional<double>& value, double scale = 1.0)
{
    return value ? format::fixed(*value * scale, 2) : "none";
}

std::vector<std::string> row(const std::string& name, const cert::Metrics& metrics)
{
    return {name,
            count(metrics.cells),
            count(metrics.ordered_pairs),
            figure(metrics.pairwise_accuracy, 100.0),
            figure(metrics.median_regret_pct),
            figure(metrics.p95_regret_pct),
            figure(metrics.max_regret_pct),
            count(metrics.clear_misses.size())};
}

Table metrics_table(const std::string& first)
{
    return Table({{first},
                  {"cells", Align::right},
                  {"pairs", Align::right},
                  {"in order %", Align::right},
                  {"median regret %", Align::right},
                  {"p95 %", Align::right},
                  {"largest %", Align::right},
                  {"clear misses", Align::right}});
}

std::string splits(const cert::Evaluation& evaluation)
{
    Table table = metrics_table("split");
    table.add(row("all", evaluation.all));
    table.add(row("fitted on", evaluation.train));
    table.add(row("held out", evaluation.test));
    std::string out = table.text();
    for (const std::string& miss : evaluation.all.clear_misses)
        out += "clear miss: " + visible_line(miss) + "\n";
    return out;
}

/// "" where every field was used.
std::string unused(const std::string& of, const cert::UnusedFields& fields)
{
    if (fields.empty())
        return {};
    Table table({{"kept and not used, of " + of}, {"times", Align::right}, {"for example"}});
    for (const cert::UnusedField& field : fields)
        table.add({field.path, count(field.count), shown(field.example)});
    const std::string more =
        fields.further > 0 ? "and " + count(fields.further) + " more, which are not listed\n" : std::string();
    return table.text() + more + "\n";
}

} // namespace

std::string checks(const cert::Certificate& certificate, const cert::Manifest* manifest,
                   const std::vector<cert::CheckResult>& checks, const cert::Judgement& judgement)
{
    Table table({{"check"}, {""}, {"reason"}});
    for (const cert::CheckResult& check : checks) {
        table.add(
            {std::string(cert::title_of(check.check)), verdict_word(cert::verdict_of(check.state)), check.reason});
    }
    return table.text() + "\n" + unused("the certificate", cert::unused_fields(certificate)) +
           (manifest ? unused("the manifest", cert::unused_fields(*manifest)) : std::string()) + "The certificate " +
           judgement.sentence + ".\n" + std::string(cert::unbound_sentence()) + "\n";
}

std::string evaluation(const cert::Evaluation& evaluation)
{
    Table gates({{"gate of the held-out split"}, {"value", Align::right}, {"limit", Align::right}, {""}});
    for (const cert::GateResult& gate : cert::judge_gates(evaluation.test))
        gates.add({std::string(cert::to_string(gate.gate)), figure(gate.value), figure(gate.limit),
                   verdict_word(gate.value ? std::optional(gate.passed) : std::nullopt)});
    return splits(evaluation) + "\n" + gates.text();
}

std::string refit(const cert::Certificate& shipped, const cert::Refit& refit)
{
    Table table({{"term"}, {"shipped", Align::right}, {"refitted", Align::right}});
    std::set<std::string> terms;
    for (const auto& [term, coefficient] : shipped.table)
        terms.insert(term);
    for (const std::string& term : refit.terms)
        terms.insert(term);
    for (const std::string& term : terms) {
        const auto old = shipped.table.find(term);
        const auto found = refit.table.find(term);
        table.add({term, old == shipped.table.end() ? "none" : format::integer(old->second),
                   found == refit.table.end() ? "dropped" : format::integer(found->second)});
    }
    return table.text() + "\n" + splits(refit.evaluation);
}

std::string ablations(const std::vector<cert::Ablation>& ablations, const std::string& note)
{
    Table table = metrics_table("withheld");
    for (const cert::Ablation& ablation : ablations) {
        table.add(row(ablation.what.name, ablation.refit.evaluation.test));
        if (const auto& source = ablation.what.source)
            table.add({"  source", count(source->cells), "", format::fixed(source->pairwise_pct, 1), "",
                       format::fixed(source->p95_regret_pct, 1), format::fixed(source->max_regret_pct, 1), ""});
    }
    return table.text() + (note.empty() ? "" : "\n" + visible_line(note) + "\n");
}

} // namespace blueprinting::cli::certificate_tables
