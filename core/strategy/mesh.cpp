#include "core/strategy/mesh.h"

#include "core/strategy/derived.h"

#include <span>

namespace blueprinting::strategy {

std::string_view to_string(Axis axis)
{
    switch (axis) {
    case Axis::tensor: return "tensor";
    case Axis::pipeline: return "pipeline";
    case Axis::data: return "data";
    case Axis::context: return "context";
    case Axis::expert: return "expert";
    case Axis::expert_tensor: return "expert_tensor";
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
    out[Axis::tensor] = {Axis::tensor, tensor_degree(execution), tiers.tensor.value_or(kAutomaticTier), 1};
    out[Axis::pipeline] = {Axis::pipeline, pipeline_degree(execution), tiers.pipeline.value_or(kAutomaticTier), 1};
    out[Axis::data] = {Axis::data, data_degree(execution), tiers.data.value_or(kAutomaticTier), 1};
    const ExpertParallel& experts = expert(execution);
    out[Axis::context] = {Axis::context, context(execution).degree, tiers.context.value_or(kAutomaticTier), 1};
    out[Axis::expert] = {Axis::expert, experts.degree, tiers.expert.value_or(kAutomaticTier), 1};
    out[Axis::expert_tensor] = {Axis::expert_tensor, experts.tensor_degree, kAutomaticTier, 1};
    const auto stand = [&](std::span<const Axis> order) {
        std::int64_t stride = 1;
        for (const Axis axis : order) {
            out[axis].stride = stride;
            stride *= out[axis].degree;
        }
    };
    stand(kRankOrder);
    stand(kExpertOrder);
    return out;
}

std::vector<MeshAxis> Mesh::present() const
{
    std::vector<MeshAxis> out;
    for (const MeshAxis& each : m_axes)
        if (each.axis <= Axis::data || each.degree > 1)
            out.push_back(each);
    return out;
}

} // namespace blueprinting::strategy
