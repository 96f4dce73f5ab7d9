#include "core/certificate/cell_key.h"
#include "core/certificate/checks_detail.h"

#include <algorithm>
#include <map>
#include <set>

namespace blueprinting::certificate::detail {
namespace {

std::vector<std::string> missing_fields(const Fingerprint& fingerprint)
{
    std::vector<std::string> out;
    const auto look = [&](const char* name, bool there) {
        if (!there)
            out.emplace_back(name);
    };
    look("source", fingerprint.source.has_value() && !fingerprint.source->empty());
    look("requests_sha256", fingerprint.requests_sha256.has_value() && !fingerprint.requests_sha256->empty());
    look("device", fingerprint.device.has_value() && !fingerprint.device->empty());
    look("param_dtype", fingerprint.param_dtype.has_value() && !fingerprint.param_dtype->empty());
    look("hidden_size", fingerprint.hidden_size.has_value());
    return out;
}

std::string differing_fields(const Fingerprint& a, const Fingerprint& b)
{
    std::string out;
    const auto look = [&](const char* name, bool differs) {
        if (differs)
            out += (out.empty() ? "" : ", ") + std::string(name);
    };
    look("source", a.source != b.source);
    look("requests_sha256", a.requests_sha256 != b.requests_sha256);
    look("device", a.device != b.device);
    look("param_dtype", a.param_dtype != b.param_dtype);
    look("hidden_size", a.hidden_size != b.hidden_size);
    return out;
}

template <class Value>
void compare_sets(Findings& findings, const std::vector<Value>& stated, const std::set<Value>& held,
                  const std::string& list)
{
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
        findings.add(fields.empty() ? brief(cell.key) + " stands twice; only the first entry is measured"
                                    : brief(cell.key) + " stands twice and was measured with a different " + fields +
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
            const auto shown = [](const std::optional<std::int64_t>& n) {
                return n ? std::to_string(*n) : std::string("none");
            };
            findings.add(brief(cell.key) + ": " + what + " is " + shown(by_key) + " by the key and " + shown(by_cell) +
                         " by the cell");
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
    std::set<std::string> devices;
    std::set<std::string> dtypes;
    std::set<std::int64_t> sizes;
    for (const Cell& cell : certificate.cells) {
        if (cell.fingerprint.device)
            devices.insert(*cell.fingerprint.device);
        if (cell.fingerprint.param_dtype)
            dtypes.insert(*cell.fingerprint.param_dtype);
        if (cell.fingerprint.hidden_size)
            sizes.insert(*cell.fingerprint.hidden_size);
    }
    compare_sets(findings, certificate.envelope.device_names, devices, "device_names");
    compare_sets(findings, certificate.envelope.param_dtypes, dtypes, "param_dtypes");
    compare_sets(findings, certificate.envelope.hidden_sizes, sizes, "hidden_sizes");
    std::string held;
    for (const std::string& device : devices)
        held += (held.empty() ? "" : ", ") + device;
    return findings.result(Check::envelope, held + ": what the cells were measured with");
}

} // namespace blueprinting::certificate::detail
