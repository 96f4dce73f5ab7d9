#include "core/primitive/names.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"

namespace blueprinting::ir {
namespace {

constexpr Names<BlockScope, 3> kScopes{
    {{BlockScope::every, "every"}, {BlockScope::inner, "inner"}, {BlockScope::edge, "edge"}}};
constexpr Names<BufferRole, 5> kBufferRoles{{{BufferRole::weight, "weight"},
                                             {BufferRole::activation, "activation"},
                                             {BufferRole::activation_gradient, "activation_gradient"},
                                             {BufferRole::weight_gradient, "weight_gradient"},
                                             {BufferRole::optimizer_state, "optimizer_state"}}};
constexpr Names<LineageKind, 6> kLineages{{{LineageKind::root, "root"},
                                           {LineageKind::preserved, "preserved"},
                                           {LineageKind::cloned, "cloned"},
                                           {LineageKind::decomposed, "decomposed"},
                                           {LineageKind::lowered, "lowered"},
                                           {LineageKind::generated, "generated"}}};
constexpr Names<ValueRole, 4> kValueRoles{{{ValueRole::input, "input"},
                                           {ValueRole::parameter, "parameter"},
                                           {ValueRole::output, "output"},
                                           {ValueRole::optimizer_state, "optimizer_state"}}};
constexpr Names<Effect::Kind, 2> kEffects{{{Effect::Kind::read, "read"}, {Effect::Kind::write, "write"}}};

} // namespace

std::string_view to_string(BlockScope scope) { return name_in(kScopes, scope); }
std::string_view to_string(BufferRole role) { return name_in(kBufferRoles, role); }
std::string_view to_string(LineageKind kind) { return name_in(kLineages, kind); }
std::string_view to_string(ValueRole role) { return name_in(kValueRoles, role); }
std::string_view to_string(Effect::Kind kind) { return name_in(kEffects, kind); }

} // namespace blueprinting::ir
