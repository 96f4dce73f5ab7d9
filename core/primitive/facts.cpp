#include "core/primitive/facts.h"

#include "core/primitive/layout.h"
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
constexpr Names<CollectiveKind, 5> kCollectives{{{CollectiveKind::all_reduce, "all_reduce"},
                                                 {CollectiveKind::reduce_scatter, "reduce_scatter"},
                                                 {CollectiveKind::all_gather, "all_gather"},
                                                 {CollectiveKind::all_to_all, "all_to_all"},
                                                 {CollectiveKind::ring, "ring"}}};
constexpr Names<Sharding, 6> kShardings{{{Sharding::replicated, "replicated"},
                                         {Sharding::sequence, "sequence"},
                                         {Sharding::heads, "heads"},
                                         {Sharding::columns, "columns"},
                                         {Sharding::rows, "rows"},
                                         {Sharding::partial, "partial"}}};

} // namespace

std::string_view to_string(Phase phase) { return name_in(kPhases, phase); }
std::string_view to_string(EngineClass engine) { return name_in(kEngines, engine); }
std::string_view to_string(CollectiveKind kind) { return name_in(kCollectives, kind); }
std::string_view to_string(Sharding sharding) { return name_in(kShardings, sharding); }

std::optional<Phase> phase_from(std::string_view name) { return value_in(kPhases, name); }
std::optional<EngineClass> engine_from(std::string_view name) { return value_in(kEngines, name); }
std::optional<CollectiveKind> collective_from(std::string_view name) { return value_in(kCollectives, name); }
std::optional<Sharding> sharding_from(std::string_view name) { return value_in(kShardings, name); }

} // namespace blueprinting::primitive
