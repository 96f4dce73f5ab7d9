#include "core/base/object_reader.h"
#include "core/calibration/report.h"

#include <limits>

namespace blueprinting::calibration {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Reads a report's objects with one set of diagnostics.
class Reader {
public:
    explicit Reader(const JsonDocument& document) : m_document(document) {}

    Report report();
    Diagnostics diagnostics;

private:
    /// The object under `key`, read by `read` to its last key.
    template <class Read>
    void object(ObjectReader& parent, const std::string& key, Read read)
    {
        const Json* value = parent.object(key);
        if (!value)
            return;
        ObjectReader reader(m_document, *value, parent.pointer(key), diagnostics);
        read(reader);
        reader.finish();
    }

    std::string text(ObjectReader& reader, const char* key) { return reader.string(key).value_or(""); }
    bool flag(ObjectReader& reader, const char* key) { return reader.boolean(key).value_or(false); }

    /// A number or an infinity in words.
    double number(ObjectReader& reader, const char* key)
    {
        const oracle::Figure read = figure(reader, key);
        if (!read.has_value())
            reader.fail("reader.type", key, "must be a number or \"Infinity\"");
        return read.value;
    }

    /// A number, an infinity, or a state in words.
    oracle::Figure figure(ObjectReader& reader, const char* key)
    {
        const Json* value = reader.any(key);
        if (!value)
            return oracle::Figure::of(0); // complained about already
        if (value->is_number())
            return oracle::Figure::of(value->get<double>());
        if (*value == "Infinity")
            return oracle::Figure::of(kInfinity);
        if (*value == "-Infinity")
            return oracle::Figure::of(-kInfinity);
        for (const oracle::State state :
             {oracle::State::not_covered, oracle::State::not_published, oracle::State::refused})
            if (*value == std::string(to_string(state)))
                return {state, 0};
        reader.fail("reader.type", key,
                    "must be a number, \"Infinity\" or a state such as \"not published\", not " + shown(*value));
        return oracle::Figure::of(0);
    }

    std::vector<std::string> strings(ObjectReader& reader, const char* key)
    {
        std::vector<std::string> out;
        const Json* value = reader.array(key);
        for (std::size_t i = 0; value && i < value->size(); ++i) {
            if (!(*value)[i].is_string()) {
                reader.fail("reader.type", key, "must hold strings, not " + shown((*value)[i]));
                break;
            }
            out.push_back((*value)[i].get<std::string>());
        }
        return out;
    }

    InputFile file(ObjectReader& parent, const char* key)
    {
        InputFile out;
        object(parent, key, [&](ObjectReader& reader) { out = {text(reader, "file"), text(reader, "sha256")}; });
        return out;
    }

    template <class Array, class Read>
    void components(ObjectReader& parent, const char* key, Array& into, Read read)
    {
        object(parent, key, [&](ObjectReader& reader) {
            for (std::size_t i = 0; i < cost::kComponents; ++i)
                read(reader, std::string(to_string(static_cast<cost::Component>(i))), into[i]);
        });
    }

    Summary summary(ObjectReader& reader);
    CaseReport one_case(ObjectReader& reader);
    void case_inputs(ObjectReader& reader, CaseReport& out);
    void case_figures(ObjectReader& reader, CaseReport& out);

    const JsonDocument& m_document;
};

Summary Reader::summary(ObjectReader& reader)
{
    Summary out;
    out.case_count = static_cast<std::size_t>(reader.integer("case_count", 0).value_or(0));
    out.peak_only_mean_absolute_percent = figure(reader, "peak_only_mean_absolute_error_percent");
    out.evidence_mean_absolute_percent = figure(reader, "system_evidence_mean_absolute_error_percent");
    out.evidence_max_absolute_percent = figure(reader, "system_evidence_max_absolute_error_percent");
    out.workload_max_absolute_percent = figure(reader, "workload_max_absolute_error_percent");
    out.memory_max_absolute_bytes = figure(reader, "memory_max_absolute_error_bytes");
    out.evidence_vs_paper_mean_absolute_percent =
        figure(reader, "system_evidence_vs_paper_mean_absolute_error_percent");
    out.evidence_vs_paper_max_absolute_percent = figure(reader, "system_evidence_vs_paper_max_absolute_error_percent");
    components(reader, "breakdown_error", out.breakdown,
               [&](ObjectReader& parent, const std::string& key, ComponentError& into) {
                   object(parent, key, [&](ObjectReader& entry) {
                       into = {figure(entry, "mean_absolute_error_percent"),
                               figure(entry, "max_absolute_error_percent"),
                               figure(entry, "max_absolute_error_seconds")};
                   });
               });
    return out;
}

void Reader::case_inputs(ObjectReader& reader, CaseReport& out)
{
    object(reader, "inputs", [&](ObjectReader& inputs) {
        out.model = file(inputs, "model");
        out.execution = file(inputs, "execution");
        out.system = file(inputs, "system");
    });
    object(reader, "ir", [&](ObjectReader& ir) {
        out.model_digest = text(ir, "model_digest");
        out.distributed_digest = text(ir, "distributed_digest");
        out.portable_digest = text(ir, "portable_digest");
        const Json* stamps = ir.array("pass_checkpoints");
        for (std::size_t i = 0; stamps && i < stamps->size() && !diagnostics.full(); ++i) {
            ObjectReader stamp(m_document, (*stamps)[i], ir.pointer("pass_checkpoints") + pointer_step(i), diagnostics);
            out.checkpoints.push_back({text(stamp, "pass"), text(stamp, "schema"), text(stamp, "digest")});
            stamp.finish();
        }
    });
}

void Reader::case_figures(ObjectReader& reader, CaseReport& out)
{
    object(reader, "workload_audit", [&](ObjectReader& audit) {
        for (std::size_t i = 0; i < ir::kBlockMetrics; ++i)
            object(audit, std::string(name_of(static_cast<ir::BlockMetric>(i))), [&](ObjectReader& metric) {
                out.workload[i] = {number(metric, "blueprinting"), figure(metric, "reference"),
                                   figure(metric, "relative_error_percent")};
            });
    });
    object(reader, "timing_seconds", [&](ObjectReader& timing) {
        out.peak_only_seconds = number(timing, "peak_only");
        out.evidence_seconds = number(timing, "system_evidence");
        out.calculon_seconds = figure(timing, "calculon");
        out.paper_seconds = figure(timing, "paper");
    });
    object(reader, "timing_error_percent", [&](ObjectReader& errors) {
        out.peak_only_vs_calculon = figure(errors, "peak_only_vs_calculon");
        out.evidence_vs_calculon = figure(errors, "system_evidence_vs_calculon");
        out.evidence_vs_paper = figure(errors, "system_evidence_vs_paper");
    });
    const auto plain = [&](ObjectReader& parent, const std::string& key, double& into) {
        into = number(parent, key.c_str());
    };
    components(reader, "estimated_breakdown_seconds", out.evidence_breakdown, plain);
    components(reader, "peak_only_breakdown_seconds", out.peak_only_breakdown, plain);
    components(reader, "calculon_breakdown_seconds", out.calculon_breakdown,
               [&](ObjectReader& parent, const std::string& key, oracle::Figure& into) {
                   into = figure(parent, key.c_str());
               });
    object(reader, "memory_bytes", [&](ObjectReader& memory) {
        out.memory_bytes = {number(memory, "estimated"), figure(memory, "calculon"),
                            figure(memory, "relative_error_percent")};
    });
    object(reader, "recompute_counter_audit", [&](ObjectReader& audit) {
        out.calculon_recompute_counter = figure(audit, "calculon_block_re_flops");
        out.derived_recompute_operations = number(audit, "derived_explicit_operations");
        audit.ignore("note");
    });
}

CaseReport Reader::one_case(ObjectReader& reader)
{
    CaseReport out;
    out.name = text(reader, "case");
    case_inputs(reader, out);
    case_figures(reader, out);
    if (reader.has("calculon_refusal"))
        out.calculon_refusal = text(reader, "calculon_refusal");
    if (reader.has("calculon_failure"))
        out.calculon_failure = text(reader, "calculon_failure");
    return out;
}

Report Reader::report()
{
    Report out;
    ObjectReader root(m_document, m_document.root(), "", diagnostics);
    if (!root.valid())
        return out;
    if (const auto schema = root.string("schema"); schema && *schema != Report::kSchema) {
        root.fail("report.schema", "schema",
                  "must be \"" + std::string(Report::kSchema) + "\", not \"" + *schema + "\"");
        return out; // its other keys mean something else
    }
    object(root, "oracle", [&](ObjectReader& reader) {
        out.oracle = {text(reader, "name"), text(reader, "package_version"), text(reader, "source_repository"),
                      text(reader, "source_digest"), text(reader, "provider")};
    });
    object(root, "paper_baseline", [&](ObjectReader& reader) {
        out.paper_baseline = {text(reader, "name"), text(reader, "paper"), text(reader, "source")};
    });
    object(root, "hardware", [&](ObjectReader& reader) {
        out.hardware = {text(reader, "name"), text(reader, "evidence_revision")};
    });
    object(root, "calibration_policy", [&](ObjectReader& reader) {
        out.policy.scope = text(reader, "scope");
        out.policy.evidence = strings(reader, "evidence");
        out.policy.shared_across_cases = flag(reader, "shared_across_cases");
        out.policy.fit_against_case_outputs = flag(reader, "fit_against_case_outputs");
        out.policy.oracle_read_during_lowering = flag(reader, "oracle_read_during_lowering");
        out.policy.oracle_read_during_costing = flag(reader, "oracle_read_during_costing");
        out.policy.forbidden_inputs = strings(reader, "forbidden_inputs");
    });
    object(root, "summary", [&](ObjectReader& reader) { out.summary = summary(reader); });
    const Json* cases = root.array("cases");
    for (std::size_t i = 0; cases && i < cases->size() && !diagnostics.full(); ++i) {
        ObjectReader reader(m_document, (*cases)[i], "/cases" + pointer_step(i), diagnostics);
        out.cases.push_back(one_case(reader));
        reader.finish();
    }
    root.finish();
    return out;
}

} // namespace

Result<Report> report_from_json(const JsonDocument& document)
{
    Reader reader(document);
    Report report = reader.report();
    if (!reader.diagnostics.empty())
        return reader.diagnostics;
    return report;
}

} // namespace blueprinting::calibration
