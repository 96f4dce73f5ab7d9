#include "core/passes/checkpoint.h"

#include "core/base/canonical_json.h"
#include "core/base/object_reader.h"
#include "core/ir/verify.h"
#include "core/passes/transformer_distribute.h"
#include "core/passes/transformer_import.h"
#include "core/passes/transformer_plan_work.h"

#include <algorithm>
#include <array>

namespace blueprinting::passes {
namespace {

struct Known {
    std::string_view pass;
    int revision;
    std::array<std::string_view, 2> schemas;
};
constexpr std::array<Known, 3> kKnown{{
    {kImportPass, kImportRevision, {ir::ModelIR::kSchema, ir::ModelIR::kExtendedSchema}},
    {kDistributePass, kDistributeRevision, {ir::DistributedTaskIR::kSchema, ir::DistributedTaskIR::kExtendedSchema}},
    {kPlanPass, kPlanRevision, {ir::PortablePlanIR::kSchema, ir::PortablePlanIR::kExtendedSchema}},
}};

Digest parent_of(const ir::AnyIR& any)
{
    if (const auto* distributed = std::get_if<ir::DistributedTaskIR>(&any))
        return distributed->source;
    if (const auto* plan = std::get_if<ir::PortablePlanIR>(&any))
        return plan->source;
    return {};
}

/// The digest under a key; empty where the text is empty, which is what stands before the first pass.
Digest read_digest(ObjectReader& reader, const std::string& key)
{
    const auto hex = reader.string(key);
    if (!hex || hex->empty())
        return {};
    auto digest = Digest::from_hex(*hex);
    if (digest)
        return std::move(digest).value();
    reader.fail("digest.malformed", key, digest.diagnostics().front().message);
    return {};
}

/// The first place where a text is not the one that was written; nothing where it is. A final line break may be
/// missing.
std::optional<SourceLocation> first_difference(const JsonDocument& document, std::string_view written)
{
    std::string_view text = document.text();
    if (text == written || (written.ends_with('\n') && text == written.substr(0, written.size() - 1)))
        return std::nullopt;
    const auto at = std::mismatch(text.begin(), text.end(), written.begin(), written.end()).first;
    const auto line_start = std::find(std::make_reverse_iterator(at), text.rend(), '\n').base();
    return SourceLocation{document.file(), static_cast<std::size_t>(std::count(text.begin(), at, '\n')) + 1,
                          static_cast<std::size_t>(at - line_start) + 1};
}

/// What is sealed is the file, white space included: it must be one of the two spellings that are written, for people
/// and canonical.
std::optional<Diagnostic> altered_spelling(const JsonDocument& document, const PassCheckpoint& checkpoint)
{
    const auto altered = [](const SourceLocation& where, std::string what) {
        return Diagnostic{Severity::error, "checkpoint.spelling", "", "the content is whole, but " + std::move(what),
                          where};
    };
    if (document.had_mark())
        return altered({document.file(), 1, 1}, "a byte-order mark was added in front of it");
    const Json tree = to_json(checkpoint);
    const auto pretty = pretty_json(tree);
    const auto canonical = canonical_json(tree);
    if (!pretty || !canonical)
        return (pretty ? canonical : pretty).diagnostics().front();
    if (!first_difference(document, *canonical + "\n"))
        return std::nullopt;
    const auto where = first_difference(document, *pretty);
    if (!where)
        return std::nullopt;
    return altered(
        *where, "from here on the text was altered: its white space, the order of its keys or the spelling of a value");
}

} // namespace

Json to_json(const PassCheckpoint& checkpoint)
{
    return {{"pass", checkpoint.pass},           {"revision", checkpoint.revision},
            {"schema", checkpoint.schema},       {"input", checkpoint.input.hex()},
            {"output", checkpoint.output.hex()}, {"ir", ir::to_json(*checkpoint.ir)}};
}

Result<PassCheckpoint> checkpoint_from_json(const JsonDocument& document)
{
    Diagnostics problems;
    ObjectReader reader(document, document.root(), "", problems);
    if (!reader.valid())
        return problems;
    PassCheckpoint out;
    out.pass = reader.string("pass").value_or("");
    const std::int64_t revision = reader.integer("revision").value_or(0);
    out.schema = reader.string("schema").value_or("");
    out.input = read_digest(reader, "input");
    out.output = read_digest(reader, "output");
    const Json* body = reader.any("ir");
    reader.finish();
    if (!body || !problems.empty())
        return problems;

    const auto fail = [&](std::string code, const std::string& pointer, std::string message) {
        problems.push_back(document.error(std::move(code), pointer, std::move(message)));
    };
    const Known* known = nullptr;
    for (const Known& each : kKnown)
        if (each.pass == out.pass)
            known = &each;
    if (!known)
        fail("checkpoint.pass", "/pass", "there is no pass \"" + out.pass + "\"");
    else if (known->revision != revision)
        fail("checkpoint.revision", "/revision",
             out.pass + " is at revision " + std::to_string(known->revision) +
                 " here, the checkpoint was made by revision " + std::to_string(revision));
    auto any = ir::ir_from_json(document, *body, "/ir");
    if (!any) {
        problems.insert(problems.end(), any.diagnostics().begin(), any.diagnostics().end());
        return problems;
    }
    const std::string_view schema = ir::schema_of(*any);
    if (out.schema != schema || (known && known->schemas[0] != schema && known->schemas[1] != schema))
        fail("checkpoint.schema", "/schema",
             "the checkpoint says " + out.pass + " and schema \"" + out.schema + "\", the IR in it is " +
                 std::string(schema));
    if (parent_of(*any) != out.input)
        fail("checkpoint.input", "/input", "the input digest is not the source that the IR names");
    const Digest found = ir::digest(*any);
    if (found != out.output)
        fail("checkpoint.digest_mismatch", "/output",
             "the content digests to " + found.short_hex() + "…, the checkpoint says " + out.output.short_hex() +
                 "…: it was altered or is damaged");
    for (Diagnostic& problem : ir::verify(*any))
        fail(std::move(problem.code), "/ir" + problem.path, std::move(problem.message));
    if (!problems.empty())
        return problems;
    out.revision = known->revision;
    out.ir = std::make_shared<const ir::AnyIR>(std::move(any).value());
    if (auto altered = altered_spelling(document, out))
        return *std::move(altered);
    return out;
}

} // namespace blueprinting::passes
