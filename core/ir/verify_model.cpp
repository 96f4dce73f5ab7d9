#include "core/ir/verify.h"
#include "core/ir/verify_support.h"

#include <array>

namespace blueprinting::ir {
namespace {

constexpr std::array<std::pair<std::string_view, std::int64_t DecoderSemantics::*>, 6> kExtents{{
    {"hidden", &DecoderSemantics::hidden},
    {"feedforward", &DecoderSemantics::feedforward},
    {"sequence", &DecoderSemantics::sequence},
    {"heads", &DecoderSemantics::heads},
    {"head_size", &DecoderSemantics::head_size},
    {"blocks", &DecoderSemantics::blocks},
}};

/// Nothing here may say where or how fast something runs.
void check_model_words(Findings& findings, const std::string& text, const std::string& path)
{
    const std::string_view word = forbidden_word(text, {"tp", "pp", "dp", "rank", "device", "kernel", "duration"});
    if (!word.empty())
        findings.add("ir.model.forbidden", path,
                     "\"" + text + "\" says " + std::string(word) +
                         ", which no model may: it belongs to a strategy or a target");
}

void check_semantics(Findings& findings, const ModelOperation& operation, std::size_t index)
{
    const std::string_view wanted =
        operation.semantics.training ? "transformer.decoder_training" : "transformer.decoder_inference";
    if (operation.name != wanted)
        findings.add("ir.model.operation", path_to("operations", index, "name"),
                     "a decoder record with this training flag belongs to " + std::string(wanted) + ", not to \"" +
                         operation.name + "\"");
    for (const auto& [name, field] : kExtents)
        if (operation.semantics.*field < 1 &&
            !(operation.semantics.description && (name == "feedforward" || name == "head_size")))
            findings.add("ir.model.semantics", path_to("operations", index, "semantics/" + std::string(name)),
                         std::string(name) + " is " + std::to_string(operation.semantics.*field) +
                             " and must be at least 1");
}

} // namespace

Diagnostics verify(const ModelIR& ir)
{
    Findings findings;
    IdTable ids(findings);
    for (std::size_t i = 0; i < ir.values.size(); ++i) {
        const ModelValue& value = ir.values[i];
        ids.add("value", value.id, "values", i);
        check_lineage(findings, value.lineage, "values", i);
        check_model_words(findings, value.name, path_to("values", i, "name"));
        for (std::size_t d = 0; d < value.shape.size(); ++d)
            if (value.shape[d] < 1)
                findings.add("ir.value.shape", path_to("values", i, "shape", d),
                             "extent " + std::to_string(value.shape[d]) + " of " + value.name + " must be at least 1");
    }
    IdTable nodes(findings);
    for (std::size_t i = 0; i < ir.operations.size(); ++i)
        nodes.add("node", ir.operations[i].id, "operations", i);
    if (ir.operations.empty())
        findings.add("ir.model.operation", "/operations", "a model has at least one operation");

    std::unordered_map<std::string_view, bool> defined; // value → whether an operation defines it
    const auto known = [&](const EntityId& id, const std::string& path) {
        const bool yes = ids.contains(id);
        if (!yes)
            findings.add("ir.ssa.undefined", path, "there is no value " + id);
        return yes;
    };
    for (std::size_t i = 0; i < ir.inputs.size(); ++i)
        if (known(ir.inputs[i], path_to("inputs", i)))
            defined[ir.inputs[i]] = false;
    for (std::size_t i = 0; i < ir.operations.size(); ++i) {
        const ModelOperation& operation = ir.operations[i];
        check_lineage(findings, operation.lineage, "operations", i);
        check_model_words(findings, operation.name, path_to("operations", i, "name"));
        check_semantics(findings, operation, i);
        for (std::size_t o = 0; o < operation.operands.size(); ++o)
            if (known(operation.operands[o], path_to("operations", i, "operands", o)) &&
                !defined.contains(operation.operands[o]))
                findings.add("ir.ssa.use_before_definition", path_to("operations", i, "operands", o),
                             operation.operands[o] + " is used before anything defines it");
        for (std::size_t e = 0; e < operation.effects.size(); ++e)
            known(operation.effects[e].value, path_to("operations", i, "effects", e));
        for (std::size_t r = 0; r < operation.results.size(); ++r) {
            if (!known(operation.results[r], path_to("operations", i, "results", r)))
                continue;
            if (!defined.emplace(operation.results[r], true).second)
                findings.add("ir.ssa.redefinition", path_to("operations", i, "results", r),
                             operation.results[r] + " is defined a second time");
        }
    }
    for (std::size_t i = 0; i < ir.outputs.size(); ++i)
        if (known(ir.outputs[i], path_to("outputs", i)) && !defined.contains(ir.outputs[i]))
            findings.add("ir.ssa.use_before_definition", path_to("outputs", i),
                         "nothing defines the output " + ir.outputs[i]);
    return findings.take();
}

Diagnostics verify(const AnyIR& ir)
{
    return std::visit([](const auto& one) { return verify(one); }, ir);
}

} // namespace blueprinting::ir
