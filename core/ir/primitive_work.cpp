#include "core/ir/primitive_work.h"

#include "core/base/checked.h"
#include "core/base/overloaded.h"
#include "core/strategy/derived.h"

namespace blueprinting::ir {
namespace {

using strategy::TensorCommunication;

/// Work before it is known whether every integer fits.
struct Raw {
    Checked operations = 0;
    Checked read = 0;
    Checked write = 0;
    std::int64_t operations_divisor = 1;
    std::int64_t bytes_divisor = 1;
};

struct RawFootprint {
    Checked held = 0;
    Checked gradient = 0;
    Checked output = 0;
};

Checked weights_of(const Primitive& primitive)
{
    return std::visit(Overloaded{
                          [](const Linear& p) { return Checked(p.n) * p.k; },
                          [](const LayerNorm& p) { return Checked(2) * p.hidden; },
                          [](const BatchMatmul&) { return Checked(0); },
                          [](const Softmax&) { return Checked(0); },
                          [](const Dropout&) { return Checked(0); },
                          [](const Gelu&) { return Checked(0); },
                          [](const ResidualAdd&) { return Checked(0); },
                          [](const Fork&) { return Checked(0); },
                          [](const Boundary&) { return Checked(0); },
                      },
                      primitive);
}

Raw forward(const Primitive& primitive, const WorkContext& c)
{
    const Checked e = c.element_bytes;
    return std::visit(Overloaded{
                          [&](const Linear& p) {
                              const Checked m = p.m, n = p.n, k = p.k;
                              return Raw{Checked(2) * m * n * k, (m * n + n * k) * e, m * k * e};
                          },
                          [&](const BatchMatmul& p) {
                              const Checked b = p.batch, m = p.m, n = p.n, k = p.k;
                              return Raw{Checked(2) * b * m * n * k, b * (m * n + n * k) * e, b * m * k * e};
                          },
                          [&](const LayerNorm& p) {
                              const Checked n = p.elements;
                              return Raw{Checked(9) * n, (n + Checked(2) * p.hidden) * e, n * e};
                          },
                          [&](const Softmax& p) {
                              const Checked n = p.elements;
                              return Raw{Checked(5) * n, n * e, n * e};
                          },
                          [&](const Dropout& p) {
                              const Checked n = p.elements; // writes the output and a one-byte mask
                              return Raw{n, n * e, n * e + n};
                          },
                          [&](const Gelu& p) {
                              const Checked n = p.elements;
                              return Raw{Checked(8) * n, n * e, n * e};
                          },
                          [&](const ResidualAdd& p) {
                              const Checked n = p.elements;
                              return Raw{n, Checked(2) * n * e, n * e};
                          },
                          [&](const Fork&) { return Raw{}; },
                          [&](const Boundary&) { return Raw{}; },
                      },
                      primitive);
}

Raw activation_gradient(const Primitive& primitive, const WorkContext& c)
{
    const Checked e = c.element_bytes;
    return std::visit(
        Overloaded{
            [&](const Linear& p) {
                const Checked m = p.m, n = p.n, k = p.k;
                return Raw{Checked(2) * m * n * k, (n * k + m * k) * e, m * n * e};
            },
            [&](const BatchMatmul& p) { // both operands get a gradient, the bytes count the second as a weight
                const Checked b = p.batch, m = p.m, n = p.n, k = p.k;
                return Raw{Checked(4) * b * m * n * k, b * (n * k + m * k) * e, b * m * n * e};
            },
            [&](const LayerNorm& p) {
                const Checked n = p.elements;
                return Raw{Checked(14) * n, (n + Checked(2) * p.hidden) * e, n * e};
            },
            [&](const Softmax& p) {
                const Checked n = p.elements;
                return Raw{Checked(8) * n, n * e, n * e};
            },
            [&](const Dropout& p) {
                const Checked n = p.elements;
                return Raw{n, n * e + n, n * e};
            },
            [&](const Gelu& p) {
                const Checked n = p.elements;
                return Raw{Checked(13) * n, n * e, n * e};
            },
            [&](const ResidualAdd& p) {
                const Checked n = p.elements; // dY goes to both operands
                return Raw{Checked(2) * n, n * e, Checked(2) * n * e};
            },
            [&](const Fork& p) {
                const Checked n = p.elements, u = p.users; // sums the users' gradients
                return Raw{u * n, u * n * e, n * e};
            },
            [&](const Boundary&) { return Raw{}; },
        },
        primitive);
}

Raw weight_gradient(const Primitive& primitive, const WorkContext& c)
{
    const Checked e = c.element_bytes;
    if (const auto* p = std::get_if<Linear>(&primitive)) {
        const Checked m = p->m, n = p->n, k = p->k;
        return {Checked(2) * m * n * k, (m * n + m * k) * e, n * k * e};
    }
    if (const auto* p = std::get_if<LayerNorm>(&primitive)) {
        const Checked n = p->elements;
        return {Checked(7) * n, Checked(2) * n * e, Checked(2) * p->hidden * e};
    }
    return {};
}

/// Bytes of state per weight: two float32 moments, and a float32 master copy where the weights are narrower.
std::int64_t state_bytes(const WorkContext& c) { return c.element_bytes < 4 ? 12 : 8; }

Raw optimizer(const Primitive& primitive, const WorkContext& c)
{
    const Checked w = weights_of(primitive);
    const Checked half = w * (state_bytes(c) / 2);
    return {Checked(11) * w, half, half, c.optimizer_shards, c.optimizer_shards};
}

/// Local work that rides on a boundary: traffic in each direction that is no identity, operations where it reduces.
Raw boundary(const Boundary& p, Phase phase, const WorkContext& c)
{
    const bool scattered = c.communication == TensorCommunication::reduce_scatter_all_gather;
    if (phase == Phase::recommunication || !boundary_collective(p.side, phase, scattered))
        return {};
    const bool reduces = (p.side == BoundarySide::row) == (phase == Phase::forward);
    const Checked bytes = Checked(p.elements) * c.element_bytes;
    Raw out{0, bytes, bytes};
    if (reduces) {
        out.operations = Checked(p.elements) * (c.participants - 1);
        out.operations_divisor = c.participants;
    }
    return out;
}

Raw raw_work(const Primitive& primitive, Phase phase, const WorkContext& context)
{
    if (const auto* p = std::get_if<Boundary>(&primitive))
        return boundary(*p, phase, context);
    switch (phase) {
    case Phase::forward:
    case Phase::recompute: return forward(primitive, context);
    case Phase::activation_gradient: return activation_gradient(primitive, context);
    case Phase::weight_gradient: return weight_gradient(primitive, context);
    case Phase::optimizer: return optimizer(primitive, context);
    case Phase::recommunication: return {};
    }
    return {};
}

RawFootprint raw_footprint(const Primitive& primitive, const WorkContext& c)
{
    const Checked e = c.element_bytes;
    return std::visit(Overloaded{
                          [&](const Linear& p) {
                              const Checked m = p.m;
                              return RawFootprint{m * p.n * e, m * p.k * e, m * p.k * e};
                          },
                          [&](const BatchMatmul& p) {
                              const Checked b = p.batch, m = p.m, n = p.n, k = p.k;
                              return RawFootprint{b * (m * n + n * k) * e, b * m * k * e, b * m * k * e};
                          },
                          [&](const LayerNorm& p) {
                              const Checked bytes = Checked(p.elements) * e;
                              return RawFootprint{bytes, bytes, bytes};
                          },
                          [&](const Softmax& p) {
                              const Checked bytes = Checked(p.elements) * e;
                              return RawFootprint{bytes, bytes, bytes};
                          },
                          [&](const Dropout& p) {
                              return RawFootprint{p.elements, p.elements, Checked(p.elements) * e};
                          },
                          [&](const Gelu& p) {
                              const Checked bytes = Checked(p.elements) * e;
                              const Checked kept = p.fused ? Checked(0) : bytes;
                              return RawFootprint{kept, kept, bytes};
                          },
                          [&](const ResidualAdd& p) {
                              const Checked bytes = Checked(p.elements) * e;
                              return RawFootprint{Checked(2) * bytes, bytes, bytes};
                          },
                          [&](const Fork& p) {
                              const Checked bytes = Checked(p.elements) * e;
                              return RawFootprint{bytes, 0, bytes};
                          },
                          [&](const Boundary& p) {
                              const Checked bytes = Checked(p.elements) * e;
                              if (c.communication == TensorCommunication::reduce_scatter_all_gather) {
                                  // The elements were sharded along the sequence, so t divides them.
                                  const Checked shard = Checked(p.elements / c.participants) * e;
                                  return RawFootprint{shard, shard, p.side == BoundarySide::row ? shard : bytes};
                              }
                              const bool row = p.side == BoundarySide::row;
                              return RawFootprint{row ? bytes : Checked(0), row ? Checked(0) : bytes, bytes};
                          },
                      },
                      primitive);
}

} // namespace

WorkContext work_context(const ProgramSemantics& program)
{
    const strategy::Execution& execution = program.execution;
    const strategy::TensorParallel& tensor = strategy::tensor(execution);
    return {bytes_per_element(execution.datatype), tensor.degree,
            strategy::optimizer_sharding(execution) ? strategy::data_degree(execution) : 1, tensor.communication};
}

std::optional<CollectiveKind> boundary_collective(BoundarySide side, Phase phase, bool reduce_scatter_all_gather)
{
    const bool column = side == BoundarySide::column;
    const bool backward = phase == Phase::activation_gradient;
    const bool reduces = column == backward;
    if (reduce_scatter_all_gather)
        return reduces ? CollectiveKind::reduce_scatter : CollectiveKind::all_gather;
    return reduces ? std::optional(CollectiveKind::all_reduce) : std::nullopt;
}

std::optional<WorkloadFacts> work_of(const Primitive& primitive, Phase phase, const WorkContext& context)
{
    const Raw raw = raw_work(primitive, phase, context);
    // A sum of read and write is what gets priced, so that it must fit too.
    if (!raw.operations.ok() || !(raw.read + raw.write).ok())
        return std::nullopt;
    return WorkloadFacts{{raw.operations.value(), raw.operations_divisor},
                         {raw.read.value(), raw.bytes_divisor},
                         {raw.write.value(), raw.bytes_divisor},
                         0};
}

std::optional<Footprint> footprint_of(const Primitive& primitive, const WorkContext& context)
{
    const RawFootprint raw = raw_footprint(primitive, context);
    const Checked w = weights_of(primitive);
    const Checked gradient = w * context.element_bytes;
    const Checked unsharded = w * 4;
    const Checked state = w * state_bytes(context);
    if (!raw.held.ok() || !raw.gradient.ok() || !raw.output.ok() || !gradient.ok() || !unsharded.ok() || !state.ok())
        return std::nullopt;
    return Footprint{w.value(),
                     raw.held.value(),
                     raw.gradient.value(),
                     raw.output.value(),
                     {gradient.value(), context.optimizer_shards},
                     unsharded.value(),
                     {state.value(), context.optimizer_shards}};
}

std::optional<std::int64_t> weight_elements(const Primitive& primitive) { return weights_of(primitive).get(); }

bool has_weights(const Primitive& primitive)
{
    return std::holds_alternative<Linear>(primitive) || std::holds_alternative<LayerNorm>(primitive);
}

EngineClass engine_of(const Primitive& primitive, Phase phase)
{
    if (phase == Phase::optimizer)
        return EngineClass::vector;
    if (std::holds_alternative<Boundary>(primitive))
        return EngineClass::collective;
    const bool matrix = std::holds_alternative<Linear>(primitive) || std::holds_alternative<BatchMatmul>(primitive);
    return matrix ? EngineClass::matrix : EngineClass::vector;
}

} // namespace blueprinting::ir
