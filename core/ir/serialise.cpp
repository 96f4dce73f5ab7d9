#include "core/ir/serialise.h"

#include "core/base/canonical_json.h"
#include "core/base/overloaded.h"
#include "core/ir/canonical_writer.h"
#include "core/strategy/mapping.h"

#include <algorithm>

namespace blueprinting::ir {

void CanonicalWriter::value(std::string_view text)
{
    const bool plain =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
    if (!plain) {
        // Invalid UTF-8 never gets here: it is refused where texts are read.
        m_text += Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
        return;
    }
    m_text += '"';
    m_text += text;
    m_text += '"';
}

namespace {

void write(CanonicalWriter& out, std::string_view key, const Lineage& lineage)
{
    out.nested(key, [&] {
        out.field("kind", to_string(lineage.kind));
        out.strings("sources", lineage.sources);
        out.field("transform", lineage.transform);
    });
}

/// A whole number where it is one by construction, else its numerator and divisor.
void write(CanonicalWriter& out, std::string_view key, const Quotient& quotient)
{
    if (quotient.divisor == 1) {
        out.field(key, quotient.numerator);
        return;
    }
    out.nested(key, [&] {
        out.field("divisor", quotient.divisor);
        out.field("numerator", quotient.numerator);
    });
}

/// The fields of a primitive and its type, in the order of their keys.
void write(CanonicalWriter& out, std::string_view key, const Primitive& primitive)
{
    using Value = std::variant<std::int64_t, bool, std::string_view>;
    std::array<std::pair<std::string_view, Value>, 8> sorted;
    std::size_t count = 0;
    const auto add = [&](std::string_view name, Value value) {
        std::size_t at = count++;
        for (; at > 0 && name < sorted[at - 1].first; --at)
            sorted[at] = sorted[at - 1];
        sorted[at] = {name, value};
    };
    add("type", primitive_name(primitive));
    visit_fields(primitive, Overloaded{[&](const Extent& extent, std::int64_t value) { add(extent.key, value); },
                                       [&](std::string_view name, bool value) { add(name, value); },
                                       [&](std::string_view name, const auto& names, auto value) {
                                           add(name, name_in(names, value));
                                       }});
    out.nested(key, [&] {
        for (std::size_t i = 0; i < count; ++i)
            std::visit(Overloaded{[&](bool value) { out.flag(sorted[i].first, value); },
                                  [&](auto value) { out.field(sorted[i].first, value); }},
                       sorted[i].second);
    });
}

void write(CanonicalWriter& out, std::string_view key, const StorageFlags& flags)
{
    out.nested(key, [&] {
        out.flag("activation_dropped", flags.activation_dropped);
        out.flag("output_dropped", flags.output_dropped);
        out.flag("reused", flags.reused);
    });
}

void write_members(CanonicalWriter& out, const Collective& collective)
{
    out.field("collective", to_string(collective.kind));
    out.field("message_bytes", collective.message_bytes);
    out.field("participants", collective.participants);
    out.field("reduction", collective.reduction);
}

void write(CanonicalWriter& out, std::string_view key, const TaskKind& kind)
{
    out.nested(key, [&] {
        std::visit(Overloaded{
                       [&](const LocalCompute&) { out.field("type", "local_compute"); },
                       [&](const Collective& c) {
                           write_members(out, c);
                           out.field("type", "collective");
                       },
                       [&](const PointToPoint& p) {
                           out.field("message_bytes", p.message_bytes);
                           out.field("type", "point_to_point");
                       },
                       [&](const Reshard&) { out.field("type", "reshard"); },
                       [&](const Control&) { out.field("type", "control"); },
                   },
                   kind);
    });
}

void write(CanonicalWriter& out, std::string_view key, const ProgramSemantics& program)
{
    out.nested(key, [&] {
        out.field("blocks", program.blocks);
        out.key("execution");
        // An execution holds integers, booleans and names alone: there is nothing that could be refused.
        out.raw(canonical_json(strategy::to_json(program.execution)).value());
        out.field("feedforward", program.feedforward);
        out.field("head_size", program.head_size);
        out.field("heads", program.heads);
        out.field("hidden", program.hidden);
        out.field("pipeline_message_bytes", program.pipeline_message_bytes);
        out.field("sequence", program.sequence);
    });
}

void write(CanonicalWriter& out, const ModelOperation& operation)
{
    out.object([&] {
        out.key("effects");
        out.array(operation.effects, [&](const Effect& effect) {
            out.object([&] {
                out.field("kind", effect.kind == Effect::Kind::read ? "read" : "write");
                out.field("value", effect.value);
            });
        });
        out.field("id", operation.id);
        write(out, "lineage", operation.lineage);
        out.field("name", operation.name);
        out.strings("operands", operation.operands);
        out.strings("results", operation.results);
        out.nested("semantics", [&] {
            const DecoderSemantics& s = operation.semantics;
            out.field("attention_type", to_string(s.attention_type));
            out.field("blocks", s.blocks);
            out.field("feedforward", s.feedforward);
            out.field("head_size", s.head_size);
            out.field("heads", s.heads);
            out.field("hidden", s.hidden);
            out.field("sequence", s.sequence);
            out.flag("training", s.training);
        });
    });
}

void write(CanonicalWriter& out, const DistributedTask& task)
{
    out.object([&] {
        out.strings("dependencies", task.dependencies);
        out.field("engine", to_string(task.engine));
        out.field("id", task.id);
        write(out, "kind", task.kind);
        write(out, "lineage", task.lineage);
        out.field("name", task.name);
        out.strings("operands", task.operands);
        out.field("phase", to_string(task.phase));
        write(out, "primitive", task.primitive);
        out.strings("results", task.results);
        out.field("row", task.row);
        out.field("scope", to_string(task.scope));
        write(out, "storage", task.storage);
    });
}

void write(CanonicalWriter& out, const PortableTask& task)
{
    out.object([&] {
        out.key("collective");
        if (task.collective)
            out.object([&] { write_members(out, *task.collective); });
        else
            out.null();
        out.strings("dependencies", task.dependencies);
        out.field("engine", to_string(task.engine));
        out.nested("facts", [&] {
            if (task.facts.launches != 1)
                out.field("launches", task.facts.launches);
            out.field("message_bytes", task.facts.message_bytes);
            write(out, "operations", task.facts.operations);
            write(out, "read_bytes", task.facts.read_bytes);
            write(out, "write_bytes", task.facts.write_bytes);
        });
        out.field("id", task.id);
        write(out, "lineage", task.lineage);
        out.field("name", task.name);
        out.field("phase", to_string(task.phase));
        write(out, "primitive", task.primitive);
        out.strings("reads", task.reads);
        out.field("row", task.row);
        out.field("scope", to_string(task.scope));
        write(out, "storage", task.storage);
        out.strings("writes", task.writes);
    });
}

void write(CanonicalWriter& out, const ModelIR& ir)
{
    out.object([&] {
        out.strings("inputs", ir.inputs);
        out.key("operations");
        out.array(ir.operations, [&](const ModelOperation& operation) { write(out, operation); });
        out.strings("outputs", ir.outputs);
        out.field("schema", ModelIR::kSchema);
        out.key("values");
        out.array(ir.values, [&](const ModelValue& value) {
            out.object([&] {
                out.field("dtype", to_string(value.dtype));
                out.field("id", value.id);
                write(out, "lineage", value.lineage);
                out.field("name", value.name);
                out.field("role", to_string(value.role));
                out.integers("shape", value.shape);
            });
        });
    });
}

void write(CanonicalWriter& out, const DistributedTaskIR& ir)
{
    out.object([&] {
        out.nested("mesh", [&] {
            out.field("axis", ir.mesh.axis);
            out.field("degree", ir.mesh.degree);
        });
        write(out, "program", ir.program);
        out.field("schema", DistributedTaskIR::kSchema);
        out.field("source", ir.source.hex());
        out.key("tasks");
        out.array(ir.tasks, [&](const DistributedTask& task) { write(out, task); });
        out.key("values");
        out.array(ir.values, [&](const DistributedValue& value) {
            out.object([&] {
                out.field("element_bytes", value.element_bytes);
                out.field("id", value.id);
                write(out, "lineage", value.lineage);
                out.field("name", value.name);
                out.field("role", to_string(value.role));
                out.integers("shape", value.shape);
                out.field("sharding", to_string(value.sharding));
            });
        });
    });
}

void write(CanonicalWriter& out, const PortablePlanIR& ir)
{
    out.object([&] {
        out.key("buffers");
        out.array(ir.buffers, [&](const Buffer& buffer) {
            out.object([&] {
                out.strings("consumers", buffer.consumers);
                out.field("id", buffer.id);
                write(out, "lineage", buffer.lineage);
                out.field("name", buffer.name);
                out.field("producer", buffer.producer);
                out.field("role", to_string(buffer.role));
                write(out, "size_bytes", buffer.size_bytes);
            });
        });
        out.nested("memory", [&] {
            const BlockMemoryFacts& m = ir.memory;
            out.field("activation_checkpoint", m.activation_checkpoint);
            out.field("activation_gradient", m.activation_gradient);
            out.field("activation_storage", m.activation_storage);
            out.field("activation_working", m.activation_working);
            write(out, "optimizer", m.optimizer);
            out.field("weight", m.weight);
            write(out, "weight_gradient", m.weight_gradient);
            out.field("weight_gradient_unsharded", m.weight_gradient_unsharded);
        });
        write(out, "program", ir.program);
        out.field("schema", PortablePlanIR::kSchema);
        out.field("source", ir.source.hex());
        out.field("strategy_fingerprint", ir.strategy_fingerprint.hex());
        out.key("tasks");
        out.array(ir.tasks, [&](const PortableTask& task) { write(out, task); });
    });
}

template <class IR>
std::string text_of(const IR& ir)
{
    CanonicalWriter out;
    write(out, ir);
    return out.take();
}

template <class IR>
Digest digest_of(const IR& ir)
{
    DigestStream digest;
    digest.add("blueprinting.ir:");
    digest.add(IR::kSchema);
    digest.add(std::string_view("\0", 1));
    CanonicalWriter out(digest);
    write(out, ir);
    out.flush();
    return digest.finish();
}

} // namespace

std::string canonical_text(const ModelIR& ir) { return text_of(ir); }
std::string canonical_text(const DistributedTaskIR& ir) { return text_of(ir); }
std::string canonical_text(const PortablePlanIR& ir) { return text_of(ir); }
std::string canonical_text(const AnyIR& ir)
{
    return std::visit([](const auto& one) { return canonical_text(one); }, ir);
}

Json to_json(const ModelIR& ir) { return Json::parse(canonical_text(ir)); }
Json to_json(const DistributedTaskIR& ir) { return Json::parse(canonical_text(ir)); }
Json to_json(const PortablePlanIR& ir) { return Json::parse(canonical_text(ir)); }
Json to_json(const AnyIR& ir) { return Json::parse(canonical_text(ir)); }

Digest digest(const ModelIR& ir) { return digest_of(ir); }
Digest digest(const DistributedTaskIR& ir) { return digest_of(ir); }
Digest digest(const PortablePlanIR& ir) { return digest_of(ir); }
Digest digest(const AnyIR& ir)
{
    return std::visit([](const auto& one) { return digest_of(one); }, ir);
}

Digest strategy_fingerprint(const strategy::Execution& execution)
{
    return digest_json("blueprinting.strategy:v0", strategy::to_json(execution)).value();
}

std::string_view schema_of(const AnyIR& ir)
{
    return std::visit([](const auto& one) { return std::decay_t<decltype(one)>::kSchema; }, ir);
}

} // namespace blueprinting::ir
