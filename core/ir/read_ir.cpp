#include "core/ir/read_support.h"
#include "core/ir/serialise.h"

#include <array>

namespace blueprinting::ir {
namespace {

strategy::AttentionType attention_type(ObjectReader& from)
{
    return from.choice("attention_type", {"multihead", "multiquery"}) == "multiquery"
               ? strategy::AttentionType::multiquery
               : strategy::AttentionType::multihead;
}

/// A model says nothing of where it runs: such a key is named for what it is instead of as merely unknown.
void refuse_placement(ObjectReader& from)
{
    static constexpr std::array words{"tp", "pp", "dp", "rank", "device", "kernel", "duration"};
    for (const char* word : words)
        if (from.has(word)) {
            from.ignore(word);
            from.fail("ir.model.forbidden", word, std::string("a model holds no ") + word);
        }
}

ModelIR read_model(PartReader& parts, ObjectReader& from)
{
    ModelIR out;
    refuse_placement(from);
    parts.each(from, "values", [&](const Json& value, const std::string& pointer) {
        ObjectReader each = parts.object(value, pointer);
        if (!each.valid())
            return;
        refuse_placement(each);
        ModelValue& made = out.values.emplace_back();
        made.id = parts.text(each, "id");
        made.name = parts.text(each, "name");
        made.shape = parts.integers(each, "shape");
        made.dtype = parts.name(each, "dtype", datatype_from, "datatype");
        made.role = parts.name(each, "role", value_role_from, "role of a value");
        made.lineage = parts.lineage(each);
        each.finish();
    });
    parts.each(from, "operations", [&](const Json& value, const std::string& pointer) {
        ObjectReader each = parts.object(value, pointer);
        if (!each.valid())
            return;
        refuse_placement(each);
        ModelOperation& made = out.operations.emplace_back();
        made.id = parts.text(each, "id");
        made.name = parts.text(each, "name");
        made.operands = parts.strings(each, "operands");
        made.results = parts.strings(each, "results");
        parts.each(each, "effects", [&](const Json& effect, const std::string& where) {
            ObjectReader reader = parts.object(effect, where);
            if (!reader.valid())
                return;
            const auto kind = reader.choice("kind", {"read", "write"});
            made.effects.push_back(
                {kind == "write" ? Effect::Kind::write : Effect::Kind::read, parts.text(reader, "value")});
            reader.finish();
        });
        if (const Json* semantics = each.object("semantics")) {
            ObjectReader s = parts.object(*semantics, each.pointer("semantics"));
            refuse_placement(s);
            const auto n = [&](const char* key) { return parts.whole(s, key); };
            made.semantics = {n("hidden"),    n("feedforward"), n("sequence"),     n("heads"),
                              n("head_size"), n("blocks"),      attention_type(s), parts.flag(s, "training")};
            s.finish();
        }
        made.lineage = parts.lineage(each);
        each.finish();
    });
    out.inputs = parts.strings(from, "inputs");
    out.outputs = parts.strings(from, "outputs");
    return out;
}

TaskKind read_kind(PartReader& parts, ObjectReader& from)
{
    const Json* value = from.object("kind");
    if (!value)
        return {};
    ObjectReader kind = parts.object(*value, from.pointer("kind"));
    const auto type = kind.choice("type", {"local_compute", "collective", "point_to_point", "reshard", "control"});
    TaskKind out;
    if (type == "collective")
        out = parts.collective(kind);
    else if (type == "point_to_point")
        out = PointToPoint{parts.whole(kind, "message_bytes")};
    else if (type == "reshard")
        out = Reshard{};
    else if (type == "control")
        out = Control{};
    kind.finish();
    return out;
}

/// The members that tasks of both IRs have.
template <class Task>
void read_task(PartReader& parts, ObjectReader& from, Task& out)
{
    out.id = parts.text(from, "id");
    out.name = parts.text(from, "name");
    out.row = parts.whole(from, "row");
    out.phase = parts.name(from, "phase", phase_from, "phase");
    out.engine = parts.name(from, "engine", engine_from, "class of engine");
    out.scope = parts.name(from, "scope", scope_from, "scope");
    out.primitive = parts.primitive(from);
    out.storage = parts.storage(from);
    out.dependencies = parts.strings(from, "dependencies");
    out.lineage = parts.lineage(from);
}

DistributedTaskIR read_distributed(PartReader& parts, ObjectReader& from)
{
    DistributedTaskIR out;
    out.source = parts.digest(from, "source");
    if (const Json* mesh = from.object("mesh")) {
        ObjectReader reader = parts.object(*mesh, from.pointer("mesh"));
        out.mesh = {parts.text(reader, "axis"), parts.whole(reader, "degree")};
        reader.finish();
    }
    out.program = parts.program(from);
    parts.each(from, "values", [&](const Json& value, const std::string& pointer) {
        ObjectReader each = parts.object(value, pointer);
        if (!each.valid())
            return;
        DistributedValue& made = out.values.emplace_back();
        made.id = parts.text(each, "id");
        made.name = parts.text(each, "name");
        made.shape = parts.integers(each, "shape");
        made.element_bytes = parts.whole(each, "element_bytes");
        made.role = parts.name(each, "role", buffer_role_from, "role of a value");
        made.sharding = parts.name(each, "sharding", sharding_from, "sharding");
        made.lineage = parts.lineage(each);
        each.finish();
    });
    parts.each(from, "tasks", [&](const Json& value, const std::string& pointer) {
        ObjectReader each = parts.object(value, pointer);
        if (!each.valid())
            return;
        DistributedTask& made = out.tasks.emplace_back();
        read_task(parts, each, made);
        made.kind = read_kind(parts, each);
        made.operands = parts.strings(each, "operands");
        made.results = parts.strings(each, "results");
        each.finish();
    });
    return out;
}

WorkloadFacts read_facts(PartReader& parts, ObjectReader& from)
{
    WorkloadFacts out;
    if (const Json* value = from.object("facts")) {
        ObjectReader facts = parts.object(*value, from.pointer("facts"));
        out = {parts.quotient(facts, "operations"), parts.quotient(facts, "read_bytes"),
               parts.quotient(facts, "write_bytes"), parts.whole(facts, "message_bytes"),
               facts.has("launches") ? parts.whole(facts, "launches") : 1};
        facts.finish();
    }
    return out;
}

BlockMemoryFacts read_memory(PartReader& parts, ObjectReader& from)
{
    BlockMemoryFacts out;
    const Json* value = from.object("memory");
    if (!value)
        return out;
    ObjectReader m = parts.object(*value, from.pointer("memory"));
    out.weight = parts.whole(m, "weight");
    out.activation_working = parts.whole(m, "activation_working");
    out.activation_storage = parts.whole(m, "activation_storage");
    out.activation_checkpoint = parts.whole(m, "activation_checkpoint");
    out.activation_gradient = parts.whole(m, "activation_gradient");
    out.weight_gradient = parts.quotient(m, "weight_gradient");
    out.weight_gradient_unsharded = parts.whole(m, "weight_gradient_unsharded");
    out.optimizer = parts.quotient(m, "optimizer");
    m.finish();
    return out;
}

PortablePlanIR read_plan(PartReader& parts, ObjectReader& from)
{
    PortablePlanIR out;
    out.source = parts.digest(from, "source");
    out.strategy_fingerprint = parts.digest(from, "strategy_fingerprint");
    out.program = parts.program(from);
    parts.each(from, "tasks", [&](const Json& value, const std::string& pointer) {
        ObjectReader each = parts.object(value, pointer);
        if (!each.valid())
            return;
        PortableTask& made = out.tasks.emplace_back();
        read_task(parts, each, made);
        const Json* collective = each.any("collective");
        if (collective && !collective->is_null()) {
            ObjectReader reader = parts.object(*collective, each.pointer("collective"));
            if (reader.valid())
                made.collective = parts.collective(reader);
            reader.finish();
        }
        made.facts = read_facts(parts, each);
        made.reads = parts.strings(each, "reads");
        made.writes = parts.strings(each, "writes");
        each.finish();
    });
    parts.each(from, "buffers", [&](const Json& value, const std::string& pointer) {
        ObjectReader each = parts.object(value, pointer);
        if (!each.valid())
            return;
        Buffer& made = out.buffers.emplace_back();
        made.id = parts.text(each, "id");
        made.name = parts.text(each, "name");
        made.size_bytes = parts.quotient(each, "size_bytes");
        made.role = parts.name(each, "role", buffer_role_from, "role of a buffer");
        made.producer = parts.text(each, "producer");
        made.consumers = parts.strings(each, "consumers");
        made.lineage = parts.lineage(each);
        each.finish();
    });
    out.memory = read_memory(parts, from);
    return out;
}

} // namespace

Result<AnyIR> ir_from_json(const JsonDocument& document, const Json& value, const std::string& pointer)
{
    Diagnostics problems;
    PartReader parts(document, problems);
    ObjectReader from = parts.object(value, pointer);
    if (!from.valid())
        return problems;
    const std::string schema = parts.text(from, "schema");
    if (!problems.empty())
        return problems;
    AnyIR out;
    if (schema == ModelIR::kSchema)
        out = read_model(parts, from);
    else if (schema == DistributedTaskIR::kSchema)
        out = read_distributed(parts, from);
    else if (schema == PortablePlanIR::kSchema)
        out = read_plan(parts, from);
    else
        return document.error("ir.schema.unknown", pointer + "/schema",
                              "the schema is " + std::string(ModelIR::kSchema) + ", " +
                                  std::string(DistributedTaskIR::kSchema) + " or " +
                                  std::string(PortablePlanIR::kSchema) + ", not " + shown(Json(schema)));
    from.finish();
    if (!problems.empty())
        return problems;
    return out;
}

} // namespace blueprinting::ir
