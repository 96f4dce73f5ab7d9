#pragma once
#include "core/model/description.h"

#include <array>
#include <string_view>
#include <utility>

/// How the choices of a description are spelled in JSON, in the order in which messages list them.
namespace blueprinting::model::names {

template <class E, std::size_t N>
using Table = std::array<std::pair<std::string_view, E>, N>;

inline constexpr Table<Activation, 3> kActivations{
    {{"gelu", Activation::gelu}, {"silu", Activation::silu}, {"relu2", Activation::relu2}}};
inline constexpr Table<NormKind, 2> kNormKinds{{{"layer", NormKind::layer}, {"rms", NormKind::rms}}};
inline constexpr Table<NormPlacement, 4> kPlacements{{{"pre", NormPlacement::pre},
                                                      {"post", NormPlacement::post},
                                                      {"pre_post", NormPlacement::pre_post},
                                                      {"shared", NormPlacement::shared}}};
inline constexpr Table<QueryKeyNorm, 4> kQueryKeyNorms{{{"none", QueryKeyNorm::none},
                                                        {"head", QueryKeyNorm::head},
                                                        {"full", QueryKeyNorm::full},
                                                        {"l2", QueryKeyNorm::l2}}};
inline constexpr Table<BlockLayout, 2> kLayouts{
    {{"sequential", BlockLayout::sequential}, {"parallel", BlockLayout::parallel}}};
inline constexpr Table<RouterBias, 3> kRouterBiases{
    {{"none", RouterBias::none}, {"linear", RouterBias::linear}, {"correction", RouterBias::correction}}};
inline constexpr Table<RouterScore, 2> kScores{{{"softmax", RouterScore::softmax}, {"sigmoid", RouterScore::sigmoid}}};
inline constexpr Table<ProbabilityPlace, 2> kProbabilities{
    {{"activation", ProbabilityPlace::activation}, {"unpermute", ProbabilityPlace::unpermute}}};

template <class E, std::size_t N>
constexpr std::string_view name_of(const Table<E, N>& table, E value)
{
    for (const auto& [name, each] : table)
        if (each == value)
            return name;
    return {};
}

} // namespace blueprinting::model::names
