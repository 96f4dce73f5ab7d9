#include "core/certificate/evidence.h"

#include "core/base/digest.h"
#include "core/base/json_lines.h"
#include "core/base/shortened.h"
#include "core/certificate/cell_key.h"
#include "core/certificate/fields.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace blueprinting::certificate {
namespace {

/// What every row says of its cell.
struct RowCell {
    CellKey key;
    Cell cell;
};

/// What rows say of how their cell was executed: cells owe it, samples may repeat it.
struct Execution {
    Fingerprint fingerprint;
    std::optional<std::int64_t> gdn_layers;
    std::optional<bool> uses_gdn;
};

/// Notes what nobody asked for at this place of a row ("workload/").
void note_unknown(const FieldReader& reader, const std::string& place, std::set<std::string>& unknown)
{
    for (const std::string& key : reader.unread())
        unknown.insert(place + key);
}

RowCell read_row_cell(const JsonDocument& line, FieldReader& reader, std::set<std::string>& unknown,
                      Diagnostics& diagnostics)
{
    RowCell out;
    Facts& facts = out.cell.facts;
    reader("cell", out.key.cell);
    reader("model", out.key.model);
    reader("layers", facts.layers, 1);
    reader("tp", facts.tp, 1);
    reader("cp", facts.cp, 1);
    reader("ep", facts.ep, 1);
    reader("etp", facts.etp, 1);
    if (reader.has("workload")) {
        if (const Json* workload = reader.object("workload")) {
            out.cell.has_workload = true;
            FieldReader inner(line, *workload, "/workload", diagnostics);
            workload_fields(inner, out.cell);
            note_unknown(inner, "workload/", unknown);
        }
    }
    out.key.layers = facts.layers;
    out.key.tp = facts.tp;
    out.key.cp = facts.cp;
    out.key.ep = facts.ep;
    out.key.etp = facts.etp;
    out.key.group = out.cell.group;
    out.cell.key = to_string(out.key);
    return out;
}

EvidenceCell::Layout read_layout(const JsonDocument& line, const Json& value, const std::string& at,
                                 std::set<std::string>& unknown, Diagnostics& diagnostics)
{
    EvidenceCell::Layout out;
    FieldReader reader(line, value, at, diagnostics);
    reader("label", out.label);
    reader.maybe("matches", out.matches);
    reader("features", out.features);
    // An older extractor wrote more features; what the score does not read is counted and not carried on.
    for (const auto& item : out.features.extra.items())
        unknown.insert("candidates/*/features/" + item.key());
    out.features.extra = Json::object();
    note_unknown(reader, "candidates/*/", unknown);
    return out;
}

/// Of the rows of a file, whatever ends its lines.
Digest rows_digest(std::string_view text)
{
    DigestStream stream;
    JsonLines lines(text);
    while (const auto line = lines.next()) {
        const std::size_t first = line->text.find_first_not_of(" \t\r");
        stream.add(line->text.substr(first, line->text.find_last_not_of(" \t\r") - first + 1));
        stream.add("\n");
    }
    return stream.finish();
}

/// Two files with the same rows; a file without any repeats nothing.
std::optional<Diagnostic> repeated_file(std::span<const EvidenceFile> files)
{
    std::map<Digest, const EvidenceFile*> seen{{rows_digest({}), nullptr}};
    for (const EvidenceFile& file : files) {
        const auto [at, fresh] = seen.emplace(rows_digest(file.text), &file);
        if (!fresh && at->second)
            return Diagnostic{Severity::error, "evidence.repeated", "",
                              "these are the rows of " + at->second->name +
                                  ", which was given already; each run counts once",
                              SourceLocation{file.name, 0, 0}};
    }
    return std::nullopt;
}

class Reader {
public:
    Evidence evidence;
    Diagnostics diagnostics;

    void read(const EvidenceFile& file)
    {
        m_file = &file;
        evidence.files.push_back(file.name);
        m_announced.clear();
        JsonLines lines(file.text);
        while (const auto line = diagnostics.empty() ? lines.next() : std::nullopt) {
            m_line = line->number;
            ++evidence.rows;
            evidence.unterminated += line->terminated ? 0 : 1;
            row(std::string(line->text));
        }
    }

private:
    void row(std::string text)
    {
        m_unknown.clear();
        const auto document = JsonDocument::parse(std::move(text), m_file->name, m_line);
        if (!document) {
            diagnostics = document.diagnostics();
            return place();
        }
        FieldReader reader(*document, document->root(), "", diagnostics);
        if (!reader.valid())
            return place();
        std::string type;
        reader("record_type", type);
        if (diagnostics.empty()) {
            if (type == "calibration_cell")
                cell(*document, reader);
            else if (type == "calibration_sample")
                sample(*document, reader);
            else {
                ++evidence.unknown_types[type];
                return;
            }
            note_unknown(reader, "", m_unknown);
            for (const std::string& place : m_unknown)
                ++evidence.unknown_fields[type + "/" + place];
        }
        place();
    }

    /// The parsed text is one line; its complaints belong to this line of the file.
    void place()
    {
        for (Diagnostic& diagnostic : diagnostics)
            diagnostic.location =
                SourceLocation{m_file->name, m_line, diagnostic.location ? diagnostic.location->column : 0};
    }

    void cell(const JsonDocument& line, FieldReader& reader)
    {
        RowCell row = read_row_cell(line, reader, m_unknown, diagnostics);
        EvidenceCell read;
        read.cell = std::move(row.cell);
        read.where = {m_file->name, m_line, 0};
        fields(reader, read.cell.fingerprint);
        reader("gdn_layers", read.cell.facts.gdn_layers, 0);
        reader("uses_gdn", read.cell.facts.uses_gdn);
        hold(reader, read.cell.facts);
        if (const Json* candidates = reader.array("candidates"))
            for (std::size_t i = 0; i < candidates->size() && !diagnostics.full(); ++i)
                read.layouts.push_back(
                    read_layout(line, (*candidates)[i], "/candidates" + pointer_step(i), m_unknown, diagnostics));
        std::set<std::string> labels;
        for (const EvidenceCell::Layout& layout : read.layouts)
            if (diagnostics.empty() && !labels.insert(layout.label).second)
                reader.fail("evidence.layout", "candidates",
                            "the cell " + shortened(read.cell.key) + " announces the candidate \"" +
                                shortened(layout.label) + "\" twice");
        if (read.layouts.size() > kMostCandidates + 1) // and the automatic one
            reader.fail("reader.range", "candidates", too_many("candidates", read.layouts.size(), kMostCandidates));
        if (diagnostics.empty())
            agree(read.cell.key, {read.cell.fingerprint, read.cell.facts.gdn_layers, read.cell.facts.uses_gdn}, reader);
        if (!diagnostics.empty())
            return;
        const auto [at, fresh] = evidence.cells.emplace(read.cell.key, read);
        announce(read.cell.key, reader);
        if (fresh || !diagnostics.empty())
            return;
        if (at->second.cell.fingerprint != read.cell.fingerprint)
            reader.fail("evidence.fingerprint", "source",
                        "the cell " + read.cell.key +
                            " was measured before with another source, requests, device, datatype or hidden size");
        else if (at->second != read)
            reader.fail("evidence.layout", "candidates",
                        "the cell " + read.cell.key + " was announced before with other facts or candidates");
    }

    void sample(const JsonDocument& line, FieldReader& reader)
    {
        const RowCell row = read_row_cell(line, reader, m_unknown, diagnostics);
        Execution execution;
        fields(reader, execution.fingerprint);
        reader("gdn_layers", execution.gdn_layers, 0);
        if (reader.has("uses_gdn"))
            reader("uses_gdn", execution.uses_gdn.emplace());
        std::string label;
        std::string role;
        bool refused = false;
        std::optional<std::int64_t> subforwards;
        std::vector<std::string> statuses;
        std::optional<std::string> planner;
        reader("candidate_label", label);
        reader("role", role);
        if (reader.has("admission_failed"))
            reader("admission_failed", refused);
        reader("subforward_count", subforwards, 0);
        reader.maybe("compile_statuses", statuses);
        reader("planner_variant", planner);
        double milliseconds = 0;
        if (refused)
            reader.ignore("ms_max_rank");
        else
            reader("ms_max_rank", milliseconds, 0, true);
        if (diagnostics.empty())
            agree(row.cell.key, execution, reader);
        if (!diagnostics.empty())
            return;
        EvidenceSamples& samples = evidence.samples[row.cell.key][label];
        if (planner.value_or("current") != "current")
            ++samples.other_planner;
        else if (refused)
            ++samples.refused;
        else if (role != "measured")
            ++samples.warm_up;
        else if (subforwards.value_or(1) != 1)
            ++samples.split;
        else if (std::any_of(statuses.begin(), statuses.end(),
                             [](const std::string& status) { return status != "none"; }))
            ++samples.compiled;
        else if (counts_once(row.cell.key, label, milliseconds, line.root(), reader))
            samples.milliseconds.push_back(milliseconds);
    }

    /// False, and told, for a run that was read before.
    bool counts_once(const std::string& key, const std::string& label, double milliseconds, const Json& row,
                     FieldReader& reader)
    {
        const std::string time = Json(milliseconds).dump();
        DigestStream identity;
        for (const std::string& part : {key, label, time}) {
            identity.add(std::to_string(part.size()) + ":");
            identity.add(part);
        }
        // What this reader does not know may be what tells two runs apart.
        for (const std::string& field : reader.unread())
            identity.add(Json{{field, row.at(field)}}.dump(-1, ' ', false, Json::error_handler_t::replace));
        if (row.contains("workload"))
            identity.add(row.at("workload").dump(-1, ' ', false, Json::error_handler_t::replace));
        const auto [at, fresh] = m_runs.emplace(identity.finish(), Run{m_file, m_line});
        const Run& before = at->second;
        if (fresh)
            return true;
        Announced& announced = m_announced[key];
        if (before.file == m_file && announced.times < 2 && significant_digits(time) < kToldApart) {
            ++evidence.equal_rows;
            if (announced.equal == 0) {
                announced.equal = m_line;
                announced.to = before.line;
            }
            return true;
        }
        reader.fail("evidence.repeated", "ms_max_rank",
                    "this run was already given at " + before.file->name + ":" + std::to_string(before.line) +
                        ": the same cell, candidate and time of " + time + " ms; " + kCountsOnce);
        return false;
    }

    /// Rows that were taken for runs of equal time are none where their cell is announced again.
    void announce(const std::string& key, FieldReader& reader)
    {
        Announced& announced = m_announced[key];
        if (++announced.times == 2 && announced.equal > 0)
            reader.fail("evidence.repeated", "cell",
                        "the cell " + shortened(key) + " is announced again, and the row at line " +
                            std::to_string(announced.equal) + " is that at line " + std::to_string(announced.to) +
                            "; " + kCountsOnce);
    }

    static int significant_digits(const std::string& number)
    {
        std::string digits;
        for (const char c : number) {
            if (c == 'e')
                break;
            if (c >= '0' && c <= '9')
                digits += c;
        }
        const std::size_t first = digits.find_first_not_of('0');
        const std::size_t last = digits.find_last_not_of('0');
        return first == std::string::npos ? 0 : static_cast<int>(last - first + 1);
    }

    /// Rows of one key that were executed differently are not one cell, so they must not be pooled. A field that one
    /// row leaves out is taken from the others.
    void agree(const std::string& key, const Execution& here, FieldReader& reader)
    {
        Execution& before = m_executions[key];
        const auto compare = [&](const char* code, const char* field, auto& known, const auto& stated) {
            if (!stated)
                return;
            if (!known)
                known = stated;
            else if (*known != *stated)
                reader.fail(code, field,
                            "the rows of the cell " + key + " must agree on \"" + field + "\"; it is " +
                                shown(Json(*stated)) + " here and was " + shown(Json(*known)) + " before");
        };
        Fingerprint::each([&](const char* field, auto member) {
            compare("evidence.fingerprint", field, before.fingerprint.*member, here.fingerprint.*member);
        });
        compare("evidence.layout", "gdn_layers", before.gdn_layers, here.gdn_layers);
        compare("evidence.layout", "uses_gdn", before.uses_gdn, here.uses_gdn);
    }

    static constexpr const char* kCountsOnce =
        "each run counts once (if both were run, give them a field that differs, such as \"run\": 2)";

    /// Where a usable row stands.
    struct Run {
        const EvidenceFile* file = nullptr;
        std::size_t line = 0;
    };
    /// How often this file announces a cell, and two lines of it with rows that are equal; 0 for none.
    struct Announced {
        std::size_t times = 0;
        std::size_t equal = 0;
        std::size_t to = 0;
    };

    const EvidenceFile* m_file = nullptr;
    std::size_t m_line = 0;
    std::map<std::string, Announced> m_announced;  ///< by key
    std::map<Digest, Run> m_runs;                  ///< by what makes a row that run
    std::map<std::string, Execution> m_executions; ///< by key
    std::set<std::string> m_unknown;               ///< of the row that is being read
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 == 1 ? values[n / 2] : std::midpoint(values[n / 2 - 1], values[n / 2]);
}

double spread_of(const std::vector<double>& values, double about)
{
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return (*most - *least) / about * 100.0;
}

/// Why a candidate is a gap; "" where it is none.
std::string gap_of(const EvidenceSamples& samples, std::int64_t required)
{
    if (samples.refused > 0)
        return "was refused admission";
    const auto usable = static_cast<std::int64_t>(samples.milliseconds.size());
    if (usable >= required)
        return {};
    std::string out = "has " + std::to_string(usable) + " usable rows of " + std::to_string(required);
    const auto also = [&](std::size_t count, const char* what) {
        if (count > 0)
            out += ", " + std::to_string(count) + " " + what;
    };
    also(samples.compiled, "compiled");
    also(samples.split, "split");
    return out;
}

} // namespace

Result<Evidence> read_evidence(std::span<const EvidenceFile> files)
{
    if (auto repeated = repeated_file(files))
        return *repeated;
    Reader reader;
    for (const EvidenceFile& file : files) {
        reader.read(file);
        if (!reader.diagnostics.empty())
            return reader.diagnostics;
    }
    return std::move(reader.evidence);
}

Aggregate aggregate(const Evidence& evidence, std::int64_t require_complete)
{
    const std::int64_t required = std::max<std::int64_t>(2, require_complete);
    static const std::map<std::string, EvidenceSamples> no_samples;
    Aggregate out;
    for (const auto& [key, announced] : evidence.cells) {
        const auto at = evidence.samples.find(key);
        const auto& samples = at == evidence.samples.end() ? no_samples : at->second;
        Cell cell = announced.cell;
        const EvidenceCell::Layout* automatic = nullptr;
        for (const EvidenceCell::Layout& layout : announced.layouts) {
            if (layout.label == kAutomatic) {
                automatic = &layout;
                continue;
            }
            const auto found = samples.find(layout.label);
            const EvidenceSamples rows = found == samples.end() ? EvidenceSamples{} : found->second;
            if (std::string gap = gap_of(rows, required); !gap.empty())
                out.gaps.push_back({key, layout.label, layout.label + " " + gap});
            if (rows.milliseconds.size() < 2)
                continue;
            Candidate candidate;
            candidate.label = layout.label;
            candidate.features = layout.features;
            candidate.n = static_cast<std::int64_t>(rows.milliseconds.size());
            candidate.median_ms = median(rows.milliseconds);
            candidate.spread_pct = spread_of(rows.milliseconds, candidate.median_ms);
            cell.candidates.push_back(std::move(candidate));
        }
        std::set<std::string_view> labels;
        for (const EvidenceCell::Layout& layout : announced.layouts)
            labels.insert(layout.label);
        for (const auto& [label, rows] : samples)
            if (label != kAutomatic && !labels.contains(label))
                out.gaps.push_back({key, label, label + " has samples and is none of the announced candidates"});
        if (std::none_of(announced.layouts.begin(), announced.layouts.end(),
                         [](const EvidenceCell::Layout& layout) { return layout.label != kAutomatic; }))
            out.gaps.push_back({key, "", "no candidate is announced"});
        if (cell.candidates.empty())
            continue;
        std::sort(cell.candidates.begin(), cell.candidates.end(),
                  [](const Candidate& a, const Candidate& b) { return a.label < b.label; });
        if (const auto timed = samples.find(std::string(kAutomatic));
            automatic && timed != samples.end() && timed->second.milliseconds.size() >= 2) {
            const double ms = median(timed->second.milliseconds);
            const auto best =
                std::min_element(cell.candidates.begin(), cell.candidates.end(),
                                 [](const Candidate& a, const Candidate& b) { return a.median_ms < b.median_ms; });
            out.automatic.push_back({key, ms, timed->second.milliseconds.size(), automatic->matches,
                                     (ms - best->median_ms) / best->median_ms * 100.0});
        }
        out.cells.push_back(std::move(cell));
    }
    for (const auto& [key, samples] : evidence.samples)
        if (!evidence.cells.contains(key))
            out.unannounced.push_back(key);
    return out;
}

} // namespace blueprinting::certificate
