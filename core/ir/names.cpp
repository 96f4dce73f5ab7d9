#include "core/base/overloaded.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"

#include <array>
#include <utility>

namespace blueprinting::ir {
namespace {

template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

template <class Enum, std::size_t N>
std::string_view name_in(const Names<Enum, N>& names, Enum value)
{
    for (const auto& [candidate, name] : names)
        if (candidate == value)
            return name;
    return {};
}

template <class Enum, std::size_t N>
std::optional<Enum> value_in(const Names<Enum, N>& names, std::string_view name)
{
    for (const auto& [candidate, spelled] : names)
        if (spelled == name)
            return candidate;
    return std::nullopt;
}

constexpr Names<Phase, 6> kPhases{{{Phase::forward, "forward"},
                                   {Phase::recompute, "recompute"},
                                   {Phase::activation_gradient, "activation_gradient"},
                                   {Phase::weight_gradient, "weight_gradient"},
                                   {Phase::optimizer, "optimizer"},
                                   {Phase::recommunication, "recommunication"}}};
constexpr Names<EngineClass, 3> kEngines{
    {{EngineClass::matrix, "matrix"}, {EngineClass::vector, "vector"}, {EngineClass::collective, "collective"}}};
constexpr Names<BlockScope, 3> kScopes{
    {{BlockScope::every, "every"}, {BlockScope::inner, "inner"}, {BlockScope::edge, "edge"}}};
constexpr Names<BufferRole, 6> kBufferRoles{{{BufferRole::weight, "weight"},
                                             {BufferRole::activation, "activation"},
                                             {BufferRole::activation_gradient, "activation_gradient"},
                                             {BufferRole::weight_gradient, "weight_gradient"},
                                             {BufferRole::optimizer_state, "optimizer_state"},
                                             {BufferRole::workspace, "workspace"}}};
constexpr Names<CollectiveKind, 3> kCollectives{{{CollectiveKind::all_reduce, "all_reduce"},
                                                 {CollectiveKind::reduce_scatter, "reduce_scatter"},
                                                 {CollectiveKind::all_gather, "all_gather"}}};
constexpr Names<Sharding, 6> kShardings{{{Sharding::replicated, "replicated"},
                                         {Sharding::sequence, "sequence"},
                                         {Sharding::heads, "heads"},
                                         {Sharding::columns, "columns"},
                                         {Sharding::rows, "rows"},
                                         {Sharding::partial, "partial"}}};
constexpr Names<LineageKind, 7> kLineages{{{LineageKind::root, "root"},
                                           {LineageKind::preserved, "preserved"},
                                           {LineageKind::cloned, "cloned"},
                                           {LineageKind::decomposed, "decomposed"},
                                           {LineageKind::fused, "fused"},
                                           {LineageKind::lowered, "lowered"},
                                           {LineageKind::generated, "generated"}}};
constexpr Names<ValueRole, 5> kValueRoles{{{ValueRole::input, "input"},
                                           {ValueRole::parameter, "parameter"},
                                           {ValueRole::activation, "activation"},
                                           {ValueRole::output, "output"},
                                           {ValueRole::optimizer_state, "optimizer_state"}}};

} // namespace

std::string_view to_string(Phase phase) { return name_in(kPhases, phase); }
std::string_view to_string(EngineClass engine) { return name_in(kEngines, engine); }
std::string_view to_string(BlockScope scope) { return name_in(kScopes, scope); }
std::string_view to_string(BufferRole role) { return name_in(kBufferRoles, role); }
std::string_view to_string(CollectiveKind kind) { return name_in(kCollectives, kind); }
std::string_view to_string(Sharding sharding) { return name_in(kShardings, sharding); }
std::string_view to_string(LineageKind kind) { return name_in(kLineages, kind); }
std::string_view to_string(ValueRole role) { return name_in(kValueRoles, role); }

std::optional<Phase> phase_from(std::string_view name) { return value_in(kPhases, name); }
std::optional<EngineClass> engine_from(std::string_view name) { return value_in(kEngines, name); }
std::optional<BlockScope> scope_from(std::string_view name) { return value_in(kScopes, name); }
std::optional<BufferRole> buffer_role_from(std::string_view name) { return value_in(kBufferRoles, name); }
std::optional<CollectiveKind> collective_from(std::string_view name) { return value_in(kCollectives, name); }
std::optional<Sharding> sharding_from(std::string_view name) { return value_in(kShardings, name); }
std::optional<LineageKind> lineage_kind_from(std::string_view name) { return value_in(kLineages, name); }
std::optional<ValueRole> value_role_from(std::string_view name) { return value_in(kValueRoles, name); }

std::string_view primitive_name(const Primitive& primitive)
{
    return std::visit(Overloaded{
                          [](const Linear&) { return std::string_view("linear"); },
                          [](const BatchMatmul&) { return std::string_view("batch_matmul"); },
                          [](const LayerNorm&) { return std::string_view("layer_norm"); },
                          [](const Softmax&) { return std::string_view("softmax"); },
                          [](const Dropout&) { return std::string_view("dropout"); },
                          [](const Gelu&) { return std::string_view("gelu"); },
                          [](const ResidualAdd&) { return std::string_view("residual_add"); },
                          [](const Fork&) { return std::string_view("fork"); },
                          [](const Boundary&) { return std::string_view("boundary"); },
                      },
                      primitive);
}

} // namespace blueprinting::ir
