#include "core/base/joined.h"
#include "core/certificate/cell_key.h"
#include "core/certificate/checks_detail.h"
#include "core/certificate/plausible.h"

#include <algorithm>
#include <map>
#include <set>

namespace blueprinting::certificate::detail {
namespace {

std::vector<std::string> missing_fields(const Fingerprint& fingerprint)
{
    std::vector<std::string> out;
    Fingerprint::each([&](const char* name, auto member) {
        const auto& value = fingerprint.*member;
        if (!value || *value == std::decay_t<decltype(*value)>())
            out.emplace_back(name);
    });
    return out;
}

std::string differing_fields(const Fingerprint& a, const Fingerprint& b)
{
    std::string out;
    Fingerprint::each([&](const char* name, auto member) {
        if (a.*member != b.*member)
            out += (out.empty() ? "" : ", ") + std::string(name);
    });
    return out;
}

template <class Value>
void compare_sets(Findings& findings, const std::vector<Value>& stated, const std::vector<Value>& measured,
                  const std::string& list)
{
    const std::set<Value> held(measured.begin(), measured.end());
    std::set<Value> said;
    for (const Value& value : stated)
        if (!said.insert(value).second)
            findings.add(list + " names " + shown(Json(value)) + " twice");
    for (const Value& value : said)
        if (!held.contains(value))
            findings.add(list + " names " + shown(Json(value)) + ", which no cell was measured with");
    for (const Value& value : held)
        if (!said.contains(value))
            findings.add(list + " lacks " + shown(Json(value)) + ", which cells were measured with");
}

/// What must be the same wherever these words of the key are: a model has one shape, a workload one set of requests.
class Shared {
public:
    /// `what` as a sentence has it: "24 GDN layers".
    void look(Findings& findings, const std::string& whose, const std::string& cell, const std::string& what)
    {
        const auto [at, fresh] = m_first.emplace(whose, std::pair(cell, what));
        if (!fresh && at->second.second != what)
            findings.add(brief(cell) + " has " + what + " and " + brief(at->second.first) + " has " +
                         at->second.second);
    }

private:
    std::map<std::string, std::pair<std::string, std::string>> m_first;
};

} // namespace

CheckResult check_fingerprints(const Certificate& certificate)
{
    Findings findings;
    std::map<std::string, const Fingerprint*> first;
    for (const Cell& cell : certificate.cells) {
        for (const std::string& field : missing_fields(cell.fingerprint))
            findings.add(brief(cell.key) + " has no " + field);
        std::set<std::string> labels;
        for (const Candidate& candidate : cell.candidates)
            if (!labels.insert(candidate.label).second)
                findings.add(brief(cell.key) + " lists the candidate \"" + brief(candidate.label) + "\" twice");
        const auto [at, fresh] = first.emplace(cell.key, &cell.fingerprint);
        if (fresh)
            continue;
        const std::string fields = differing_fields(*at->second, cell.fingerprint);
        findings.add(fields.empty() ? brief(cell.key) + " is listed twice; only the first entry is measured"
                                    : brief(cell.key) + " is listed twice, measured with a different " + fields +
                                          "; only the first entry is measured");
    }
    return findings.result(Check::fingerprints,
                           std::to_string(certificate.cells.size()) + " cells, each once and with one fingerprint");
}

CheckResult check_facts(const Certificate& certificate)
{
    Findings findings;
    Shared gdn_layers;
    Shared sizes;
    Shared requests;
    for (const Cell& cell : certificate.cells) {
        const CellKey key = parse_cell_key(cell.key);
        const auto compare = [&](const char* what, const std::optional<std::int64_t>& by_key,
                                 const std::optional<std::int64_t>& by_cell) {
            if (by_key == by_cell)
                return;
            findings.add(brief(cell.key) + ": " + what + " is " + or_none(by_key) + " by the key and " +
                         or_none(by_cell) + " by the cell");
        };
        compare("tp", key.tp, cell.facts.tp);
        compare("cp", key.cp, cell.facts.cp);
        compare("layers", key.layers, cell.facts.layers);
        // Degrees of 1 are left out of keys, and of the facts of earlier certificates.
        compare("ep", key.ep.value_or(1), cell.facts.ep.value_or(1));
        compare("etp", key.etp.value_or(1), cell.facts.etp.value_or(1));
        compare("group", key.group, cell.group);
        if (cell.facts.uses_gdn != (cell.facts.gdn_layers > 0))
            findings.add(brief(cell.key) + ": uses_gdn is " + (cell.facts.uses_gdn ? "true" : "false") + " with " +
                         std::to_string(cell.facts.gdn_layers) + " GDN layers");
        const std::string model = key.model + "|" + std::to_string(cell.facts.layers);
        gdn_layers.look(findings, model, cell.key, std::to_string(cell.facts.gdn_layers) + " GDN layers");
        if (cell.fingerprint.hidden_size)
            sizes.look(findings, model, cell.key, "the hidden size " + std::to_string(*cell.fingerprint.hidden_size));
        if (cell.fingerprint.requests_sha256)
            requests.look(findings,
                          key.cell + "|" + key.model + "|" + (key.group ? std::to_string(*key.group) : std::string()),
                          cell.key, "the requests " + brief_digest(*cell.fingerprint.requests_sha256));
    }
    return findings.result(Check::facts,
                           "tp, cp, layers and group of every cell agree with its key; each model has one "
                           "shape and each workload one set of requests");
}

CheckResult check_plausible(const Certificate& certificate)
{
    Findings findings;
    if (certificate.manifest)
        for (const std::string& clause : implausible_manifest(*certificate.manifest))
            findings.add("the manifest list: " + clause);
    for (const Cell& cell : certificate.cells) {
        for (const std::string& clause : implausible_cell(cell))
            findings.add(brief(cell.key) + ": " + clause);
        for (const Candidate& candidate : cell.candidates)
            for (const std::string& clause : implausible_candidate(candidate, cell))
                findings.add(brief(cell.key) + ", " + brief(candidate.label) + ": " + clause);
    }
    return findings.result(Check::plausible, std::to_string(certificate.candidate_count()) +
                                                 " candidates are plausible, as far as their facts show");
}

CheckResult check_rows(const Certificate& certificate)
{
    Findings findings;
    // One row has no median, whatever was asked for.
    const std::int64_t required = std::max<std::int64_t>(2, certificate.fit.require_complete);
    std::int64_t least = -1;
    for (const Cell& cell : certificate.cells) {
        for (const Candidate& candidate : cell.candidates) {
            least = least < 0 ? candidate.n : std::min(least, candidate.n);
            if (candidate.n < required)
                findings.add(brief(cell.key) + ": " + brief(candidate.label) + " has " + std::to_string(candidate.n) +
                             " rows of " + std::to_string(required));
        }
    }
    return findings.result(Check::rows, "every candidate has at least " + std::to_string(least) + " rows; " +
                                            std::to_string(required) + " are required");
}

CheckResult check_envelope(const Certificate& certificate)
{
    Findings findings;
    const Envelope measured = envelope_of(certificate.cells);
    const Envelope& stated = certificate.envelope;
    compare_sets(findings, stated.device_names, measured.device_names, "device_names");
    compare_sets(findings, stated.param_dtypes, measured.param_dtypes, "param_dtypes");
    compare_sets(findings, stated.hidden_sizes, measured.hidden_sizes, "hidden_sizes");
    return findings.result(Check::envelope, joined(measured.device_names) + ": what the cells were measured with");
}

} // namespace blueprinting::certificate::detail
