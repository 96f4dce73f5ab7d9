#include "core/primitive/facts.h"

#include "core/primitive/names.h"

namespace blueprinting::primitive {
namespace {

constexpr Names<Phase, 6> kPhases{{{Phase::forward, "forward"},
                                   {Phase::recompute, "recompute"},
                                   {Phase::activation_gradient, "activation_gradient"},
                                   {Phase::weight_gradient, "weight_gradient"},
                                   {Phase::optimizer, "optimizer"},
                                   {Phase::recommunication, "recommunication"}}};
constexpr Names<EngineClass, 3> kEngines{
    {{EngineClass::matrix, "matrix"}, {EngineClass::vector, "vector"}, {EngineClass::collective, "collective"}}};
constexpr Names<CollectiveKind, 3> kCollectives{{{CollectiveKind::all_reduce, "all_reduce"},
                                                 {CollectiveKind::reduce_scatter, "reduce_scatter"},
                                                 {CollectiveKind::all_gather, "all_gather"}}};

} // namespace

std::string_view to_string(Phase phase) { return name_in(kPhases, phase); }
std::string_view to_string(EngineClass engine) { return name_in(kEngines, engine); }
std::string_view to_string(CollectiveKind kind) { return name_in(kCollectives, kind); }

std::optional<Phase> phase_from(std::string_view name) { return value_in(kPhases, name); }
std::optional<EngineClass> engine_from(std::string_view name) { return value_in(kEngines, name); }
std::optional<CollectiveKind> collective_from(std::string_view name) { return value_in(kCollectives, name); }

} // namespace blueprinting::primitive
