#include "core/ir/text.h"

#include "core/base/canonical_json.h"
#include "core/base/foreign_text.h"
#include "core/primitive/primitive.h"
#include "core/strategy/mapping.h"

#include <map>

namespace blueprinting::ir {
namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

std::string number(const Quotient& quotient)
{
    return quotient.divisor == 1 ? number(quotient.numerator)
                                 : number(quotient.numerator) + "/" + number(quotient.divisor);
}

std::string shape(const std::vector<std::int64_t>& extents_of)
{
    std::string out = "[";
    for (const std::int64_t extent : extents_of)
        out += (out.size() > 1 ? ", " : "") + number(extent);
    return out + "]";
}

/// Text lines with the names of the entities that they refer to.
class Lines {
public:
    void name(const EntityId& id, std::string text) { m_names[id] = std::move(text); }

    void add(int depth, const std::string& text, const EntityId& entity = {})
    {
        m_all.push_back({depth, visible_line(text), entity});
    }

    /// "needs attn.q, attn.k"; no line for none.
    void list(int depth, const std::string& word, const std::vector<EntityId>& ids, const EntityId& entity)
    {
        if (ids.empty())
            return;
        std::string text;
        for (const EntityId& id : ids)
            text += (text.empty() ? word + " " : ", ") + called(id);
        add(depth, text, entity);
    }

    void lineage(int depth, const Lineage& lineage, const EntityId& entity)
    {
        std::string text = std::string(to_string(lineage.kind)) + " by " + lineage.transform;
        for (std::size_t i = 0; i < lineage.sources.size(); ++i)
            text += (i == 0 ? " from " : ", ") + called(lineage.sources[i]);
        add(depth, text, entity);
    }

    std::vector<TextLine> take() { return std::move(m_all); }

private:
    [[nodiscard]] std::string called(const EntityId& id) const
    {
        const auto at = m_names.find(id);
        return at == m_names.end() ? id : at->second;
    }

    std::map<EntityId, std::string> m_names;
    std::vector<TextLine> m_all;
};

std::string task_name(const Task& task)
{
    std::string out = task.name;
    if (task.scope != BlockScope::every)
        out += " (" + std::string(to_string(task.scope)) + ")";
    return out;
}

std::string qualified(const Task& task)
{
    return task_name(task) + (task.phase == Phase::forward ? "" : " " + std::string(to_string(task.phase)));
}

std::string communicates(const Collective& c)
{
    return std::string(to_string(c.kind)) + " over " + number(c.participants) +
           (c.reduction.empty() ? "" : " by " + c.reduction) + ", " + number(c.message_bytes) + " bytes";
}

void storage(Lines& out, const StorageFlags& flags, const EntityId& entity)
{
    std::string text;
    for (const auto& [on, word] :
         {std::pair{flags.reused, "reused"}, std::pair{flags.activation_dropped, "activation not stored"},
          std::pair{flags.output_dropped, "output not stored"}})
        if (on)
            text += (text.empty() ? "" : ", ") + std::string(word);
    if (!text.empty())
        out.add(2, text, entity);
}

void program(Lines& out, const ProgramSemantics& p)
{
    out.add(0, "program");
    out.add(1, "blocks " + number(p.blocks) + ", hidden " + number(p.hidden) + ", feedforward " +
                   number(p.feedforward) + ", sequence " + number(p.sequence) + ", heads " + number(p.heads) +
                   ", head size " + number(p.head_size));
    out.add(1, "between stages " + number(p.pipeline_message_bytes) + " bytes");
    out.add(1, "strategy");
    const Json tree = strategy::to_json(p.execution);
    for (const auto& [key, value] : tree.items())
        out.add(2, key + " " + canonical_json(value).value());
}

/// Tasks under a heading for each phase, in order; a phase that comes back gets another heading.
template <class IR, class F>
void tasks(Lines& out, const IR& ir, F&& body)
{
    for (std::size_t i = 0; i < ir.tasks.size(); ++i) {
        const auto& task = ir.tasks[i];
        if (i == 0 || ir.tasks[i - 1].phase != task.phase) {
            std::size_t end = i;
            while (end < ir.tasks.size() && ir.tasks[end].phase == task.phase)
                ++end;
            out.add(0, std::string(to_string(task.phase)) + ", " + std::to_string(end - i) +
                           (end - i == 1 ? " task" : " tasks"));
        }
        out.add(1,
                std::to_string(i) + " " + task_name(task) + ": " + title(task.primitive) + " " +
                    extents(task.primitive) + ", " + std::string(to_string(task.engine)),
                task.id);
        out.add(2, task.id, task.id);
        body(task);
        storage(out, task.storage, task.id);
        out.list(2, "after", task.dependencies, task.id);
        out.lineage(2, task.lineage, task.id);
    }
}

std::vector<TextLine> lines(const ModelIR& ir)
{
    Lines out;
    for (const ModelValue& value : ir.values)
        out.name(value.id, value.name);
    out.add(0, "schema " + std::string(ir.schema()));
    out.add(0, "digest " + digest(ir).hex());
    out.add(0, "values, " + std::to_string(ir.values.size()));
    for (const ModelValue& value : ir.values) {
        out.add(1,
                value.name + ": " + std::string(to_string(value.role)) + " " + shape(value.shape) + " " +
                    std::string(to_string(value.dtype)),
                value.id);
        out.add(2, value.id, value.id);
        out.lineage(2, value.lineage, value.id);
    }
    out.add(0, "operations, " + std::to_string(ir.operations.size()));
    for (const ModelOperation& operation : ir.operations) {
        const DecoderSemantics& s = operation.semantics;
        out.add(1, operation.name, operation.id);
        out.add(2, operation.id, operation.id);
        out.list(2, "operands", operation.operands, operation.id);
        out.list(2, "results", operation.results, operation.id);
        for (const Effect& effect : operation.effects)
            out.list(2, effect.kind == Effect::Kind::read ? "reads" : "writes", {effect.value}, operation.id);
        out.add(2,
                "hidden " + number(s.hidden) + ", feedforward " + number(s.feedforward) + ", sequence " +
                    number(s.sequence) + ", heads " + number(s.heads) + ", head size " + number(s.head_size) +
                    ", blocks " + number(s.blocks),
                operation.id);
        out.add(2, std::string(to_string(s.attention_type)) + (s.training ? ", training" : ", inference"),
                operation.id);
        out.lineage(2, operation.lineage, operation.id);
    }
    out.list(0, "inputs", ir.inputs, {});
    out.list(0, "outputs", ir.outputs, {});
    return out.take();
}

std::vector<TextLine> lines(const DistributedTaskIR& ir)
{
    Lines out;
    for (const DistributedValue& value : ir.values)
        out.name(value.id, value.name);
    for (const DistributedTask& task : ir.tasks)
        out.name(task.id, qualified(task));
    out.add(0, "schema " + std::string(ir.schema()));
    out.add(0, "digest " + digest(ir).hex());
    out.add(0, "source " + ir.source.hex());
    std::string mesh = "mesh";
    for (const strategy::MeshAxis& axis : ir.mesh)
        mesh += (mesh == "mesh" ? " " : ", ") + std::string(to_string(axis.axis)) + " " + number(axis.degree);
    out.add(0, mesh);
    program(out, ir.program);
    tasks(out, ir, [&](const DistributedTask& task) {
        if (task.collective)
            out.add(2, communicates(*task.collective), task.id);
        out.list(2, "operands", task.operands, task.id);
        out.list(2, "results", task.results, task.id);
    });
    out.add(0, "values, " + std::to_string(ir.values.size()));
    for (const DistributedValue& value : ir.values) {
        out.add(1,
                value.name + ": " + std::string(to_string(value.role)) + " " + shape(value.shape) + " of " +
                    number(value.element_bytes) + (value.element_bytes == 1 ? " byte, " : " bytes, ") +
                    std::string(to_string(value.sharding)),
                value.id);
        out.add(2, value.id, value.id);
        out.lineage(2, value.lineage, value.id);
    }
    return out.take();
}

std::vector<TextLine> lines(const PortablePlanIR& ir)
{
    Lines out;
    for (const Buffer& buffer : ir.buffers)
        out.name(buffer.id, buffer.name);
    for (const PortableTask& task : ir.tasks)
        out.name(task.id, qualified(task));
    out.add(0, "schema " + std::string(ir.schema()));
    out.add(0, "digest " + digest(ir).hex());
    out.add(0, "source " + ir.source.hex());
    out.add(0, "strategy " + ir.strategy_fingerprint.hex());
    program(out, ir.program);
    out.add(0, "memory, bytes");
    const BlockMemoryFacts& m = ir.memory;
    out.add(1, "weight " + number(m.weight));
    out.add(1, "activation working " + number(m.activation_working));
    out.add(1, "activation storage " + number(m.activation_storage));
    out.add(1, "activation checkpoint " + number(m.activation_checkpoint));
    out.add(1, "activation gradient " + number(m.activation_gradient));
    out.add(1, "weight gradient " + number(m.weight_gradient) + ", unsharded " + number(m.weight_gradient_unsharded));
    out.add(1, "optimizer " + number(m.optimizer));
    tasks(out, ir, [&](const PortableTask& task) {
        out.add(2,
                "operations " + number(task.facts.operations) + ", read " + number(task.facts.read_bytes) + ", write " +
                    number(task.facts.write_bytes),
                task.id);
        if (task.collective)
            out.add(2, communicates(*task.collective), task.id);
        out.list(2, "reads", task.reads, task.id);
        out.list(2, "writes", task.writes, task.id);
    });
    for (const StepTask& task : ir.step) {
        if (&task == &ir.step.front())
            out.add(0, "step, over the " + std::string(to_string(task.collective.axis)) + " axis");
        out.add(1, task.name + ": " + communicates(task.collective), task.id);
    }
    out.add(0, "buffers, " + std::to_string(ir.buffers.size()));
    for (const Buffer& buffer : ir.buffers) {
        out.add(1,
                buffer.name + ": " + std::string(to_string(buffer.role)) + " " + number(buffer.size_bytes) + " bytes",
                buffer.id);
        out.add(2, buffer.id, buffer.id);
        if (!buffer.producer.empty())
            out.list(2, "made by", {buffer.producer}, buffer.id);
        out.list(2, "read by", buffer.consumers, buffer.id);
        out.lineage(2, buffer.lineage, buffer.id);
    }
    return out.take();
}

} // namespace

std::vector<TextLine> text_lines(const AnyIR& ir)
{
    return std::visit([](const auto& one) { return lines(one); }, ir);
}

std::string text_form(const AnyIR& ir)
{
    std::string out;
    for (const TextLine& line : text_lines(ir)) {
        out.append(static_cast<std::size_t>(2 * line.depth), ' ');
        out += line.text + "\n";
    }
    return out;
}

} // namespace blueprinting::ir
