#include "core/primitive/names.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"

namespace blueprinting::ir {
namespace {

constexpr Names<BlockScope, 3> kScopes{
    {{BlockScope::every, "every"}, {BlockScope::inner, "inner"}, {BlockScope::edge, "edge"}}};
constexpr Names<BufferRole, 6> kBufferRoles{{{BufferRole::weight, "weight"},
                                             {BufferRole::activation, "activation"},
                                             {BufferRole::activation_gradient, "activation_gradient"},
                                             {BufferRole::weight_gradient, "weight_gradient"},
                                             {BufferRole::optimizer_state, "optimizer_state"},
                                             {BufferRole::workspace, "workspace"}}};
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

std::string_view to_string(BlockScope scope) { return name_in(kScopes, scope); }
std::string_view to_string(BufferRole role) { return name_in(kBufferRoles, role); }
std::string_view to_string(Sharding sharding) { return name_in(kShardings, sharding); }
std::string_view to_string(LineageKind kind) { return name_in(kLineages, kind); }
std::string_view to_string(ValueRole role) { return name_in(kValueRoles, role); }

std::optional<BlockScope> scope_from(std::string_view name) { return value_in(kScopes, name); }
std::optional<BufferRole> buffer_role_from(std::string_view name) { return value_in(kBufferRoles, name); }
std::optional<Sharding> sharding_from(std::string_view name) { return value_in(kShardings, name); }
std::optional<LineageKind> lineage_kind_from(std::string_view name) { return value_in(kLineages, name); }
std::optional<ValueRole> value_role_from(std::string_view name) { return value_in(kValueRoles, name); }

} // namespace blueprinting::ir
