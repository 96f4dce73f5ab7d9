#include "core/block/operation.h"

#include "core/base/overloaded.h"

namespace blueprinting::block {
namespace {

/// Formulas over a primitive's own symbols, in the symbols of the model.
std::vector<Expression> in_model(std::span<const Expression> formulas, const Operation& operation)
{
    std::vector<std::pair<primitive::Symbol, Expression>> own;
    primitive::visit_fields(operation.primitive, Overloaded{[&](const primitive::Extent& extent, std::int64_t) {
                                                                own.emplace_back(extent.symbol,
                                                                                 operation.extents[own.size()]);
                                                            },
                                                            [](std::string_view, const auto&...) {}});
    const auto of = [&](primitive::Symbol symbol) -> std::optional<Expression> {
        for (const auto& [name, extent] : own)
            if (name == symbol)
                return extent;
        return std::nullopt;
    };
    std::vector<Expression> out;
    out.reserve(formulas.size());
    for (const Expression& formula : formulas)
        out.push_back(formula.with(of));
    return out;
}

const primitive::Record& record(const Operation& operation) { return primitive::record_of(operation.primitive, {}); }

} // namespace

std::vector<Expression> input_shape(const Operation& operation)
{
    return operation.shape.empty() ? in_model(record(operation).input_shape, operation) : operation.shape;
}

std::vector<Expression> output_shape(const Operation& operation)
{
    return operation.shape.empty() ? in_model(record(operation).output_shape, operation) : operation.shape;
}

std::vector<Expression> weight_shape(const Operation& operation)
{
    return in_model(record(operation).weight_shape, operation);
}

Expression product(const std::vector<Expression>& shape)
{
    Expression out = shape.front();
    for (std::size_t i = 1; i < shape.size(); ++i)
        out = out * shape[i];
    return out;
}

} // namespace blueprinting::block
