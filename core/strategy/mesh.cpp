#include "core/strategy/mesh.h"

#include "core/strategy/derived.h"

namespace blueprinting::strategy {

std::string_view to_string(Axis axis)
{
    switch (axis) {
    case Axis::tensor: return "tensor";
    case Axis::pipeline: return "pipeline";
    case Axis::data: return "data";
    }
    return "";
}

std::optional<Axis> axis_from(std::string_view name)
{
    for (const Axis axis : kAxes)
        if (to_string(axis) == name)
            return axis;
    return std::nullopt;
}

Mesh mesh(const Execution& execution)
{
    const NetworkTiers& tiers = execution.tiers;
    Mesh out;
    out[Axis::tensor] = {Axis::tensor, tensor_degree(execution), tiers.tensor, 1};
    out[Axis::pipeline] = {Axis::pipeline, pipeline_degree(execution), tiers.pipeline, 1};
    out[Axis::data] = {Axis::data, data_degree(execution), tiers.data, 1};
    std::int64_t stride = 1;
    for (const Axis axis : kRankOrder) {
        out[axis].stride = stride;
        stride *= out[axis].degree;
    }
    return out;
}

} // namespace blueprinting::strategy
