#include "core/passes/shard.h"

#include "core/base/overloaded.h"
#include "core/block/decoder.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::passes {
namespace {

using block::Expression;
using strategy::Axis;

Diagnostic overflow(const std::string& name)
{
    return {Severity::error, "workload.overflow", name, "the shape of " + name + " does not fit 64-bit integers"};
}

/// Puts numbers into a block. What does not fit is said once, not once for each operation of the same size.
class Numbers {
public:
    explicit Numbers(const block::Setting& setting) : m_bindings(block::bindings_of(setting)) {}

    std::int64_t of(const Expression& formula, const std::string& name)
    {
        if (const auto value = formula.whole(m_bindings))
            return *value;
        if (std::find(m_failed.begin(), m_failed.end(), formula) == m_failed.end()) {
            m_failed.push_back(formula);
            if (m_problems.empty() || m_problems.back().path != name)
                m_problems.push_back(overflow(name));
        }
        return 0;
    }
    /// Formulas over a primitive's own symbols, which have their numbers.
    std::vector<std::int64_t> of_own(std::span<const Expression> formulas, const ir::Primitive& primitive,
                                     const std::string& name)
    {
        std::vector<std::int64_t> out;
        const primitive::Bindings own = ir::bindings_of(primitive, {});
        for (const Expression& formula : formulas) {
            const auto value = formula.whole(own);
            if (!value && (m_problems.empty() || m_problems.back().path != name))
                m_problems.push_back(overflow(name));
            out.push_back(value.value_or(0));
        }
        return out;
    }
    std::vector<std::int64_t> of(const std::vector<Expression>& formulas, const std::string& name)
    {
        std::vector<std::int64_t> out;
        out.reserve(formulas.size());
        for (const Expression& formula : formulas)
            out.push_back(of(formula, name));
        return out;
    }
    void divide(const std::string& what, const Expression& formula, std::int64_t degree)
    {
        const std::int64_t value = of(formula, "block");
        if (value % degree != 0)
            m_problems.push_back({Severity::error, "workload.indivisible", "tensor.degree",
                                  "tensor parallel degree " + std::to_string(degree) + " does not divide " + what +
                                      " " + std::to_string(value)});
    }
    [[nodiscard]] const Diagnostics& problems() const { return m_problems; }

private:
    primitive::Bindings m_bindings;
    std::vector<Expression> m_failed;
    Diagnostics m_problems;
};

ShardedOperation numbered(const block::Step& step, Numbers& numbers)
{
    const block::Operation& operation = step.operation;
    ShardedOperation out;
    out.name = operation.name;
    out.primitive = operation.primitive;
    auto extent = operation.extents.begin();
    ir::visit_fields(out.primitive, Overloaded{[&](const ir::Extent&, std::int64_t& field) {
                                                   field = numbers.of(*extent++, out.name);
                                               },
                                               [](std::string_view, const auto&...) {}});
    out.shape = numbers.of(block::output_shape(operation), out.name);
    out.weight_shape = numbers.of_own(ir::record_of(out.primitive, {}).weight_shape, out.primitive, out.name);
    out.sharding = operation.gives[Axis::tensor].value;
    out.weight_sharding = operation.weights[Axis::tensor].value;
    out.region = operation.region;
    const block::Keeping& keeping = operation.keeping;
    (out.collective() ? out.communicates_again : out.recomputed) = keeping.again;
    out.storage = {keeping.reused, keeping.dropped, keeping.output_dropped};
    return out;
}

} // namespace

model::Description description_of(const ir::DecoderSemantics& model)
{
    if (model.description)
        return *model.description;
    return model::describe(
        {"", model.hidden, model.feedforward, model.sequence, model.heads, model.head_size, model.blocks});
}

Result<ShardedBlock> shard(const block::Setting& setting, const strategy::Execution& execution)
{
    const strategy::Mesh mesh = strategy::mesh(execution);
    const block::Block block = block::decoder(setting);
    Numbers numbers(setting);
    for (const auto& [what, value] : block.divided)
        numbers.divide(what, value, mesh[Axis::tensor].degree);
    if (!numbers.problems().empty())
        return numbers.problems();

    ShardedBlock out;
    const std::vector<block::Step> steps = block::with_collectives(block);
    numbers.of(block.activations, "block");
    out.input_shape = numbers.of(block.stream, "block");
    out.input_sharding = block.stream_layout[Axis::tensor].value;
    for (const block::Step& step : steps) {
        ShardedOperation made = numbered(step, numbers);
        made.over = step.over;
        made.exists = !step.over || mesh[*step.over].degree > 1;
        for (std::size_t input : step.inputs) {
            while (input != block::kBlockInput && !out.operations[input].exists)
                input = out.operations[input].inputs.front();
            made.inputs.push_back(input);
        }
        // Over one rank a sum is whole.
        if (made.sharding == ir::Sharding::partial && mesh[Axis::tensor].degree == 1)
            made.sharding = ir::Sharding::replicated;
        out.operations.push_back(std::move(made));
    }
    if (!numbers.problems().empty())
        return numbers.problems();
    return out;
}

} // namespace blueprinting::passes
