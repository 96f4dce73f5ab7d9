#include "core/passes/checkpoint.h"

#include "core/base/object_reader.h"
#include "core/ir/verify.h"
#include "core/passes/transformer_distribute.h"
#include "core/passes/transformer_import.h"
#include "core/passes/transformer_plan_work.h"

#include <array>

namespace blueprinting::passes {
namespace {

struct Known {
    std::string_view pass;
    int revision;
    std::string_view schema;
};
constexpr std::array<Known, 3> kKnown{{
    {kImportPass, kImportRevision, ir::ModelIR::kSchema},
    {kDistributePass, kDistributeRevision, ir::DistributedTaskIR::kSchema},
    {kPlanPass, kPlanRevision, ir::PortablePlanIR::kSchema},
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

} // namespace

Json to_json(const PassCheckpoint& checkpoint)
{
    return {{"pass", checkpoint.pass},
            {"revision", checkpoint.revision},
            {"schema", checkpoint.schema},
            {"input", checkpoint.input.hex()},
            {"output", checkpoint.output.hex()},
            {"ir", ir::to_json(*checkpoint.ir)}};
}

Result<PassCheckpoint> checkpoint_from_json(const JsonDocument& document)
{
    Diagnostics problems;
    ObjectReader reader(document, document.root(), "", problems);
    if (!reader.valid())
        return problems;
    PassCheckpoint out;
    out.pass = reader.string("pass").value_or("");
    out.revision = static_cast<int>(reader.integer("revision").value_or(0));
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
    else if (known->revision != out.revision)
        fail("checkpoint.revision", "/revision",
             out.pass + " is at revision " + std::to_string(known->revision) + " here, the checkpoint was made by revision " +
                 std::to_string(out.revision));
    auto any = ir::ir_from_json(document, *body, "/ir");
    if (!any) {
        problems.insert(problems.end(), any.diagnostics().begin(), any.diagnostics().end());
        return problems;
    }
    const std::string_view schema = ir::schema_of(*any);
    if (out.schema != schema || (known && known->schema != schema))
        fail("checkpoint.schema", "/schema",
             "the checkpoint says " + out.pass + " and schema \"" + out.schema + "\", the IR in it is " + std::string(schema));
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
    out.ir = std::make_shared<const ir::AnyIR>(std::move(any).value());
    return out;
}

} // namespace blueprinting::passes
