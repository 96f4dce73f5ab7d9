#include "core/certificate/report.h"

#include "core/certificate/unbound.h"
#include "core/certificate/write.h"

#include <set>

namespace blueprinting::certificate {
namespace {

std::string_view state_name(CheckState state)
{
    switch (state) {
    case CheckState::passed: return "passed";
    case CheckState::failed: return "failed";
    case CheckState::not_checked: return "not_checked";
    }
    return "";
}

Json names_json(const std::vector<Check>& checks)
{
    Json out = Json::array();
    for (const Check check : checks)
        out.push_back(to_string(check));
    return out;
}

Json unused_json(const UnusedFields& fields)
{
    Json out = Json::array();
    for (const UnusedField& field : fields)
        out.push_back(
            {{"path", field.path}, {"count", field.count}, {"distinct", field.distinct}, {"example", field.example}});
    return out;
}

Json gates_json(const Metrics& held_out)
{
    Json out = Json::array();
    for (const GateResult& gate : judge_gates(held_out))
        out.push_back({{"name", to_string(gate.gate)},
                       {"value", gate.value ? Json(*gate.value) : Json()},
                       {"limit", gate.limit},
                       {"passed", gate.value ? Json(gate.passed) : Json()}});
    return out;
}

} // namespace

Json verify_json(const Certificate& certificate, const Manifest* manifest, const std::vector<CheckResult>& checks,
                 const Judgement& judgement)
{
    Json list = Json::array();
    for (const CheckResult& check : checks)
        list.push_back({{"name", to_string(check.check)},
                        {"title", title_of(check.check)},
                        {"passed", verdict_of(check.state) ? Json(*verdict_of(check.state)) : Json()},
                        {"state", state_name(check.state)},
                        {"reason", check.reason}});
    const UnusedFields unused = unused_fields(certificate);
    const UnusedFields of_manifest = manifest ? unused_fields(*manifest) : UnusedFields();
    Json unbound = Json::array();
    for (const UnboundField& field : unbound_fields())
        unbound.push_back({{"path", field.path}, {"what", field.what}});
    return {{"verdict", to_string(judgement.verdict)},
            {"says", judgement.sentence},
            {"left_open", judgement.left_open},
            {"unchecked", names_json(judgement.unchecked)},
            {"not_allowed", names_json(judgement.missing)},
            {"cannot_know", {{"says", unbound_sentence()}, {"fields", std::move(unbound)}}},
            {"manifest_unused_fields", unused_json(of_manifest)},
            {"manifest_unused_fields_further", of_manifest.further},
            {"checks", std::move(list)},
            {"passed", count_of(checks, CheckState::passed)},
            {"failed", count_of(checks, CheckState::failed)},
            {"not_checked", count_of(checks, CheckState::not_checked)},
            {"cells", certificate.cells.size()},
            {"candidates", certificate.candidate_count()},
            {"unused_fields", unused_json(unused)},
            {"unused_fields_further", unused.further}};
}

Json evaluation_json(const Evaluation& evaluation)
{
    return {{"integer_all", metrics_json(evaluation.all)},
            {"test", metrics_json(evaluation.test)},
            {"train", metrics_json(evaluation.train)},
            {"gates", gates_json(evaluation.test)}};
}

Json cells_json(const Certificate& certificate, const CertificateSet& set, const Evaluation& evaluation)
{
    const std::set<std::size_t> held(evaluation.splits.held_out.begin(), evaluation.splits.held_out.end());
    Json out = Json::array();
    for (std::size_t i = 0; i < evaluation.outcomes.size(); ++i) {
        const CellOutcome& outcome = evaluation.outcomes[i];
        const auto& candidates = certificate.cells[set.place[i]].candidates;
        out.push_back({{"cell", set.keys[i]},
                       {"split", held.contains(i) ? "test" : "train"},
                       {"selected", candidates[outcome.selected].label},
                       {"fastest", candidates[outcome.best].label},
                       {"regret_pct", outcome.regret_pct},
                       {"pairs", outcome.pairs},
                       {"pairs_in_order", outcome.right},
                       {"clear_miss", outcome.clear_miss}});
    }
    return out;
}

Json misordered_json(const Certificate& certificate, const Assessment& assessment)
{
    Json out = Json::array();
    for (const MisorderedPair& pair : assessment.misordered) {
        const auto& candidates = certificate.cells[assessment.set.place[pair.cell]].candidates;
        out.push_back({{"cell", assessment.set.keys[pair.cell]},
                       {"faster", candidates[pair.faster].label},
                       {"slower", candidates[pair.slower].label},
                       {"separation_pct", pair.separation_pct}});
    }
    return out;
}

Json refit_json(const Certificate& certificate, const Assessment& shipped, const Refit& refit,
                const RefitRequest& request)
{
    Json out = evaluation_json(refit.evaluation);
    out["integer_table_milli_us"] = refit.table;
    out["matches_shipped"] = refit.table == certificate.table || refit.repaired == certificate.table;
    out["integer_table_repaired_milli_us"] = refit.repaired == refit.table ? Json() : Json(refit.repaired);
    Json coefficients = Json::object();
    for (std::size_t i = 0; i < refit.terms.size(); ++i)
        coefficients[refit.terms[i]] = refit.coefficients[i];
    out["coefficients_us"] = std::move(coefficients);
    out["withheld"] = request.patterns;
    out["dropped"] = request.dropped;
    out["doubts"] = doubts_of(refit, refit.table);
    Json moved = Json::array();
    if (shipped.evaluation) {
        for (std::size_t i = 0; i < refit.evaluation.outcomes.size(); ++i) {
            const double before = shipped.evaluation->outcomes[i].regret_pct;
            const double after = refit.evaluation.outcomes[i].regret_pct;
            if (before != after)
                moved.push_back(
                    {{"cell", shipped.set.keys[i]}, {"shipped_regret_pct", before}, {"refitted_regret_pct", after}});
        }
    }
    out["moved"] = std::move(moved);
    return out;
}

Json ablations_json(const Certificate& certificate, const std::vector<Ablation>& ablations)
{
    Json list = Json::array();
    for (const Ablation& ablation : ablations) {
        const Metrics& withheld = ablation.refit.evaluation.test;
        Json entry = metrics_json(withheld);
        entry["metrics"] = metrics_json(withheld);
        entry["name"] = ablation.what.name;
        entry["patterns"] = ablation.what.patterns;
        entry["fitted_cells"] = ablation.refit.evaluation.train.cells;
        entry["integer_table_milli_us"] = ablation.refit.table;
        entry["doubts"] = doubts_of(ablation.refit, ablation.refit.table);
        entry["source"] = nullptr;
        entry["difference"] = nullptr;
        if (const auto& source = ablation.what.source) {
            entry["source"] = {{"cells", source->cells},
                               {"pairwise_pct", source->pairwise_pct},
                               {"p95_regret_pct", source->p95_regret_pct},
                               {"max_regret_pct", source->max_regret_pct}};
            const auto less = [](const std::optional<double>& ours, double scale, double theirs) {
                return ours ? Json(*ours * scale - theirs) : Json();
            };
            entry["difference"] = {
                {"cells", static_cast<std::int64_t>(withheld.cells) - static_cast<std::int64_t>(source->cells)},
                {"pairwise_pct", less(withheld.pairwise_accuracy, 100.0, source->pairwise_pct)},
                {"p95_regret_pct", less(withheld.p95_regret_pct, 1.0, source->p95_regret_pct)},
                {"max_regret_pct", less(withheld.max_regret_pct, 1.0, source->max_regret_pct)}};
        }
        list.push_back(std::move(entry));
    }
    const std::string note = ablation_note(certificate);
    return {{"ablations", std::move(list)}, {"note", note.empty() ? Json() : Json(note)}};
}

} // namespace blueprinting::certificate
