#include "core/certificate/certificate.h"

#include "core/base/digest.h"
#include "core/base/shortened.h"
#include "core/certificate/cell_key.h"
#include "core/certificate/manifest.h"

#include <set>

namespace blueprinting::certificate {

std::size_t Certificate::candidate_count() const
{
    std::size_t count = 0;
    for (const Cell& cell : cells)
        count += cell.candidates.size();
    return count;
}

Envelope envelope_of(const std::vector<Cell>& cells)
{
    std::set<std::string> devices;
    std::set<std::string> dtypes;
    std::set<std::int64_t> sizes;
    const auto note = [](auto& all, const auto& value) {
        if (value)
            all.insert(*value);
    };
    for (const Cell& cell : cells) {
        note(devices, cell.fingerprint.device);
        note(dtypes, cell.fingerprint.param_dtype);
        note(sizes, cell.fingerprint.hidden_size);
    }
    return {{devices.begin(), devices.end()}, {dtypes.begin(), dtypes.end()}, {sizes.begin(), sizes.end()}};
}

std::string table_hash(const IntegerTable& table)
{
    std::string text = "{";
    for (const auto& [term, coefficient] : table) {
        if (text.size() > 1)
            text += ", ";
        text += Json(term).dump(-1, ' ', true) + ": " + std::to_string(coefficient);
    }
    return Digest::of_bytes(text + "}").hex();
}

namespace {

class Unused {
public:
    void add(const std::string& place, const Json& extra)
    {
        for (const auto& item : extra.items()) {
            Seen& seen = m_fields[place + pointer_step(item.key())];
            if (seen.count++ == 0)
                seen.example = &item.value();
            // Past some values it is a measurement, not a setting, and telling them apart helps nobody.
            if (seen.values.size() < 64)
                seen.values.insert(item.value().dump(-1, ' ', false, Json::error_handler_t::replace));
        }
    }

    [[nodiscard]] UnusedFields take() const
    {
        UnusedFields out;
        for (const auto& [path, seen] : m_fields) {
            if (out.size() == UnusedFields::kMost)
                break;
            out.push_back({shortened_in_the_middle(path, Diagnostics::kLongestPath), seen.count, seen.values.size(),
                           brief_example(*seen.example)});
        }
        out.further = m_fields.size() - out.size();
        return out;
    }

private:
    static Json brief_example(const Json& value)
    {
        const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        return text.size() <= Diagnostics::kLongestMessage ? value
                                                           : Json(shortened(text, Diagnostics::kLongestMessage));
    }

    struct Seen {
        std::size_t count = 0;
        const Json* example = nullptr;
        std::set<std::string> values;
    };
    std::map<std::string, Seen> m_fields;
};

} // namespace

UnusedFields unused_fields(const Certificate& certificate)
{
    Unused unused;
    unused.add("", certificate.extra);
    unused.add("/fit_arguments", certificate.fit.extra);
    unused.add("/measured_envelope", certificate.envelope.extra);
    // What a split says beyond the known figures is kept under the split's name.
    Json beside = certificate.metrics.extra;
    for (const char* split : {"integer_all", "test", "train"}) {
        const auto at = certificate.metrics.extra.find(split);
        if (at == certificate.metrics.extra.end() || !at->is_object())
            continue;
        unused.add("/metrics" + pointer_step(split), *at);
        beside.erase(split);
    }
    unused.add("/metrics", beside);
    if (certificate.manifest)
        unused.add("/manifest", certificate.manifest->extra);
    for (const Cell& cell : certificate.cells) {
        unused.add("/cells/*", cell.extra);
        unused.add("/cells/*/facts", cell.facts.extra);
        unused.add("/cells/*/workload", cell.workload_extra);
        for (const Candidate& candidate : cell.candidates) {
            unused.add("/cells/*/candidates/*", candidate.extra);
            unused.add("/cells/*/candidates/*/features", candidate.features.extra);
        }
    }
    return unused.take();
}

UnusedFields unused_fields(const Manifest& manifest)
{
    Unused unused;
    Json beside = manifest.extra;
    beside.erase("recipes");
    unused.add("", beside);
    for (const ManifestCell& cell : manifest.cells)
        unused.add("/cells/*", cell.extra);
    for (const Exclusion& exclusion : manifest.excluded)
        unused.add("/excluded/*", exclusion.extra);
    return unused.take();
}

namespace {

CellKey as_key(const Facts& facts)
{
    CellKey key;
    key.tp = facts.tp;
    key.cp = facts.cp;
    key.ep = facts.ep;
    key.etp = facts.etp;
    return key;
}

} // namespace

std::string topology_label(const Facts& facts) { return topology_label(as_key(facts)); }

std::string fit_shape(const Facts& facts)
{
    std::string out = "tp" + std::to_string(facts.tp) + "cp" + std::to_string(facts.cp);
    if (facts.ep.value_or(1) > 1)
        out += "ep" + std::to_string(*facts.ep);
    if (facts.etp.value_or(1) > 1)
        out += "etp" + std::to_string(*facts.etp);
    return out;
}

} // namespace blueprinting::certificate
