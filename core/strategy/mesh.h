#pragma once
#include "core/strategy/parallelism.h"

#include <array>
#include <vector>

namespace blueprinting::strategy {

/// The ways in which ranks share work.
enum class Axis { tensor, pipeline, data };
inline constexpr std::array kAxes{Axis::tensor, Axis::pipeline, Axis::data};
/// Ranks are counted along the axes in this order, along the first one fastest: a tensor-parallel group are neighbours,
/// the stages of a pipeline stand furthest apart (Megatron-LM's order).
inline constexpr std::array kRankOrder{Axis::tensor, Axis::data, Axis::pipeline};
std::string_view to_string(Axis axis); ///< "tensor"
std::optional<Axis> axis_from(std::string_view name);

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
    [[nodiscard]] auto begin() const { return m_axes.begin(); }
    [[nodiscard]] auto end() const { return m_axes.end(); }
    bool operator==(const Mesh&) const = default;

private:
    std::array<MeshAxis, kAxes.size()> m_axes{};
};
Mesh mesh(const Execution& execution);

} // namespace blueprinting::strategy
