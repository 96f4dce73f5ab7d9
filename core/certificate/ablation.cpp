#include "core/certificate/ablation.h"

#include "core/certificate/cell_key.h"
#include "core/certificate/field_reader.h"
#include "core/certificate/published.h"

#include <algorithm>
#include <set>

namespace blueprinting::certificate {
namespace {

Result<ReportedAblations> reported()
{
    const EmbeddedFile file = published_ablations();
    const auto document = JsonDocument::parse(std::string(file.bytes), std::string(file.path));
    return document ? read_ablations(*document) : document.failure_as<ReportedAblations>();
}

/// Cases that follow from what the cells hold.
std::vector<AblationCase> derived(const CertificateSet& set)
{
    std::set<std::int64_t> tps;
    std::set<std::int64_t> cps;
    std::vector<std::string> models;
    std::vector<std::string> workloads;
    const auto note = [](std::vector<std::string>& names, const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    };
    for (const std::string& key : set.keys) {
        const CellKey parts = parse_cell_key(key);
        if (parts.tp.value_or(1) > 1)
            tps.insert(*parts.tp);
        if (parts.cp.value_or(1) > 1)
            cps.insert(*parts.cp);
        note(models, parts.model);
        note(workloads, parts.cell);
    }
    std::vector<AblationCase> out;
    for (const std::int64_t tp : tps)
        out.push_back({"every TP" + std::to_string(tp) + " cell", {"|tp" + std::to_string(tp) + "|"}, std::nullopt});
    for (const std::int64_t cp : cps)
        out.push_back({"every CP" + std::to_string(cp) + " cell", {"|cp" + std::to_string(cp)}, std::nullopt});
    for (const std::string& model : models)
        out.push_back({"the model " + model, {"|" + model + "|"}, std::nullopt});
    for (const std::string& workload : workloads)
        out.push_back({"the workload " + workload, {workload + "|"}, std::nullopt});
    return out;
}

} // namespace

Result<ReportedAblations> read_ablations(const JsonDocument& document)
{
    ReportedAblations out;
    Diagnostics diagnostics;
    FieldReader reader(document, document.root(), "", diagnostics);
    reader("note", out.note);
    reader("table_sha256", out.table_sha256);
    const Json* cases = reader.array("ablations");
    for (std::size_t i = 0; cases && i < cases->size() && !diagnostics.full(); ++i) {
        AblationCase read;
        SourceFigures& figures = read.source.emplace();
        FieldReader inner(document, (*cases)[i], "/ablations" + pointer_step(i), diagnostics);
        inner("name", read.name);
        inner("patterns", read.patterns);
        inner("cells", figures.cells);
        inner("pairwise_pct", figures.pairwise_pct, 0);
        inner("p95_regret_pct", figures.p95_regret_pct, 0);
        inner("max_regret_pct", figures.max_regret_pct, 0);
        inner.finish();
        out.cases.push_back(std::move(read));
    }
    reader.finish();
    if (!diagnostics.empty())
        return diagnostics;
    return out;
}

Result<std::vector<AblationCase>> ablation_cases(const Certificate& certificate, const CertificateSet& set)
{
    const auto source = reported();
    if (!source)
        return source.failure_as<std::vector<AblationCase>>();
    if (source->table_sha256 == table_hash(certificate.table))
        return source->cases;
    std::vector<AblationCase> cases = derived(set);
    std::erase_if(cases,
                  [&](const AblationCase& each) { return split_of(certificate, set, each.patterns).train.empty(); });
    return cases;
}

std::string ablation_note(const Certificate& certificate)
{
    const auto source = reported();
    return source && source->table_sha256 == table_hash(certificate.table) ? source->note : std::string();
}

Result<std::vector<Ablation>> ablate(const Certificate& certificate, const CertificateSet& set,
                                     const std::vector<AblationCase>& cases, const CancelToken& cancel)
{
    std::vector<Ablation> out;
    for (const AblationCase& each : cases) {
        RefitRequest request;
        request.patterns = each.patterns;
        request.cancel = cancel;
        auto fitted = refit(certificate, set, request);
        if (!fitted)
            return fitted.failure_as<std::vector<Ablation>>();
        out.push_back({each, std::move(*fitted)});
    }
    return out;
}

} // namespace blueprinting::certificate
