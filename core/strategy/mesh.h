#pragma once
#include "core/strategy/parallelism.h"

#include <array>
#include <vector>

namespace blueprinting::strategy {

/// The ways in which ranks share work.
enum class Axis { tensor, pipeline, data, context, expert, expert_tensor };
inline constexpr std::array kAxes{Axis::tensor,  Axis::pipeline, Axis::data,
                                  Axis::context, Axis::expert,   Axis::expert_tensor};
/// Ranks are counted along the axes in this order, along the first one fastest: a tensor-parallel group are neighbours,
/// the stages of a pipeline stand furthest apart (Megatron-LM's order).
inline constexpr std::array kRankOrder{Axis::tensor, Axis::context, Axis::data, Axis::pipeline};
/// The ranks of a stage in groups for the experts, another cut of the same ranks.
inline constexpr std::array kExpertOrder{Axis::expert_tensor, Axis::expert};
std::string_view to_string(Axis axis); ///< "tensor"
std::optional<Axis> axis_from(std::string_view name);

/// Of an axis that no tier is named for: its groups lie where their ranks do.
inline constexpr std::int64_t kAutomaticTier = -1;

/// One axis of the ranks of an execution: a group is `degree` ranks that stand `stride` apart, on a network tier.
struct MeshAxis {
    Axis axis = Axis::tensor;
    std::int64_t degree = 1;
    std::int64_t tier = 0;
    std::int64_t stride = 1;
    bool operator==(const MeshAxis&) const = default;

    /// For what is written and read (core/ir/serialise.cpp).
    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("axis", self.axis, "degree", self.degree, "stride", self.stride, "tier", self.tier);
    }
};

/// All axes in the order of kAxes, also those of degree 1. The data axis of inference is its replicas, which send
/// nothing.
class Mesh {
public:
    [[nodiscard]] const MeshAxis& operator[](Axis axis) const { return m_axes[static_cast<std::size_t>(axis)]; }
    MeshAxis& operator[](Axis axis) { return m_axes[static_cast<std::size_t>(axis)]; }
    /// The axes that every execution has, and the others only where they have more than one rank.
    [[nodiscard]] std::vector<MeshAxis> present() const;
    [[nodiscard]] auto begin() const { return m_axes.begin(); }
    [[nodiscard]] auto end() const { return m_axes.end(); }
    bool operator==(const Mesh&) const = default;

private:
    std::array<MeshAxis, kAxes.size()> m_axes{};
};
Mesh mesh(const Execution& execution);

} // namespace blueprinting::strategy
